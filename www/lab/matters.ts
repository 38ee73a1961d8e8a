// What a scene is about, as one number in a unit that people use. Where nothing stands here it is the largest gap of any joint, or
// where depth counts the deepest overlap.
import type { BodyDescription, JointReading, NumberedScene, State } from '../beadwork';
import { speed } from '../units';
import { degrees, signedMetres } from './units';

/** A copy as it is now. */
export interface Seen {
  scene: NumberedScene;
  /** Of servos, by joint: they may have been driven since the scene was loaded. */
  targets: ReadonlyMap<number, number>;
  state: State;
  /** Of the joints that `joints` names. */
  readings: readonly JointReading[];
}

export interface Matter {
  /** Under the number. */
  what: string;
  show(value: number): string;
  /** Joints that it reads. */
  joints?(scene: NumberedScene): number[];
  read(seen: Seen): number;
}

/** The angle of a hinge among its six coordinates. */
const RX = 3;
/** A stone that leans further has fallen: cos 45°. */
const LEANS = Math.SQRT1_2;

const moves = ({ fixed, kinematic }: BodyDescription): boolean => !fixed && !kinematic;
const bodiesOf = ({ bodies }: NumberedScene) => bodies as readonly BodyDescription[];

/** The heaviest body that moves. */
function heaviest(scene: NumberedScene): number {
  const masses = bodiesOf(scene).map((body) => (moves(body) ? (body.mass ?? 0) : -1));
  return masses.lastIndexOf(Math.max(...masses));
}

const lengthOf = (values: ArrayLike<number>, body: number): number =>
  Math.hypot(values[3 * body]!, values[3 * body + 1]!, values[3 * body + 2]!);

const heightOf = (what: string): Matter => ({
  what,
  show: signedMetres,
  read: ({ scene, state }) => state.positions[3 * heaviest(scene) + 1]!,
});

const speedOf = (what: string): Matter => ({
  what,
  show: speed,
  read: ({ scene, state }) => lengthOf(state.linearVelocities, heaviest(scene)),
});

const fastest = (what: string): Matter => ({
  what,
  show: speed,
  read: ({ scene, state }) =>
    Math.max(...bodiesOf(scene).map((body, k) => (moves(body) ? lengthOf(state.linearVelocities, k) : 0))),
});

/** How far the servo that is furthest off stands from its target. */
const offTarget: Matter = {
  what: 'off target, worst servo',
  show: degrees,
  joints: ({ joints = [] }) => joints.flatMap((joint, k) => ('servo' in joint && joint.servo ? [k] : [])),
  read: ({ targets, readings }) =>
    Math.max(
      0,
      ...readings.map(({ joint, coordinates, turns }) =>
        Math.abs(coordinates[RX]! + 2 * Math.PI * turns - targets.get(joint)!),
      ),
    ),
};

const doorSpeed: Matter = {
  what: 'how fast the door turns',
  show: (value) => `${value.toFixed(value < 10 ? 1 : 0)} rad/s`,
  joints: () => [0],
  read: ({ readings }) => Math.abs(readings[0]?.speeds[RX] ?? 0),
};

const fallen: Matter = {
  what: 'stones have fallen',
  show: (value) => String(value),
  read: ({ scene, state: { rotations } }) =>
    bodiesOf(scene).filter((body, k) => {
      const [x, z] = [rotations[4 * k]!, rotations[4 * k + 2]!];
      // stones are the boxes; the body's own y axis, upwards
      return moves(body) && body.shape?.type === 'box' && 1 - 2 * (x * x + z * z) < LEANS;
    }).length,
};

/** Marbles that are below the scene's sensor. */
const arrived: Matter = {
  what: 'marbles are in the basket',
  show: (value) => String(value),
  read: ({ scene, state: { positions } }) => {
    const gate = positions[3 * bodiesOf(scene).findIndex(({ sensor }) => sensor) + 1]!;
    return bodiesOf(scene).filter((body, k) => moves(body) && positions[3 * k + 1]! < gate).length;
  },
};

/** A little below the table's top, and half its length, m. */
const TABLE = { high: 0.7, long: 0.95 };
/** What is no board: the cloth is one. */
const served: Matter = {
  what: 'of 15 things are on the table',
  show: (value) => String(value),
  read: ({ scene, state: { positions } }) =>
    bodiesOf(scene).filter(
      (body, k) =>
        moves(body) &&
        body.shape?.type !== 'box' &&
        positions[3 * k + 1]! > TABLE.high &&
        Math.abs(positions[3 * k]!) < TABLE.long,
    ).length,
};

const SCENES: Record<string, Matter> = {
  rope: heightOf('how high the weight is'),
  'stable-spherical-chain': heightOf('how high the weight is'),
  springs: fastest('the fastest box'),
  glider: fastest('the fastest box'),
  cradle: fastest('the fastest ball'),
  car: speedOf('speed of the car'),
  arm: offTarget,
  dominoes: fallen,
  chutes: arrived,
  tablecloth: served,
};
const REPAIRS: Record<string, Matter> = {
  door: doorSpeed,
  arm: offTarget,
  heavy: heightOf('how high the heavy box is'),
  ragdoll: fastest('the fastest limb'),
};

/** Of what is on the stage; none where gaps or depths are what counts. */
export const matterOf = (scene: string, repair: string | null): Matter | undefined =>
  repair === null ? SCENES[scene] : REPAIRS[repair];
