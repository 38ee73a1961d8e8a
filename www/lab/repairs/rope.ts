// A rope that stretches: a heavy load, and few passes to carry it.
import { isExact, type Repair, substepOf } from './repair';

/** Of a bead's radius. */
const MOST = 0.01;

export const rope: Repair = {
  name: 'rope',
  complaint: 'My rope looks like rubber.',
  title: 'A stretching rope',
  about:
    'Ten beads hold a weight as heavy as fifty of them. The threads between them should not stretch at all.',
  aim: 'The largest gap stays under 1 % of a bead’s radius for two seconds, with the weight as heavy as it is.',
  opens: 'scene=pendant&solver=gauss-seidel&beads=10&mass-ratio=50&tilt=0.5&iterations=4',
  seconds: 2,
  keeps: ['damping'],
  changes: [],
  wrong({ measures: { maxGapRadii } }) {
    if (maxGapRadii < MOST) return null;
    return `The largest gap is ${Number((100 * maxGapRadii).toPrecision(2))} % of a radius. Under 1 % is asked for.`;
  },
  hint(now, opened) {
    const { iterations, stabilisation, solver } = now.parameters;
    if (substepOf(now) < substepOf(opened))
      return 'Shorter steps help: in each of them there is less to correct. They are not short enough yet.';
    if (iterations > opened.parameters.iterations)
      return 'More passes help, but each carries the pull of the weight only a little further up. There are not enough of them yet, and they are not the only way.';
    if (stabilisation !== opened.parameters.stabilisation)
      return 'This closes gaps faster once they are there. But the force that would keep them shut is still missing.';
    if (solver !== opened.parameters.solver)
      return 'This solver goes from joint to joint as well, and in so few passes it does not get to the top either.';
    return 'The weight pulls at the last joint, and every joint above it has to hold the same. Who tells the one at the top?';
  },
  clues: [
    'Open See why and let it rank the joints by their gap. Which end of the rope opens the most?',
    'The solver goes over the joints one after the other. Controls says how often it does that in each step: Passes.',
    'Try 200 passes. Then go back to 4, and try a shorter step or another solver.',
  ],
  works(now, opened) {
    if (isExact(now))
      return 'It holds, because this solver solves all joints at once: the top joint knows of the weight in the same step.';
    if (substepOf(now) < substepOf(opened))
      return 'It holds, because forces are kept from step to step. In a short step little changes, and a few passes are enough to follow.';
    return 'It holds, because so many passes carry the pull of the weight from the last joint to the first in every step.';
  },
  ways: 'Three ways are known: about 200 passes, 16 substeps with the 4 passes that there were, or the solver Exact.',
  chapter: { href: './learn/01-one-at-a-time.html', title: 'Chapter 1: why one at a time is not enough' },
};
