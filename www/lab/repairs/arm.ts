// A weak motor: the servo of a shoulder that may not push as hard as its load asks for.
import { changesOf, type Repair } from './repair';

/** Where the scene's servos draw their joints, rad. */
const TARGETS = [1.1, -1.05, 1.8, -0.95, 1.5];
const SHOULDER = 1;
/** How near each has to come, rad. So heavy a load makes the springs of elbow and wrist sag; the shoulder is what is too weak. */
const NEAR = [0.5, 0.1, 0.5, 0.5, 0.5];
const RX = 3;

const angle = (value: number) => `${value.toFixed(2).replace('-', '−')} rad`;

export const arm: Repair = {
  name: 'arm',
  complaint: 'My robot arm cannot hold its load.',
  title: 'A weak motor',
  about:
    'Five servos are to lift 60 kg from beside the base and hold it out. The arm sinks backwards instead.',
  aim: 'The shoulder comes to −1.05 rad, give or take 0.1, and the other joints stay within 0.5 rad of their targets, for two seconds and with all of the load.',
  opens: 'scene=arm&load=60&show=joints+forces&plots=',
  seconds: 2,
  keeps: ['damping'],
  changes: ['servo', 'limit', 'motor', 'limitSoftness'],
  wrong({ readings }) {
    const off = (k: number) => Math.abs(readings[k]!.coordinates[RX]! - TARGETS[k]!) / NEAR[k]!;
    const worst = TARGETS.reduce((most, _, k) => (off(k) > off(most) ? k : most), 0);
    if (off(worst) < 1) return null;
    const [now, target] = [readings[worst]!.coordinates[RX]!, TARGETS[worst]!];
    return `Joint ${worst + 1} is at ${angle(now)}, and has to be at ${angle(target)}.`;
  },
  hint(now, opened) {
    const { servo, motor, limit } = changesOf(now, SHOULDER) as {
      servo?: { hertz: number; maxForce?: number } | null;
      motor?: object;
      limit?: object;
    };
    if (servo === null) return 'Without its servo nothing holds the shoulder at all.';
    if (servo && servo.maxForce !== undefined && servo.maxForce <= 700)
      return 'A firmer spring asks for more torque, but the servo may not give more than its largest torque, and it gives all of that already.';
    if (servo)
      return 'The shoulder may push harder now. Give it a moment to lift the load; if it stays off its target, look at its frequency and at the other joints.';
    if (limit) return 'A stop can carry the arm. Is it as near to the target as is asked for?';
    if (motor)
      return 'A motor beside the servo turns at a speed of its own. The torque that is missing stays missing.';
    if (changesOf(now, 0).servo || now.edits.length > 0)
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
    'It is joint 2, the shoulder: it pushes with 700 N m, its largest torque, and the load asks for more.',
    'Choose joint 2 and look among its fields for the servo’s largest torque. 1,000 N m are enough; an empty field sets no bound.',
  ],
  works(now) {
    const { servo, limit } = changesOf(now, SHOULDER) as { servo?: { maxForce?: number }; limit?: unknown };
    if (limit && !servo)
      return 'It holds, because the arm now leans on a stop beside its target, and a stop bears whatever comes. It cannot go below that any more.';
    if (servo?.maxForce === undefined)
      return 'It holds, because nothing bounds the torque any more. A real motor has a bound, so this is a repair for a game and not for a robot.';
    return `It holds, because the shoulder may push with ${servo.maxForce.toLocaleString('en')} N m, and the load at the end of its arm asks for less.`;
  },
  ways: 'Three ways are known: a larger torque of joint 2, none that bounds it, or a lower stop at −1.1 rad that carries the arm.',
  chapter: { href: './learn/13-soft-rows.html', title: 'Chapter 13: a spring by its frequency' },
};
