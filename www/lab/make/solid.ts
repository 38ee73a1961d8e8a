// What follows from a body's shape for somebody who makes a scene: its mass, where its surface is, and where a ray
// meets it.
import type { BodyDescription, Vector } from '../../beadwork';
import { partBody } from '../../compounds';
import { contentOf, facesOf } from '../../hulls';
import { back, cross, dot, minus, plus, scaled, times, turned } from '../vectors';
import { fromBody, inBody, rotationOf } from './document';

/** kg/m³ */
export const WATER = 1000;

export interface Ray {
  from: Vector;
  /** Of unit length. */
  along: Vector;
}

/** kg, of a solid of that density, kg/m³; none of a plane. The formulas are those of docs/scenes.md. */
export function massOf({ shape, radius = 0 }: BodyDescription, density = WATER): number | null {
  const ball = (r: number) => (4 / 3) * Math.PI * r ** 3;
  switch (shape?.type) {
    case 'plane':
      return null;
    case 'box':
      return density * 8 * shape.halfExtents.reduce((product, half) => product * half, 1);
    case 'capsule':
      return density * (2 * Math.PI * shape.radius ** 2 * shape.halfHeight + ball(shape.radius));
    case 'cylinder':
      return density * 2 * Math.PI * shape.radius ** 2 * shape.halfHeight;
    case 'hull':
      return density * contentOf(shape.points).volume;
    case 'compound':
      return shape.parts.reduce(
        (sum, part) => sum + (massOf(partBody(part), part.density ?? density) ?? 0),
        0,
      );
    default:
      return density * ball(radius);
  }
}

/** Principal moments of a solid of that mass, kg m²; by the same table. */
export function inertiaOf({ shape, radius = 0 }: BodyDescription, mass: number): Vector | null {
  switch (shape?.type) {
    case 'plane':
      return null;
    case 'box': {
      const [a, b, c] = shape.halfExtents.map((half) => half * half) as Vector;
      return scaled([b + c, c + a, a + b], mass / 3);
    }
    case 'capsule': {
      const { radius: r, halfHeight: h } = shape;
      const round = (mass * 4 * r) / (6 * h + 4 * r);
      const straight = mass - round;
      const across = straight * ((h * h) / 3 + (r * r) / 4) + round * (0.4 * r * r + h * h + 0.75 * h * r);
      return [across, (0.5 * straight + 0.4 * round) * r * r, across];
    }
    case 'cylinder': {
      const { radius: r, halfHeight: h } = shape;
      const across = mass * ((h * h) / 3 + (r * r) / 4);
      return [across, 0.5 * mass * r * r, across];
    }
    case 'hull':
      return scaled(contentOf(shape.points).moments, mass);
    // src/scene/compound.rs has them
    case 'compound':
      return null;
    default:
      return [1, 1, 1].map(() => 0.4 * mass * radius * radius) as Vector;
  }
}

/** The parts of a compound as bodies in the world. */
function partsOf(body: BodyDescription): BodyDescription[] {
  const { shape } = body;
  if (shape?.type !== 'compound') return [body];
  return shape.parts.map(partBody).map((part) => ({
    ...part,
    position: fromBody(body, part.position),
    rotation: times(rotationOf(body), rotationOf(part)),
  }));
}

/** How far a body reaches from its centre in a direction, m: its support function. None of a plane. */
export function reach(body: BodyDescription, direction: Vector): number {
  if (body.shape?.type === 'compound') {
    const unit = scaled(direction, 1 / Math.hypot(...direction));
    return Math.max(
      ...partsOf(body).map((part) => dot(minus(part.position, body.position), unit) + reach(part, unit)),
    );
  }
  const { shape, radius = 0 } = body;
  const d = turned(direction, back(rotationOf(body)));
  const long = Math.hypot(...d);
  if (shape?.type === 'box')
    return shape.halfExtents.reduce((sum, half, k) => sum + half * Math.abs(d[k]!), 0) / long;
  if (shape?.type === 'capsule') return shape.radius + (shape.halfHeight * Math.abs(d[1])) / long;
  if (shape?.type === 'cylinder')
    return (shape.radius * Math.hypot(d[0], d[2]) + shape.halfHeight * Math.abs(d[1])) / long;
  if (shape?.type === 'hull') return Math.max(...shape.points.map((point) => dot(point, d))) / long;
  return shape ? 0 : radius;
}

