// Pins and cuts, with a way back. Each acts on every copy alike. A cut cannot be sewn up in place: to undo one, the
// scene is loaded anew with the edits before it, in the state it had then.
import type { State } from '../beadwork';
import type { Stage } from './stage';

export type Edit = { kind: 'pin'; body: number; fixed: boolean } | { kind: 'cut'; joint: number };

interface Done {
  edit: Edit;
  /** Of each copy, before a cut. */
  states: State[];
}

export interface Thread {
  joint: number;
  /** The body at its other end. */
  to: number;
}

export class Edits {
  #done: Done[] = [];
  #undone: Edit[] = [];
  /** Joints by their two bodies, as the scene was loaded; a cut one keeps its index. */
  #joints: Promise<[number, number][]> | null = null;
  #first = new Set<number>();

  constructor(private readonly stage: Stage) {}

  /** A scene as it was loaded: nothing to undo. */
  forget(): void {
    this.#done = [];
    this.#undone = [];
  }

  /** Another scene. */
  start(): void {
    this.forget();
    this.#joints = null;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Threads that still hold `body`. */
  async threads(body: number): Promise<Thread[]> {
    const cut = new Set(this.#done.flatMap(({ edit }) => (edit.kind === 'cut' ? [edit.joint] : [])));
    const joints = await this.#list();
    const found: Thread[] = [];
    joints.forEach(([a, b], joint) => {
      if ((a === body || b === body) && !cut.has(joint)) found.push({ joint, to: a === body ? b : a });
    });
    return found;
  }

  async pinned(body: number): Promise<boolean> {
    await this.#list();
    const last = this.#done.findLast(({ edit }) => edit.kind === 'pin' && edit.body === body);
    return last?.edit.kind === 'pin' ? last.edit.fixed : this.#first.has(body);
  }

  /** Asked for before the first edit, so that indices are those of the scene as loaded. */
  #list(): Promise<[number, number][]> {
    this.#joints ??= this.stage.first!.simulation.describe().then(({ bodies, joints }) => {
      this.#first = new Set(bodies.flatMap(({ fixed }, body) => (fixed ? [body] : [])));
      return (joints ?? []).map(({ a, b }): [number, number] => [a, b]);
    });
    return this.#joints;
  }

  async do(edit: Edit): Promise<void> {
    this.#undone = [];
    await this.#apply(edit);
  }

  async #apply(edit: Edit): Promise<void> {
    await this.#list();
    const { runners } = this.stage;
    const states =
      edit.kind === 'cut' ? await Promise.all(runners.map(({ simulation }) => simulation.readState())) : [];
    this.#put(edit);
    this.#done.push({ edit, states });
    this.stage.stale = true;
  }

  #put(edit: Edit): void {
    for (const { simulation } of this.stage.runners) {
      if (edit.kind === 'pin') simulation.setFixed(edit.body, edit.fixed);
      else simulation.cut(edit.joint);
    }
  }

  async undo(): Promise<Edit | null> {
    const last = this.#done.pop();
    if (!last) return null;
    const { edit, states } = last;
    this.#undone.push(edit);
    if (edit.kind === 'pin') this.#put({ ...edit, fixed: !edit.fixed });
    else await this.#rebuild(states);
    this.stage.stale = true;
    return edit;
  }

  async #rebuild(states: State[]): Promise<void> {
    const { state, described, runners } = this.stage;
    await Promise.all(
      runners.map(({ simulation }) =>
        described ? simulation.load(described) : simulation.load(state.scene, state.options),
      ),
    );
    // a scene brings its own gravity
    this.stage.setParameters({ gravity: state.parameters.gravity });
    for (const { edit } of this.#done) this.#put(edit);
    runners.forEach(({ simulation }, k) => {
      simulation.writeState(states[k]!);
    });
  }

  async redo(): Promise<Edit | null> {
    const edit = this.#undone.pop();
    if (edit) await this.#apply(edit);
    return edit ?? null;
  }
}
