// Copies of one scene, each under its own solver and settings, and where they stand in the picture that they share.
import { showing } from '../attributes';
import {
  BeadworkError,
  type MachineChoice,
  type Parameters,
  type SceneDescription,
  Simulation,
  type Theme,
  type Vector,
  type View,
} from '../beadwork';
import { boundingRadius } from '../bodies';
import { type Competitor, raceOfContacts, titlesOf } from '../compare';
import { withPicture } from '../machine';
import { onOneMachine } from '../player/copies';
import type { Player } from '../player/player';
import { type Point, project } from '../player/sight';
import { currentTheme } from '../theme';
import { channels, looksOf, style } from './colours';
import { complete, put } from './edit';
import { type Box, boxOf, followed, type Layout, layOut, type Size } from './placing';
import { takeRecommended } from './recommended';
import { type Identity, Runner } from './runner';
import { competitors, type LabState, race } from './state';

/** What a simulation says of bodies that it does not take. */
const REFUSE_DROPS = ['parameter', 'scene', 'limit', 'not-applicable'];

const placeOf = (numbers: Float32Array, at: number): Vector => [
  numbers[at]!,
  numbers[at + 1]!,
  numbers[at + 2]!,
];

export class Stage {
  runners: Runner[] = [];
  layout: Layout | null = null;
  /** A scene that came by file, in place of the built-in one. */
  described: SceneDescription | null = null;
  /** Called before the copies that are there make way for others. */
  beforeChange: () => Promise<void> = async () => undefined;
  /** Of the picture as it was laid out. */
  #shape: Size = { width: 1, height: 1 };
  #reason = '';
  /** What the camera goes with, and where that started, m. */
  #followed: { body: number; start: Vector; layout?: Layout } | undefined;
  /** Of the scene as it started. */
  #start: Box | null = null;
  #ground = true;

  constructor(
    private readonly player: Player,
    readonly state: LabState,
  ) {}

  get canvas(): HTMLCanvasElement {
    return this.player.canvas;
  }

  get view(): View | undefined {
    return this.player.view;
  }

  get first(): Runner | undefined {
    return this.runners[0];
  }

  get size(): Size {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    return { width: Math.max(1, width), height: Math.max(1, height) };
  }

  /** Why it runs where it runs: as long as there is a picture, which keeps to its machine, what the first scene was told. */
  get machineReason(): string {
    return this.#reason;
  }

  /** The picture is to be drawn anew. */
  touch(): void {
    this.player.touch();
  }

  /** Where a point of a copy is seen, CSS pixels from the picture's upper left corner. */
  seen(copy: number, point: ArrayLike<number>): Point {
    const [x = 0, y = 0, z = 0] = this.layout?.offsets[copy] ?? [];
    return this.seenAt([point[0]! + x, point[1]! + y, point[2]! + z]);
  }

  /** The same for a point of the picture's own world; far outside where it is behind the camera. */
  seenAt(point: Vector): Point {
    const { width, height } = this.size;
    const camera = this.view?.camera ?? this.layout!.camera;
    return project(camera, point, width, height) ?? { x: -1e6, y: -1e6 };
  }

