// A scene that somebody makes is one document, and every change to it is a function from document to document. Nothing here
// knows a page or a simulation: what makes no sense is refused where the document is loaded.
import type {
  BodyDescription,
  JointChanges,
  NumberedEnd,
  NumberedJoint,
  SceneVersion2,
  SixDofAxes,
  Vector,
} from '../../beadwork';
import {
  back,
  bodyAt,
  cross,
  dot,
  minus,
  ONE,
  plus,
  type Rotation,
  scaled,
  times,
  turned,
  unit,
} from '../vectors';

/** Version 2, with a list of joints. */
export type Made = Omit<SceneVersion2, 'joints'> & { joints: NumberedJoint[] };
export type Kind = NumberedJoint['type'];
/** What changes fields; null or undefined takes a field away. */
type Changes = Record<string, unknown>;

/** A scene with more is not for hands. */
const MOST_BODIES = 300;
const MOST_JOINTS = 1000;

/** Only ground, and gravity. */
export function emptyScene(): Made {
  return {
    version: 2,
    gravity: [0, -9.81, 0],
    contacts: true,
    bodies: [{ position: [0, 0, 0], shape: { type: 'plane' } }],
    joints: [],
  };
}

/** Why a scene cannot be changed by hand; empty where it can. */
export function tooLarge(bodies: number, joints: number): string {
  const [count, most, what] =
    bodies > MOST_BODIES ? [bodies, MOST_BODIES, 'bodies'] : [joints, MOST_JOINTS, 'joints'];
  if (count <= most) return '';
  return `This scene has ${count} ${what}. Scenes of up to ${most} can be changed here: start with a smaller one.`;
}

/** Digits that an address need not carry: a millionth of a metre. */
export const tidy = (v: Vector): Vector => v.map((x) => Number(x.toFixed(6)) + 0) as Vector;
const tidyTurn = (q: Rotation): Rotation => q.map((x) => Number(x.toFixed(9)) + 0) as Rotation;

export const rotationOf = ({ rotation }: BodyDescription): Rotation => rotation ?? ONE;

/** A point of the world in a body's own axes, and back. */
export const inBody = (body: BodyDescription, point: Vector): Vector =>
  turned(minus(point, body.position), back(rotationOf(body)));
export const fromBody = (body: BodyDescription, point: Vector): Vector =>
  plus(body.position, turned(point, rotationOf(body)));

