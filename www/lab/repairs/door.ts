// A limit that kicks: the door stands outside of its own stops when the scene begins.
import type { SceneDescription } from '../../beadwork';
import { changesOf, type Look, type Repair } from './repair';

/** rad/s */
const FASTEST = 1;
/** The angle of a hinge among its six coordinates. */
const RX = 3;

const scene: SceneDescription = {
  version: 2,
  bodies: [
    {
      position: [0, 1.05, 0],
      fixed: true,
      colour: '#8b97a1',
      shape: { type: 'box', halfExtents: [0.07, 1.05, 0.07] },
    },
    {
      position: [0.5, 1.05, 0],
      mass: 25,
      colour: '#b9824f',
      shape: { type: 'box', halfExtents: [0.4, 0.95, 0.03] },
    },
    {
      position: [1, 1.05, 0],
      fixed: true,
      colour: '#8b97a1',
      shape: { type: 'box', halfExtents: [0.07, 1.05, 0.07] },
    },
  ],
  joints: [
    {
      type: 'hinge',
      ...{ a: 0, b: 1, anchorA: [0.085, 0, 0], anchorB: [-0.415, 0, 0] },
      ...{ axisA: [0, 1, 0], axisB: [0, 1, 0], limit: [0.5, 1.8] },
    },
  ],
};

const angleOf = ({ readings }: Look): number => readings[0]!.coordinates[RX]!;

export const door: Repair = {
  name: 'door',
  complaint: 'My door flies open by itself.',
  title: 'A limit that kicks',
  about:
    'A door hangs shut between two posts. Nothing pushes it, and yet it flies open in the first moment. Press Again to see it.',
  aim: 'From the start on, the door turns no faster than 1 rad/s for two seconds. It is shut when the scene begins, as now.',
  opens: 'scene=file&solver=auto&show=joints&plots=energy&camera=0.5+1.05+0+0.75+0.35+5.4',
  scene,
  seconds: 2,
  fromStart: true,
  keeps: ['damping'],
  changes: ['limit', 'limitSoftness', 'recoverySpeed'],
  wrong(look, before) {
    // it begins shut
    const [time, angle] = before ? [before.time, angleOf(before)] : [0, 0];
    const mean = look.time > time ? Math.abs(angleOf(look) - angle) / (look.time - time) : 0;
    const fastest = Math.max(mean, Math.abs(look.readings[0]!.speeds[RX]!));
    if (fastest < FASTEST) return null;
    return `The door turned at ${fastest.toFixed(1)} rad/s. At most 1 rad/s is asked for.`;
  },
  hint(now, opened) {
    const { limit, limitSoftness } = changesOf(now, 0);
    if (limitSoftness)
      return 'A softer stop is a way, but this spring still pushes the door faster than a hand would. Make it slower, or damp it more.';
    if (limit)
      return 'The stops have changed. Does the angle that the door begins with lie between them now?';
    if (now.parameters.substeps !== opened.parameters.substeps)
      return 'The kick does not come from the length of a step: it is as fast as joints are drawn together.';
    if (now.parameters.solver !== opened.parameters.solver)
      return 'Another solver kicks otherwise, but it is asked for the same: the joint says that the door must not be where it is.';
    return 'Something moves the door in the first step already. What does its hinge ask for?';
  },
  clues: [
    'Open See why, choose joint 1, and press Again: between which two angles may the hinge be, and at which does the door begin?',
    'The door begins at 0 rad, and its lower stop is at 0.5 rad. So it is beyond its stop, and is driven out at up to 5 rad/s.',
    'Set the lower stop to 0. Or give the stop a softness of 0.5 Hz and a damping ratio of 1, and it is pushed gently.',
  ],
  works(now) {
    const { limit, limitSoftness } = changesOf(now, 0);
    if (limitSoftness)
      return 'It no longer kicks, because the stop is now a slow spring with a damper: it still wants the door out, and takes its time.';
    if (!limit)
      return 'It no longer kicks, because joints that stand wrong are now put right slowly. The stop still wants the door out.';
    return 'It no longer kicks, because the door begins between its stops. A stop that is not passed has nothing to correct.';
  },
  ways: 'Two ways are known: stops between which the scene begins, or a soft and damped stop. In a scene of your own, also a small recoverySpeed of the joint.',
  chapter: { href: './learn/15-motors-and-servos.html', title: 'Chapter 15: motors and servos' },
};
