// Chapter 17: two stacks of ten boxes, one of which melts; a pile solved contact by contact; passes by height; a block on an incline.
import './page';
import { startIncline } from './17-incline';
import { startPasses } from './17-passes';
import { count, pile } from './17-pile';
import { startWeights } from './17-weights';
import { choiceQuestion, near, numberQuestion, right, wrong } from './exercise';

/** Of the second exercise: blocks whose passes the page says, and those asked for. */
const [KNOWN, ASKED] = [10, 40] as const;
const known = count(pile(KNOWN), 'sweep');
const counted = count(pile(ASKED), 'sweep');
const times = ASKED / KNOWN;
const rule = times ** 2 * known;

numberQuestion('forty', (given) => {
  if (near(given, rule, 0.04 * rule))
    return right(
      `Right: four times as high, sixteen times as many. Counted, they are ${counted}. At one pass in each of eight substeps a frame, that is ${Math.round(counted / 8 / 60)} seconds of simulation, if nothing moves meanwhile.`,
    );
  if (near(given, times * known, 0.05 * rule))
    return wrong(
      'That would be so if passes grew as the height does. Look at the figure: from 10 to 20 blocks they are not doubled.',
    );
  if (near(given, 2 ** (times - 1) * known, 0.04 * rule))
    return wrong('From 10 to 40 the height is doubled twice, not three times.');
  if (near(given, known, 2)) return wrong('That is the count of ten blocks.');
  return wrong('Not yet: what do passes do when the height is doubled? It is doubled twice here.');
});

choiceQuestion('landing', {
  none: right(
    'Right: before it lands its normal force is zero, so a bound from then is zero too. For one step nothing rubs, whatever μ is, and the box slips.',
  ),
  strong: wrong(
    'Too strong would need a normal force that was too large. What was it before the box touched?',
  ),
  weight: wrong(
    'μ m g is the bound once the box lies still on level ground. No solver knows that; it only has the force that it found.',
  ),
  same: wrong('It does matter: a force is new in this step, and the bound is of the step before.'),
});

void startWeights();
startPasses();
void startIncline();
