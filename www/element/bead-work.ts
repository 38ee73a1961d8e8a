// <bead-work>: a live simulation in anybody's page. Attributes in, events out; docs/embedding.md says all of them.
import { NAMES, readSettings, SCENE_NAMES, type Settings } from '../attributes';
import {
  type BeadworkError,
  type Measures,
  type Simulation,
  scenes,
  solvers,
  type Theme,
  type View,
  watchDevice,
} from '../beadwork';
import { asError } from '../errors';
import { metres } from '../units';
import { icon, make } from './make';
import { panel } from './panel';
import { Player } from './player';
import { PLOTS, Plot } from './plots';
import { steer } from './steer';
import { style } from './style';
import { join, leave, wake } from './turns';

/** `resting`: it would play if it were seen. */
export type BeadWorkState = 'idle' | 'loading' | 'playing' | 'resting' | 'paused' | 'failed';

/** Measures of the first simulation, and of those beside it. */
export type MeasureDetail = Measures & { beside: Measures[] };

export interface BeadWorkEventMap {
  ready: CustomEvent<{ simulation: Simulation; view: View }>;
  measure: CustomEvent<MeasureDetail>;
  statechange: CustomEvent<{ state: BeadWorkState; paused: boolean }>;
  error: CustomEvent<{ code: string; message: string; path?: string }>;
  devicelost: CustomEvent<{ code: string; message: string }>;
  devicerestored: CustomEvent<null>;
}

const PLAY = 'M7 4v16l13-8z';
const PAUSE = 'M6 4h4.5v16H6zM13.5 4H18v16h-4.5z';

/** Under Node there are no elements; the module can be imported there all the same. */
const Base = (typeof HTMLElement === 'undefined' ? class {} : HTMLElement) as typeof HTMLElement;

/** Attributes that say how it looks, not what is simulated. */
const LOOKS = ['controls', 'plots', 'poster', 'alt', 'theme'];

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the interface below only types the events
export class BeadWorkElement extends Base {
  static readonly observedAttributes = [...NAMES, ...LOOKS, 'autoplay', 'loading'];

  #stage = make('div', { class: 'stage', part: 'stage' });
  #canvas = make('canvas', { part: 'canvas', tabindex: '0', role: 'img', 'aria-describedby': 'keys' });
  #poster = make('div', { class: 'poster', part: 'poster' });
  #message = make('p', { class: 'message', part: 'message', role: 'status', hidden: true });
  #slow = make('p', { class: 'slow', hidden: true }, 'slow motion');
  #legend = make('ul', { class: 'legend', part: 'legend', hidden: true });
  #button = make('button', { class: 'play', part: 'play', type: 'button' });
  #below = make('div');
  #plots: Plot[] = [];

