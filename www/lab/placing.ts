// Where copies of a scene stand beside each other, and where the camera stands, so that they and their swing fill the
// picture.
import type { Camera, Overlays, Vector } from '../beadwork';
import { competitors, type LabState } from './state';

/** A box around centres, m. */
export interface Box {
  min: Vector;
  max: Vector;
}

export interface Layout {
  /** Of each copy, m. */
  offsets: Vector[];
  camera: Camera;
  bar: Overlays['bar'];
  /** Above each copy, where its name stands, m. */
  tops: Vector[];
  /** As low as the weight of a chain that does not stretch comes: from before the first copy to past the last one's swing, m. */
  level: [Vector, Vector] | null;
}

/** The picture, in CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

const FIELD_OF_VIEW = 0.5;
/** How far from above scenes in a row are seen, rad, and those that lie on the ground. */
const PITCH = 0.1;
const PITCHES: Record<string, number> = {
  pyramid: 0.14,
  'large-pyramid': 0.14,
  wrecking: 0.22,
  pour: 0.3,
  'many-pyramids': 0.42,
  heap: 0.75,
  dominoes: 0.5,
  chutes: 0.3,
  tablecloth: 0.35,
  car: 0.4,
  'ragdoll-drop': 0.2,
};
/** From how far to the right a scene alone is seen, rad, where its front would show too little: a wall by its edge, a box as a square. */
const YAWS: Record<string, number> = {
  wrecking: -0.6,
  chutes: 0.3,
  tablecloth: 0.4,
  stack: 0.5,
  'high-mass-ratio': 0.5,
  pyramid: 0.4,
  'large-pyramid': 0.4,
};
/** Jacobi's chain stretches to so many times its length, as measured: 12 beads, a weight of 100, 10 passes: 1.5. */
const room = (beads: number, massRatio: number, passes: number): number =>
  1.1 + Math.min(1, (0.0039 * beads * massRatio) / passes);
/** So many lengths above where the scene has them, pendants hang: the ground is not for stretched chains to reach. */
const LIFT = 0.82;
/** The bar's height above the pins' centres and its radius, in bead radii. */
const BAR_ABOVE = 1.5;
const BAR_RADIUS = 0.5;
/** What is left free around what hangs, CSS pixels: above it for names. */
const FREE = { above: 34, beside: 16, below: 12 };

export function boxOf(positions: Float32Array): Box {
  const box: Box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] };
  for (let i = 0; i < positions.length; i++) {
    const [axis, value] = [i % 3, positions[i]!];
    box.min[axis] = Math.min(box.min[axis]!, value);
    box.max[axis] = Math.max(box.max[axis]!, value);
  }
  return box;
}

