// The person of chapter 18, flat: ten bodies in the plane, hung by the right hand, with lengths and masses as the scene `ragdolls` has them. And the
// whip of its third figure. Both also as scenes for the simulation, so that the page can ask it.
import type { SceneDescription } from '../beadwork';
import type { Body, Pin, Tree, Velocity } from './18-plane';

export const DEGREES = Math.PI / 180;
/** s, m/s² */
export const [STEP, GRAVITY] = [1 / 60, 9.81] as const;
/** kg/m³ */
const WATER = 1000;

/** A limb, from the pin that it hangs on. */
interface Limb {
  name: string;
  /** Whose end it hangs on; the hand is on the bar. */
  of: string;
  /** The way to where it hangs, m, along and to the left of what it hangs on, from its centre. */
  at: readonly [number, number];
  /** Degrees from straight down. */
  angle: number;
  radius: number;
  length: number;
}

const TORSO = { name: 'torso', width: 0.34, height: 0.54, depth: 0.2, angle: 24 } as const;

/** Seen from the front; a pose as after a throw to the right. */
const LIMBS: readonly Limb[] = [
  { name: 'head', of: 'torso', at: [-0.37, 0], angle: 206, radius: 0.1, length: 0.12 },
  { name: 'left forearm', of: 'left arm', at: [0.145, 0], angle: 96, radius: 0.04, length: 0.3 },
  { name: 'left arm', of: 'torso', at: [-0.22, 0.21], angle: 58, radius: 0.048, length: 0.29 },
  { name: 'left shin', of: 'left thigh', at: [0.21, 0], angle: 8, radius: 0.055, length: 0.4 },
  { name: 'left thigh', of: 'torso', at: [0.29, 0.1], angle: 46, radius: 0.072, length: 0.42 },
  { name: 'right shin', of: 'right thigh', at: [0.21, 0], angle: -4, radius: 0.055, length: 0.4 },
  { name: 'right thigh', of: 'torso', at: [0.29, -0.1], angle: 22, radius: 0.072, length: 0.42 },
];
/** From the hand down. */
const ARM = [
  { name: 'right forearm', angle: 28, radius: 0.04, length: 0.3 },
  { name: 'right arm', angle: 32, radius: 0.048, length: 0.29 },
] as const;

/** Names of the pins, by their child. */
const PINS: Record<string, string> = {
  head: 'neck',
  'left forearm': 'left elbow',
  'left arm': 'left shoulder',
  'left shin': 'left knee',
  'left thigh': 'left hip',
  'right shin': 'right knee',
  'right thigh': 'right hip',
  torso: 'right shoulder',
  'right arm': 'right elbow',
  'right forearm': 'right hand',
};

/** What a body looks like. */
export interface Shape {
  radius: number;
  /** Half of its straight part. */
  half: number;
  box?: readonly [number, number];
}
export interface Person extends Tree {
  shapes: Shape[];
}

const down = (angle: number): [number, number] => [Math.sin(angle), -Math.cos(angle)];
/** Along the limb and to its left, as the viewer sees it: to the right. */
const placed = (x: number, y: number, angle: number, along: number, aside: number): [number, number] => {
  const [dx, dy] = down(angle);
  return [x + along * dx - aside * dy, y + along * dy + aside * dx];
};

/** kg and kg m² across, of a capsule of water; a part may be of other stuff. */
function capsule(radius: number, half: number, mass?: number): { mass: number; inertia: number } {
  const [tube, balls] = [2 * WATER * Math.PI * radius ** 2 * half, (WATER * 4 * Math.PI * radius ** 3) / 3];
  const share = mass === undefined ? 1 : mass / (tube + balls);
  const inertia =
    tube * (half ** 2 / 3 + radius ** 2 / 4) + balls * (0.4 * radius ** 2 + half ** 2 + 0.75 * half * radius);
  return { mass: share * (tube + balls), inertia: share * inertia };
}

/** kg: of a shin, unless it wears a heavy boot. */
export const SHIN = capsule(0.055, 0.2).mass;