/** Where the way from a body's centre to a point leaves it; of a plane, what is straight below the point. */
export function surfaceTowards(body: BodyDescription, point: Vector): Vector {
  const at = inBody(body, point);
  if (body.shape?.type === 'plane') return fromBody(body, [at[0], 0, at[2]]);
  const long = Math.hypot(...at);
  if (long === 0) return body.position;
  const along = scaled(at, 1 / long);
  // from far outside back to the centre: the first point that is met is the last one on the way out
  const far = 1e4;
  const met = meet(body.shape, body.radius, { from: scaled(along, far), along: scaled(along, -1) });
  return met === null ? body.position : fromBody(body, scaled(along, far - met));
}

/** How far along a ray a body is met, m; null where it is not, and for planes. */
export function hit(body: BodyDescription, ray: Ray): number | null {
  const from = inBody(body, ray.from);
  return meet(body.shape, body.radius, { from, along: turned(ray.along, back(rotationOf(body))) });
}

function meet(shape: BodyDescription['shape'], radius = 0, ray: Ray): number | null {
  switch (shape?.type) {
    case 'plane':
      return null;
    case 'box':
      return meetBox(shape.halfExtents, ray);
    case 'capsule':
      return meetCapsule(shape.radius, shape.halfHeight, ray);
    case 'cylinder':
      return meetCylinder(shape.radius, shape.halfHeight, ray);
    case 'hull':
      return meetHull(shape.points, ray);
    case 'compound': {
      const met = shape.parts.map((part) => hit(partBody(part), ray)).filter((t) => t !== null);
      return met.length > 0 ? Math.min(...met) : null;
    }
    default:
      return meetBall([0, 0, 0], radius, ray);
  }
}

/** |from + t along − centre| = r */
function meetBall(centre: Vector, r: number, { from, along }: Ray): number | null {
  const away = minus(from, centre);
  const b = dot(away, along);
  const square = b * b - dot(away, away) + r * r;
  const t = square < 0 ? -1 : -b - Math.sqrt(square);
  return t >= 0 ? t : null;
}

