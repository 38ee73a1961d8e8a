// Pins, cuts, changes of joints and what was dropped, with a way back. Each acts on every copy alike. A cut cannot be sewn up in place:
// to undo one, the scene is loaded anew with the edits before it, in the state it had then. What was dropped goes as it came, last
// first, so that its bodies have the next numbers after those of the scene, in order.
import type {
  BodyDescription,
  JointChanges,
  NumberedJoint,
  NumberedScene,
  Simulation,
  State,
} from '../beadwork';
import type { Drop } from './drop/things';
import { complete, type Edit, put } from './edit';
import type { Signal } from './events';
import { insteadOf } from './recommended';
import type { Stage } from './stage';
import { type Hanging, hanging, type Threads, threadsOf } from './threads';

interface Done {
  edit: Edit;
  /** Of each copy, before a cut; none where that was the scene's start. */
  states: State[];
  /** Bodies that came with it. */
  added: number[];
}

export interface Neighbour {
  joint: number;
  /** The body at its other end. */
  to: number;
}

export class Edits {
  #done: Done[] = [];
  #undone: Edit[] = [];
  /** Those that the scene was opened with. */
  #opened: Edit[] = [];
  #threads: Threads | null = null;
  #hanging: Hanging | null = null;
  /** So many drops `#scene` and `#threads` know of. */
  #drops = 0;
  #loaded: NumberedScene | null = null;
  #scene: NumberedScene | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly changed: Signal,
  ) {}

  /** Another scene, which the stage has built with the edits that the state names. */
  start(): void {
    this.#opened = this.stage.state.edits;
    this.#done = this.#opened.map((edit) => ({ edit, states: [], added: [] }));
    this.#undone = [];
    this.#loaded = null;
    this.#number();
    this.#drops = this.#opened.filter(({ kind }) => kind === 'drop').length;
    this.#forget();
  }

  /**
   * The scene stands at its start: the edits that it was opened with are made again, later ones are gone. A repair keeps them all,
   * since it is tried from the start.
   */
  again(): void {
    const kept = this.stage.state.repair ? this.#done.map(({ edit }) => edit) : this.#opened;
    if (!this.stage.state.repair) this.#undone = [];
    this.#done = kept.map((edit) => ({ edit, states: [], added: this.#put(edit) }));
    this.#note();
  }

  /** What breaks a repair is not to be undone. */
  get canUndo(): boolean {
    return this.#done.length > (this.stage.state.repair ? this.#opened.length : 0);
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  get anyCut(): boolean {
    return this.#done.some(({ edit }) => edit.kind === 'cut');
  }

  /** Bodies that were dropped, in order. */
  get dropped(): number[] {
    return this.#done.flatMap(({ added }) => added);
  }

  /** Threads that still hold `body`. */
  of(body: number): Neighbour[] {
    const cut = new Set(this.#done.flatMap(({ edit }) => (edit.kind === 'cut' ? [edit.joint] : [])));
    const found: Neighbour[] = [];
    this.#unedited.list.forEach(({ a, b }, joint) => {
      if ((a === body || b === body) && !cut.has(joint)) found.push({ joint, to: a === body ? b : a });
    });
    return found;
  }

  pinned(body: number): boolean {
    const last = this.#done.findLast(({ edit }) => edit.kind === 'pin' && edit.body === body);
    return last?.edit.kind === 'pin' ? last.edit.fixed : this.#unedited.fixed.has(body);
  }

  /** What hangs, and what has come off. */
  get hanging(): Hanging {
    this.#hanging ??= hanging(
      this.#unedited,
      this.#done.map(({ edit }) => edit),
    );
    return this.#hanging;
  }

  get #unedited(): Threads {
    this.#threads ??= threadsOf(this.scene);
    return this.#threads;
  }

  /** The scene as it was loaded, with what was dropped since; it is read at the first call. */
  get scene(): NumberedScene {
    this.#loaded ??= JSON.parse(this.stage.first!.simulation.inner.origin()).scene as NumberedScene;
    this.#scene ??= withDrops(
      this.#loaded,
      this.#done.flatMap(({ edit }) => (edit.kind === 'drop' ? [edit] : [])),
    );
    return this.#scene;
  }

  /** Other bodies and joints are there, or others hang. */
  #forget(): void {
    this.#threads = null;
    this.#hanging = null;
    this.#scene = null;
  }

  /** The stage has put the edits that the scene was opened with: whose bodies came last were the last ones dropped. */
  #number(): void {
    const { first } = this.stage;
    const drops = this.#done.filter(({ edit }) => edit.kind === 'drop');
    if (!first || drops.length === 0) return;
    const there = first.simulation.bodies();
    for (const done of drops.reverse())
      done.added = there.splice(there.length - (done.edit as Drop).parts!.bodies.length);
  }

  /** A joint as the scene and the edits have it now. */
  joint(joint: number): NumberedJoint {
    const loaded = this.scene.joints![joint]!;
    const now = Object.entries({ ...loaded, ...this.#changesOf(joint) }).filter(
      ([, value]) => value !== null,
    );
    return Object.fromEntries(now) as unknown as NumberedJoint;
  }

  #changesOf(joint: number): JointChanges {
    return Object.assign(
      {},
      ...this.#done.map(({ edit }) => (edit.kind === 'set' && edit.joint === joint ? edit.changes : {})),
    );
  }

  async do(edit: Edit): Promise<void> {
    this.#undone = [];
    await this.#apply(edit);
  }

  async #apply(edit: Edit): Promise<void> {
    const { runners, state } = this.stage;
    await complete([edit], state.machine);
    const states =
      edit.kind === 'cut' ? await Promise.all(runners.map(({ simulation }) => simulation.readState())) : [];
    const added = this.#put(edit);
    this.#done.push({ edit, states, added });
    this.#note();
  }

  /** All copies or, with an error, none. Bodies that come have the same numbers in each. */
  #put(edit: Edit): number[] {
    const { runners } = this.stage;
    let added: number[] = [];
    let k = 0;
    try {
      for (; k < runners.length; k++) added = put(runners[k]!.simulation, edit);
    } catch (error) {
      for (const { simulation } of runners.slice(0, k))
        if (edit.kind === 'set') put(simulation, this.#without(edit));
        else if (edit.kind === 'drop') simulation.removeBodies(added);
      throw error;
    }
    return added;
  }

  /** What takes the change of a joint back: its fields as the scene and the other edits have them. */
  #without({ joint, changes }: Edit & { kind: 'set' }): Edit {
    const now = this.joint(joint) as unknown as Record<string, unknown>;
    const before = Object.keys(changes).map((name) => [name, now[name] ?? null]);
    return { kind: 'set', joint, changes: Object.fromEntries(before) };
  }

  /** What has come of all of them, in few words: of many on one body the last counts, if it says anything new. */
  #note(): void {
    const pins = new Map<number, boolean>();
    const cuts = new Set<number>();
    const set = new Set<number>();
    const drops: Edit[] = [];
    for (const { edit } of this.#done) {
      if (edit.kind === 'cut') cuts.add(edit.joint);
      else if (edit.kind === 'set') set.add(edit.joint);
      else if (edit.kind === 'pin') pins.set(edit.body, edit.fixed);
      else drops.push(edit);
    }
    if (drops.length !== this.#drops) this.#forget();
    this.#drops = drops.length;
    this.#hanging = null;
    const { fixed: first } = this.#unedited;
    this.stage.state.edits = [
      // the others may be of what was dropped
      ...drops,
      ...[...pins]
        .filter(([body, fixed]) => fixed !== first.has(body))
        .map(([body, fixed]): Edit => ({ kind: 'pin', body, fixed })),
      ...[...cuts].map((joint): Edit => ({ kind: 'cut', joint })),
      ...[...set].map((joint): Edit => ({ kind: 'set', joint, changes: this.#changesOf(joint) })),
    ];
    this.changed.tell();
  }

  async undo(): Promise<void> {
    const last = this.canUndo && this.#done.pop();
    if (!last) return;
    const { edit, states, added } = last;
    this.#undone.push(edit);
    if (edit.kind === 'pin') this.#put({ ...edit, fixed: !edit.fixed });
    else if (edit.kind === 'drop')
      for (const { simulation } of this.stage.runners) simulation.removeBodies(added);
    else if (edit.kind === 'set') this.#put(this.#without(edit));
    else await this.#rebuild(states);
    this.#note();
  }

  async #rebuild(states: State[]): Promise<void> {
    const { state, described, runners } = this.stage;
    await Promise.all(
      runners.map(({ simulation }) =>
        described ? simulation.load(described) : simulation.load(state.scene, state.options),
      ),
    );
    // a scene brings its own gravity, and what it recommends
    this.stage.setParameters({ gravity: state.parameters.gravity, ...insteadOf(state) });
    for (const { simulation, solver } of runners) simulation.setParameters({ solver });
    for (const done of this.#done) done.added = this.#put(done.edit);
    runners.forEach(({ simulation }, k) => {
      const before = states[k];
      if (before) simulation.writeState(shortened(before, simulation));
    });
  }

  async redo(): Promise<void> {
    const edit = this.#undone.pop();
    if (edit) await this.#apply(edit);
  }
}

function withDrops(loaded: NumberedScene, drops: readonly Drop[]): NumberedScene {
  if (drops.length === 0) return loaded;
  const bodies = [...loaded.bodies] as BodyDescription[];
  const joints = [...(loaded.joints ?? [])] as NumberedJoint[];
  for (const { parts } of drops) {
    const from = bodies.length;
    bodies.push(...parts!.bodies);
    joints.push(...parts!.joints.map((joint) => ({ ...joint, a: joint.a + from, b: joint.b + from })));
  }
  return { ...loaded, bodies, joints } as NumberedScene;
}

/** A state has places for bodies and joints that were gone by then; a scene loaded anew has none. */
function shortened(state: State, { bodyCount, jointCount }: Simulation): State {
  const first = (array: Float32Array, width: number, count: number) => array.slice(0, width * count);
  return {
    ...state,
    positions: first(state.positions, 3, bodyCount),
    rotations: first(state.rotations, 4, bodyCount),
    linearVelocities: first(state.linearVelocities, 3, bodyCount),
    angularVelocities: first(state.angularVelocities, 3, bodyCount),
    multipliers: first(state.multipliers, 3, jointCount),
    ...(state.torques && { torques: first(state.torques, 3, jointCount) }),
    ...(state.broken && { broken: state.broken.filter((joint) => joint < jointCount) }),
  };
}
