// The threads of a scene as it was opened: whom they join, how long they are, and which of them still hold something
// up after cuts and pins.
import type { NumberedScene } from '../beadwork';
import type { Edit } from './edit';

/** To the world: from a body to itself, without a length. */
export interface Thread {
  a: number;
  b: number;
  /** From centre to centre when it is straight, m. */
  rest: number;
}

export interface Threads {
  /** In the scene's order; a cut one keeps its index. */
  list: Thread[];
  /** Bodies that the scene holds. */
  fixed: ReadonlySet<number>;
  bodies: number;
}

export function threadsOf({ bodies, joints = [] }: NumberedScene): Threads {
  return {
    list: joints.map(({ a, b, anchorA, anchorB }) => {
      if (a === 'world') return { a: b as number, b: b as number, rest: 0 };
      if (b === 'world') return { a, b: a, rest: 0 };
      return { a, b, rest: Math.hypot(...anchorA) + Math.hypot(...anchorB) };
    }),
    fixed: new Set(bodies.flatMap(({ fixed }, body) => (fixed ? [body] : []))),
    bodies: bodies.length,
  };
}

export interface Hanging {
  /** Threads that are whole and hang, through others, on a held bead; all whole ones where no bead is held. */
  threads: Thread[];
  /** For each body, whether it hangs on a held one. */
  held: boolean[];
}

export function hanging({ list, fixed, bodies }: Threads, edits: readonly Edit[]): Hanging {
  const cut = new Set(edits.flatMap((edit) => (edit.kind === 'cut' ? [edit.joint] : [])));
  const pins = new Set(fixed);
  for (const edit of edits)
    if (edit.kind === 'pin') edit.fixed ? pins.add(edit.body) : pins.delete(edit.body);
  const whole = list.filter((_, joint) => !cut.has(joint));
  for (const { a, b } of whole) if (a === b) pins.add(a);
  const neighbours: number[][] = Array.from({ length: bodies }, () => []);
  for (const { a, b } of whole) {
    neighbours[a]!.push(b);
    neighbours[b]!.push(a);
  }
  const held: boolean[] = Array(bodies).fill(false);
  const next = [...pins];
  for (const body of next) held[body] = true;
  for (let body = next.pop(); body !== undefined; body = next.pop())
    for (const other of neighbours[body]!)
      if (!held[other]) {
        held[other] = true;
        next.push(other);
      }
  return { threads: pins.size > 0 ? whole.filter(({ a }) => held[a]) : whole, held };
}

/** Σ (distance − rest) / Σ rest: how much longer the threads are than they were made; none where there is no thread. */
export function stretchOf(positions: ArrayLike<number>, threads: Thread[]): number | null {
  let [length, made] = [0, 0];
  for (const { a, b, rest } of threads) {
    const apart = [0, 1, 2].map((axis) => positions[3 * a + axis]! - positions[3 * b + axis]!);
    length += Math.hypot(...apart);
    made += rest;
  }
  // threads that bend where beads touch are a little shorter than straight ones: that is no stretch
  return made > 0 ? Math.max(0, length / made - 1) : null;
}
