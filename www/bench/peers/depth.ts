// How deep bodies lie in one another, from their poses alone. Spheres and capsules are segments with a radius; a box's and a
// plane's distance to a point is convex, so the deepest point of a segment is found by thirds. Two boxes are as deep in one
// another as the axis says along which they overlap least.
import { back, cross, dot, length, minus, plus, rotate, scaled, type V3 } from './algebra';
import type { Stand } from './measure';
import type { Body, Model } from './model';

interface Placed {
  body: Body;
  stand: Stand;
}

/** The deepest of all pairs that may collide, m; 0 where none touch. */
export function deepest({ bodies, joints }: Model, stands: Stand[]): number {
  const joined = new Set(
    joints
      .filter(({ collide }) => !collide)
      .map(({ a, b }) => Math.min(a, b) * bodies.length + Math.max(a, b)),
  );
  let found = 0;
  const look = (a: number, b: number): void => {
    if (bodies[a]!.fixed && bodies[b]!.fixed) return;
    if (joined.has(Math.min(a, b) * bodies.length + Math.max(a, b))) return;
    const near = bodies[a]!.radius + bodies[b]!.radius;
    if (length(minus(stands[a]!.position, stands[b]!.position)) > near) return;
    found = Math.max(
      found,
      depthOf({ body: bodies[a]!, stand: stands[a]! }, { body: bodies[b]!, stand: stands[b]! }),
    );
  };
  const colliding = [...bodies.keys()].filter((index) => bodies[index]!.collides);
  const moving = colliding.filter((index) => !bodies[index]!.fixed);
  const cell = 2 * Math.max(...moving.map((index) => bodies[index]!.radius));
  // what is larger than a cell, as planes are, is held against all
  const large = colliding.filter((index) => 2 * bodies[index]!.radius > cell);
  const small = colliding.filter((index) => 2 * bodies[index]!.radius <= cell);
  const key = (x: number, y: number, z: number) => `${x} ${y} ${z}`;
  const cells = new Map<string, number[]>();
  const cellOf = (index: number) => stands[index]!.position.map((x) => Math.floor(x / cell)) as V3;
  for (const index of small) {
    const [x, y, z] = cellOf(index);
    for (let i = x - 1; i <= x + 1; i++)
      for (let j = y - 1; j <= y + 1; j++)
        for (let k = z - 1; k <= z + 1; k++)
          for (const other of cells.get(key(i, j, k)) ?? []) look(other, index);
    const own = key(x, y, z);
    const list = cells.get(own);
    if (list) list.push(index);
    else cells.set(own, [index]);
    for (const other of large) look(other, index);
  }
  for (const [at, index] of large.entries()) for (const other of large.slice(at + 1)) look(index, other);
  return found;
}

function depthOf(a: Placed, b: Placed): number {
  if (isRound(a)) return roundDepth(a, b);
  if (isRound(b)) return roundDepth(b, a);
  const [box, other] = a.body.solid.type === 'box' ? [a, b] : [b, a];
  if (other.body.solid.type === 'box') return boxDepth(box, other);
  return Math.max(...corners(box).map((corner) => -distance(corner, other)));
}

const isRound = ({ body: { solid } }: Placed): boolean => solid.type === 'sphere' || solid.type === 'capsule';

/** The middle line of a capsule, or of a sphere, which has no length. */
function segment({ body: { solid }, stand }: Placed): { from: V3; to: V3; radius: number } {
  if (solid.type === 'sphere') return { from: stand.position, to: stand.position, radius: solid.radius };
  if (solid.type !== 'capsule') throw new Error(`A ${solid.type} has no middle line.`);
  const half = rotate(stand.rotation, [0, solid.halfHeight, 0]);
  return { from: minus(stand.position, half), to: plus(stand.position, half), radius: solid.radius };
}

/** r less the least distance of the segment's points from the other: convex along the segment. */
function roundDepth(round: Placed, other: Placed): number {
  const { from, to, radius } = segment(round);
  const way = minus(to, from);
  const at = (t: number) => distance(plus(from, scaled(t, way)), other);
  if (dot(way, way) === 0) return radius - at(0);
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const third = (high - low) / 3;
    if (at(low + third) < at(high - third)) high -= third;
    else low += third;
  }
  return radius - at((low + high) / 2);
}

/** From a point to a solid's surface, m; less than 0 within. */
function distance(point: V3, placed: Placed): number {
  const { solid } = placed.body;
  const { position, rotation } = placed.stand;
  if (solid.type === 'sphere' || solid.type === 'capsule') {
    const { from, to, radius } = segment(placed);
    const way = minus(to, from);
    const square = dot(way, way);
    const t = square === 0 ? 0 : Math.min(1, Math.max(0, dot(minus(point, from), way) / square));
    return length(minus(point, plus(from, scaled(t, way)))) - radius;
  }
  const own = rotate(back(rotation), minus(point, position));
  if (solid.type === 'plane') return own[1];
  const over = own.map((x, axis) => Math.abs(x) - solid.halfExtents[axis]!);
  const outside = Math.hypot(...over.map((x) => Math.max(0, x)));
  return outside + Math.min(0, Math.max(...over));
}

function corners({ body: { solid }, stand }: Placed): V3[] {
  if (solid.type !== 'box') throw new Error(`A ${solid.type} has no corners.`);
  const [x, y, z] = solid.halfExtents;
  const signs = [-1, 1];
  return signs.flatMap((i) =>
    signs.flatMap((j) =>
      signs.map((k) => plus(stand.position, rotate(stand.rotation, [i * x, j * y, k * z]))),
    ),
  );
}

const AXES: V3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Axes closer to parallel than this, squared, say nothing that the faces do not. */
const PARALLEL = 1e-6;

function boxDepth(a: Placed, b: Placed): number {
  const axesA = AXES.map((axis) => rotate(a.stand.rotation, axis));
  const axesB = AXES.map((axis) => rotate(b.stand.rotation, axis));
  const edges = axesA.flatMap((x) => axesB.map((y) => cross(x, y))).filter((n) => dot(n, n) > PARALLEL);
  const between = minus(b.stand.position, a.stand.position);
  const reach = ({ body: { solid } }: Placed, axes: V3[], n: V3) =>
    solid.type === 'box'
      ? axes.reduce((sum, axis, k) => sum + solid.halfExtents[k]! * Math.abs(dot(axis, n)), 0)
      : 0;
  const overlap = (n: V3) =>
    (reach(a, axesA, n) + reach(b, axesB, n) - Math.abs(dot(between, n))) / length(n);
  return Math.min(...[...axesA, ...axesB, ...edges].map(overlap));
}
