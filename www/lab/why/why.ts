// See why: the chosen joint or body with what it does, the ten that stand out, and marks on the picture. Nothing is read
// from the machine while nothing is chosen or marked.
import type { ContactReading, JointChanges, JointReading, State } from '../../beadwork';
import { byId } from '../../dom';
import type { Edits } from '../edits';
import type { Events } from '../events';
import type { Runner } from '../runner';
import type { Servos } from '../servos';
import { ofShapes } from '../shapes';
import type { Stage } from '../stage';
import { three } from '../vectors';
import { BodySheet } from './body-sheet';
import { copyJoint } from './copy';
import { EventList } from './event-list';
import { figure } from './figure';
import { Frame } from './frame';
import { type JointFacts, JointSheet } from './joint-sheet';
import { Known } from './known';
import { Marks } from './marks';
import { NameList } from './name-list';
import { middleOf, placeOf } from './place';
import { type Ranked, tenContacts, tenJoints, type Worst, worstJoint } from './ranking';
import { RankingList } from './ranking-list';
import type { Row } from './rows';
import { Taps } from './taps';

/** Bodies whose places are read for every picture at most. */
const MOST_BODIES = 20_000;
/** Joints that are all asked for their gap while one is looked at, at most. */
const MOST_GAPS = 500;
/** More than these are ranked at longer intervals, ms. */
const MOST_RANKED = 2000;
const RANK_EVERY = 2000;
const WORST: Record<Worst['measure'], string> = {
  gap: 'the largest gap',
  angle: 'the largest angle',
  overshoot: 'the largest overshoot of a stop',
};

export interface WhyListeners {
  joined(): void;
  /** The panel is there, or gone. */
  turned(open: boolean): void;
  /** Choose a body, or none. */
  body(body: number | null): void;
  set(joint: number, changes: JointChanges, refused: (error: unknown) => void): void;
  cut(joint: number): void;
}

type Chosen = { joint: number } | { body: number };

export class Why {
  #chosen: Chosen | null = null;
  #copy = 0;
  #asking = false;
  #again = false;
  #turn = 0;
  #rankAt = 0;
  #facts: JointFacts | null = null;
  #ranked: Ranked[] = [];
  #contacts: ContactReading[] = [];
  readonly #known: Known;
  readonly #joint: JointSheet;
  readonly #body: BodySheet;
  readonly #events: EventList;
  readonly #names: NameList;
  readonly #list: RankingList;
  readonly #marks: Marks;
  readonly #frame: Frame;
  readonly #taps: Taps;

