// A scene as another engine takes it: every mass, moment, frame and stop as a number, and what no engine here is given
// refused in a sentence.
import type { BodyDescription, NumberedJoint, NumberedScene } from '../../beadwork';
import { back, type Frame, ONE, type Q, rotate, times, twistOf, type V3, within } from './algebra';

export type Solid =
  | { type: 'sphere'; radius: number }
  | { type: 'box'; halfExtents: V3 }
  | { type: 'capsule'; radius: number; halfHeight: number }
  | { type: 'plane' };

export interface Body {
  solid: Solid;
  /** Where it starts. */
  position: V3;
  rotation: Q;
  linear: V3;
  /** In world axes. */
  angular: V3;
  /** kg. */
  mass: number;
  /** Principal moments about its own axes, kg m². */
  inertia: V3;
  /** Of the smallest sphere about its centre that holds it, m. */
  radius: number;
  fixed: boolean;
  /** Never where the scene has no contacts. */
  collides: boolean;
  friction: number;
  restitution: number;
  /** m. */
  rolling: number;
}

export interface Servo {
  /** rad. */
  target: number;
  /** rad/s: 2π times how often it swings. */
  omega: number;
  dampingRatio: number;
  /** N m. */
  maxTorque: number;
}

export type Kind = 'point' | 'hinge' | 'cone' | 'distance' | 'fixed';

/** Its coordinates are those of b seen from a; x of its frames is its axis. */
export interface Joint {
  kind: Kind;
  a: number;
  b: number;
  anchorA: V3;
  anchorB: V3;
  frameA: Q;
  frameB: Q;
  /** Of a hinge, rad. */
  limit?: [number, number];
  servo?: Servo;
  /** Of a cone, rad. */
  swing?: number;
  twist?: [number, number];
  /** Of a distance, m. */
  min: number;
  max: number;
  /** Whether its bodies collide. */
  collide: boolean;
}

export interface Model {
  gravity: V3;
  bodies: Body[];
  joints: Joint[];
  contacts: boolean;
}

/** What an engine is given here. */
export interface Takes {
  /** For sentences. */
  title: string;
  kinds: readonly Kind[];
  /** Servos of hinges. */
  servos?: boolean;
}

/** What an engine holds a joint to is hard and has no bound, and nothing rubs. */
const SOFT = ['softness', 'limitSoftness', 'friction', 'maxForce', 'maxTorque', 'breakForce', 'breakTorque'];

export function modelOf(scene: NumberedScene, takes: Takes): Model {
  const contacts = scene.version === 2 && (scene.contacts ?? false);
  const { title } = takes;
  if (scene.version === 2 && (scene.parameters?.damping ?? 0) !== 0)
    throw new Error(`${title} is given no damping here, which this scene asks for.`);
  return {
    gravity: [...(scene.gravity ?? [0, -9.81, 0])] as V3,
    bodies: scene.bodies.map((body) => bodyOf(body, contacts, title)),
    joints: (scene.joints ?? []).map((joint) => jointOf(joint, takes)),
    contacts,
  };
}

/** Of solids of density 1000, unless the scene says otherwise: docs/scenes.md has the formulas. */
function bodyOf(body: BodyDescription, contacts: boolean, title: string): Body {
  if (body.kinematic) throw new Error(`${title} is given no kinematic bodies here.`);
  const solid: Solid = (
    body.shape && body.shape.type !== 'sphere' ? body.shape : { type: 'sphere', radius: body.radius! }
  ) as Solid;
  const { mass, inertia, radius } = weightOf(solid, body.mass);
  return {
    solid,
    position: [...body.position],
    rotation: [...(body.rotation ?? ONE)] as Q,
    linear: [...(body.linearVelocity ?? [0, 0, 0])] as V3,
    angular: [...(body.angularVelocity ?? [0, 0, 0])] as V3,
    mass,
    inertia: [...(body.inertia ?? inertia)] as V3,
    radius,
    fixed: solid.type === 'plane' || (body.fixed ?? false),
    collides: contacts && (body.collides ?? true),
    friction: body.friction ?? 0.5,
    restitution: body.restitution ?? 0,
    rolling: body.rollingResistance ?? (solid.type === 'sphere' ? 0.02 * solid.radius : 0),
  };
}

