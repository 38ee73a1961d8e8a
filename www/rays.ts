// Rays as callers hand them in, checked and as the wasm takes them, and what it gives back as callers get it.
import { BeadworkError } from './errors';
import type { Ray, RayHit } from './ray-types';
import type { Vector } from './types';

/** The same in src/simulation/rays.rs. */
const MOST_RAYS = 65_535;
/** Numbers of a ray, and of what it met. */
const WIDTH = 8;
const FIELDS = ['origin', 'direction', 'maxDistance', 'collidesWith'];
const ALL = 0xffffffff;

function refuse(path: string, what: string): never {
  throw new BeadworkError('parameter', `${path} ${what}.`, path);
}

function vector(value: unknown, path: string): number[] {
  if (Array.isArray(value) && value.length === 3 && value.every((x) => typeof x === 'number')) return value;
  return refuse(path, 'must be a list of three numbers');
}

/** What numbers there may be the wasm says. */
function numbers(ray: unknown, name: string, at: string): number[] {
  try {
    return fields(ray, name, at);
  } catch (error) {
    if (error instanceof BeadworkError) throw error;
    return refuse(name, 'cannot be read: reading it throws');
  }
}

function fields(ray: unknown, name: string, at: string): number[] {
  if (ray === null || typeof ray !== 'object' || Array.isArray(ray)) return refuse(name, 'must be an object');
  const unknown = Object.keys(ray).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) {
    const field = unknown.slice(0, 60);
    const message = `There is no field called '${field}'; there are ${FIELDS.join(', ')}.`;
    throw new BeadworkError('parameter', message, at + field);
  }
  const { origin, direction, maxDistance = Number.POSITIVE_INFINITY, collidesWith = ALL } = ray as Ray;
  if (typeof maxDistance !== 'number')
    return refuse(`${at}maxDistance`, 'must be a number of metres, 0 or more');
  if (!Number.isInteger(collidesWith) || collidesWith < 0 || collidesWith > ALL)
    return refuse(`${at}collidesWith`, `must be a whole number from 0 to ${ALL}`);
  return [
    ...vector(origin, `${at}origin`),
    ...vector(direction, `${at}direction`),
    maxDistance,
    collidesWith,
  ];
}

/** One ray. */
export const readRay = (ray: Ray): Float64Array => Float64Array.from(numbers(ray, 'ray', ''));

/** One behind the other. */
export function readRays(rays: Ray[]): Float64Array {
  if (!Array.isArray(rays)) return refuse('rays', 'must be a list of rays');
  const count = rays.length;
  if (count > MOST_RAYS)
    throw new BeadworkError('limit', `A call casts at most ${MOST_RAYS} rays; these are ${count}.`, 'rays');
  const all = new Float64Array(WIDTH * count);
  for (let i = 0; i < count; i++) all.set(numbers(rays[i], `rays[${i}]`, `rays[${i}].`), WIDTH * i);
  return all;
}

/** As `castRays` of the wasm resolves: body, distance, point, normal; a body of −1 is none. */
export function hitsOf(met: Float64Array): (RayHit | null)[] {
  const three = (at: number) => Array.from(met.subarray(at, at + 3)) as Vector;
  return Array.from({ length: met.length / WIDTH }, (_, i) => {
    const at = WIDTH * i;
    const body = met[at]!;
    return body < 0 ? null : { body, distance: met[at + 1]!, point: three(at + 2), normal: three(at + 5) };
  });
}
