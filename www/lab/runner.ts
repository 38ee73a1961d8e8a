// One copy of the scene under one solver, as the lab shows it.
import { type Measures, type Simulation, type SolverName, solvers } from '../beadwork';
import type { Copy } from '../player/copies';

export class Runner {
  readonly title: string;
  readonly iterative: boolean;
  /** It was made of bodies that touch, without any joints. */
  readonly loose: boolean;
  /** How much longer the threads are than they were made, as a share; none where no thread is left. */
  stretch: number | null = null;

  constructor(
    private readonly copy: Copy,
    readonly solver: SolverName,
  ) {
    const { title, iterative } = solvers().find(({ name }) => name === solver)!;
    this.title = title;
    this.iterative = iterative;
    const { touching, jointCount } = copy.simulation;
    this.loose = touching && jointCount === 0;
  }

  get simulation(): Simulation {
    return this.copy.simulation;
  }

  get measures(): Measures | null {
    return this.copy.measures;
  }

  /** Not a number any more; it rests until all begin again. */
  get gone(): boolean {
    return this.copy.fault !== null;
  }

  /** The same copy under another solver. */
  under(solver: SolverName): Runner {
    return new Runner(this.copy, solver);
  }
}
