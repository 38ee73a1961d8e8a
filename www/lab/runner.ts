// One copy of the scene as the lab shows it: under one solver, with the settings that it has for itself.
import { type Measures, type Simulation, type SolverName, solvers } from '../beadwork';
import type { Competitor, OwnParameters } from '../compare';
import type { Copy } from '../player/copies';
import type { Look } from './colours';

/** What is told of a copy beside the others. */
export interface Identity {
  title: string;
  look: Look;
  /** What counts is how deep its bodies are in each other, not how far its joints open. */
  byDepth: boolean;
}

export class Runner {
  readonly iterative: boolean;
  /** How much longer the threads are than they were made, as a share; none where no thread is left. */
  stretch: number | null = null;

  constructor(
    private readonly copy: Copy,
    readonly competitor: Competitor,
    private identity: Identity,
  ) {
    this.iterative = solvers().find(({ name }) => name === competitor.solver)!.iterative;
  }

  get solver(): SolverName {
    return this.competitor.solver;
  }

  /** The settings that are its own. */
  get own(): OwnParameters {
    return this.competitor.parameters;
  }

  get title(): string {
    return this.identity.title;
  }

  get look(): Look {
    return this.identity.look;
  }

  get byDepth(): boolean {
    return this.identity.byDepth;
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

  /** The same copy as another competitor. */
  as(competitor: Competitor, identity: Identity): Runner {
    return new Runner(this.copy, competitor, identity);
  }

  /** After a change of theme. */
  looks(look: Look): void {
    this.identity = { ...this.identity, look };
  }
}
