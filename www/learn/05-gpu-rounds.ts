// Rounds as the GPU solves them: the same start, solved with as many passes as are asked for.
import { Simulation, type State } from '../beadwork';
import { bodies, GRAVITY, joints, type Round, type Rounds, STEP } from './05-chain';

const vertical = (array: Float32Array) =>
  Array.from({ length: array.length / 3 }, (_, i) => array[3 * i + 1]!);

export class GpuRounds implements Rounds {
  readonly #known = new Map<number, Promise<Round>>();
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly simulation: Simulation,
    private readonly start: State,
    free: Round,
  ) {
    this.#known.set(0, Promise.resolve(free));
  }

  static async open(): Promise<GpuRounds> {
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
    const loose = await Simulation.create({ scene: { version: 1, bodies }, parameters });
    await loose.step();
    const speed = vertical((await loose.readState()).linearVelocities);
    loose.destroy();
    const simulation = await Simulation.create({ scene: { version: 1, bodies, joints }, parameters });
    const start = await simulation.readState();
    return new GpuRounds(simulation, start, { lambda: joints.map(() => 0), speed });
  }

  /** After k rounds. */
  after(k: number): Promise<Round> {
    let round = this.#known.get(k);
    if (!round) {
      round = this.#queue.then(() => this.#solve(k));
      this.#queue = round;
      this.#known.set(k, round);
    }
    return round;
  }

  async #solve(iterations: number): Promise<Round> {
    this.simulation.setParameters({ iterations });
    this.simulation.writeState(this.start);
    await this.simulation.step();
    const { multipliers, linearVelocities } = await this.simulation.readState();
    return { lambda: vertical(multipliers), speed: vertical(linearVelocities) };
  }
}
