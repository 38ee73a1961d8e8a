// What can be dropped into a scene that runs, and how an address says what was dropped.
import type { BodyDescription, NumberedJoint, Vector } from '../../beadwork';

export const THINGS = { box: 'Box', ball: 'Ball', ragdoll: 'Ragdoll', chain: 'Chain' } as const;

export type Thing = keyof typeof THINGS;

/** A joint of which no end is the world. */
export type BetweenBodies = NumberedJoint & { a: number; b: number };

export interface Parts {
  bodies: BodyDescription[];
  /** Their a and b are places in `bodies`. */
  joints: BetweenBodies[];
}

export interface Drop {
  thing: Thing;
  /** Its middle, m. */
  at: Vector;
  /** m: half of a box's edge, a ball's radius, a ragdoll's height, the radius of a chain's beads. */
  size: number;
  /** kg/m³ */
  density: number;
  /** Made of the rest (parts.ts) before it is put anywhere. */
  parts?: Parts;
}

/** Digits of its numbers: what is dropped is what the address says. */
const DIGITS = 4;

export const rounded = (value: number): number => Number(value.toPrecision(DIGITS)) || 0;

export const writeDrops = (drops: readonly Drop[]): string =>
  drops.map(({ thing, at, size, density }) => [thing, ...at, size, density].join(' ')).join(',');

/** One by one; null for each that makes no sense. How large it may be, the simulation says. */
export const readDrops = (text: string): (Drop | null)[] =>
  text.split(',').map((one) => {
    const [thing = '', ...words] = one.trim().split(/\s+/);
    const numbers = words.map(Number);
    if (!Object.hasOwn(THINGS, thing) || numbers.length !== 5 || !numbers.every(Number.isFinite)) return null;
    const [x, y, z, size, density] = numbers as [number, number, number, number, number];
    return size > 0 && density > 0 ? { thing: thing as Thing, at: [x, y, z], size, density } : null;
  });
