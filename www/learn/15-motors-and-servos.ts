// Chapter 15: an arm whose elbow is too weak in one of two ways, and a bar on a motor with a brake.
import './page';
import { startArm } from './15-arm';
import { INERTIA, startWheel } from './15-wheel';
import { format } from './bind';
import { near, numberQuestion, right, wrong } from './exercise';

/** N m against a brake of N m, to rad/s. */
const [CAP, BRAKE, SPEED] = [4, 1, 6] as const;

numberQuestion('spin-up', (given) => {
  const wanted = (SPEED * INERTIA) / (CAP - BRAKE);
  if (near(given, wanted, 0.02))
    return right(
      `Right: ${format(wanted, 3)} s. The rest for the bar is ${CAP - BRAKE} N m, and I times ${SPEED} rad/s is ${format(SPEED * INERTIA, 3)} N m s.`,
    );
  if (near(given, (SPEED * INERTIA) / CAP, 0.02)) return wrong('So long it would take without the brake.');
  if (near(given, (SPEED * INERTIA) / (CAP + BRAKE), 0.02))
    return wrong('The brake pulls against the motor, not with it.');
  if (near(given, (CAP - BRAKE) / INERTIA, 0.05))
    return wrong('That is how much faster it gets in a second.');
  return wrong('Not yet: t = I · speed/(τ − brake). Or set the figure to it.');
});

void startArm();
void startWheel();
