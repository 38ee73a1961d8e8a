// Convex hulls of a few points: their faces, and what a body of that shape is like to somebody who makes a scene. What a simulation goes
// by is worked out in Rust; src/scene/hull.rs has it.
import type { Vector } from './types';

/** All points have n·p ≤ offset. */
export interface HullFace {
  normal: Vector;
  offset: number;
  /** In order around. */
  corners: Vector[];
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Of a length: points that are no farther from a plane lie in it. */
const SAME = 1e-5;

const known = new WeakMap<readonly Vector[], HullFace[]>();

/** The faces of at most 32 points: planes through three of them with all others on one side. */
export function facesOf(points: readonly Vector[]): HullFace[] {
  const before = known.get(points);
  if (before) return before;
  const same = SAME * Math.max(...points.map((point) => Math.hypot(...minus(point, points[0]!))));
  const faces: HullFace[] = [];
  const look = (a: Vector, b: Vector, c: Vector): void => {
    const across = cross(minus(b, a), minus(c, a));
    const long = Math.hypot(...across);
    if (long <= same * same) return;
    const normal = across.map((x) => x / long) as Vector;
    const offset = dot(normal, a);
    if (points.some((point) => dot(normal, point) > offset + same)) return;
    if (faces.some((face) => dot(face.normal, normal) > 1 - 1e-6)) return;
    const within = points.filter((point) => dot(normal, point) >= offset - same);
    faces.push({ normal, offset, corners: around(within, normal) });
  };
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++)
      for (let k = j + 1; k < points.length; k++) {
        look(points[i]!, points[j]!, points[k]!);
        look(points[i]!, points[k]!, points[j]!);
      }
  known.set(points, faces);
  return faces;
}

/** In order of their angle about their middle. */
function around(points: Vector[], normal: Vector): Vector[] {
  const middle = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k]!, 0) / points.length) as Vector;
  const right = minus(points[0]!, middle);
  const up = cross(normal, right);
  const angle = (p: Vector): number => Math.atan2(dot(minus(p, middle), up), dot(minus(p, middle), right));
  return points.toSorted((p, q) => angle(p) - angle(q));
}

/** Volume, m³, and moments over the mass, m², about body axes through the centre of mass: by tetrahedra between a point and each face. */
export function contentOf(points: readonly Vector[]): { volume: number; moments: Vector } {
  let volume = 0;
  const first: Vector = [0, 0, 0];
  const second: Vector = [0, 0, 0];
  const from = points[0]!;
  for (const { corners } of facesOf(points))
    for (let k = 2; k < corners.length; k++) {
      const three = [corners[0]!, corners[k - 1]!, corners[k]!].map((p) => minus(p, from)) as [
        Vector,
        Vector,
        Vector,
      ];
      const part = dot(three[0], cross(three[1], three[2])) / 6;
      volume += part;
      for (const i of [0, 1, 2] as const) {
        const sum = three[0][i] + three[1][i] + three[2][i];
        first[i] += (part * sum) / 4;
        second[i] += (part * (three.reduce((all, p) => all + p[i] ** 2, 0) + sum * sum)) / 20;
      }
    }
  const [x, y, z] = second.map((square, i) => square / volume - (first[i]! / volume) ** 2) as Vector;
  return { volume, moments: [y + z, z + x, x + y] };
}

/** At most so many of many points, which span nearly the same hull: those that are farthest in some direction, spread out. */
export function fewOf(points: readonly Vector[], most = 32): Vector[] {
  const DIRECTIONS = 600;
  const golden = Math.PI * (3 - Math.sqrt(5));
  const farthest = new Set<Vector>();
  for (let k = 0; k < DIRECTIONS; k++) {
    const y = 1 - (2 * k + 1) / DIRECTIONS;
    const r = Math.sqrt(1 - y * y);
    const way: Vector = [r * Math.cos(golden * k), y, r * Math.sin(golden * k)];
    farthest.add(points.reduce((best, p) => (dot(p, way) > dot(best, way) ? p : best)));
  }
  // each next one is the farthest from those before
  const [start, ...rest] = farthest;
  const kept = [start!];
  const away = new Map(rest.map((p) => [p, Math.hypot(...minus(p, start!))]));
  while (kept.length < most && away.size > 0) {
    const [next, far] = [...away].reduce((best, one) => (one[1] > best[1] ? one : best));
    if (far === 0) break;
    kept.push(next);
    away.delete(next);
    for (const [p, d] of away) away.set(p, Math.min(d, Math.hypot(...minus(p, next))));
  }
  return kept;
}
