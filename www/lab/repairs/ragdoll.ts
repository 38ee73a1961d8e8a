// A ragdoll that jitters: two passes that each close all of a gap at once, and so never agree.
import { radians, speed } from '../../units';
import { isExact, type Repair } from './repair';

/** Of the fastest body, m/s. */
const FASTEST = 0.3;
/** How far a joint may be beyond its stop, rad. */
const BEYOND = 0.05;
/** It has fallen by then, s. */
const LANDED = 2;

export const ragdoll: Repair = {
  name: 'ragdoll',
  complaint: 'My ragdoll will not lie still.',
  title: 'A jittering ragdoll',
  about: 'It falls to the ground and ought to come to rest. Its limbs twitch for ever.',
  aim: 'No part of it is faster than 0.3 m/s for two seconds, and no joint is more than 0.05 rad beyond its stop. It stays as light, and the air as thin.',
  opens: 'scene=ragdoll-drop&solver=jacobi&count=1&substeps=1&iterations=2&stabilisation=1&plots=energy',
  seconds: 2,
  keeps: ['damping', 'contacts'],
  changes: [],
  wrong({ time, measures: { maxOvershoot }, state: { linearVelocities: v } }) {
    if (time < LANDED) return 'It is still falling.';
    let fastest = 0;
    for (let at = 0; at < v.length; at += 3)
      fastest = Math.max(fastest, Math.hypot(v[at]!, v[at + 1]!, v[at + 2]!));
    if (fastest > FASTEST)
      return `Its fastest part moves at ${speed(fastest)}. At most 0.3 m/s is asked for.`;
    if (maxOvershoot > BEYOND)
      return `It lies still, but a joint is ${radians(maxOvershoot)} beyond its stop. At most 0.05 rad is asked for.`;
    return null;
  },
  hint(now, opened) {
    const { iterations, substeps, stabilisation } = now.parameters;
    const was = opened.parameters;
    const calmer = stabilisation === 'auto' || Number(stabilisation) < Number(was.stabilisation);
    if (isExact(now) || now.parameters.solver !== was.solver)
      return 'Another solver may do it. Give it a few seconds to come to rest.';
    if (calmer && iterations <= was.iterations && substeps <= was.substeps)
      return 'It is calmer: gaps are no longer closed all at once. But two passes are too few for its stops, and knees bend the wrong way.';
    if (iterations > was.iterations)
      return 'More passes help, since each finds less that the others have undone. There may not be enough of them yet; give it a few seconds.';
    if (calmer) return 'It gets better. Give it a few seconds to come to rest.';
    if (substeps > was.substeps)
      return 'Shorter steps alone do not help here: in each of them two passes still close all of a gap at once, and overshoot.';
    return 'Pull at nothing and watch: who moves it? Two joints of one limb each correct what the other has just done.';
  },
  clues: [
    'Look at the curve of energy: it is fed again and again, though nothing pushes. Only the solver can do that.',
    'Controls says that it may make 2 passes, and that each step is to close all of every gap: Stabilisation is 1.',
    'Try 20 passes. Or Exact, which needs none. Or Stabilisation 0.2 together with 10 passes.',
  ],
  works(now, opened) {
    if (isExact(now))
      return 'It lies still, because all joints are solved together: what closes one gap does not open the next.';
    if (now.parameters.solver !== opened.parameters.solver)
      return 'It lies still, because this solver lets each joint see what the one before has done, where Jacobi lets all of them act at once.';
    if (now.parameters.iterations > opened.parameters.iterations)
      return 'It lies still, because with more passes the joints agree before the bodies move.';
    return 'It lies still, because a step now closes only a share of each gap, and the rest is not turned into speed.';
  },
  ways: 'Four ways are known: 20 passes, the solver Exact, the solver Gauss-Seidel, or a stabilisation of 0.2 with 10 passes or 16 substeps.',
  chapter: { href: './learn/08-drift.html', title: 'Chapter 8: drift, and what closes gaps' },
};
