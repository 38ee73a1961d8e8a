// What a run is to measure, and who hears of it.
import type { Report, Shown } from './record';
import type { MachineName } from './subject';

export interface Plan {
  machine: MachineName;
  scene: string;
  /** Others that follow it in the same run. */
  others?: string[];
  /** Beads, about. */
  sizes: number[];
  rounds: number;
  /** Frames of the quality runs; 0 leaves them out. */
  frames: number;
  /** Frames after which errors are taken; those of two seconds where nothing is said. */
  errorFrames?: number;
  /** Beads of the largest scene that has them. */
  judged?: number;
  /** Chains of the quality runs, where timing has more. */
  chains: number;
  gaps: boolean;
  /** Beads of the scene whose solvers get more and more passes and steps; 0 for none. */
  curves: number;
  /** Engines beside ours, by name: a row each at its own settings. */
  peers: string[];
  /** Further rows of each, with so many passes. */
  peerPasses?: number[];
  /** Rows of these solvers only, of joints or of contacts, and of the engines. */
  only?: string[];
  /** What to type for the same again. */
  command: string;
  /** Of a run that was stopped: what holds of it is not measured again. */
  before?: Report;
}

export const USUAL: Plan = {
  machine: 'gpu',
  scene: 'necklaces',
  sizes: [1_000, 10_000, 100_000],
  rounds: 9,
  frames: 600,
  chains: 2,
  gaps: true,
  curves: 1_000,
  peers: [],
  command: 'bench.html',
};

/** What most people came to compare, in some twenty seconds. */
export const QUICK: Partial<Plan> = {
  sizes: [1_000],
  rounds: 3,
  frames: 120,
  gaps: false,
  curves: 0,
  only: ['article', 'xpbd', 'avbd', 'direct', 'auto'],
};

export interface Hearer {
  /** What is being done, and the share of all that is done. */
  progress(what: string, share: number): void;
  /** Something was added to the report. */
  changed(found: Shown): void;
}

/** Of a part of a run: who is told of it, and may stop it. */
export interface Progress {
  /** Throws where it is to stop. */
  next(what: string): void;
  changed(): void;
  signal: AbortSignal;
}
