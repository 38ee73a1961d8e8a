// What kernels move for a bead and step, by the benchmark's byte model: src/benchmark/bytes.rs, through
// `cargo run --example tutorial_values`.
import traffic from '../generated/traffic.json';

export type Solver = keyof typeof traffic.solvers;

/** A kernel's part in a step with one substep; bytes a bead and dispatch. */
export interface Share {
  kernel: string;
  times: number;
  read: number;
  written: number;
}

export const shares = (solver: Solver, passes: number): Share[] =>
  traffic.solvers[solver].map(({ kernel, once, aPass, read, written }) => ({
    kernel,
    times: once + aPass * passes,
    read: read / traffic.beads,
    written: written / traffic.beads,
  }));

/** Bytes a bead. */
export const moved = ({ times, read, written }: Share): number => times * (read + written);

/** Bytes a bead and step. */
export const total = (solver: Solver, passes: number): number =>
  shares(solver, passes).reduce((sum, share) => sum + moved(share), 0);