/** By slabs: in after the last of three, out before the first. */
function meetBox(half: Vector, { from, along }: Ray): number | null {
  let [enter, leave] = [0, Number.POSITIVE_INFINITY];
  for (const k of [0, 1, 2] as const) {
    if (Math.abs(along[k]) < 1e-12) {
      if (Math.abs(from[k]) > half[k]) return null;
      continue;
    }
    const [one, other] = [-half[k], half[k]].map((face) => (face - from[k]) / along[k]) as [number, number];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return enter <= leave ? enter : null;
}

/** Its two balls, and the tube between them: x² + z² = r² where |y| ≤ h. */
function meetCapsule(r: number, h: number, ray: Ray): number | null {
  const { from, along } = ray;
  const found = [meetBall([0, h, 0], r, ray), meetBall([0, -h, 0], r, ray)];
  const a = along[0] ** 2 + along[2] ** 2;
  if (a > 1e-12) {
    const b = from[0] * along[0] + from[2] * along[2];
    const square = b * b - a * (from[0] ** 2 + from[2] ** 2 - r * r);
    const t = square < 0 ? -1 : (-b - Math.sqrt(square)) / a;
    if (t >= 0 && Math.abs(from[1] + t * along[1]) <= h) found.push(t);
  }
  const met = found.filter((t) => t !== null);
  return met.length > 0 ? Math.min(...met) : null;
}

/** Its wall, x² + z² = r² where |y| ≤ h, and its ends. */
function meetCylinder(r: number, h: number, { from, along }: Ray): number | null {
  const found: number[] = [];
  const a = along[0] ** 2 + along[2] ** 2;
  const b = from[0] * along[0] + from[2] * along[2];
  const square = b * b - a * (from[0] ** 2 + from[2] ** 2 - r * r);
  if (a > 1e-12 && square >= 0) {
    const t = (-b - Math.sqrt(square)) / a;
    if (t >= 0 && Math.abs(from[1] + t * along[1]) <= h) found.push(t);
  }
  if (Math.abs(along[1]) > 1e-12) {
    const t = (-Math.sign(along[1]) * h - from[1]) / along[1];
    if (t >= 0 && Math.hypot(from[0] + t * along[0], from[2] + t * along[2]) <= r) found.push(t);
  }
  return found.length > 0 ? Math.min(...found) : null;
}

/** In after the last of its planes, out before the first. */
function meetHull(points: readonly Vector[], { from, along }: Ray): number | null {
  let [enter, leave] = [0, Number.POSITIVE_INFINITY];
  for (const { normal, offset } of facesOf(points)) {
    const [far, steep] = [offset - dot(normal, from), dot(normal, along)];
    if (Math.abs(steep) < 1e-12) {
      if (far < 0) return null;
    } else if (steep < 0) enter = Math.max(enter, far / steep);
    else leave = Math.min(leave, far / steep);
  }
  return enter <= leave ? enter : null;
}

/** Lines that show where a body is: of a box its edges, of what is round its rims as seen along a direction. */
export function outline(body: BodyDescription, along: Vector, wide: number): Vector[][] {
  if (body.shape?.type === 'compound') return partsOf(body).flatMap((part) => outline(part, along, wide));
  const { shape, radius = 0, position } = body;
  const own = (...points: Vector[]) => points.map((point) => fromBody(body, point));
  const rim = (centre: Vector, r: number) => {
    const right = across(along);
    const up = cross(along, right);
    return Array.from({ length: 49 }, (_, k) => {
      const angle = (k / 24) * Math.PI;
      return plus(centre, plus(scaled(right, r * Math.cos(angle)), scaled(up, r * Math.sin(angle))));
    });
  };
  if (!shape || shape.type === 'sphere') return [rim(position, radius)];
  if (shape.type === 'plane') {
    const corner = (x: number, z: number): Vector => [x * wide, 0, z * wide];
    return [own(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1))];
  }
  if (shape.type === 'capsule') {
    const { radius: r, halfHeight: h } = shape;
    const [top, bottom] = own([0, h, 0], [0, -h, 0]) as [Vector, Vector];
    const side = scaled(across(along, minus(top, bottom)), r);
    return [
      rim(top, r),
      rim(bottom, r),
      [plus(top, side), plus(bottom, side)],
      [minus(top, side), minus(bottom, side)],
    ];
  }
  if (shape.type === 'cylinder') {
    const { radius: r, halfHeight: h } = shape;
    const cap = (y: number) =>
      own(
        ...Array.from({ length: 49 }, (_, k): Vector => {
          const angle = (k / 24) * Math.PI;
          return [r * Math.cos(angle), y, r * Math.sin(angle)];
        }),
      );
    const [top, bottom] = own([0, h, 0], [0, -h, 0]) as [Vector, Vector];
    const side = scaled(across(along, minus(top, bottom)), r);
    return [cap(h), cap(-h), [plus(top, side), plus(bottom, side)], [minus(top, side), minus(bottom, side)]];
  }
  if (shape.type === 'hull') return facesOf(shape.points).map(({ corners }) => own(...corners, corners[0]!));
  const [x, y, z] = shape.halfExtents;
  const face = (s: number) =>
    own([-x, -y, s * z], [x, -y, s * z], [x, y, s * z], [-x, y, s * z], [-x, -y, s * z]);
  const [front, behind] = [face(1), face(-1)];
  return [front, behind, ...[0, 1, 2, 3].map((k) => [front[k]!, behind[k]!])];
}

/** Of unit length, across a direction, and across another if there is one. */
function across(along: Vector, other: Vector = Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]): Vector {
  const found = cross(other, along);
  const long = Math.hypot(...found);
  return long > 1e-9 ? scaled(found, 1 / long) : across(along);
}
