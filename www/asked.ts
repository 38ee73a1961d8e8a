// What callers hand to a simulation, checked before the wasm sees it, and what the wasm writes as JSON, as callers get it.
import type { SceneArguments } from './away';
import { BeadworkError } from './errors';
import { toJson } from './plain';
import type { SimulationOptions } from './simulation';
import type { JointReading, State } from './types';

const OPTIONS = ['scene', 'sceneOptions', 'parameters', 'machine', 'prefer'];

/** The arrays of a `State`, in the order in which the wasm takes them. */
export const STATE_ARRAYS = [
  'positions',
  'rotations',
  'linearVelocities',
  'angularVelocities',
  'multipliers',
] as const satisfies (keyof State)[];

/** Options are an object with fields of these names. */
export function refuseUnknown(options: object, known: readonly string[]): void {
  if (options === null || typeof options !== 'object') {
    throw new BeadworkError('parameter', 'The options must be an object.', 'options');
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const name = unknown.slice(0, 60);
    throw new BeadworkError(
      'parameter',
      `There is no option called '${name}'; there are ${known.join(', ')}.`,
      name,
    );
  }
}

/** What `Simulation.create` is given. */
export function readOptions(options: SimulationOptions): SimulationOptions {
  refuseUnknown(options, OPTIONS);
  return options;
}

/** What the wasm takes for a scene: a name or a description, which of the two, and options. */
export function readScene(scene: unknown, options: unknown = {}): SceneArguments {
  if (typeof scene === 'string')
    return [scene, false, toJson(options, 'scene', 'sceneOptions', 'sceneOptions')];
  if (scene === null || typeof scene !== 'object') {
    throw new BeadworkError('scene', "scene must be a built-in scene's name or a scene object.", 'scene');
  }
  return [toJson(scene, 'scene', 'scene'), true, '{}'];
}

export function wholeNumber(value: unknown, name: string, max: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new BeadworkError('parameter', `${name} must be a whole number from 0 to ${max}.`, name);
}

/** A body's or a joint's index, which `find` gives for a name. */
export function readIndex(which: unknown, what: string, find: (name: string) => number): number {
  if (typeof which === 'string') return find(which);
  if (typeof which === 'number' && Number.isInteger(which) && which >= 0 && which <= 0xffffffff) return which;
  throw new BeadworkError('parameter', `${what} must be an index, a whole number from 0, or a name.`, what);
}

/** A list of indices or names; none means all. */
export function readIndices(
  list: (number | string)[] | undefined,
  name: string,
  find: (name: string) => number,
): Uint32Array | undefined {
  if (list === undefined) return undefined;
  const whole = (which: unknown) =>
    typeof which === 'string' ||
    (Number.isInteger(which) && (which as number) >= 0 && (which as number) <= 0xffffffff);
  // a hole in a list is no number either
  if (Array.isArray(list) && Array.from(list).every(whole))
    return Uint32Array.from(list, (which) => (typeof which === 'string' ? find(which) : which));
  const message = `${name} must be a list of indices, whole numbers from 0, or names.`;
  throw new BeadworkError('parameter', message, name);
}

/** Where poses of so many bodies are to go; an array of one's own, or none. */
export function readInto(into: unknown, bodies: number): Float32Array | undefined {
  if (into === undefined || (into instanceof Float32Array && into.length >= 7 * bodies)) return into;
  const message = `into must be a Float32Array with room for 7 numbers of each of ${bodies} bodies, or left out.`;
  throw new BeadworkError('parameter', message, 'into');
}

export function readName(name: unknown): string {
  if (typeof name === 'string') return name;
  throw new BeadworkError('parameter', 'name must be a text.', 'name');
}

/** Numbers of bodies or joints, which `find` gives for names; the path of a fault is of the list given. */
export function readNumbers(
  list: (number | string)[],
  name: string,
  find: (name: string) => number,
): Uint32Array {
  if (!Array.isArray(list))
    throw new BeadworkError('parameter', `${name} must be a list of numbers or names.`, name);
  const number = (one: number | string, at: number) =>
    typeof one === 'string' ? find(one) : wholeNumber(one, `${name}[${at}]`, 0xffffffff);
  return Uint32Array.from(list as number[], number);
}

/** A reading as JSON has it: without NaN. */
type Written = Omit<JointReading, 'coordinates' | 'speeds' | 'forces'> &
  Record<'coordinates' | 'speeds' | 'forces', (number | null)[]>;

/** Where a joint has no row there is no number. */
export function readingsOf(json: string): JointReading[] {
  const numbers = (list: (number | null)[]) => list.map((x) => x ?? Number.NaN);
  return (JSON.parse(json) as Written[]).map(({ coordinates, speeds, forces, ...rest }) => ({
    ...rest,
    coordinates: numbers(coordinates),
    speeds: numbers(speeds),
    forces: numbers(forces),
  }));
}

type Floats = Float32Array;

/** A state as the wasm takes it: time, `STATE_ARRAYS`, and what may be left out. */
export function readStateArrays(
  state: State,
): [number, Floats, Floats, Floats, Floats, Floats, Floats, Uint32Array, Floats, Floats, Floats] {
  const { time } = state ?? {};
  if (typeof time !== 'number') {
    throw new BeadworkError('parameter', 'time must be a finite number of seconds.', 'time');
  }
  const [x, q, v, w, multipliers] = STATE_ARRAYS.map((name) => {
    const array = state[name];
    if (array instanceof Float32Array) return array;
    throw new BeadworkError('parameter', `${name} must be a Float32Array.`, name);
  }) as [Floats, Floats, Floats, Floats, Floats];
  const { torques = new Float32Array(), broken = new Uint32Array(), contacts = new Float32Array() } = state;
  const { wound = new Float32Array(), solverMemory = new Float32Array() } = state;
  for (const [name, array, kind] of [
    ['torques', torques, Float32Array],
    ['broken', broken, Uint32Array],
    ['contacts', contacts, Float32Array],
    ['wound', wound, Float32Array],
    ['solverMemory', solverMemory, Float32Array],
  ] as const) {
    if (!(array instanceof kind))
      throw new BeadworkError('parameter', `${name} must be a ${kind.name}, or left out.`, name);
  }
  return [time, x, q, v, w, multipliers, torques, broken, contacts, wound, solverMemory];
}