/** What a scene reaches from where it starts, by how it is made (src/scene/shapes.rs); beads' radii are not in it. */
export function reachOf(scene: string, options: Record<string, number>, start: Box): Box {
  const box = structuredClone(start);
  const { beads = 2, radius = 0, tilt = 0, rows = 2, depth = 1, slack = 0 } = options;
  const top = start.max[1];
  const height = top - start.min[1];
  const length = 2 * radius * (beads - 1);
  // whatever leans towards or away from us swings as far to the other side
  const lean = Math.max(-start.min[2], start.max[2]);
  const swing = (axis: 0 | 2, by: number) => {
    box.min[axis] = Math.min(box.min[axis], -by);
    box.max[axis] = Math.max(box.max[axis], by);
  };
  /** On ground that is to be seen before it. */
  const stand = () => {
    box.min[1] = -0.08 * box.max[1];
  };
  const grow = (by: Vector) => {
    by.forEach((more, axis) => {
      box.min[axis] = box.min[axis]! - more;
      box.max[axis] = box.max[axis]! + more;
    });
  };
  switch (scene) {
    case 'pendant':
    case 'necklaces': {
      const aside = length * Math.sin(Math.min(Math.abs(tilt), Math.PI / 2));
      if (tilt > 0) box.min[0] -= aside;
      else box.max[0] += aside;
      box.min[1] = Math.min(box.min[1], top - length);
      break;
    }
    case 'curtain':
      box.min[1] = top - length;
      break;
    case 'bridge':
      swing(2, lean);
      box.min[1] = top - Math.hypot(height, lean);
      break;
    case 'ring':
      box.min[1] -= 0.2 * height;
      swing(2, 0.2 * height);
      break;
    case 'tree':
      box.min[1] = top - 2 * radius * depth;
      break;
    case 'net':
      swing(2, lean);
      box.min[1] = top - 2 * radius * (rows - 1) - lean;
      break;
    case 'linkage':
      // the crank turns round, the rocker to both sides
      swing(0, Math.max(-start.min[0], start.max[0]) + 0.8 * height);
      box.min[1] -= height;
      box.max[1] += 0.3 * height;
      break;
    case 'glider': {
      // the table, from its lower edge to its upper one
      const { boxes = 3, slope = 0 } = options;
      const long = 0.6 * boxes + 0.13;
      const deep = 0.72 * long;
      [box.min, box.max] = [
        [-1.1 * long, 0, -deep * Math.cos(slope)],
        [1.1 * long, 2 * deep * Math.sin(slope) + 0.3, deep * Math.cos(slope)],
      ];
      break;
    }
    case 'suspension':
      // the banks that the deck ends on
      grow([0.25, 0.1, 0.7]);
      break;
    case 'track':
      // plates stand out of the ring that their middles are on
      grow([0.15, 0.1, 0.2]);
      box.min[1] -= 0.25 * height;
      break;
    case 'rope':
      swing(0, (1 + slack) * start.max[0]);
      box.min[1] = top - (1 + slack) * Math.hypot(height, start.max[0]);
      break;
    case 'ragdolls':
      // legs are up at the start
      box.min[1] = 0.4;
      box.max[2] += 0.4;
      break;
    case 'arm':
      // it lifts what it carries on the right, and turns it away from us
      [box.min, box.max] = [
        [-0.6, 0, -1.2],
        [1.4, 1.7, 0.3],
      ];
      break;
    case 'ragdoll-drop':
      // they come to lie about where they fall
      grow([0.4, 0, 0.6]);
      box.min[1] = 0;
      break;
    case 'chutes':
      // from the first chute's end to the board behind the funnel
      [box.min, box.max] = [
        [-1.9, 0, -0.9],
        [5.5, start.max[1] + 0.4, 0.9],
      ];
      break;
    case 'tablecloth':
      // the chairs, and most of the cloth where it has been pulled away
      [box.min, box.max] = [
        [-1.1, 0, -1],
        [2, 1.2, 1],
      ];
      break;
    case 'car':
      // behind the middle it may be far away
      [box.min, box.max] = [
        [-5.4, 0, -2],
        [5.4, 1, 5.6],
      ];
      break;
    case 'springs':
      // the rails, and boxes at the highest and the lowest one
      swing(0, 0.83);
      grow([0, 0.16, 0.12]);
      break;
    case 'joint-grid':
      // a slat's half width
      grow([0.1, 0.1, 0]);
      swing(2, lean);
      break;
    case 'stack':
    case 'high-mass-ratio':
    case 'pyramid':
    case 'large-pyramid':
    case 'many-pyramids':
      // boxes of a metre, on the ground
      grow([0.5, 0.5, 0.5]);
      stand();
      break;
    case 'dominoes':
      grow([0.2, 0.4, 0.2]);
      // the last one falls forwards
      box.max[0] += 0.6;
      stand();
      break;
    case 'heap': {
      // the box that it falls into
      const { count = 1 } = options;
      const side = Math.max(2, Math.ceil(0.9 * Math.cbrt(count)));
      const half = 1.1 * radius * side + 2.3 * radius;
      for (const axis of [0, 2] as const) swing(axis, half);
      stand();
      break;
    }
    case 'cradle':
      // what flies off on one side comes as far as what was lifted on the other
      swing(0, Math.max(-start.min[0], start.max[0]));
      // names stand above its bars
      box.max[1] += 0.1 * height;
      break;
    case 'wrecking':
      // the ball starts on the left; the wall gives way to the right
      grow([0.4, 0.4, 0.4]);
      box.max[0] = Math.max(box.max[0], -0.6 * box.min[0]);
      box.max[2] += 0.8;
      stand();
      break;
    case 'pour': {
      const { chains = 1 } = options;
      const wide = 5 * radius * Math.ceil(Math.sqrt(chains)) + 2 * radius * beads;
      for (const axis of [0, 2] as const) swing(axis, 0.5 * wide);
      stand();
      break;
    }
    case 'stable-spherical-chain':
      swing(0, start.max[0]);
      box.min[1] = top - start.max[0];
      break;
  }
  return box;
}