  #player: Player | undefined;
  #settings: Settings | undefined;
  #state: BeadWorkState = 'idle';
  #paused = true;
  #seen = false;
  /** The reader has said play or pause, which counts for more than `autoplay`. */
  #said = false;
  #changed = new Set<string>();
  #theme = '';
  #ready = promise();
  #watchers: (() => void)[] = [];

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [style()];
    const slot = make('slot', { name: 'poster' });
    this.#poster.append(slot);
    this.#stage.append(
      this.#canvas,
      this.#poster,
      this.#legend,
      this.#slow,
      this.#message,
      this.#button,
      make(
        'span',
        { id: 'keys', class: 'unseen' },
        'Space plays and pauses, arrows turn, plus and minus come closer and go away, G holds the last bead, R starts again.',
      ),
    );
    root.append(this.#stage, this.#below, make('div', { class: 'caption', part: 'caption' }, make('slot')));
    this.#button.addEventListener('click', () => (this.paused ? this.play() : this.pause()));
    steer({
      canvas: this.#canvas,
      view: () => this.#player?.view,
      running: () => this.#state === 'playing',
      touched: () => this.#player?.touch(),
      lastBead: async () => this.#player?.lastBead() ?? null,
      toggle: () => (this.paused ? this.play() : this.pause()),
      step: () => void this.step().catch(() => undefined),
      reset: () => void this.reset(),
    });
    this.#showButton();
  }

  /** The first of its simulations, once it is ready. */
  get simulation(): Simulation | null {
    return this.#player?.copies[0]?.simulation ?? null;
  }

  /** All of them, where `compare` asks for several. */
  get simulations(): Simulation[] {
    return this.#player?.copies.map(({ simulation }) => simulation) ?? [];
  }

  get view(): View | null {
    return this.#player?.view ?? null;
  }

  /** Resolves with the first picture; rejects with a BeadworkError if there will be none. */
  get ready(): Promise<void> {
    return this.#ready.done;
  }

  get state(): BeadWorkState {
    return this.#state;
  }

  /** Whether the reader or the page wants it still; what rests off screen is not paused. */
  get paused(): boolean {
    return this.#paused;
  }

  /** Starts it, from wherever it is; loads it if nobody has seen it yet. */
  play(): void {
    this.#said = true;
    this.#paused = false;
    if (this.#state === 'failed') this.#release();
    this.#begin();
    this.#settle();
  }

  pause(): void {
    this.#said = true;
    this.#paused = true;
    this.#settle();
  }

  /** Pauses, and takes frames by hand. */
  async step(frames = 1): Promise<void> {
    this.pause();
    this.#begin();
    await this.ready;
    await this.#try(() => this.#player?.step(frames));
  }

  /** Back to the scene as it was loaded. */
  async reset(): Promise<void> {
    if (this.#state === 'failed') {
      this.#release();
      this.#begin();
      return;
    }
    for (const plot of this.#plots) plot.clear();
    await this.#try(() => this.#player?.reset());
  }

  connectedCallback(): void {
    if (this.#watchers.length > 0) return;
    this.#watch();
    this.#look();
  }

  disconnectedCallback(): void {
    // a node on its way to another place comes back at once
    setTimeout(() => {
      if (this.isConnected) return;
      for (const stop of this.#watchers.splice(0)) stop();
      this.#seen = false;
      this.#said = false;
      this.#release();
    });
  }

  /** `moveBefore` keeps everything as it is. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now) return;
    if (this.#changed.size === 0) queueMicrotask(() => this.#apply());
    this.#changed.add(name);
  }

  #watch(): void {
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const visible = new IntersectionObserver((entries) => {
      this.#seen = entries.at(-1)?.isIntersecting ?? false;
      if (this.#seen) this.#begin();
      this.#settle();
    });
    const sized = new ResizeObserver(() => this.#player?.touch());
    const dressed = new MutationObserver(() => this.#look());
    const hide = () => this.#settle();
    const calm = () => {
      if (!still.matches) return;
      this.#paused = true;
      this.#settle();
    };
    const look = () => this.#look();
    visible.observe(this);
    sized.observe(this.#canvas);
    dressed.observe(document.documentElement, { attributeFilter: ['class', 'style', 'data-theme'] });
    document.addEventListener('visibilitychange', hide);
    still.addEventListener('change', calm);
    dark.addEventListener('change', look);
    this.#watchers = [
      () => visible.disconnect(),
      () => sized.disconnect(),
      () => dressed.disconnect(),
      () => document.removeEventListener('visibilitychange', hide),
      () => still.removeEventListener('change', calm),
      () => dark.removeEventListener('change', look),
      watchDevice({
        lost: (error) => this.#lost(error),
        restored: () => this.#restored(),
        refused: (error) => this.#fail(error),
      }),
    ];
    this.#apply();
    if (this.getAttribute('loading') === 'eager') this.#begin();
  }

  /** Builds the scene, unless that has been done. */
  #begin(): void {
    if (this.#player || this.#state === 'failed' || !this.isConnected) return;
    if (!this.#said) this.#paused = !this.#wants('autoplay') || reducedMotion();
    const player = new Player(this.#canvas, {
      measured: (measures) => this.#measured(measures),
      refused: (error) => this.#tell(error),
      broke: (error) => this.#broke(error),
      drawn: () => this.#drawn(),
    });
    this.#player = player;
    this.#setState('loading');
    const { settings, faults } = this.#read();
    for (const fault of faults) this.#tell(fault);
    this.#settings = settings;
    player.load(settings, this.#themeColours()).then(
      () => {
        if (this.#player !== player) return;
        const { simulation, view } = this;
        join(player);
        this.#setState('paused');
        this.#showControls();
        this.#settle();
        this.#ready.resolve();
        if (simulation && view) this.#fire('ready', { simulation, view });
      },
      (error) => {
        if (this.#player === player) this.#fail(asError(error));
      },
    );
  }

  #release(): void {
    const player = this.#player;
    if (player) leave(player);
    player?.destroy();
    this.#player = undefined;
    this.#settings = undefined;
    this.#theme = '';
    this.#message.hidden = true;
    this.#slow.hidden = true;
    this.#canvas.classList.remove('drawn');
    this.#poster.classList.remove('gone');
    this.#ready = promise();
    this.#setState('idle');
  }

  /** Whether it runs, from all that has a say. */
  #settle(): void {
    const player = this.#player;
    if (player?.view && this.#state !== 'failed' && this.#state !== 'loading') {
      const awake = this.#seen && !document.hidden;
      player.running = !this.#paused && awake;
      if (player.running) {
        join(player);
        wake();
      } else {
        player.rest();
        if (!awake) leave(player);
        else join(player);
      }
      this.#setState(this.#paused ? 'paused' : awake ? 'playing' : 'resting');
    }
    this.#showButton();
  }

  /** Takes over what attributes say now. */
  #apply(): void {
    const changed = new Set(this.#changed);
    this.#changed.clear();
    if (!this.isConnected) return;
    this.#showPoster();
    this.#showName();
    if (changed.has('theme')) this.#look();
    if (changed.has('autoplay') && !this.#said && this.#player) {
      this.#paused = !this.#wants('autoplay') || reducedMotion();
      this.#settle();
    }
    if (changed.has('loading') && this.getAttribute('loading') === 'eager') this.#begin();
    const anew = SCENE_NAMES.some((name) => changed.has(name));
    if (anew && this.#state === 'failed') {
      this.#release();
      this.#begin();
      return;
    }
    const player = this.#player;
    if (!player || !this.#settings) return;
    if (NAMES.some((name) => changed.has(name))) {
      const { settings, faults } = this.#read();
      for (const fault of faults) this.#tell(fault);
      if (anew) this.#load(player, settings);
      else if (player.view) {
        this.#settings = settings;
        player.change(settings);
      }
    }
    this.#showControls();
  }

  #load(player: Player, settings: Settings): void {
    player.load(settings, this.#themeColours()).then(
      () => {
        if (this.#player !== player) return;
        this.#settings = { ...this.#read().settings, scene: settings.scene, compare: settings.compare };
        for (const plot of this.#plots) plot.clear();
        this.#showName();
        this.#showControls();
      },
      // what ran before runs on
      (error) => this.#player === player && this.#tell(asError(error)),
    );
  }

  #read(): { settings: Settings; faults: BeadworkError[] } {
    return readSettings((name) => this.getAttribute(name));
  }

  /** An attribute that is there, and does not say no. */
  #wants(name: string): boolean {
    const value = this.getAttribute(name);
    return value !== null && value !== 'off' && value !== 'false';
  }

  /** Colours of the page around it: its colour scheme, and the custom properties. */
  #themeColours(): Theme {
    const said = this.getAttribute('theme');
    const scheme = getComputedStyle(this).colorScheme;
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const both = scheme.includes('dark') && scheme.includes('light');
    const page = both ? system : scheme.includes('dark') ? 'dark' : 'light';
    const base = said === 'dark' || said === 'light' ? said : page;
    const background = hex(getComputedStyle(this.#stage).backgroundColor);
    return background ? { base, background } : base;
  }

  #look(): void {
    const theme = this.#themeColours();
    const key = JSON.stringify(theme);
    if (key === this.#theme || !this.#player?.view) return;
    this.#theme = key;
    this.#player.theme(theme);
  }

  #measured(measures: Measures[]): void {
    const [first, ...beside] = measures;
    if (!first) return;
    for (const plot of this.#plots) plot.add(measures);
    this.#showLegend(measures);
    this.#slow.hidden = !(this.#player?.slow && this.#state === 'playing');
    this.#look();
    this.#fire('measure', { ...first, beside });
  }

  #drawn(): void {
    this.#canvas.classList.add('drawn');
    this.#poster.classList.add('gone');
  }

  /** Something was refused; everything goes on. */
  #tell(error: BeadworkError): void {
    const { code, message, path } = error;
    this.#fire('error', path === undefined ? { code, message } : { code, message, path });
  }

  /** A frame could not be taken: time stands still, the picture stays. */
  #broke(error: BeadworkError): void {
    if (error.code === 'device-lost') return;
    this.#paused = true;
    this.#settle();
    this.#say(error);
    this.#tell(error);
  }

  /** There is no picture: the poster, and one sentence. */
  #fail(error: BeadworkError): void {
    const player = this.#player;
    if (player) leave(player);
    player?.destroy();
    this.#player = undefined;
    this.#canvas.classList.remove('drawn');
    this.#poster.classList.remove('gone');
    this.#paused = true;
    this.#say(error);
    this.#setState('failed');
    this.#ready.reject(error);
    this.#tell(error);
  }

  #say({ code, message }: BeadworkError): void {
    this.#message.textContent = message;
    this.#message.dataset.code = code;
    this.#message.hidden = false;
  }

  #lost(error: BeadworkError): void {
    if (!this.#player) return;
    this.#player.lost = true;
    this.#fire('devicelost', { code: error.code, message: error.message });
  }

  #restored(): void {
    if (!this.#player) return;
    this.#player.lost = false;
    this.#fire('devicerestored', null);
    this.#settle();
  }

  async #try(act: () => Promise<void> | undefined): Promise<void> {
    try {
      this.#message.hidden = true;
      await act();
    } catch (thrown) {
      const error = asError(thrown);
      this.#tell(error);
      throw error;
    }
  }

  #setState(state: BeadWorkState): void {
    if (state === this.#state) return;
    this.#state = state;
    if (state === 'playing') this.#message.hidden = true;
    this.#showButton();
    this.#fire('statechange', { state, paused: this.#paused });
  }

  #fire<K extends keyof BeadWorkEventMap>(type: K, detail: BeadWorkEventMap[K]['detail']): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #showButton(): void {
    const words = this.#paused ? 'Play' : 'Pause';
    const inviting = this.#paused && !this.#said;
    this.#button.hidden = this.#state === 'loading';
    this.#button.classList.toggle('inviting', inviting);
    if (this.#button.getAttribute('aria-label') === words) return;
    this.#button.setAttribute('aria-label', words);
    this.#button.replaceChildren(icon(this.#paused ? PLAY : PAUSE));
  }

  #showPoster(): void {
    const slot = this.#poster.querySelector('slot');
    const source = this.getAttribute('poster');
    const known = slot?.querySelector('img');
    if (source === null) known?.remove();
    else if (known) known.src = source;
    else slot?.append(make('img', { src: source, alt: '' }));
    this.#poster.classList.toggle('has', source !== null || this.querySelector('[slot="poster"]') !== null);
  }

  /** What a reader who does not see it is told. */
  #showName(): void {
    const { settings } = this.#read();
    const title =
      settings.src ?? scenes().find(({ name }) => name === settings.scene)?.title ?? settings.scene;
    this.#canvas.setAttribute(
      'aria-label',
      this.getAttribute('alt') ?? `${title}, a live simulation of beads`,
    );
  }

  #showLegend(measures: readonly Measures[]): void {
    const copies = this.#player?.copies ?? [];
    this.#legend.hidden = copies.length < 2;
    if (this.#legend.hidden) return;
    this.#legend.replaceChildren(
      ...copies.map(({ solver }, i) =>
        make(
          'li',
          {},
          make('b', {}, solvers().find(({ name }) => name === solver)?.title ?? solver),
          make('small', {}, `largest gap ${metres(measures[i]?.maxGap ?? 0)}`),
        ),
      ),
    );
  }

  /** Plots and panel; a panel in use is left alone unless it no longer fits the scene. */
  #showControls(): void {
    const [first] = this.#player?.copies ?? [];
    if (!first || !this.#settings) return;
    const names = (this.getAttribute('plots') ?? '').split(/\s+/).filter((name) => PLOTS.includes(name));
    const controls = this.#wants('controls') ? (this.getAttribute('controls') ?? '') : null;
    const focused = this.shadowRoot?.activeElement;
    const inside = focused instanceof HTMLElement && this.#below.contains(focused) ? focused : null;
    const key = JSON.stringify([names, controls, this.#settings.scene, this.#settings.compare]);
    if (inside && this.#below.dataset.key === key) return;
    const kept = this.#below.querySelector('.plots');
    const same = kept && this.#below.dataset.plots === names.join(' ');
    if (!same) this.#plots = names.map((name) => new Plot(name));
    const plots = same
      ? kept
      : make('div', { class: 'plots', part: 'plots' }, ...this.#plots.map((p) => p.element));
    this.#below.dataset.key = key;
    this.#below.dataset.plots = names.join(' ');
    this.#below.replaceChildren(...(names.length > 0 ? [plots] : []));
    if (controls === null) return;
    const acts = {
      set: (name: string, value: string) => this.setAttribute(name, value),
      step: () => void this.step().catch(() => undefined),
      reset: () => void this.reset().catch(() => undefined),
    };
    this.#below.append(panel(controls, this.#settings, first.simulation.parameters, acts));
    const name = inside?.getAttribute('name');
    if (name) this.#below.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
  }
}

function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A computed colour as the view takes it; null for one that is see-through or of another space. */
function hex(colour: string): string | null {
  const numbers = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1);
  return numbers ? `#${numbers.map((n) => Number(n).toString(16).padStart(2, '0')).join('')}` : null;
}

/** A promise to be settled from outside; nobody has to listen to it. */
function promise(): { done: Promise<void>; resolve: () => void; reject: (error: BeadworkError) => void } {
  let resolve = () => {};
  let reject: (error: BeadworkError) => void = () => {};
  const done = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  done.catch(() => undefined);
  return { done, resolve, reject };
}

export interface BeadWorkElement {
  addEventListener<K extends keyof BeadWorkEventMap>(
    type: K,
    listener: (this: BeadWorkElement, event: BeadWorkEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends keyof BeadWorkEventMap>(
    type: K,
    listener: (this: BeadWorkElement, event: BeadWorkEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}