function changed<T extends object>(fields: T, changes: Changes): T {
  const kept = Object.entries({ ...fields, ...changes }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(kept) as T;
}

export const addBody = (made: Made, body: BodyDescription): Made => ({
  ...made,
  bodies: [...made.bodies, body],
});

export const changeBody = (made: Made, index: number, changes: Changes): Made => ({
  ...made,
  bodies: made.bodies.with(index, changed(made.bodies[index]!, changes)),
});

/**
 * A body elsewhere, or turned. Its joints stay where they are in the world, so that none of them opens: on this body their
 * anchors and frames are taken anew. A rod or rope goes along with the body, and a rod is as long as it then has to be.
 */
export function placeBody(
  made: Made,
  index: number,
  position: Vector,
  rotation: Rotation = rotationOf(made.bodies[index]!),
): Made {
  const before = made.bodies[index]!;
  const still = rotation.every((x, k) => Math.abs(x - ONE[k]!) < 1e-9);
  const after = changed(before, {
    position: tidy(position),
    rotation: still ? null : tidyTurn(rotation),
  });
  const bodies = made.bodies.with(index, after);
  const joints = made.joints.map((joint) => {
    if (joint.a !== index && joint.b !== index) return joint;
    if (joint.type === 'distance') return withItsLength(joint, made.bodies);
    const side = joint.a === index ? 'A' : 'B';
    return carried(joint, side, before, after);
  });
  return { ...made, bodies, joints };
}

function carried(
  joint: NumberedJoint,
  side: 'A' | 'B',
  before: BodyDescription,
  after: BodyDescription,
): NumberedJoint {
  const own = joint as NumberedJoint & Record<string, unknown>;
  const [anchor, frame, axis] = [`anchor${side}`, `frame${side}`, `axis${side}`];
  const turn = times(back(rotationOf(after)), rotationOf(before));
  return changed(own, {
    [anchor]: tidy(inBody(after, fromBody(before, own[anchor] as Vector))),
    ...(own[frame] ? { [frame]: tidyTurn(times(turn, own[frame] as Rotation)) } : {}),
    ...(own[axis] ? { [axis]: tidy(turned(own[axis] as Vector, turn)) } : {}),
  });
}

/** A rod that was as long as its anchors were apart still is. */
function withItsLength(
  joint: NumberedJoint & { type: 'distance' },
  bodies: BodyDescription[],
): NumberedJoint {
  const { a, b, anchorA, anchorB, min, max } = joint;
  const apart = Math.hypot(
    ...minus(fromBody(bodyAt(bodies, a), anchorA), fromBody(bodyAt(bodies, b), anchorB)),
  );
  const isRod = min !== undefined && min === max && Math.abs(min - apart) < 1e-4 * Math.max(1, min);
  return isRod ? changed(joint, { min: null, max: null }) : joint;
}

/** A body takes its joints with it. */
export function removeBody(made: Made, index: number): Made {
  const next = (body: NumberedEnd) => (body !== 'world' && body > index ? body - 1 : body);
  return {
    ...made,
    bodies: made.bodies.filter((_, body) => body !== index),
    joints: made.joints
      .filter(({ a, b }) => a !== index && b !== index)
      .map((joint) => ({ ...joint, a: next(joint.a), b: next(joint.b) })),
  };
}

export const removeJoint = (made: Made, index: number): Made => ({
  ...made,
  joints: made.joints.filter((_, joint) => joint !== index),
});

/** Once more, aside; without its joints and its name. */
export const duplicateBody = (made: Made, index: number, by: Vector): Made => {
  const { name: _, ...body } = made.bodies[index]!;
  return addBody(
    made,
    structuredClone({ ...body, position: tidy(plus(body.position, by)) } as BodyDescription),
  );
};

/** The turn that brings x to an axis, with y as near to a body's own axes as it can be. */
export function frameAlong(axis: Vector): Rotation {
  const x = scaled(axis, 1 / Math.hypot(...axis));
  const least = [0, 1, 2].reduce((k, i) => (Math.abs(x[i]!) < Math.abs(x[k]!) ? i : k), 0);
  const across = minus(unit(least), scaled(x, dot(x, unit(least))));
  const y = scaled(across, 1 / Math.hypot(...across));
  return fromAxes(x, y, cross(x, y));
}

/** The quaternion of a matrix whose columns are x, y and z, by the largest of its four squares. */
function fromAxes([a, b, c]: Vector, [d, e, f]: Vector, [g, h, i]: Vector): Rotation {
  const squares = [1 + a - e - i, 1 - a + e - i, 1 - a - e + i, 1 + a + e + i];
  const k = squares.indexOf(Math.max(...squares));
  const four: Rotation[] = [
    [squares[0]!, b + d, c + g, f - h],
    [b + d, squares[1]!, f + h, g - c],
    [c + g, f + h, squares[2]!, b - d],
    [f - h, g - c, b - d, squares[3]!],
  ];
  const q = four[k]!;
  return q.map((x) => x / Math.hypot(...q)) as Rotation;
}

/** What a joint of a kind begins with. */
const FIRST: Partial<Record<Kind, Changes>> = {
  cone: { swing: 0.8 },
  'six-dof': { axes: { x: 'fixed', y: 'fixed', z: 'fixed' } satisfies SixDofAxes },
};

/** @param points on a and on b, of the world: the same one but for `distance` */
export function joinBodies(
  made: Made,
  type: Kind,
  a: number,
  b: number,
  points: [Vector, Vector],
  axis: Vector,
): Made {
  const [one, other] = [made.bodies[a]!, made.bodies[b]!];
  const framed = type !== 'point' && type !== 'distance';
  const frame = frameAlong(axis);
  const frameOn = (body: BodyDescription) => tidyTurn(times(back(rotationOf(body)), frame));
  const joint = {
    type,
    a,
    b,
    anchorA: tidy(inBody(one, points[0])),
    anchorB: tidy(inBody(other, points[1])),
    ...(framed ? { frameA: frameOn(one), frameB: frameOn(other) } : {}),
    ...FIRST[type],
  } as NumberedJoint;
  return { ...made, joints: [...made.joints, joint] };
}

export const changeJoint = (made: Made, index: number, changes: JointChanges | Changes): Made => ({
  ...made,
  joints: made.joints.with(index, changed(made.joints[index]!, changes as Changes)),
});

/** Where its anchors are in the world. */
export const anchorsOf = ({ bodies }: Made, { a, b, anchorA, anchorB }: NumberedJoint): [Vector, Vector] => [
  fromBody(bodyAt(bodies, a), anchorA),
  fromBody(bodyAt(bodies, b), anchorB),
];

/** Its x in the world; none of a kind that has no axes. */
export function axisOf({ bodies }: Made, joint: NumberedJoint): Vector | null {
  if (joint.type === 'point' || joint.type === 'distance') return null;
  const { frameA, axisA, frameB, axisB } = joint;
  const [body, own] =
    frameA || axisA || !(frameB || axisB) ? [joint.a, frameA ?? axisA] : [joint.b, frameB ?? axisB];
  const x = own?.length === 3 ? own : own ? turned(unit(0), own) : unit(0);
  const world = turned(x, rotationOf(bodyAt(bodies, body)));
  return scaled(world, 1 / Math.hypot(...world));
}

/** Both anchors at one point of the world. */
export function anchorAt(made: Made, index: number, point: Vector): Made {
  const { a, b } = made.joints[index]!;
  const [anchorA, anchorB] = [a, b].map((body) => tidy(inBody(bodyAt(made.bodies, body), point)));
  return changeJoint(made, index, { anchorA, anchorB });
}

/** Its x along an axis of the world, and every angle 0 as the bodies stand. */
export function turnAxis(made: Made, index: number, axis: Vector): Made {
  const { a, b } = made.joints[index]!;
  const frame = frameAlong(axis);
  const [frameA, frameB] = [a, b].map((body) =>
    tidyTurn(times(back(rotationOf(bodyAt(made.bodies, body))), frame)),
  );
  return changeJoint(made, index, { frameA, frameB, axisA: null, axisB: null });
}

export const changeScene = (made: Made, changes: Changes): Made => changed(made, changes);

/** What the scene recommends; null where it leaves a parameter to others. */
export function recommend(made: Made, changes: Changes): Made {
  const parameters = changed(made.parameters ?? {}, changes);
  return changed(made, { parameters: Object.keys(parameters).length > 0 ? parameters : null });
}