function weightOf(solid: Solid, told: number | undefined): Pick<Body, 'mass' | 'inertia' | 'radius'> {
  switch (solid.type) {
    case 'box': {
      const [x, y, z] = solid.halfExtents;
      const mass = told ?? 8000 * x * y * z;
      const moments = [y * y + z * z, x * x + z * z, x * x + y * y].map((square) => (mass / 3) * square);
      return { mass, inertia: moments as V3, radius: Math.hypot(x, y, z) };
    }
    case 'capsule': {
      const { radius: r, halfHeight: h } = solid;
      const straight = 2000 * Math.PI * r * r * h;
      const round = (4000 / 3) * Math.PI * r ** 3;
      const scale = (told ?? straight + round) / (straight + round);
      const along = scale * (straight / 2 + 0.4 * round) * r * r;
      const across =
        scale * (straight * ((h * h) / 3 + (r * r) / 4) + round * (0.4 * r * r + h * h + 0.75 * h * r));
      return { mass: scale * (straight + round), inertia: [across, along, across], radius: r + h };
    }
    case 'plane':
      return { mass: 0, inertia: [0, 0, 0], radius: Number.POSITIVE_INFINITY };
    default: {
      const { radius } = solid;
      const mass = told ?? (4000 / 3) * Math.PI * radius ** 3;
      const moment = 0.4 * mass * radius * radius;
      return { mass, inertia: [moment, moment, moment], radius };
    }
  }
}

function jointOf(joint: NumberedJoint | { type?: undefined }, { title, kinds, servos }: Takes): Joint {
  const told = joint as Extract<NumberedJoint, { type: 'hinge' }> & {
    swing?: number;
    twist?: [number, number];
    min?: number;
    max?: number;
  };
  const kind = (told.type ?? 'point') as Kind;
  if (!kinds.includes(kind)) throw new Error(`${title} is given no joints of type ${kind} here.`);
  const soft = SOFT.find((field) => field in told);
  if (soft) throw new Error(`${title} is given no ${soft} of joints here.`);
  if (told.a === 'world' || told.b === 'world')
    throw new Error(`${title} is given no joints to the world here.`);
  if (told.motor) throw new Error(`${title} is given no motors here.`);
  if (told.servo && told.servo.hertz === undefined) throw new Error(`${title}: its servo is to have hertz.`);
  if (told.servo && !servos) throw new Error(`${title} is given no servos here.`);
  return {
    kind,
    a: told.a,
    b: told.b,
    anchorA: [...told.anchorA],
    anchorB: [...told.anchorB],
    frameA: [...(told.frameA ?? ONE)] as Q,
    frameB: [...(told.frameB ?? ONE)] as Q,
    ...(told.limit && { limit: told.limit }),
    ...(told.servo && {
      servo: {
        target: told.servo.target,
        omega: 2 * Math.PI * told.servo.hertz!,
        dampingRatio: told.servo.dampingRatio ?? 1,
        maxTorque: told.servo.maxForce ?? Number.POSITIVE_INFINITY,
      },
    }),
    ...(told.swing !== undefined && { swing: told.swing }),
    ...(told.twist && { twist: told.twist }),
    min: told.min ?? 0,
    max: told.max ?? Number.POSITIVE_INFINITY,
    collide: told.collide ?? false,
  };
}

/** Where a body starts. */
export const placeOf = ({ position, rotation }: Body): Frame => ({ at: position, turn: rotation });

/** A joint's frame on one of its bodies, in that body's axes. */
export const frameOn = (joint: Joint, body: number): Frame =>
  body === joint.a ? { at: joint.anchorA, turn: joint.frameA } : { at: joint.anchorB, turn: joint.frameB };

/** The turn of b's frame of a joint seen from a's, from the turns of the two bodies. */
export const turnBetween = ({ frameA, frameB }: Joint, a: Q, b: Q): Q =>
  times(times(back(frameA), back(a)), times(b, frameB));

/** The angle of a hinge at the start, rad. */
export const startAngle = (joint: Joint, { bodies }: Model): number =>
  twistOf(turnBetween(joint, bodies[joint.a]!.rotation, bodies[joint.b]!.rotation));

/** Both of a joint's frames at the start, in world axes. */
export const framesAtStart = (joint: Joint, { bodies }: Model): [Frame, Frame] => [
  within(placeOf(bodies[joint.a]!), frameOn(joint, joint.a)),
  within(placeOf(bodies[joint.b]!), frameOn(joint, joint.b)),
];

/** A of a hinge's angle: n · (W_a + W_b) n of its two bodies as they start, 1/(kg m²). */
export function mobilityOf({ a, b, frameA }: Joint, { bodies }: Model): number {
  const axis = rotate(times(bodies[a]!.rotation, frameA), [1, 0, 0]);
  return [a, b].reduce((sum, end) => {
    const { fixed, rotation, inertia } = bodies[end]!;
    const own = rotate(back(rotation), axis);
    return fixed ? sum : sum + own.reduce((total, x, k) => total + (x * x) / inertia[k]!, 0);
  }, 0);
}
