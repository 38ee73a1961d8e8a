// Where copies of a scene stand beside each other, and where the camera stands before them all.
import type { Camera, Overlays } from '../beadwork';
import type { LabState } from './state';

/** Extents of a scene's centres as it starts, m. */
export interface Extents {
  min: [number, number, number];
  max: [number, number, number];
  /** Of the largest bead. */
  radius: number;
}

export interface Layout {
  /** Of each copy, m. */
  offsets: [number, number, number][];
  /** None where the view frames the scene by itself. */
  camera: Camera | null;
  bar: Overlays['bar'];
}

const FIELD_OF_VIEW = 0.5;
/** An unfinished solver's chain may stretch to this many times its length and stay in the picture. */
const ROOM = 1.82;
/** The bar's height above the pins' centres and its radius, in bead radii. */
const BAR_ABOVE = 1.5;
const BAR_RADIUS = 0.5;
/** Of the picture's width, what the page's text and figures take. */
const INNER = 0.96;

export function extentsOf(positions: Float32Array, radius: number): Extents {
  const min: Extents['min'] = [Infinity, Infinity, Infinity];
  const max: Extents['max'] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const [axis, value] = [i % 3, positions[i]!];
    min[axis] = Math.min(min[axis]!, value);
    max[axis] = Math.max(max[axis]!, value);
  }
  return { min, max, radius };
}

export function layOut(state: LabState, copies: number, extents: Extents, aspect: number): Layout {
  return state.scene === 'pendant'
    ? hang(state.options, copies, extents, aspect)
    : row(copies, extents, aspect);
}

/** Pendants side by side from one bar, the camera locked so that the longest may stretch. */
function hang(options: Record<string, number>, copies: number, extents: Extents, aspect: number): Layout {
  const { beads = 24, radius = 0.25, tilt = 0.5 } = options;
  const length = 2 * radius * (beads - 1);
  const swing = length * Math.abs(Math.sin(Math.min(Math.abs(tilt), Math.PI / 2)));
  const height = ROOM * length + 4 * radius;
  // two stand clear of each other; more, which swing in step, each above its own figure where there is room
  const column = Math.min(1.15 * length, (INNER * height * aspect) / copies);
  const apart = copies > 2 ? Math.max(0.42 * length, column) : (aspect < 1.3 ? 0.72 : 1.05) * length;
  const lift = (ROOM - 1) * length;
  const top = extents.max[1] + lift + BAR_ABOVE * radius;
  const half = (0.5 * (copies - 1) + 0.28) * apart;
  const width = (copies - 1) * apart + (copies > 1 ? 0.85 : 2) * swing + 4 * radius;
  const distance = Math.max(height, width / aspect) / (2 * Math.tan(0.5 * FIELD_OF_VIEW));
  // where width decides there is height to spare: the bar stays in the upper part
  const shown = 2 * distance * Math.tan(0.5 * FIELD_OF_VIEW);
  return {
    offsets: Array.from({ length: copies }, (_, k) => [(k - 0.5 * (copies - 1)) * apart, lift, 0]),
    camera: {
      target: [0, top + 0.035 * shown - 0.5 * shown, 0],
      yaw: 0,
      pitch: 0.015,
      distance,
      fieldOfView: FIELD_OF_VIEW,
    },
    bar: { from: [-half, top, 0], to: [half, top, 0], radius: BAR_RADIUS * radius },
  };
}

/** Anything else in a row, with room for each to swing to both sides. */
function row(copies: number, { min, max, radius }: Extents, aspect: number): Layout {
  if (copies === 1) return { offsets: [[0, 0, 0]], camera: null, bar: undefined };
  const [width, height, depth] = [0, 1, 2].map((axis) => max[axis]! - min[axis]! + 2 * radius) as [
    number,
    number,
    number,
  ];
  const middle = [0, 1, 2].map((axis) => 0.5 * (max[axis]! + min[axis]!)) as [number, number, number];
  // as many in a row as fill the picture best; the others behind them would hide
  const apart = 1.15 * Math.max(width, 0.4 * height) + 0.1;
  const lift = 0.35 * height;
  const across = (copies - 1) * apart + width;
  const tall = height + lift;
  const distance =
    (1.12 * Math.max(tall, across / aspect)) / (2 * Math.tan(0.5 * FIELD_OF_VIEW)) + 0.5 * depth;
  return {
    offsets: Array.from({ length: copies }, (_, k) => [(k - 0.5 * (copies - 1)) * apart, lift, 0]),
    camera: {
      target: [middle[0], middle[1] + 0.5 * lift, middle[2]],
      yaw: 0,
      pitch: 0.1,
      distance,
      fieldOfView: FIELD_OF_VIEW,
    },
    bar: undefined,
  };
}

/** A point of the world in the picture, from 0 to 1 rightwards and downwards. */
export function project(camera: Camera, point: readonly number[], aspect: number): [number, number] {
  const { target, yaw, pitch, distance, fieldOfView } = camera;
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  const back = [sy * cp, sp, cy * cp];
  const right = [cy, 0, -sy];
  const up = [-sp * sy, cp, -sp * cy];
  const d = point.map((x, axis) => x - target[axis]! - distance * back[axis]!);
  const along = (axis: number[]) => d.reduce((sum, x, k) => sum + x * axis[k]!, 0);
  const depth = -along(back);
  const focal = 0.5 / Math.tan(0.5 * fieldOfView);
  return [0.5 + (focal / aspect) * (along(right) / depth), 0.5 - focal * (along(up) / depth)];
}
