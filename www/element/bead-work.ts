// <bead-work>: a live simulation in anybody's page. Attributes in, events out; docs/embedding.md says all of them.
import { NAMES, readSettings, SCENE_NAMES, type Settings } from '../attributes';
import { raceOfContacts } from '../compare';
import { asError } from '../errors';
import type { BeadworkError, Machine, Simulation, View } from '../exports';
import type { Copy } from '../player/copies';
import type { BodyDescription, JointDescription } from '../types';
import { addToAll } from './adding';
import { Below } from './below';
import { type BeadWorkEventMap, type BeadWorkState, EventfulElement } from './events';
import { Life } from './life';
import { Shadow } from './shadow';
import { steer } from './steer';
import { reducedMotion, watchPage } from './surroundings';

/** Attributes that say how it looks and behaves, not what is simulated. */
const LOOKS = ['controls', 'plots', 'poster', 'alt', 'theme', 'autoplay', 'loading'];

/**
 * The element `<bead-work>`. Its attributes say what is simulated and how it looks, and may change at any time;
 * properties, methods and events are for scripts that want more.
 */
export class BeadWorkElement extends EventfulElement {
  /** The attributes that act when they change. */
  static readonly observedAttributes = [...NAMES, ...LOOKS];

  #shadow = new Shadow(this);
  #below = new Below(this.#shadow.below, {
    set: (name, value) => this.setAttribute(name, value),
    step: () => void this.step().catch(() => undefined),
    reset: () => void this.reset().catch(() => undefined),
  });
  #life = new Life(this.#shadow.canvas, this.#host());
  /** What is on show: the settings of the scene that is there. */
  #settings: Settings | undefined;
  /** Attributes that changed since they were last read. */
  #changed = new Set<string>();
  #theme = '';
  #watchers: (() => void)[] = [];

  /** @internal */
  constructor() {
    super();
    const toggle = () => (this.paused ? this.play() : this.pause());
    this.#shadow.button.addEventListener('click', toggle);
    steer({
      canvas: this.#shadow.canvas,
      view: () => this.#life.content?.view,
      running: () => this.state === 'playing',
      touched: () => this.#life.content?.player.touch(),
      isHeld: (body) => this.#life.content?.isHeld(body) ?? false,
      lastBead: async () => this.#life.content?.lastBead() ?? null,
      toggle,
      step: () => void this.step().catch(() => undefined),
      reset: () => void this.reset().catch(() => undefined),
    });
    this.#showButton();
  }

  /** The first of its simulations, once it is ready. Another scene may bring another simulation. */
  get simulation(): Simulation | null {
    return this.#life.content?.copies[0]?.simulation ?? null;
  }

  /** All of them, where `compare` asks for several. */
  get simulations(): Simulation[] {
    return this.#life.content?.player.copies.simulations ?? [];
  }

  /** What it runs on, once it is ready: see `Simulation.machineReason` for why. */
  get machine(): Machine | null {
    return this.simulation?.machine ?? null;
  }

  /** The picture: its camera, its colouring, a screenshot. Null before it is ready. */
  get view(): View | null {
    return this.#life.content?.view ?? null;
  }

  /**
   * Resolves with the first picture; rejects with a BeadworkError if there will be none. Its code is `destroyed`
   * where the element leaves the page before.
   */
  get ready(): Promise<void> {
    return this.#life.ready;
  }

  /** What it is doing; a `statechange` event says when it is something else. */
  get state(): BeadWorkState {
    return this.#life.state;
  }

  /** Whether the reader or the page wants it still; what rests off screen is not paused. */
  get paused(): boolean {
    return this.#life.paused;
  }

  /** Starts it, from wherever it is; loads it if nobody has seen it yet. */
  play(): void {
    this.#life.play();
  }

  /** Stops it where it is; the picture can still be turned. */
  pause(): void {
    this.#life.pause();
  }

  /**
   * Pauses, and takes frames by hand.
   * @param frames how many; each is a `timestep` long
   */
  async step(frames = 1): Promise<void> {
    this.pause();
    this.#life.begin();
    await this.ready;
    await this.#try(() => this.#life.content?.player.step(frames));
  }

  /** Back to the scene as it was loaded. */
  async reset(): Promise<void> {
    this.#below.clear();
    if (this.state === 'failed') this.#life.revive();
    else await this.#try(() => this.#life.content?.player.reset());
  }

  /**
   * Adds bodies, and joints between bodies that are there, to all simulations on show or to none: see `Simulation.addBodies`. Loads the scene
   * if it is not loaded yet. Rejects with a `BeadworkError` whose path is of the list given.
   * @returns the numbers of the bodies
   */
  async add(bodies: BodyDescription[], joints: JointDescription[] = []): Promise<number[]> {
    this.#life.begin();
    await this.ready;
    let numbers: number[] = [];
    await this.#try(async () => {
      numbers = addToAll(this.simulations, bodies, joints);
      this.#life.content?.player.touch();
    });
    return numbers;
  }

  /** @internal */
  connectedCallback(): void {
    if (this.#watchers.length > 0) {
      // on its way to this place its attributes may have changed
      if (this.#changed.size > 0) this.#apply();
      return;
    }
    this.#watch();
    this.#look();
  }

  /** @internal */
  disconnectedCallback(): void {
    // a node on its way to another place comes back at once
    setTimeout(() => {
      if (this.isConnected) return;
      for (const stop of this.#watchers.splice(0)) stop();
      this.#life.leave();
    });
  }

  /** `moveBefore` keeps everything as it is. @internal */
  connectedMoveCallback(): void {}

  /** @internal */
  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now) return;
    if (this.#changed.size === 0) queueMicrotask(() => this.#apply());
    this.#changed.add(name);
  }

  #watch(): void {
    this.#watchers = [
      watchPage(this, {
        seen: (seen) => this.#life.see(seen),
        dressed: () => this.#look(),
        hidden: () => this.#life.settle(),
        calmed: () => this.#life.still(),
      }),
    ];
    this.#apply();
    if (this.#isEager()) this.#life.begin();
  }

  /** What the life of the element asks for, and what it reports. */
  #host(): ConstructorParameters<typeof Life>[1] {
    const element = this;
    return {
      get isConnected() {
        return element.isConnected;
      },
      settings: () => {
        this.#settings = this.#readAndReport();
        return this.#settings;
      },
      theme: () => this.#shadow.dress(),
      startsPlaying: () => this.#wants('autoplay') && !reducedMotion(),
      changed: () => this.#showButton(),
      became: (state) => this.#became(state),
      ready: () => this.#isReady(),
      stepped: () => this.#tell(),
      drawn: () => this.#shadow.showPicture(true),
      measured: (measures) => this.#measured(measures),
      refused: (error) => this.#report(error),
      stopped: (error) => {
        this.#shadow.showMessage(error);
        this.#report(error);
      },
      lost: ({ code, message }) => this.#fire('devicelost', { code, message }),
      restored: () => this.#fire('devicerestored', null),
    };
  }

  /** Takes over what attributes say now; outside the document that waits until the element is back. */
  #apply(): void {
    if (!this.isConnected) return;
    const changed = new Set(this.#changed);
    this.#changed.clear();
    this.#shadow.showPoster();
    this.#shadow.showName(this.#read().settings);
    if (changed.has('theme')) this.#look();
    if (changed.has('autoplay')) this.#life.startAgain();
    if (changed.has('loading') && this.#isEager()) this.#life.begin();
    const anew = SCENE_NAMES.some((name) => changed.has(name));
    if (anew && this.state === 'failed') this.#life.revive();
    else if (NAMES.some((name) => changed.has(name))) this.#change(anew);
    this.#showBelow();
  }

  /** `anew`: another scene; otherwise parameters and colouring act on the one that is there. */
  #change(anew: boolean): void {
    const { content } = this.#life;
    if (!content || !this.#settings) return;
    const settings = this.#readAndReport();
    if (anew) {
      content.load(settings, this.#shadow.dress()).then(
        () => this.#life.content === content && this.#loaded(settings),
        // what ran before runs on
        (error) => this.#life.content === content && this.#report(asError(error)),
      );
    } else {
      this.#settings = settings;
      content.change(settings);
    }
  }

  #loaded({ scene, compare }: Settings): void {
    this.#settings = { ...this.#read().settings, scene, compare };
    this.#below.clear();
    this.#shadow.showName(this.#settings);
    this.#showBelow();
  }

  /** What the attributes say, without what makes no sense. */
  #read(): ReturnType<typeof readSettings> {
    return readSettings((name) => this.getAttribute(name));
  }

  /** The same, with an error event for what makes no sense. */
  #readAndReport(): Settings {
    const { settings, faults } = this.#read();
    for (const fault of faults) this.#report(fault);
    return settings;
  }

  /** An attribute that is there, and does not say no. */
  #wants(name: string): boolean {
    const value = this.getAttribute(name);
    return value !== null && value !== 'off' && value !== 'false';
  }

  #isEager(): boolean {
    return this.getAttribute('loading') === 'eager';
  }

  /** The colours of the page around it, where they are others than before. */
  #look(): void {
    const now = this.#shadow.dress();
    const key = JSON.stringify(now);
    if (key === this.#theme || !this.view) return;
    this.#theme = key;
    this.#life.content?.theme(now);
  }

  #became(state: BeadWorkState): void {
    if (state === 'playing' || state === 'idle') this.#shadow.hideMessage();
    if (state === 'idle' || state === 'failed') this.#shadow.showPicture(false);
    if (state === 'idle') {
      this.#settings = undefined;
      this.#theme = '';
      this.#shadow.showSlow(false);
      this.#shadow.showDropped(0);
    }
    this.#fire('statechange', { state, paused: this.paused });
  }

  #isReady(): void {
    this.#showBelow();
    const { simulation, view } = this;
    if (simulation && view) this.#fire('ready', { simulation, view });
  }

  #measured(copies: readonly Copy[]): void {
    const [first, ...beside] = copies.flatMap(({ measures }) => measures ?? []);
    if (!first) return;
    this.#below.add([first, ...beside]);
    this.#shadow.showLegend(copies, this.#life.content?.compare ?? [], this.#byDepth);
    this.#shadow.showSlow(Boolean(this.#life.content?.player.slow) && this.state === 'playing');
    this.#shadow.showDropped(Math.max(first.contactsDropped, ...beside.map((one) => one.contactsDropped)));
    this.#look();
    this.#fire('measure', { ...first, beside });
  }

  /** Dispatches the events of the last frames. The animation does not wait for them. */
  #tell(): void {
    const { simulation } = this;
    if (!simulation?.tells) return;
    simulation.readEvents().then(
      (events) => {
        for (const event of events)
          if (event.type === 'broke') this.#fire('break', event);
          else this.#fire('contact', event);
      },
      // a fault of the simulation is reported where it is stepped
      () => undefined,
    );
  }

  async #try(act: () => Promise<void> | undefined): Promise<void> {
    try {
      this.#shadow.hideMessage();
      await act();
    } catch (thrown) {
      const error = asError(thrown);
      this.#report(error);
      throw error;
    }
  }

  #report({ code, message, path }: BeadworkError): void {
    this.#fire('error', path === undefined ? { code, message } : { code, message, path });
  }

  #fire<K extends keyof BeadWorkEventMap>(type: K, detail: BeadWorkEventMap[K]['detail']): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #showButton(): void {
    const { state, paused, chosen } = this.#life;
    // what cannot be had does not come by pressing Play
    const hidden = state === 'loading' || state === 'failed';
    this.#shadow.showButton({ hidden, paused, inviting: paused && !chosen });
  }

  #showBelow(): void {
    if (!this.simulation || !this.#settings) return;
    this.#below.show({
      plots: this.getAttribute('plots') ?? '',
      controls: this.#wants('controls') ? (this.getAttribute('controls') ?? '') : null,
      settings: this.#settings,
      parameters: this.simulation.parameters,
      byDepth: this.#byDepth,
    });
  }

  /** What counts is how deep bodies are in each other, not how far joints open. */
  get #byDepth(): boolean {
    const { touching = false, jointCount = 0 } = this.simulation ?? {};
    return touching && (jointCount === 0 || raceOfContacts(this.#life.content?.compare ?? []));
  }
}
