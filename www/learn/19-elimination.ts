// Which blocks L has, worked out without any number in them. A joint that is eliminated leaves its neighbours coupled to each other:
// what was not coupled before is fill. Nothing is drawn here.

export interface Factor {
  /** By turns: the turns of those that a joint is still coupled to when its own comes. They are its column of L. */
  below: number[][];
  /** Blocks of A itself below its diagonal, and those that fill up. */
  own: number;
  fill: number;
  /** Products of two blocks, L_ij L_kjᵀ with i > k: so many pairs has each column. */
  products: number;
  /** By turns: the first one below, where its column is handed on; −1 at a root. */
  parent: number[];
  /** By turns: how many levels of the tree must be done before. */
  level: number[];
  levels: number;
}

/** `near` are the couplings of A by joint, `order` is a joint for each turn. */
export function eliminate(near: readonly number[][], order: readonly number[]): Factor {
  const turn = turnsOf(order);
  const below: number[][] = [];
  const children: number[][] = order.map(() => []);
  const level = order.map(() => 0);
  const parent: number[] = [];
  let [own, products] = [0, 0];
  for (const [at, joint] of order.entries()) {
    const others = new Set(near[joint]!.map((other) => turn[other]!).filter((other) => other > at));
    own += others.size;
    // each child leaves what it was coupled to, but for this joint itself
    for (const child of children[at]!) {
      for (const other of below[child]!) if (other !== at) others.add(other);
      level[at] = Math.max(level[at]!, level[child]! + 1);
    }
    const column = [...others].sort((a, b) => a - b);
    below.push(column);
    parent.push(column[0] ?? -1);
    if (column.length > 0) children[column[0]!]!.push(at);
    products += pairs(column.length);
  }
  const blocks = below.reduce((sum, { length }) => sum + length, 0);
  const levels = level.reduce((most, each) => Math.max(most, each + 1), 0);
  return { below, own, fill: blocks - own, products, parent, level, levels };
}

export const pairs = (count: number): number => (count * (count - 1)) / 2;

export function turnsOf(order: readonly number[]): number[] {
  const turn: number[] = [];
  for (const [at, joint] of order.entries()) turn[joint] = at;
  return turn;
}

/** Two joints that fill has coupled, and by whose elimination. */
export interface Filled {
  one: number;
  other: number;
  by: number;
}

/** The same played on the graph itself, joint by joint, for the first `done` of the order: what is drawn. */
export function play(
  near: readonly number[][],
  order: readonly number[],
  done: number,
): { filled: Filled[]; products: number } {
  const graph = near.map((others) => new Set(others));
  const filled: Filled[] = [];
  let products = 0;
  for (const joint of order.slice(0, done)) {
    const left = [...graph[joint]!];
    products += pairs(left.length);
    for (const [i, one] of left.entries()) {
      graph[one]!.delete(joint);
      for (const other of left.slice(i + 1)) {
        if (graph[one]!.has(other)) continue;
        graph[one]!.add(other);
        graph[other]!.add(one);
        filled.push({ one, other, by: joint });
      }
    }
  }
  return { filled, products };
}