  /**
   * Copies of the scene for the solver chosen and for those beside it. Those beside it that cannot take the scene
   * are left out, and so are pins and cuts that it has no place for; what comes back says why. `staged` is called when
   * they stand, before they are drawn and measured.
   */
  async build(staged: () => void = () => undefined): Promise<string[]> {
    const machine = await withPicture(this.state.machine, this.view?.machine);
    const { made, racers, refused } = await onOneMachine(
      (on) => this.#make(on ?? machine),
      ({ made }) => made,
    );
    if (machine === this.state.machine) this.#reason = made[0]!.machineReason;
    // what is dropped comes into a picture that is laid out for the scene
    const { positions } = await made[0]!.readState();
    const start = boxOf(positions);
    refused.push(...(await this.#edit(made)));
    await this.beforeChange();
    const { colourBy, show } = this.state;
    const look = { theme: this.#theme(), colourBy, show: showing(show) };
    await this.player.show(made, look, () => {
      race(this.state, racers);
      const identities = identitiesOf(racers, made[0]!);
      this.runners = this.player.copies.all.map((copy, k) => new Runner(copy, racers[k]!, identities[k]!));
      this.#start = start;
      const body = this.described ? undefined : followed(this.state.scene, made.length);
      this.#followed = body === undefined ? undefined : { body, start: placeOf(positions, 3 * body) };
      this.#layOut();
      staged();
    });
    return refused;
  }

  /** Another scene in the copies that stand, with the camera where it is; with an error, what there was. */
  async reload(scene: SceneDescription): Promise<void> {
    for (const { simulation } of this.runners) await simulation.load(scene);
    this.described = scene;
    this.#start = boxOf((await this.first!.simulation.readState()).positions);
    this.#followed = undefined;
    this.layout = layOut(this.state, this.runners.length, this.#start, this.#largestRadius, this.#shape);
    this.#stand();
  }

  /** The camera goes with a body that drives away, and names with it, until somebody looks elsewhere. */
  async follow(): Promise<void> {
    const { view, state } = this;
    const { first, runners } = this;
    if (!view || !first || runners.length > 1 || !this.#followed?.layout || state.camera) return;
    const followed = this.#followed;
    const { body, start, layout } = followed;
    const now = placeOf(await first.simulation.readPoses(), 7 * body);
    // somebody looked elsewhere meanwhile, or other copies stand
    if (state.camera || this.#followed !== followed || !layout) return;
    const along = (from: Vector) => from.map((x, axis) => x + now[axis]! - start[axis]!) as Vector;
    const camera = { ...layout.camera, target: along(layout.camera.target) };
    this.layout = { ...layout, camera, tops: layout.tops.map(along) };
    view.place(camera);
  }

  /** The copies, whose each is, and why others are left out. */
  async #make(
    machine: MachineChoice,
  ): Promise<{ made: Simulation[]; racers: Competitor[]; refused: string[] }> {
    const { state } = this;
    const { scene } = state;
    // every copy is of one scene, whatever somebody chooses meanwhile
    const options = { ...state.options };
    const make = ({ solver, parameters }: Competitor) =>
      Simulation.create({
        ...(this.described ? { scene: this.described } : { scene, sceneOptions: options }),
        parameters: { ...state.parameters, ...parameters, solver },
        machine,
      });
    const refused: string[] = [];
    const made = [await make(competitors(state)[0]!)];
    try {
      takeRecommended(state, made[0]!);
      made[0]!.setParameters(state.own);
    } catch (error) {
      made[0]!.destroy();
      throw error;
    }
    const [first, ...others] = competitors(state);
    const racers = [first!];
    for (const other of others) {
      try {
        made.push(await make(other));
        racers.push(other);
      } catch (error) {
        if (!(error instanceof BeadworkError) || !['not-applicable', 'parameter'].includes(error.code)) {
          for (const simulation of made) simulation.destroy();
          throw error;
        }
        refused.push(error.message);
      }
    }
    return { made, racers, refused };
  }

  /** What the state names of pins, cuts and drops, on every copy; a sentence for each that the scene has no place for. */
  async #edit(made: Simulation[]): Promise<string[]> {
    const { edits, machine } = this.state;
    await complete(edits, machine);
    const refused: string[] = [];
    this.state.edits = edits.filter((edit) => {
      const added: number[][] = [];
      try {
        for (const simulation of made) added.push(put(simulation, edit));
        return true;
      } catch (error) {
        // of pins and cuts there is none in any copy, or there is one in each
        const codes = edit.kind === 'drop' ? REFUSE_DROPS : ['parameter', 'not-found'];
        if (!(error instanceof BeadworkError) || !codes.includes(error.code)) throw error;
        added.forEach((bodies, k) => {
          if (bodies.length > 0) made[k]!.removeBodies(bodies);
        });
        refused.push(error.message);
        return false;
      }
    });
    return refused;
  }

  /** Another shape of the picture, another place for everything in it. */
  resized(): void {
    const { width, height } = this.size;
    if (Math.abs(width - this.#shape.width) > 1 || Math.abs(height - this.#shape.height) > 1) this.#layOut();
  }

  #layOut(): void {
    if (!this.#start) return;
    this.#shape = this.size;
    this.layout = layOut(
      this.state,
      this.runners.length,
      this.#start,
      this.#largestRadius,
      this.#shape,
      this.#followed?.start,
    );
    if (this.#followed) this.#followed.layout = this.layout;
    this.#stand();
    this.place(true);
  }

  /** m */
  get #largestRadius(): number {
    const { described, state } = this;
    return described
      ? described.bodies.reduce((most, body) => Math.max(most, boundingRadius(body)), 0)
      : (state.options.radius ?? 0);
  }

  #stand(): void {
    const { view, layout } = this;
    if (!view || !layout) return;
    const alone = this.runners.length === 1;
    this.runners.forEach(({ simulation, look: { colour, dashed } }, k) => {
      const offset = layout.offsets[k] ?? [0, 0, 0];
      view.stand(k, simulation, { offset, ...(alone ? {} : { thread: channels(colour), dashed }) });
    });
    view.overlay(layout.bar ? { bar: layout.bar } : {});
    this.touch();
  }

  /** The camera where the address or the layout wants it. */
  place(jump = false): void {
    const { view, layout, state } = this;
    if (!view || !layout) return;
    const [x = 0, y = 0, z = 0, yaw = 0, pitch = 0, distance = 1] = state.camera ?? [];
    const { fieldOfView } = layout.camera;
    const camera = state.camera
      ? { target: [x, y, z] as Vector, yaw, pitch, distance, fieldOfView }
      : layout.camera;
    view.place(camera, jump);
    this.touch();
  }

  /** To all copies, each keeping its solver and what is its own; all of the changes or, with an error, none. */
  setParameters(changes: Partial<Parameters>): void {
    const { first } = this;
    const before = this.runners.map(({ simulation }) => simulation.parameters);
    try {
      this.runners.forEach(({ simulation, own }, k) => {
        const { solver, ...others } = changes;
        simulation.setParameters({ ...others, ...own, ...(solver && k === 0 ? { solver } : {}) });
      });
    } catch (error) {
      this.runners.forEach(({ simulation }, k) => {
        const { solver: _, ...others } = before[k]!;
        simulation.setParameters(others);
      });
      throw error;
    }
    if (!changes.solver || !first) return;
    const racers = this.runners.map(({ competitor }) => competitor);
    racers[0] = { ...racers[0]!, solver: changes.solver };
    const identities = identitiesOf(racers, first.simulation);
    this.runners = this.runners.map((runner, k) => runner.as(racers[k]!, identities[k]!));
    this.#stand();
  }

  /** The canvas melts into the page, whatever the page's colours are. */
  #theme(): Theme {
    return { base: currentTheme(), background: style('--back') };
  }

  retheme(): void {
    this.view?.theme(this.#theme());
    const looks = looksOf(this.runners.map(({ competitor }) => competitor));
    this.runners.forEach((runner, k) => {
      runner.looks(looks[k]!);
    });
    this.#stand();
  }

  colour(): void {
    if (this.view) this.view.colourBy = this.state.colourBy;
    this.touch();
  }

  show(): void {
    if (this.view) this.view.show = showing(this.state.show);
    this.touch();
  }

  /** The ground is shown while nothing can fall through it. */
  ground(shown: boolean): void {
    if (this.#ground === shown) return;
    this.#ground = shown;
    this.view?.ground(shown ? 0 : null);
    this.touch();
  }
}

/** What each is called and looks like, and what counts. `simulation`: any of theirs. */
function identitiesOf(racers: readonly Competitor[], { touching, jointCount }: Simulation): Identity[] {
  const [titles, looks] = [titlesOf(racers), looksOf(racers)];
  const byDepth = touching && (jointCount === 0 || raceOfContacts(racers));
  return racers.map((_, k) => ({ title: titles[k]!, look: looks[k]!, byDepth }));
}
