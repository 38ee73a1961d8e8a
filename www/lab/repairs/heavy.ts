// Heavy on light: a stack whose top box weighs as much as fifty of those below.
import { metres } from '../../units';
import { type Repair, substepOf } from './repair';

/** Of the centre of the heavy box, m: it begins at 4.5. */
const STANDS = 4.3;
/** How far it may wander off, m. */
const ASIDE = 0.3;
/** How deep boxes may be in each other, m: their sides are 1 m. */
const DEEPEST = 0.05;

export const heavy: Repair = {
  name: 'heavy',
  complaint: 'My stack collapses.',
  title: 'Heavy on light',
  about:
    'Four wooden boxes carry one that weighs fifty times as much. In the real world such a stack stands.',
  aim: 'The stack stands for three seconds, and boxes sink no deeper than 5 cm into each other. The weights stay.',
  opens: 'scene=stack&boxes=5&mass-ratio=50&substeps=1&plots=energy',
  seconds: 3,
  keeps: ['damping', 'contacts'],
  changes: [],
  wrong({ measures: { maxDepth }, state: { positions } }) {
    const [x, y, z] = [...positions.slice(-3)] as [number, number, number];
    if (y < STANDS) return `The centre of the heavy box is ${metres(y)} above the ground. It began at 4.5 m.`;
    if (Math.hypot(x, z) > ASIDE)
      return `The heavy box is ${metres(Math.hypot(x, z))} aside of where it stood: the stack leans.`;
    if (maxDepth > DEEPEST)
      return `Boxes are ${metres(maxDepth)} deep in each other. At most 5 cm are asked for.`;
    return null;
  },
  hint(now, opened) {
    const { contactPasses, contactSolver, contactSoftness } = now.parameters;
    const again = 'What has fallen does not get up: press Again after a change.';
    if (substepOf(now) < substepOf(opened))
      return `Shorter steps are the right way. These are not short enough yet, or the stack fell before. ${again}`;
    if (contactPasses !== opened.parameters.contactPasses)
      return `More passes keep it up for longer, and alone they are not enough: the contacts of this step’s length are firmer than the passes can follow. ${again}`;
    if (contactSolver !== opened.parameters.contactSolver)
      return `Other solvers of contacts take still more passes for such a weight. ${again}`;
    if (contactSoftness !== opened.parameters.contactSoftness)
      return `How firm contacts are matters, but one pass over them cannot carry the weight down. ${again}`;
    return `The lowest contact has to bear all five boxes. In a step as long as this it hears of the heavy one too late. ${again}`;
  },
  clues: [
    'Press Again and watch the lowest boxes: they are pressed into each other before anything falls over.',
    'Every pass over the contacts brings the weight one box further down, and there is one pass in each substep.',
    'Controls, Time: this scene recommends 8 substeps and has been given 1. Or give it more passes and softer contacts: 20, and 30 Hz.',
  ],
  works(now, opened) {
    if (substepOf(now) < substepOf(opened))
      return 'It stands, because each of the shorter steps has a smaller error to correct. The next step begins with the forces of the one before.';
    return 'It stands, because the passes now carry the weight all the way to the ground before the boxes move.';
  },
  ways: 'Three ways are known: 4 substeps or more, 20 contact passes with a softness of 30 Hz, or a timestep of a quarter. Passes alone do not do it.',
  chapter: { href: './learn/02-by-hand.html', title: 'Chapter 2: a stack on paper' },
};
