// From a place in the picture to one in the world, and which way of the world the picture faces.
import type { Camera, Vector } from '../../beadwork';
import type { Point } from '../../player/sight';
import type { Size } from '../placing';
import { dot, minus, plus, scaled, unit } from '../vectors';
import type { Ray } from './solid';

/** Lines of the grid from the bottom of the picture to its top, about. */
const LINES = 40;

/** Unit vectors: to the right, up, and towards whoever looks. */
export function axesOf({ yaw, pitch }: Camera): [Vector, Vector, Vector] {
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return [
    [cy, 0, -sy],
    [-sp * sy, cp, -sp * cy],
    [sy * cp, sp, cy * cp],
  ];
}

export function rayAt(camera: Camera, { x, y }: Point, { width, height }: Size): Ray {
  const [right, up, towards] = axesOf(camera);
  const focal = (0.5 * height) / Math.tan(0.5 * camera.fieldOfView);
  const way = plus(plus(scaled(right, x - width / 2), scaled(up, height / 2 - y)), scaled(towards, -focal));
  return {
    from: plus(camera.target, scaled(towards, camera.distance)),
    along: scaled(way, 1 / Math.hypot(...way)),
  };
}

/** The axis of the world that looks most straight at the viewer: bodies are moved in the plane across it. */
export function facing(camera: Camera): Vector {
  const [, , towards] = axesOf(camera);
  const k = [0, 1, 2].reduce((most, i) => (Math.abs(towards[i]!) > Math.abs(towards[most]!) ? i : most), 2);
  return scaled(unit(k), Math.sign(towards[k]!) || 1);
}

/** The axes of the world that go most to the right and most upwards in the picture. */
export function ways(camera: Camera): [Vector, Vector] {
  const [right, up] = axesOf(camera);
  const out = facing(camera);
  const most = (of: Vector, not: Vector[]) => {
    const free = [0, 1, 2].filter((k) => not.every((axis) => axis[k] === 0));
    const k = free.reduce((best, i) => (Math.abs(of[i]!) > Math.abs(of[best]!) ? i : best), free[0]!);
    return scaled(unit(k), Math.sign(of[k]!) || 1);
  };
  const along = most(right, [out]);
  return [along, most(up, [out, along])];
}

/** Where a ray meets the plane through a point across an axis; the point itself where it never does. */
export function onPlane({ from, along }: Ray, through: Vector, across: Vector): Vector {
  const t = dot(minus(through, from), across) / dot(along, across);
  return Number.isFinite(t) && t > 0 ? plus(from, scaled(along, t)) : through;
}

/** 1, 2 or 5 times a power of ten, m, so that the picture has about forty lines. */
export function gridOf({ distance, fieldOfView }: Camera): number {
  const wanted = (2 * distance * Math.tan(0.5 * fieldOfView)) / LINES;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 5, 10].map((of) => of * power).find((step) => step >= 0.75 * wanted)!;
}

/** Onto the grid, but for the way across the plane. */
export const snapped = (point: Vector, step: number, across: Vector): Vector =>
  point.map((x, k) => (across[k] === 0 ? Math.round(x / step) * step : x)) as Vector;
