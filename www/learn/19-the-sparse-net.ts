// Chapter 19: one net solved in two ways; what a loop costs, joint by joint; and what the order of elimination means for work and time.
import './page';
import { startFigure } from './19-figure';
import { startGrowth } from './19-growth';
import { startLab } from './19-lab';
import { startShapes } from './19-shapes';
import { choiceQuestion, near, numberQuestion, right, wrong } from './exercise';

/** Millions of products of the nets of 32 and 64 beads along each side, as the crate's own elimination counts them. */
const [SMALLER, COUNTED] = [0.266031, 2.326159];
numberQuestion('twice-as-wide', (asked) => {
  // who counts them one by one
  const given = asked > 1000 ? asked / 1e6 : asked;
  const is = (times: number) => near(given, times * SMALLER, 0.04 * times * SMALLER);
  if (near(given, COUNTED, 0.02 * COUNTED)) return right('Right, and as the crate counts them: 2,326,159.');
  if (is(8))
    return right(
      'Right by the rule: 8 times as many, since twice as wide is four times the joints, and 4 to the power of 3/2 is 8. Counted, they are 2,326,159: the rule is for very large nets.',
    );
  if (is(16)) return wrong('Times 16: that is the rule of the band, n².');
  if (is(4)) return wrong('Four times the joints, yes. But each of them has more others to join.');
  if (is(2)) return wrong('Twice as wide is also twice as high. How many times the joints is that?');
  if (near(given, 8, 1e-9)) return wrong('Eight times as many, yes. How many is that?');
  return wrong(
    'Not yet: by what factor does the number of joints grow, and what is that to the power of 3/2?',
  );
});

choiceQuestion('deep', {
  work: wrong('Both have the same products, so they have the same work to do.'),
  memory: wrong('Both have the same blocks, so they read and write as much.'),
  wait: right(
    'Right. After each level all threads wait for the slowest one. In a deep tree a level has only a joint or two. So most of the 64 threads do nothing and wait ten times as often.',
  ),
  rounding: wrong('Rounding differs a little from order to order. It does not cost time.'),
});

startShapes();
startFigure();
startGrowth();
void startLab();
