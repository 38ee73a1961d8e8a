// A weak motor: the servo of a shoulder that may not push as hard as its load asks for.
import { changesOf, type Repair } from './repair';

/** Where the scene's servos draw their joints, rad. */
const TARGETS = [1.1, -1.05, 1.8, -0.95, 1.5];
/** How near each has to come, rad. */
const NEAR = 0.15;
const SHOULDER = 1;
/** The largest torque of the shoulder's servo, N m: the scene has 700. */
const WEAK = 200;
const BROKEN = { target: -1.05, hertz: 40, dampingRatio: 60, maxForce: WEAK };
const RX = 3;

const angle = (value: number) => `${value.toFixed(2).replace('-', '−')} rad`;

export const arm: Repair = {
  name: 'arm',
  complaint: 'My robot arm cannot hold its load.',
  title: 'A weak motor',
  about: 'Five servos are to lift 20 kg from beside the base and hold it out. The arm sinks with it instead.',
  aim: 'All five joints stay within 0.15 rad of their targets for two seconds, with all of the load.',
  opens: `scene=arm&show=joints+forces&plots=&set=${JSON.stringify([[SHOULDER, { servo: BROKEN }]])}`,
  seconds: 2,
  keeps: ['damping'],
  changes: ['servo', 'limit', 'motor', 'limitSoftness'],
  wrong({ readings }) {
    const off = (k: number) => Math.abs(readings[k]!.coordinates[RX]! - TARGETS[k]!);
    const worst = TARGETS.reduce((most, _, k) => (off(k) > off(most) ? k : most), 0);
    if (off(worst) < NEAR) return null;
    const [now, target] = [readings[worst]!.coordinates[RX]!, TARGETS[worst]!];
    return `Joint ${worst + 1} is at ${angle(now)}, and has to be at ${angle(target)}.`;
  },
  hint(now, opened) {
    const { servo, motor, limit } = changesOf(now, SHOULDER) as {
      servo?: typeof BROKEN | null;
      motor?: object;
      limit?: object;
    };
    if (servo === null) return 'Without its servo nothing holds the shoulder at all.';
    if (servo?.maxForce !== WEAK)
      return 'The shoulder has another largest torque now. Give it a moment to lift the load; if it does not get there, it still needs more.';
    if (servo.hertz !== BROKEN.hertz || servo.dampingRatio !== BROKEN.dampingRatio)
      return 'Another spring asks for another torque, but the servo may not give more than its largest torque, and it gives all of that already.';
    if (limit) return 'A stop can carry the arm. Is it as near to the target as is asked for?';
    if (motor)
      return 'A motor beside the servo turns at a speed of its own. The torque that is missing stays missing.';
    if (now.edits.length > opened.edits.length)
      return 'That joint has torque to spare. Which one pushes with all that it may?';
    if (
      now.parameters.solver !== opened.parameters.solver ||
      now.parameters.substeps !== opened.parameters.substeps
    )
      return 'The solver is not to blame: it finds the same torque, and the servo may not give it.';
    return 'One of the five servos pushes with all that it may. See why can rank joints by how much of their largest force they use.';
  },
  clues: [
    'Open See why and rank the joints by the share of the largest force that they use. Red arcs in the picture say the same.',
    'It is joint 2, the shoulder: it pushes with 200 N m, its largest torque, and the load asks for more.',
    'Choose joint 2 and look among its fields for the servo’s largest torque. 700 N m are enough; an empty field sets no bound.',
  ],
  works(now) {
    const { servo, limit } = changesOf(now, SHOULDER) as {
      servo?: { maxForce?: number } | null;
      limit?: object;
    };
    if (limit && (!servo || servo.maxForce === WEAK))
      return 'It holds, because the arm now leans on a stop beside its target, and a stop bears whatever comes. It cannot go below that any more.';
    if (servo?.maxForce === undefined)
      return 'It holds, because nothing bounds the torque any more. A real motor has a bound, so this is a repair for a game and not for a robot.';
    return `It holds, because the shoulder may push with ${servo.maxForce.toLocaleString('en')} N m, and the load at the end of its arm asks for less.`;
  },
  ways: 'Three ways are known: a larger torque of joint 2, none that bounds it, or a lower stop at −1.1 rad that carries the arm.',
  chapter: { href: './learn/15-motors-and-servos.html', title: 'Chapter 15: motors and servos' },
};