/** Pins stand in the order of the elimination: each limb before what it hangs on, the hand last. */
export function person(leftShin: number): Person {
  const bodies: Body[] = [];
  const shapes: Shape[] = [];
  const at: Record<string, [number, number]> = {};
  const hang = (
    name: string,
    x: number,
    y: number,
    angle: number,
    radius: number,
    length: number,
    mass?: number,
  ) => {
    const [cx, cy] = placed(x, y, angle, 0.5 * length, 0);
    bodies.push({ name, ...capsule(radius, 0.5 * length, mass), x: cx, y: cy, angle });
    shapes.push({ radius, half: 0.5 * length });
    at[name] = [x, y];
    return placed(x, y, angle, length, 0);
  };
  let [x, y] = [0, 0];
  for (const { name, angle, radius, length } of ARM)
    [x, y] = hang(name, x, y, angle * DEGREES, radius, length);
  // the torso hangs on its right shoulder
  const lean = TORSO.angle * DEGREES;
  const [tx, ty] = placed(x, y, lean, 0.22, 0.21);
  const mass = WATER * TORSO.width * TORSO.height * TORSO.depth;
  bodies.push({
    name: 'torso',
    mass,
    inertia: (mass * (TORSO.width ** 2 + TORSO.height ** 2)) / 12,
    x: tx,
    y: ty,
    angle: lean,
  });
  shapes.push({ radius: 0, half: 0, box: [0.5 * TORSO.width, 0.5 * TORSO.height] });
  at.torso = [x, y];
  // from the torso outwards, so that what a limb hangs on is there
  for (const { name, of, at: from, angle, radius, length } of [...LIMBS].sort(
    (a, b) => Number(a.of !== 'torso') - Number(b.of !== 'torso'),
  )) {
    const on = bodies.find((body) => body.name === of)!;
    const [px, py] = placed(on.x, on.y, on.angle, ...from);
    hang(name, px, py, angle * DEGREES, radius, length, name === 'left shin' ? leftShin : undefined);
  }
  const index = (name: string) => bodies.findIndex((body) => body.name === name);
  const pin = (child: string, parent: string | null): Pin => {
    const [px, py] = at[child]!;
    return {
      name: PINS[child]!,
      child: index(child),
      parent: parent === null ? -1 : index(parent),
      x: px,
      y: py,
    };
  };
  return {
    bodies,
    shapes,
    pins: [
      ...LIMBS.map(({ name, of }) => pin(name, of)),
      pin('torso', 'right arm'),
      pin('right arm', 'right forearm'),
      pin('right forearm', null),
    ],
  };
}

/** Let go from rest: what gravity does in one step. */
export const fallen = (tree: Tree, velocities?: Velocity[]): Velocity[] =>
  tree.bodies.map((_, i) => {
    const [vx, vy, w] = velocities?.[i] ?? [0, 0, 0];
    return [vx!, vy! - STEP * GRAVITY, w!];
  });

/** So many links of a metre, hung level from one end. */
export const rope = (links: number): Tree => ({
  bodies: Array.from({ length: links }, (_, i) => ({
    name: String(i),
    mass: 1,
    inertia: 1 / 12,
    x: i + 0.5,
    y: 0,
    angle: 0.5 * Math.PI,
  })),
  pins: Array.from({ length: links }, (_, i) => ({
    name: String(i),
    child: links - 1 - i,
    parent: links - 2 - i,
    x: links - 1 - i,
    y: 0,
  })),
});

/** The whip: five links on a nail, each turned against the one before by so much, degrees, and turning so fast, rad/s. */
const LINKS = { length: 0.3, radius: 0.03, angles: [-6, 9, -8, -8, 5], spins: [3, 1, -3, 2, 1] } as const;
/** Degrees: how far each joint but the nail goes to either side. */
export const RANGE = 10;

export interface Whip extends Person {
  /** m/s and rad/s before the step: no pin opens. */
  velocities: Velocity[];
  /** rad, by pin: how far it is turned; the nail goes round. */
  turned: number[];
}