  constructor(
    private readonly stage: Stage,
    private readonly edits: Edits,
    servos: Servos,
    events: Events,
    private readonly told: WhyListeners,
  ) {
    this.#known = new Known(stage, edits, servos);
    const { nameOf, inText, titleOf, nameOfJoint, stays, isCut } = this.#known;
    this.#joint = new JointSheet({
      nameOf,
      choose: (body) => told.body(body),
      set: (joint, changes, refused) => told.set(joint, changes, refused),
      cut: (joint) => told.cut(joint),
      copy: (joint) => copyJoint(this.#runner!.simulation, joint, isCut),
    });
    const choose = (joint: number) => this.choose({ joint });
    this.#body = new BodySheet({ nameOf, inText, titleOf, nameOfJoint, choose });
    this.#events = new EventList({ nameOf, inText, nameOfJoint, stays });
    this.#names = new NameList((named) => {
      if ('joint' in named) this.choose(named);
      else told.body(named.body);
    });
    this.#list = new RankingList({
      measure: () => {
        this.#rankAt = 0;
        this.#changed();
      },
      choose,
      nameOfJoint,
      nameOfContact: (index) => {
        const { a, b } = this.#contacts[index]!;
        return `${nameOf(a)}, ${inText(b)}`;
      },
    });
    this.#marks = new Marks(stage, byId<HTMLElement>('why-marks') as unknown as SVGSVGElement);
    const sheets = { joint: this.#joint.element, body: this.#body.element };
    const parts = {
      names: this.#names.element,
      happened: this.#events.element,
      list: this.#list.element,
    };
    this.#frame = new Frame(sheets, parts, {
      worst: () => void this.worst(),
      move: (by) => this.move(by),
      toggle: () => this.toggle(),
      copy: (copy) => {
        this.#copy = copy;
        this.#events.start();
        this.#joint.curve.start();
        this.#changed();
      },
    });
    this.#taps = new Taps(stage, edits, isCut);
    events.measured.on(() => void this.#refresh());
    addEventListener('themechange', () => this.#joint.curve.redraw());
  }

  /** Other copies stand on the stage. */
  start(): void {
    const { runners } = this.stage;
    this.#turn++;
    this.#chosen = this.#facts = null;
    [this.#ranked, this.#contacts] = [[], []];
    this.#copy = 0;
    this.#frame.start(runners.map(({ title }) => title));
    this.#list.measure = null;
    this.#events.start();
    this.#offerNames();
    this.#show();
  }

  /** They are read from the scene as the sheet opens. */
  #offerNames(): void {
    const { first } = this.stage;
    const small = first && this.#frame.open && first.simulation.bodyCount <= MOST_BODIES;
    this.#names.offer(small ? this.edits.scene : null);
  }

  /** What was chosen may be gone. */
  look(): void {
    const [chosen, simulation] = [this.#chosen, this.stage.first?.simulation];
    if (!chosen || !simulation) return;
    const there =
      'body' in chosen
        ? simulation.bodies().includes(chosen.body)
        : simulation.joints().includes(chosen.joint);
    if (!there) this.#choose(null);
  }

  get #runner(): Runner | undefined {
    return this.stage.runners[this.#copy];
  }

  /** Open with what is chosen, or closed. */
  toggle(): void {
    this.told.joined();
    this.#setOpen(!this.#frame.open);
    this.#frame.focus();
  }

  #setOpen(open: boolean): void {
    if (open === this.#frame.open) return;
    this.#frame.open = open;
    this.told.turned(open);
    if (!open) this.#chosen = null;
    else this.#offerNames();
    this.#show();
    this.#changed();
    this.stage.touch();
  }

  /** A tap on a body, or on none: which of the two it means. */
  async tapped(body: number | null): Promise<void> {
    const meant = await this.#taps.meant(body).catch(() => null);
    if (meant) this.#copy = meant.copy;
    if (meant && meant.joint !== null) this.choose({ joint: meant.joint });
    else this.told.body(body);
  }

  /** The lab chose a body, or none. */
  bodyChosen(body: number | null): void {
    if (!this.#frame.open) return;
    if (body !== null) this.#choose({ body });
    else if (this.#chosen && 'body' in this.#chosen) this.#choose(null);
  }

  choose(chosen: Chosen): void {
    this.told.joined();
    if ('joint' in chosen) this.told.body(null);
    this.#setOpen(true);
    this.#choose(chosen);
  }

  #choose(chosen: Chosen | null): void {
    this.#chosen = chosen;
    this.#facts = null;
    this.#joint.start();
    this.#body.start();
    if (chosen) this.#frame.say('');
    this.#show();
    this.#changed();
  }

  /** What is shown is another thing now. */
  #changed(): void {
    this.#turn++;
    void this.#refresh();
  }

  /** The next joint, or the one before; from a body its first. */
  move(by: number): void {
    const there = this.stage.first?.simulation.joints() ?? [];
    const { length } = there;
    if (length === 0) return;
    const chosen = this.#chosen;
    let joint = there[0]!;
    if (chosen && 'joint' in chosen) joint = there[(there.indexOf(chosen.joint) + by + length) % length]!;
    else if (chosen) joint = this.edits.of(chosen.body)[0]?.joint ?? 0;
    this.choose({ joint });
    this.#frame.sayAloud(this.#known.nameOfJoint(joint));
  }

  /** That with the largest gap, angle or overshoot. */
  async worst(): Promise<void> {
    const simulation = this.#runner?.simulation;
    if (!simulation) return;
    this.told.joined();
    this.#setOpen(true);
    const readings = await simulation.readJoints().catch(() => [] as JointReading[]);
    const found = worstJoint(readings, this.#known.rowsOf, this.#known.radiusOf);
    if (!found) {
      this.#frame.say(
        simulation.jointCount > 0 ? 'No joint stands open or beyond a stop.' : 'This scene has no joints.',
      );
      return;
    }
    this.#list.measure = found.measure;
    this.#rankAt = 0;
    this.choose({ joint: found.index });
    const { value, unit, measure, index } = found;
    this.#frame.say(
      `${this.#known.nameOfJoint(index)} had ${WORST[measure]} of all when they were looked through: ${figure(value, unit)}.`,
    );
  }

  /** Of the chosen body, by keyboard. */
  inspect(body: number | null): void {
    if (body === null) this.toggle();
    else this.choose({ body });
  }

  leave(): void {
    if (!this.#frame.open) return;
    const inside = this.#frame.focused;
    this.#setOpen(false);
    if (inside) this.stage.canvas.focus({ preventScroll: true });
  }

  /** Reads what is shown and shows it; one reading at a time. */
  async #refresh(): Promise<void> {
    const runner = this.#runner;
    if (!this.#frame.open || !runner) return;
    if (this.#asking) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    try {
      if (runner.measures) await this.#events.read(runner.simulation, runner.measures);
      if (this.#chosen || this.#list.measure) await this.#read(runner);
      else [this.#ranked, this.#contacts] = [[], []];
      this.#show();
    } catch {
      // the copies have made way for others meanwhile
    } finally {
      this.#asking = false;
    }
    if (this.#again) {
      this.#again = false;
      await this.#refresh();
    }
  }

  async #read({ simulation, measures }: Runner): Promise<void> {
    const [chosen, turn] = [this.#chosen, this.#turn];
    const { jointCount, touching } = simulation;
    const { measure } = this.#list;
    const byContacts = measure === 'depth' || measure === 'push';
    const ranks = measure && !byContacts && this.#isDue(jointCount);
    const body = chosen && 'body' in chosen ? chosen.body : null;
    const joint = chosen && 'joint' in chosen ? chosen.joint : null;
    const all = ranks || (joint !== null && jointCount <= MOST_GAPS);
    const asked = all
      ? undefined
      : joint !== null
        ? [joint]
        : body !== null
          ? this.edits.of(body).map(({ joint }) => joint)
          : [];
    const [read, readings, contacts] = await Promise.all([
      simulation.readState(),
      asked?.length === 0 ? [] : simulation.readJoints(asked),
      touching && (byContacts || body !== null) ? simulation.readContacts() : [],
    ]);
    if (turn !== this.#turn) return;
    const state = ofShapes(read, this.edits.scene.bodies);
    this.#contacts = contacts;
    if (byContacts) this.#ranked = tenContacts(contacts, measure);
    else if (ranks) {
      const massOf = (joint: number, row: Row) => this.#known.massOf(joint, row, state);
      this.#ranked = tenJoints(readings, measure, this.#known.rowsOf, massOf);
    } else if (!measure) this.#ranked = [];
    this.#list.show(this.#ranked);
    const { timestep, substeps } = simulation.parameters;
    if (joint !== null) {
      const reading = readings.find((one) => one.joint === joint)!;
      this.#facts = this.#known.factsOf(joint, reading, state, timestep / substeps);
      this.#facts.allGaps = all ? readings.reduce((sum, { gap }) => sum + gap, 0) : null;
      this.#facts.largestGap = measures?.maxGap ?? 0;
      this.#joint.show(this.#facts);
      this.#joint.curve.note(state.time, reading);
      this.#joint.curve.draw();
    }
    if (body !== null) {
      const size = (of: Float32Array) => Math.hypot(...three(of, body));
      const own = new Set(this.edits.of(body).map(({ joint }) => joint));
      this.#body.show({
        index: body,
        body: this.edits.scene.bodies[body]!,
        fixed: this.edits.pinned(body),
        speed: size(state.linearVelocities),
        turning: size(state.angularVelocities),
        joints: readings.filter(({ joint }) => own.has(joint)),
        contacts: contacts.filter(({ a, b }) => a === body || b === body),
      });
    }
    this.stage.touch();
  }

  /** Many joints are ranked now and then only. */
  #isDue(joints: number): boolean {
    const now = performance.now();
    if (joints > MOST_RANKED && now < this.#rankAt) return false;
    this.#rankAt = now + RANK_EVERY;
    return true;
  }

  #show(): void {
    const chosen = this.#chosen;
    const body = chosen && 'body' in chosen;
    this.#frame.show(chosen && (body ? 'body' : this.#facts ? 'joint' : 'coming'), this.#copy);
    this.#names.show(chosen);
    if (!chosen && !this.#list.measure) this.#list.show([]);
  }

  /** After a picture: marks on the thing itself. */
  async follow(): Promise<void> {
    const runner = this.#runner;
    const marks = this.#marks;
    const chosen = this.#chosen;
    const shown = this.#frame.open && runner && (chosen || this.#ranked.length > 0);
    if (!shown || runner.simulation.bodyCount > MOST_BODIES) {
      marks.wipe();
      return;
    }
    const { simulation } = runner;
    const [turn, facts] = [this.#turn, this.#facts];
    const [read, readings] = await Promise.all([
      simulation.readState(),
      facts ? simulation.readJoints([facts.index]) : [],
    ]);
    if (turn !== this.#turn) return;
    const state = ofShapes(read, this.edits.scene.bodies);
    const [copy, { nameOf }] = [this.#copy, this.#known];
    marks.clear();
    this.#markTen(copy, state);
    if (facts && readings[0]) {
      this.#joint.curve.note(state.time, readings[0]);
      marks.joint(copy, { ...facts, reading: readings[0], held: { ...facts.held, state } }, nameOf);
    }
    if (chosen && 'body' in chosen) {
      const { body } = chosen;
      marks.body(copy, three(state.positions, body), nameOf(body));
      const own = this.#contacts.filter(({ a, b }) => a === body || b === body);
      marks.contacts(copy, own, ({ b }) => (b === body ? 1 : -1));
    }
    marks.draw();
  }

  #markTen(copy: number, state: State): void {
    const { measure } = this.#list;
    if (!measure || this.#ranked.length === 0) return;
    const ranked = this.#ranked;
    if (measure === 'push') this.#marks.contacts(copy, this.#contacts, () => 1);
    const byContacts = measure === 'depth' || measure === 'push';
    const points = ranked.map(({ index }) =>
      byContacts ? this.#contacts[index]!.point : middleOf(placeOf(this.edits.joint(index), state)),
    );
    const values = ranked.map(({ value }) => value);
    this.#marks.ten(copy, points, values);
  }
}
