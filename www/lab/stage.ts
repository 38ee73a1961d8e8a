// The simulations on the page, copies of one scene, and the picture they share.
import {
  BeadworkError,
  type Measures,
  type Parameters,
  type SceneDescription,
  Simulation,
  type SolverName,
  solvers,
  type Theme,
  type Vector,
  View,
} from '../beadwork';
import { Sharpness } from '../sharpness';
import { currentTheme } from '../theme';
import { channels, colourOf, dashed, style } from './colours';
import { put } from './edits';
import { type Box, boxOf, type Layout, layOut, project, type Size } from './placing';
import type { LabState } from './state';

export interface Runner {
  simulation: Simulation;
  solver: SolverName;
  title: string;
  iterative: boolean;
  measures: Measures | null;
  /** How much longer the threads are than they were made, as a share; none where no thread is left. */
  stretch: number | null;
  /** Not a number any more; it rests until all begin again. */
  gone: boolean;
}

export class Stage {
  runners: Runner[] = [];
  view: View | null = null;
  layout: Layout | null = null;
  /** Called before the copies that are there make way for others. */
  beforeChange: () => Promise<void> = async () => undefined;
  /** Called after each picture. */
  drawn: () => void = () => undefined;
  /** The picture is not what it should be. */
  stale = true;
  #sharpness = new Sharpness();
  #shape: Size = { width: 1, height: 1 };
  /** Of the scene as it started. */
  #start: Box | null = null;

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly state: LabState,
    /** A scene that came by file, in place of the built-in one. */
    public described: SceneDescription | null = null,
  ) {
    new ResizeObserver(() => this.fit()).observe(canvas);
  }

  get first(): Runner | undefined {
    return this.runners[0];
  }

  get size(): Size {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    return { width: Math.max(1, width), height: Math.max(1, height) };
  }

  /** Where a point of a copy is seen, CSS pixels from the picture's upper left corner. */
  seen(copy: number, point: ArrayLike<number>): { x: number; y: number } {
    const [x = 0, y = 0, z = 0] = this.layout?.offsets[copy] ?? [];
    return this.seenAt([point[0]! + x, point[1]! + y, point[2]! + z]);
  }

  /** The same for a point of the picture's own world. */
  seenAt(point: Vector): { x: number; y: number } {
    const { width, height } = this.size;
    const camera = this.view?.camera ?? this.layout!.camera;
    const [x, y] = project(camera, point, width / height);
    return { x: x * width, y: y * height };
  }

  /**
   * Copies of the scene for the solver chosen and for those beside it. Solvers beside it that cannot take the scene
   * are left out, and so are pins and cuts that it has no place for; what comes back says why.
   */
  async build(): Promise<string[]> {
    const { scene, options, parameters, compare } = this.state;
    const make = (solver: SolverName) =>
      Simulation.create({
        ...(this.described ? { scene: this.described } : { scene, sceneOptions: options }),
        parameters: { ...parameters, solver },
      });
    const refused: string[] = [];
    const made: Runner[] = [this.#runner(await make(parameters.solver), parameters.solver)];
    for (const solver of compare) {
      try {
        made.push(this.#runner(await make(solver), solver));
      } catch (error) {
        if (!(error instanceof BeadworkError) || error.code !== 'not-applicable') {
          for (const { simulation } of made) simulation.destroy();
          throw error;
        }
        refused.push(error.message);
      }
    }
    refused.push(...this.#edit(made));
    await this.beforeChange();
    const old = this.runners;
    this.runners = made;
    this.#sharpness = new Sharpness();
    await this.#show();
    for (const { simulation } of old) simulation.destroy();
    return refused;
  }

  /** Pins and cuts that the state names, on every copy; a sentence for each that the scene has no place for. */
  #edit(made: Runner[]): string[] {
    const refused: string[] = [];
    this.state.edits = this.state.edits.filter((edit) => {
      try {
        for (const { simulation } of made) put(simulation, edit);
        return true;
      } catch (error) {
        // there is none in any copy, or there is one in each
        if (!(error instanceof BeadworkError) || error.code !== 'parameter') throw error;
        refused.push(error.message);
        return false;
      }
    });
    return refused;
  }

  #runner(simulation: Simulation, solver: SolverName): Runner {
    const { title, iterative } = solvers().find(({ name }) => name === solver)!;
    return { simulation, solver, title, iterative, measures: null, stretch: null, gone: false };
  }

  async #show(): Promise<void> {
    const { simulation } = this.runners[0]!;
    this.fit();
    this.view ??= await View.create(simulation, this.canvas, {
      theme: this.#theme(),
      colourBy: this.state.colourBy,
    });
    this.view.release();
    this.view.dropCompanions();
    this.#start = boxOf((await simulation.readState()).positions);
    this.#layOut();
  }

  #layOut(): void {
    if (!this.#start) return;
    this.#shape = this.size;
    this.layout = layOut(this.state, this.runners.length, this.#start, this.#largestRadius, this.#shape);
    this.#stand();
    this.place(true);
  }

  /** m */
  get #largestRadius(): number {
    const { described, state } = this;
    return described
      ? described.bodies.reduce((most, { radius }) => Math.max(most, radius), 0)
      : (state.options.radius ?? 0);
  }

  #stand(): void {
    const { view, layout } = this;
    if (!view || !layout) return;
    const alone = this.runners.length === 1;
    this.runners.forEach(({ simulation, solver }, k) => {
      const offset = layout.offsets[k] ?? [0, 0, 0];
      const identity = alone ? {} : { thread: channels(colourOf(solver)), dashed: dashed(solver) };
      view.stand(k, simulation, { offset, ...identity });
    });
    view.overlay(layout.bar ? { bar: layout.bar } : {});
    this.stale = true;
  }

  /** The camera where the address or the layout wants it. */
  place(jump = false): void {
    const { view, layout } = this;
    if (!view || !layout) return;
    if (this.state.camera) {
      const [x, y, z, yaw, pitch, distance] = this.state.camera as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const { fieldOfView } = layout.camera;
      view.place({ target: [x, y, z], yaw, pitch, distance, fieldOfView }, jump);
    } else view.place(layout.camera, jump);
    this.stale = true;
  }

  /** To all copies, each keeping its solver; all of the changes or, with an error, none. */
  setParameters(changes: Partial<Parameters>): void {
    const before = this.first?.simulation.parameters;
    try {
      this.runners.forEach((runner, k) => {
        const { solver, ...others } = changes;
        runner.simulation.setParameters(solver && k === 0 ? { ...others, solver } : others);
      });
    } catch (error) {
      if (before) {
        const { solver: _, ...others } = before;
        for (const { simulation } of this.runners) simulation.setParameters(others);
      }
      throw error;
    }
    const { first } = this;
    if (changes.solver && first) {
      this.runners[0] = { ...this.#runner(first.simulation, changes.solver), measures: first.measures };
      this.#stand();
    }
  }

  async step(frames: number): Promise<void> {
    await Promise.all(
      this.runners
        .filter((runner) => !runner.gone)
        .map((runner) =>
          runner.simulation.step(frames).catch((error) => {
            if (!(error instanceof BeadworkError) || error.code !== 'non-finite') throw error;
            runner.gone = true;
          }),
        ),
    );
    this.stale = true;
  }

  async measure(byIteration: boolean): Promise<void> {
    await Promise.all(
      this.runners.map(async (runner) => {
        runner.measures = await runner.simulation.measure({ byIteration });
      }),
    );
  }

  reset(): void {
    for (const runner of this.runners) {
      runner.simulation.reset();
      runner.gone = false;
    }
    this.stale = true;
  }

  /** The canvas melts into the page, whatever the page's colours are. */
  #theme(): Theme {
    return { base: currentTheme(), background: style('--back') };
  }

  retheme(): void {
    this.view?.theme(this.#theme());
    this.#stand();
  }

  colour(): void {
    if (this.view) this.view.colourBy = this.state.colourBy;
    this.stale = true;
  }

  /** How long a picture took, in milliseconds: where they come slowly they get fewer pixels. */
  note(milliseconds: number): void {
    if (this.#sharpness.note(milliseconds)) this.fit();
  }

  /** As many pixels as the canvas covers. */
  fit(): void {
    const { canvas } = this;
    const [width, height] = this.#sharpness.size(canvas.clientWidth, canvas.clientHeight);
    if (width === 0 || height === 0 || (canvas.width === width && canvas.height === height)) return;
    canvas.width = width;
    canvas.height = height;
    this.view?.resize(width, height);
    // another shape of the picture, another place for everything in it
    const { width: wide, height: high } = this.size;
    const { width: before, height: beforeHigh } = this.#shape;
    const same = Math.abs(wide - before) < 2 && Math.abs(high - beforeHigh) < 2;
    if (this.view && !same) this.#layOut();
    // a canvas that gets another size is blank: it is drawn before the browser shows it
    this.render();
  }

  /** The ground is shown while nothing can fall through it. */
  ground(shown: boolean): void {
    if (this.#ground === shown) return;
    this.#ground = shown;
    this.view?.ground(shown ? 0 : null);
    this.stale = true;
  }
  #ground = true;

  render(): void {
    this.view?.render();
    this.stale = false;
    this.drawn();
  }

  destroy(): void {
    this.view?.destroy();
    this.view = null;
    for (const { simulation } of this.runners) simulation.destroy();
    this.runners = [];
  }
}