export function whip(throwing: number): Whip {
  const [bodies, shapes, pins, velocities, turned] = [[], [], [], [], []] as [
    Body[],
    Shape[],
    Pin[],
    Velocity[],
    number[],
  ];
  const { length, radius } = LINKS;
  let [x, y, angle, vx, vy, w] = [0, 0, 0, 0, 0, 0];
  for (const [i, degrees] of LINKS.angles.entries()) {
    angle += degrees * DEGREES;
    w += throwing * LINKS.spins[i]!;
    const [cx, cy] = placed(x, y, angle, 0.5 * length, 0);
    bodies.push({ name: `link ${i + 1}`, mass: 1, inertia: length ** 2 / 12, x: cx, y: cy, angle });
    shapes.push({ radius, half: 0.5 * length });
    velocities.push([vx - w * (cy - y), vy + w * (cx - x), w]);
    pins.unshift({ name: i === 0 ? 'nail' : `joint ${i}`, child: i, parent: i - 1, x, y });
    turned.unshift(degrees * DEGREES);
    vx -= 2 * w * (cy - y);
    vy += 2 * w * (cx - x);
    [x, y] = placed(x, y, angle, length, 0);
  }
  return { bodies, shapes, pins, velocities, turned };
}

/** rad: from where to where a pin goes, seen from where it is; null where it goes round. */
export type Limits = ([number, number] | null)[];

/** A hinge's axes seen from a body that is turned so far: x is the world's z, y its x, z its y. So what the page reads is along the world's axes. */
function frame(angle: number): [number, number, number, number] {
  const [c, s] = [0.5 * Math.cos(0.5 * angle), -0.5 * Math.sin(0.5 * angle)];
  return [s - c, -s - c, s - c, s + c];
}

/** The same in space: hinges across the plane, body 0 is what does not move. */
export function sceneOf(
  tree: Person,
  { limits, locked, velocities }: { limits?: Limits; locked?: number; velocities?: Velocity[] } = {},
): SceneDescription {
  const anchor = (body: Body, pin: Pin): [number, number, number] => {
    const [x, y] = [pin.x - body.x, pin.y - body.y];
    const [c, s] = [Math.cos(body.angle), Math.sin(body.angle)];
    return [c * x + s * y, c * y - s * x, 0];
  };
  return {
    version: 2,
    gravity: [0, -GRAVITY, 0],
    bodies: [
      { position: [0, 0, 0], radius: 0.03, fixed: true },
      ...tree.bodies.map(({ x, y, angle, mass, inertia }, i) => {
        const [vx, vy, w] = velocities?.[i] ?? [0, 0, 0];
        const { radius, half, box } = tree.shapes[i]!;
        return {
          position: [x, y, 0] as [number, number, number],
          rotation: [0, 0, Math.sin(0.5 * angle), Math.cos(0.5 * angle)] as [number, number, number, number],
          linearVelocity: [vx!, vy!, 0] as [number, number, number],
          angularVelocity: [0, 0, w!] as [number, number, number],
          shape: box
            ? {
                type: 'box' as const,
                halfExtents: [box[0], box[1], 0.5 * TORSO.depth] as [number, number, number],
              }
            : { type: 'capsule' as const, radius, halfHeight: half },
          mass,
          // in the plane only the last one counts
          inertia: [inertia, inertia, inertia] as [number, number, number],
        };
      }),
    ],
    joints: tree.pins.map((pin, l) => {
      const parent = pin.parent < 0 ? null : tree.bodies[pin.parent]!;
      const limit = l === locked ? ([0, 0] as [number, number]) : limits?.[l];
      return {
        type: 'hinge' as const,
        a: pin.parent + 1,
        b: pin.child + 1,
        anchorA: parent ? anchor(parent, pin) : ([pin.x, pin.y, 0] as [number, number, number]),
        anchorB: anchor(tree.bodies[pin.child]!, pin),
        frameA: frame(parent?.angle ?? 0),
        frameB: frame(tree.bodies[pin.child]!.angle),
        ...(limit ? { limit } : {}),
      };
    }),
  };
}
