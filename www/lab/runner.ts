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
  /** The number that its scene is about (matters.ts); none where gaps or depths are. */
  told: number | null = null;
  /** How far it is from the truth, m, now and at most; null unless it is asked for (truth.ts). */
  off: { now: number; most: number } | null = null;
  /** So many of its bodies are out of the picture. */
  out = 0;
  /** The worst since the start: of gaps in radii, of depths in m, of the stretch as a share. */
  worst = { gap: 0, depth: 0, stretch: 0 };
  /** Of the last note, s: where time goes back, the worst begins anew. */
  #time = 0;

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

  /** After a measurement. */
  note(): void {
    const { measures, gone, stretch, worst } = this;
    if (!measures) return;
    if (measures.time < this.#time) Object.assign(worst, { gap: 0, depth: 0, stretch: 0 });
    this.#time = measures.time;
    const larger = (most: number, now: number) =>
      gone || !Number.isFinite(now) ? Number.POSITIVE_INFINITY : Math.max(most, now);
    worst.gap = larger(worst.gap, measures.maxGapRadii);
    worst.depth = larger(worst.depth, measures.maxDepth);
    if (stretch !== null) worst.stretch = larger(worst.stretch, stretch);
  }

  noteOff(distance: number): void {
    this.off = { now: distance, most: Math.max(this.off?.most ?? 0, distance) };
  }

  forgetOff(): void {
    this.off = null;
  }

  /** The same copy as another competitor. */
  as(competitor: Competitor, identity: Identity): Runner {
    const { stretch, told, out } = this;
    return Object.assign(new Runner(this.copy, competitor, identity), { stretch, told, out });
  }

  /** After a change of theme. */
  looks(look: Look): void {
    this.identity = { ...this.identity, look };
  }
}