/**
 * A body that the camera goes with where its scene stands alone, by its place in the list (src/scene/vehicles.rs), and how much of what
 * is around it is seen, m: the middle of a copy's whole course is far from most of it.
 */
const FOLLOWED: Record<string, { body: number; around: Vector }> = {
  car: { body: 1, around: [2.4, 0.5, 1.8] },
};

/** None where several copies stand side by side: each is seen whole. */
export const followed = (scene: string, copies: number): number | undefined =>
  copies === 1 ? FOLLOWED[scene]?.body : undefined;

/** Around a body, by where it starts. */
function around(at: Vector, room: Vector): Box {
  return {
    min: at.map((x, axis) => x - room[axis]!) as Vector,
    max: at.map((x, axis) => x + room[axis]!) as Vector,
  };
}

/** `first`: where the body starts that the camera goes with, if there is one. */
export function layOut(
  state: LabState,
  copies: number,
  start: Box,
  radius: number,
  size: Size,
  first?: Vector,
): Layout {
  const reach = first
    ? around(first, FOLLOWED[state.scene]!.around)
    : reachOf(state.scene, state.options, start);
  return state.scene === 'pendant'
    ? hang(state, copies, start, reach, size)
    : row(copies, reach, radius, size, PITCHES[state.scene] ?? PITCH, copies > 1 ? 0 : YAWS[state.scene]);
}

const evenly = (copies: number, apart: number, lift = 0): Vector[] =>
  Array.from({ length: copies }, (_, k) => [(k - 0.5 * (copies - 1)) * apart, lift, 0]);

/** Pendants side by side from one bar, with room for the longest to stretch. */
function hang(state: LabState, copies: number, start: Box, reach: Box, size: Size): Layout {
  const { beads = 24, radius = 0.25, massRatio = 1 } = state.options;
  const passes = competitors(state).map(
    ({ parameters }) => parameters.iterations ?? state.parameters.iterations,
  );
  const length = 2 * radius * (beads - 1);
  const aside = Math.max(-reach.min[0], reach.max[0]);
  const low = room(beads, massRatio, Math.min(...passes)) * length + 2 * radius;
  // what a picture as high as the longest chain has room for beside the outer ones' swing
  const wide = (low * size.width) / Math.max(1, size.height - FREE.above - FREE.below) - 2 * aside;
  const usual = (copies > 2 ? 0.5 : 1.05) * length;
  const apart = Math.min(1.15 * length, Math.max(usual, wide / Math.max(1, copies - 1)));
  const offsets = evenly(copies, apart, LIFT * length);
  const pin = start.max[1] + LIFT * length;
  const top = pin + BAR_ABOVE * radius;
  const half = 0.5 * (copies - 1) * apart + Math.min(0.25 * apart, aside);
  const [first, last] = [offsets[0]![0], offsets.at(-1)![0]];
  const points: Vector[] = [
    [-half, top + radius, 0],
    [half, top + radius, 0],
  ];
  for (const x of [first, last]) {
    points.push([x, pin - low, 0]);
    for (const side of [-1, 1]) points.push([x + side * (aside + radius), pin - length, 0]);
  }
  // the first one stretches while it swings
  const lean = Math.asin(Math.min(1, aside / length));
  points.push([first - 1.3 * aside - radius, pin - 1.3 * length * Math.cos(lean), 0]);
  const end = pin - length - radius;
  return {
    offsets,
    camera: fit(points, 0.015, size, { upwards: 0 }),
    bar: { from: [-half, top, 0], to: [half, top, 0], radius: BAR_RADIUS * radius },
    tops: offsets.map(([x]) => [x, top + BAR_RADIUS * radius, 0]),
    level: [
      [first - 2 * radius, end, 0],
      [last + aside + 2 * radius, end, 0],
    ],
  };
}

