// Passes as the GPU takes them: the same start, solved with as many passes as are asked for.
import { Simulation, type State } from '../beadwork';
import { type AfterPass, bodies, GRAVITY, joints, type Passes, STEP } from './05-chain';

const vertical = (array: Float32Array) =>
  Array.from({ length: array.length / 3 }, (_, i) => array[3 * i + 1]!);

export class GpuPasses implements Passes {
  readonly #known = new Map<number, Promise<AfterPass>>();
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly simulation: Simulation,
    private readonly start: State,
    free: AfterPass,
  ) {
    this.#known.set(0, Promise.resolve(free));
  }

  static async open(): Promise<GpuPasses> {
    const parameters = {
      solver: 'jacobi',
      execution: 'global',
      relaxation: 1,
      warmStart: 0,
      stiffnessGuard: false,
      damping: 0,
      timestep: STEP,
      gravity: [0, -GRAVITY, 0] as [number, number, number],
    } as const;
    // what gravity alone does: the same beads with nothing between them
    const loose = await Simulation.create({
      scene: { version: 1, bodies },
      parameters,
      machine: 'gpu',
    });
    await loose.step();
    const speed = vertical((await loose.readState()).linearVelocities);
    loose.destroy();
    const simulation = await Simulation.create({
      scene: { version: 1, bodies, joints },
      parameters,
      machine: 'gpu',
    });
    const start = await simulation.readState();
    return new GpuPasses(simulation, start, { lambda: joints.map(() => 0), speed });
  }

  /** After k passes. */
  after(k: number): Promise<AfterPass> {
    let pass = this.#known.get(k);
    if (!pass) {
      pass = this.#queue.then(() => this.#solve(k));
      this.#queue = pass;
      this.#known.set(k, pass);
    }
    return pass;
  }

  async #solve(iterations: number): Promise<AfterPass> {
    this.simulation.setParameters({ iterations });
    this.simulation.writeState(this.start);
    await this.simulation.step();
    const { multipliers, linearVelocities } = await this.simulation.readState();
    return { lambda: vertical(multipliers), speed: vertical(linearVelocities) };
  }
}
