// Chapter 18: a ragdoll solved exactly. Thrown, beside Jacobi; folded up joint by joint; and its stops guessed until nothing changes.
import './page';
import { askAfter } from './18-ask';
import { startFold } from './18-fold';
import { startRounds } from './18-rounds';
import { startThrown } from './18-thrown';
import { choiceQuestion, near, numberQuestion, right, wrong } from './exercise';

/** kg: a thin rod; 1/m + (l/2)²/(m l²/12) = 4/m. */
const ROD = 6;
numberQuestion('rod', (given) => {
  if (near(given, ROD / 4, 0.005))
    return right(
      'Right: S = 1/m + (l/2)²/(ml²/12) = 4/m. A push across its end moves the rod and turns it too, so it feels a quarter as heavy. However long it is.',
    );
  if (near(given, ROD, 0.005))
    return wrong('So heavy it feels along the rod. Across, the rod gives way by turning.');
  if (near(given, ROD / 3, 0.005))
    return wrong(
      'Here the turning alone was counted: (l/2)²/(ml²/12) = 3/m. The push moves the rod’s middle too.',
    );
  if (near(given, ROD / 2, 0.005))
    return wrong('Not half of it. How far does the middle go, and how much does the rod turn?');
  if (near(given, 4 / ROD, 0.005) || near(given, 4 * ROD, 0.005))
    return wrong('S is 4/m. The felt mass is one over it.');
  return wrong('Not yet. Add what a push of 1 N s does to the middle, and what turning adds at the end.');
});

choiceQuestion('ends', {
  few: wrong(
    'The solver does stop after so many rounds, 8 unless you say otherwise. But then it has not found the answer: it has run out.',
  ),
  once: wrong(
    'Stops may well let go again. In the figure, thrown with 3, joint 1 is taken to push in the second round and is let go in the fourth.',
  ),
  energy: right(
    'Right: it can never come back to where it was, since that place is higher. Flips alone have nothing that falls.',
  ),
  small: wrong('A step’s length has nothing to do with it. The rounds are about one step, however long.'),
});

askAfter(startThrown());
startFold();
startRounds();
