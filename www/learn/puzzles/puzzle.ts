// What a puzzle is: arrays in, arrays out, the truth about them in f64, and the cases that a reader's kernel is tried on.
// Its words stand in learn/puzzles.html, its texts in kernels/.

/** Items of an array as WGSL has them. */
export type Kind = 'f32' | 'u32' | 'vec2<f32>' | 'vec2<u32>' | 'vec3<f32>' | 'vec4<f32>';

/** One array, in the order of the bindings; binding 0 is `step`. */
export interface Field {
  name: string;
  kind: Kind;
  /** Read only; read and written; empty at the start; room to work in, which nobody judges. */
  role: 'in' | 'both' | 'out' | 'scratch';
}

/** Arrays by their names, flat: three numbers for each vec3. */
export type Values = Record<string, number[]>;

export interface Case {
  /** What it is, within a sentence: "one body alone". */
  about: string;
  step: Record<string, number>;
  /** Of the fields that are not empty at the start. */
  values: Values;
  /** How many items the others have. */
  sizes?: Record<string, number>;
  /** Workgroups of a dispatch. */
  groups: number;
  /** What `step` has in each dispatch, one after the other; one dispatch where nothing is said. */
  rounds?: Record<string, number>[];
}

/** A mistake that is often made: what it gives, and what to say of it. */
export interface Mistake {
  says: string;
  gives: (one: Case) => Values;
}

/** An array as the kernel left it, as it should be, and which items are right; null before anything ran. */
export interface Pair {
  found: number[] | null;
  wanted: number[];
  right: boolean[] | null;
  /** Items behind its end that the kernel wrote. */
  beyond: number[];
}

/** The picture of a case, of any of its arrays. */
export type Draw = (of: (field: string) => Pair, one: Case) => SVGSVGElement;

export interface Puzzle {
  name: string;
  step: Record<string, 'f32' | 'u32'>;
  fields: Field[];
  /** The first is the one that the page shows. */
  cases: Case[];
  truth: (one: Case) => Values;
  /** How far a number may be off, as a share of the greatest in its array. */
  tolerance: number;
  mistakes: Mistake[];
  /** What is still to be said where all numbers are right, as it may be by luck. */
  objects?: (code: string) => string | null;
  draw: Draw;
  /** The kernel is run frame after frame: the case that the next frame begins with, from what it found in this one. */
  next?: (one: Case, found: Values) => Case;
}

export const WORKGROUP = 64;

const COMPONENTS: Record<Kind, number> = {
  f32: 1,
  u32: 1,
  'vec2<f32>': 2,
  'vec2<u32>': 2,
  'vec3<f32>': 3,
  'vec4<f32>': 4,
};

export const componentsOf = ({ kind }: Field): number => COMPONENTS[kind];
export const isWhole = ({ kind }: Field): boolean => kind.includes('u32');
export const isWritten = ({ role }: Field): boolean => role !== 'in';
export const isJudged = ({ role }: Field): boolean => role === 'both' || role === 'out';

/** How many items a field has in a case. */
export function itemsOf(field: Field, one: Case): number {
  const values = one.values[field.name];
  return values ? values.length / componentsOf(field) : (one.sizes?.[field.name] ?? 0);
}

/** A case for so many GPU threads. Its numbers are rounded to f32, so that truth and kernel begin alike. */
export function caseOf(
  about: string,
  threads: number,
  step: Record<string, number>,
  values: Values,
  more: Pick<Case, 'sizes' | 'rounds'> = {},
): Case {
  const rounded = (numbers: Record<string, number>) =>
    Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Math.fround(value)]));
  return {
    about,
    step: rounded(step),
    values: Object.fromEntries(
      Object.entries(values).map(([name, list]) => [name, list.map((value) => Math.fround(value))]),
    ),
    // even of nothing one group is started, as the guard has to hold there too
    groups: Math.max(1, Math.ceil(threads / WORKGROUP)),
    ...more,
  };
}