/** Anything else in a row. */
function row(copies: number, reach: Box, radius: number, size: Size, pitch: number, yaw = 0): Layout {
  const [min, max] = [reach.min.map((x) => x - radius), reach.max.map((x) => x + radius)] as [Vector, Vector];
  const width = max[0] - min[0];
  const offsets = evenly(copies, 1.12 * width);
  const points: Vector[] = offsets.flatMap(([x]) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map(
      (corner): Vector => [
        x + (corner & 1 ? max : min)[0],
        (corner & 2 ? max : min)[1],
        (corner & 4 ? max : min)[2],
      ],
    ),
  );
  return {
    offsets,
    camera: fit(points, pitch, size, { yaw }),
    bar: undefined,
    // from above the far edge is seen higher
    tops: offsets.map(([x]) => [x + 0.5 * (min[0] + max[0]), max[1], min[2]]),
    level: null,
  };
}

/**
 * A camera that looks from the front, or from `yaw` rad to the right of it, `pitch` rad down, and is as near as it can be with all points in the free part of
 * the picture. At distance d, with its target moved by a, a point (r, f) right of and behind the middle is seen within
 * the limits x₋ and x₊ where d ≥ (r − a)/x₊ − f and d ≥ −(r − a)/x₋ − f. The least d that fulfils both for all points is
 * where their two maxima A and B meet: d = A − a/x₊ = B + a/x₋. Where the other axis asks for a larger one there is height
 * to spare: `upwards` of it, from 0 to 1, is left above.
 */
export function fit(
  points: readonly Vector[],
  pitch: number,
  size: Size,
  { upwards = 0.5, yaw = 0 } = {},
): Camera {
  const tangent = Math.tan(0.5 * FIELD_OF_VIEW);
  const [sp, cp] = [Math.sin(pitch), Math.cos(pitch)];
  const [sy, cy] = [Math.sin(yaw), Math.cos(yaw)];
  const seen = points.map(([x, y, z]) => {
    const near = sy * x + cy * z;
    return { right: cy * x - sy * z, up: cp * y - sp * near, behind: -sp * y - cp * near };
  });
  const shortest = Math.max(1, Math.min(size.width, size.height));
  const share = (pixels: number, of: number) => 1 - (2 * Math.min(pixels, 0.1 * shortest)) / Math.max(1, of);
  /** Of one axis: the least distance, and where between its limits the target may be at a larger one. */
  const axis = (low: number, high: number, at: (point: (typeof seen)[number]) => number) => {
    const a = Math.max(...seen.map((point) => at(point) / high - point.behind));
    const b = Math.max(...seen.map((point) => -at(point) / low - point.behind));
    return {
      least: (a * high + b * low) / (high + low),
      moved: (depth: number, share: number) => (1 - share) * high * (a - depth) + share * low * (depth - b),
    };
  };
  const sides = (tangent * size.width * share(FREE.beside, size.width)) / Math.max(1, size.height);
  const across = axis(sides, sides, ({ right }) => right);
  const upright = axis(
    tangent * share(FREE.below, size.height),
    tangent * share(FREE.above, size.height),
    ({ up }) => up,
  );
  /** Of the camera, before where depths count from. */
  const eye = Math.max(across.least, upright.least);
  const [right, up] = [across.moved(eye, 0.5), upright.moved(eye, upwards)];
  const middle =
    0.5 * (Math.min(...seen.map(({ behind }) => behind)) + Math.max(...seen.map(({ behind }) => behind)));
  const near = -sp * up - cp * middle;
  return {
    target: [cy * right + sy * near, cp * up - sp * middle, -sy * right + cy * near],
    yaw,
    pitch,
    distance: eye + middle,
    fieldOfView: FIELD_OF_VIEW,
  };
}
