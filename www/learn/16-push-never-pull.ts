// Chapter 16: a ball on a floor and the floor's staircase; the staircase of every other rule; a board on two trestles, solved by hand.
import './page';
import { MASS, startFloor, WEIGHT } from './16-floor';
import { tipping } from './16-plank';
import { startRules } from './16-rules';
import { startSweep } from './16-sweep';
import { format } from './bind';
import { near, numberQuestion, right, wrong } from './exercise';

/** N: what the ball of the first exercise is lifted with. */
const LIFTED = 12;
numberQuestion('lifted', (given) => {
  const wanted = WEIGHT - LIFTED;
  if (near(given, wanted, 0.02))
    return right(
      `Right: ${format(wanted)} N. The ball stays where it is, so all that the hand does not carry, the floor carries.`,
    );
  if (near(given, WEIGHT, 0.02))
    return wrong('That is the weight of the ball, all of it. The hand carries a part.');
  if (near(given, WEIGHT + LIFTED, 0.02)) return wrong('The hand lifts the ball. It does not press it down.');
  if (near(given, -wanted, 0.02)) return wrong('So much, but a floor pushes: above zero.');
  if (near(given, 0, 1e-9))
    return wrong(`It would be zero if the hand carried all. ${MASS} kg weigh more than ${LIFTED} N.`);
  return wrong('Not yet: what must all forces on the ball add up to while it lies still?');
});

/** The board of the second exercise. */
const BOARD = { half: 0.4, load: 200, place: 0 };
numberQuestion('let-go', (given) => {
  const wanted = tipping(BOARD);
  if (near(given, wanted, 0.006))
    return right(
      `Right: ${format(wanted, 3)} m. There the load’s moment about the right trestle is as large as that of the board’s own weight.`,
    );
  if (near(given, BOARD.half, 0.006))
    return wrong('That is above the right trestle. The board’s own weight still holds its left end down.');
  if (near(given, wanted - BOARD.half, 0.006))
    return wrong('So far beyond the trestle. The question asks for the place from the middle.');
  if (near(given, -wanted, 0.006)) return wrong('There it is the right one that lets go.');
  return wrong(
    'Not yet. Move the load until the force of the left trestle is zero, or take moments about the right one.',
  );
});

startRules();
startSweep();
void startFloor();
