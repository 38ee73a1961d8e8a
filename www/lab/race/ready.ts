// Races that are one click away, by the kind of scene. Each is a link.
import type { Parameters, Simulation, SolverName } from '../../beadwork';
import type { Competitor, OwnParameters } from '../../compare';
import type { PlotName } from '../state';

export interface Ready {
  title: string;
  /** What it asks, in a sentence. */
  about: string;
  racers: Competitor[];
  /** Which plots show the difference; otherwise those that are open stay. */
  plots?: PlotName[];
}

/** What races differ by. */
export type Facts = Pick<Simulation, 'touching' | 'jointCount'>;

const all = (solver: SolverName, each: OwnParameters[]): Competitor[] =>
  each.map((parameters) => ({ solver, parameters }));

const contactSolvers = (...names: Parameters['contactSolver'][]): OwnParameters[] =>
  names.map((contactSolver) => ({ contactSolver }));

const EXACT_AND_JACOBI: Ready = {
  title: 'Exact against Jacobi',
  about: 'One solves all joints at once, the other goes over them pass by pass.',
  racers: [
    { solver: 'jacobi', parameters: {} },
    { solver: 'direct', parameters: {} },
  ],
};

const SHUT: Ready = {
  title: 'Three ways to shut joints',
  about:
    'The exact solver closes gaps by velocities, after the step, or by the force itself. The second plot shows how much energy each keeps.',
  racers: all('direct', [{ positions: 'pulled' }, { positions: 'projected' }, { positions: 'symplectic' }]),
  plots: ['gap', 'energy'],
};

/** Each makes 20 passes in a frame. */
const PASSES: Ready = {
  title: 'More passes or more substeps?',
  about: 'The same 20 passes of Gauss-Seidel in each step, in 1, 4 or 20 substeps.',
  racers: all('gauss-seidel', [
    { iterations: 20, substeps: 1 },
    { iterations: 5, substeps: 4 },
    { iterations: 1, substeps: 20 },
  ]),
};

/** Each makes 20 passes in a frame, or solves once exactly. */
const SMALL_STEPS: Ready = {
  title: 'Small steps',
  about: 'Twenty passes in one substep, one pass in each of twenty, and the exact solver in one.',
  racers: [
    { solver: 'gauss-seidel', parameters: { iterations: 20, substeps: 1 } },
    { solver: 'gauss-seidel', parameters: { iterations: 1, substeps: 20 } },
    { solver: 'direct', parameters: { substeps: 1 } },
  ],
};

/** As engines have it that apply forces once a frame: joints shut better and better, and none of the error goes. */
const GRAVITY_ONCE: Ready = {
  title: 'Small steps, gravity once',
  about:
    'Twenty small steps with gravity in each, twenty with all of it in the first, and the exact solver in one.',
  racers: [
    { solver: 'gauss-seidel', parameters: { iterations: 1, substeps: 20 } },
    { solver: 'gauss-seidel', parameters: { iterations: 1, substeps: 20, forces: 'once' } },
    { solver: 'direct', parameters: { substeps: 1 } },
  ],
};

const SMALL_STEPS_OF_XPBD: Ready = {
  title: 'Small steps of XPBD',
  about:
    'XPBD with twenty passes in one substep, which is PBD, with one in each of twenty, and all joints side by side.',
  racers: all('xpbd', [
    { iterations: 20, substeps: 1, passOrder: 'coloured' },
    { iterations: 1, substeps: 20, passOrder: 'coloured' },
    { iterations: 1, substeps: 20, passOrder: 'side-by-side' },
  ]),
};

/** The cap is what fails: as many substeps as one likes, and the same stretch. */
const SOFT: Ready = {
  title: 'Soft steps, and their cap',
  about:
    'Joints as springs: as stiff as 10 or 40 substeps can follow, and of 60 Hz at most, which 40 substeps make no firmer.',
  racers: all('soft-step', [
    { substeps: 10, softness: 'auto' },
    { substeps: 40, softness: 'auto' },
    { substeps: 40, softness: 60 },
  ]),
};

/** Each makes 40 passes in a frame. */
const MEMORY: Ready = {
  title: 'Sweeps with a memory',
  about: 'Forty sweeps of Gauss-Seidel, forty that remember their direction, and the exact solver in one.',
  racers: [
    { solver: 'gauss-seidel', parameters: { iterations: 40, relaxation: 1 } },
    { solver: 'nncg', parameters: { iterations: 40 } },
    { solver: 'direct', parameters: {} },
  ],
};

/** As games had it from 2005 on: plain sweeps, all of the force kept, a fifth of each gap asked back, nothing guarded. */
const OF_2005: Ready = {
  title: 'Gauss-Seidel as in 2005',
  about:
    'Plain sweeps with all of the last force and no guard, as first published for games, against what is the default here.',
  racers: [
    {
      solver: 'gauss-seidel',
      parameters: { iterations: 20, relaxation: 1, warmStart: 1, stabilisation: 0.2, stiffnessGuard: false },
    },
    { solver: 'gauss-seidel', parameters: { iterations: 20 } },
  ],
};

const fourWays = (solver: SolverName): Ready => ({
  title: 'Four ways to solve contacts',
  about: 'One contact after the other, or all at once in three ways.',
  racers: all(solver, contactSolvers('gauss-seidel', 'mass-splitting', 'chebyshev', 'jacobi')),
});

const twoWays = (solver: SolverName): Ready => ({
  title: 'Two solvers of contacts',
  about: 'Gauss-Seidel, which goes one after the other, against Jacobi, all at once.',
  racers: all(solver, contactSolvers('gauss-seidel', 'jacobi')),
});

/** Each makes 8 passes over contacts in a frame. */
const contactPasses = (solver: SolverName): Ready => ({
  title: 'More passes or more substeps?',
  about: 'The same 8 passes over all contacts in each step, in 2, 4 or 8 substeps.',
  racers: all(solver, [
    { substeps: 2, contactPasses: 4 },
    { substeps: 4, contactPasses: 2 },
    { substeps: 8, contactPasses: 1 },
  ]),
});

/** `solver`: what solves the joints where only contacts differ. */
export function readyFor({ touching, jointCount }: Facts, solver: SolverName): Ready[] {
  if (!touching)
    return [
      EXACT_AND_JACOBI,
      SHUT,
      SMALL_STEPS,
      GRAVITY_ONCE,
      SMALL_STEPS_OF_XPBD,
      SOFT,
      PASSES,
      MEMORY,
      OF_2005,
    ];
  if (jointCount === 0) return [twoWays(solver), fourWays(solver), contactPasses(solver)];
  return [EXACT_AND_JACOBI, fourWays(solver), contactPasses(solver)];
}
