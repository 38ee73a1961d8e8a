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
  View,
} from '../beadwork';
import { Sharpness } from '../sharpness';
import { currentTheme } from '../theme';
import { channels, colourOf, dashed, style } from './colours';
import { put } from './edits';
import { type Extents, extentsOf, type Layout, layOut } from './placing';
import type { LabState } from './state';

export interface Runner {
  simulation: Simulation;
  solver: SolverName;
  title: string;
  iterative: boolean;
  measures: Measures | null;
  /** How much longer a pendant's chain is than it was made, as a share. */
  stretch: number;
  /** Not a number any more; it rests until all begin again. */
  gone: boolean;
}

export class Stage {
  runners: Runner[] = [];
  view: View | null = null;
  layout: Layout | null = null;
  /** Called before the copies that are there make way for others. */
  beforeChange: () => Promise<void> = async () => undefined;
  /** The picture is not what it should be. */
  stale = true;
  /** Height of the exact weight's lowest point so far, m. */
  #lowest = Number.POSITIVE_INFINITY;
  #sharpness = new Sharpness();
  #shape = 1;
  /** Of the scene as it started. */
  #extents: Extents | null = null;

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

  get aspect(): number {
    return Math.max(0.1, this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight));
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
    return { simulation, solver, title, iterative, measures: null, stretch: 0, gone: false };
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
    this.#extents = extentsOf((await simulation.readState()).positions, this.#largestRadius);
    this.#shape = this.aspect;
    this.layout = layOut(this.state, this.runners.length, this.#extents, this.#shape);
    this.#lowest = Number.POSITIVE_INFINITY;
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
    this.#overlay();
    this.stale = true;
  }

  /** The camera where the address or the layout wants it. */
  place(jump = false): void {
    const { view, layout } = this;
    if (!view) return;
    if (this.state.camera) {
      const [x, y, z, yaw, pitch, distance] = this.state.camera as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      view.place({ target: [x, y, z], yaw, pitch, distance, fieldOfView: view.camera.fieldOfView }, jump);
    } else if (layout?.camera) view.place(layout.camera, jump);
    else view.frame(jump);
    this.stale = true;
  }

  #overlay(): void {
    const hairline = this.#lowest;
    this.view?.overlay({
      ...(this.layout?.bar ? { bar: this.layout.bar } : {}),
      ...(Number.isFinite(hairline) ? { hairline } : {}),
    });
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
    if (this.state.scene === 'pendant') await this.#measureChains();
  }

  async #measureChains(): Promise<void> {
    const states = await Promise.all(this.runners.map(({ simulation }) => simulation.readState()));
    states.forEach(({ positions }, k) => {
      const runner = this.runners[k]!;
      runner.stretch = runner.gone ? Number.NaN : Math.max(0, this.#stretch(positions));
      if (runner.iterative || this.runners.length === 1) return;
      const height = positions[positions.length - 2]! + (this.layout?.offsets[k]?.[1] ?? 0);
      this.#lowest = Math.min(this.#lowest, height - (this.state.options.radius ?? 0));
    });
    this.#overlay();
  }

  /** Centre to centre along the chain, over its length at rest. */
  #stretch(positions: Float32Array): number {
    let length = 0;
    for (let i = 3; i < positions.length; i += 3) {
      length += Math.hypot(
        positions[i]! - positions[i - 3]!,
        positions[i + 1]! - positions[i - 2]!,
        positions[i + 2]! - positions[i - 1]!,
      );
    }
    return length / (2 * (this.state.options.radius ?? 1) * (positions.length / 3 - 1)) - 1;
  }

  reset(): void {
    for (const runner of this.runners) {
      runner.simulation.reset();
      runner.gone = false;
    }
    this.#lowest = Number.POSITIVE_INFINITY;
    this.#overlay();
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
    this.stale = true;
    // another shape of the picture, another distance
    if (!this.view || !this.#extents || Math.abs(this.aspect / this.#shape - 1) < 0.005) return;
    this.#shape = this.aspect;
    this.layout = layOut(this.state, this.runners.length, this.#extents, this.#shape);
    this.#stand();
    this.place(true);
  }

  render(): void {
    this.view?.render();
    this.stale = false;
  }

  destroy(): void {
    this.view?.destroy();
    this.view = null;
    for (const { simulation } of this.runners) simulation.destroy();
    this.runners = [];
  }
}
