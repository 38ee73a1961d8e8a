// The start of a scene as a document to be changed: without what its joints and contacts bore, and without what holds anyway, so
// that a body's weight follows its size and the address stays short.
import type { BodyDescription, NumberedJoint, SceneDescription, SceneVersion2, Vector } from '../../beadwork';
import type { Made } from './document';
import { inertiaOf, massOf } from './solid';

/** What is the same but for rounding, as a share. */
const SAME = 1e-5;
/** As src/scene has it where a scene says no colour. */
const PEARL = '#f4efe6';

export function madeOf(scene: SceneDescription): Made {
  const { time: _, contactMemory: __, solverMemory: ___, ...kept } = scene as SceneVersion2;
  const numbers = new Map(kept.bodies.map(({ name }, index) => [name, index]));
  const numbered = (end: number | string) => (typeof end === 'string' ? (numbers.get(end) ?? 'world') : end);
  const joints = (kept.joints ?? []).map((joint) => {
    const { multiplier: _, torque: __, a, b, ...rest } = joint as NumberedJoint & { torque?: Vector };
    return { ...rest, a: numbered(a), b: numbered(b) } as NumberedJoint;
  });
  const bodies = kept.bodies.map(lean);
  return { ...kept, version: 2, gravity: kept.gravity ?? [0, -9.81, 0], bodies, joints };
}

const alike = (one: readonly number[], other: readonly number[]) =>
  one.every((x, k) => Math.abs(x - other[k]!) <= SAME * Math.max(...other.map(Math.abs)));
const isZero = (v?: readonly number[]) => v?.every((x) => x === 0);

function lean(body: BodyDescription): BodyDescription {
  const { shape, rotation, centre, linearVelocity, angularVelocity, fixed, colour, mass, inertia, density } =
    body;
  const filled = massOf(body, density);
  const solid = filled !== null && mass !== undefined ? inertiaOf(body, mass) : null;
  const held = {
    ...(shape?.type === 'plane' ? { fixed, mass, inertia } : {}),
    ...(shape?.type === 'sphere' ? { shape } : {}),
    ...(fixed === false ? { fixed } : {}),
    ...(rotation?.[3] === 1 ? { rotation } : {}),
    ...(isZero(centre) ? { centre } : {}),
    ...(isZero(linearVelocity) ? { linearVelocity } : {}),
    ...(isZero(angularVelocity) ? { angularVelocity } : {}),
    ...(colour === PEARL ? { colour } : {}),
    ...(filled !== null && mass !== undefined && alike([mass], [filled]) ? { mass } : {}),
    ...(solid && inertia && alike(inertia, solid) ? { inertia } : {}),
  };
  const kept = Object.entries(body).filter(([name]) => !(name in held));
  return Object.fromEntries(kept) as unknown as BodyDescription;
}
