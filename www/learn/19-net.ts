// Nets of beads as graphs: who is tied to whom, and which joints share a bead that moves. Joints have the numbers that the built-in
// scene gives them. Nothing is drawn here.

export interface Net {
  /** Beads, each with its place in the drawing: to the right and down, in threads. */
  beads: { x: number; y: number; held: boolean }[];
  /** The two beads of each joint. */
  ties: [number, number][];
}

/** Row by row, each bead's joint to the right and then the one below it; the upper corners are held. */
export function netOf(rows: number, columns: number): Net {
  const beads = Array.from({ length: rows * columns }, (_, bead) => {
    const [x, y] = [bead % columns, Math.floor(bead / columns)];
    return { x, y, held: y === 0 && (x === 0 || x === columns - 1) };
  });
  const ties: [number, number][] = [];
  for (const [bead, { x, y }] of beads.entries()) {
    if (x + 1 < columns) ties.push([bead, bead + 1]);
    if (y + 1 < rows) ties.push([bead, bead + columns]);
  }
  return { beads, ties };
}

/** For each joint those that share a moving bead with it, ascending: where A has blocks beside its diagonal. */
export function coupled({ beads, ties }: Net): number[][] {
  const ofBead: number[][] = beads.map(() => []);
  for (const [joint, ends] of ties.entries()) {
    for (const bead of ends) if (!beads[bead]!.held) ofBead[bead]!.push(joint);
  }
  return ties.map((ends, joint) =>
    [...new Set(ends.flatMap((bead) => ofBead[bead]!))]
      .filter((other) => other !== joint)
      .sort((a, b) => a - b),
  );
}

/** Six beads in two rows: a chain, and each of the others with one joint more than the one before. */
export const SHAPES = ['chain', 'tree', 'ring', 'net'] as const;
export type Shape = (typeof SHAPES)[number];

const PLACES = [
  [0, 0],
  [1, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [0, 1],
  [3, 1],
] as const;
const CHAIN: [number, number][] = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 5],
];
/** What each adds: a branch, a joint that closes a loop, another one across it. */
const MORE: [number, number][] = [
  [3, 6],
  [5, 0],
  [1, 4],
];

/** Joints stand in the order of their elimination: the leaf first, then along the chain, what closes a loop last. */
export function shapeOf(shape: Shape): { net: Net; added: number } {
  const more = SHAPES.indexOf(shape);
  const leaf = MORE.slice(0, Math.min(more, 1));
  const beads = PLACES.slice(0, leaf.length > 0 ? 7 : 6).map(([x, y]) => ({ x, y, held: false }));
  const ties = [...leaf, ...CHAIN, ...MORE.slice(1, more)];
  return { net: { beads, ties }, added: more === 0 ? -1 : more === 1 ? 0 : ties.length - 1 };
}
