// A pile of blocks that can only move up and down, as one equation for the weights that its contacts carry. Nothing is drawn here.
//
// The unit of force is the weight of one block, that of mass its mass. Contact 0 is on the ground, contact i below block i:
//     (1/m_i + 1/m_{i−1}) λ_i − λ_{i−1}/m_{i−1} − λ_{i+1}/m_i = 1 for i = 0, else 0,   λ ≥ 0
// since all blocks fall alike until the ground stops the lowest. The answer is the weight of all blocks above.

export type Order = 'up' | 'down' | 'all';
export type Method = 'sweep' | 'all' | 'splitting' | 'chebyshev';

/** Blocks from the ground up, the uppermost so many times as heavy as each other one. */
export const pile = (blocks: number, top = 1): number[] =>
  Array.from({ length: blocks }, (_, i) => (i === blocks - 1 ? top : 1));

/** What contact i carries in truth. */
export const weights = (masses: readonly number[]): number[] =>
  masses.map((_, i) => masses.slice(i).reduce((sum, mass) => sum + mass, 0));

const below = (masses: readonly number[], i: number) => (i === 0 ? 0 : 1 / masses[i - 1]!);

/** A and the right side, to be solved whole. */
export function equation(masses: readonly number[]): { a: number[][]; b: number[] } {
  const n = masses.length;
  const a = masses.map((mass, i) =>
    Array.from({ length: n }, (_, j) => {
      if (j === i) return 1 / mass + below(masses, i);
      if (j === i - 1) return -below(masses, i);
      return j === i + 1 ? -1 / mass : 0;
    }),
  );
  return { a, b: masses.map((_, i) => (i === 0 ? 1 : 0)) };
}

/** What contact i would have to carry, if all others carry what they do now. */
export function wanted(masses: readonly number[], lambda: readonly number[], i: number): number {
  const under = below(masses, i);
  const over = 1 / masses[i]!;
  const others = under * (lambda[i - 1] ?? 0) + over * (lambda[i + 1] ?? 0);
  return Math.max(0, ((i === 0 ? 1 : 0) + others) / (over + under));
}

/** One pass of projected Gauss-Seidel, from the ground up or from the top down. */
export function sweep(masses: readonly number[], lambda: readonly number[], order: Order): number[] {
  if (order === 'all') return masses.map((_, i) => wanted(masses, lambda, i));
  const out = [...lambda];
  for (let k = 0; k < masses.length; k++) {
    const i = order === 'up' ? k : masses.length - 1 - k;
    out[i] = wanted(masses, out, i);
  }
  return out;
}

/** What each contact asks for if its blocks are shared out to those that touch them: mass m/n for each of n contacts. */
function shared(masses: readonly number[], lambda: readonly number[], i: number): number {
  const top = masses.length - 1;
  const over = 1 / masses[i]!;
  const under = below(masses, i);
  const share = (i < top ? 2 : 1) * over + 2 * under;
  return lambda[i]! + ((wanted(masses, lambda, i) - lambda[i]!) * (over + under)) / share;
}

/** Passes up to which src/solvers/chebyshev.rs widens the interval of modes that shrink sixteenfold. */
const WIDEST_AT = 64;

/** λ after each pass of a run of so many, from nothing. The momentum of every pass goes by how many there will be. */
function* chebyshev(masses: readonly number[], passes: number): Generator<number[]> {
  const sigma = Math.cosh(Math.acosh(16) / Math.min(passes, WIDEST_AT));
  const theta = sigma / (1 + sigma);
  let [rho, blend, gain] = [1 / sigma, 0, 1 / theta];
  let lambda = masses.map(() => 0);
  let change = lambda;
  for (;;) {
    const next = lambda.map((force, i) =>
      Math.max(0, force + gain * (shared(masses, lambda, i) - force) + blend * change[i]!),
    );
    change = next.map((force, i) => force - lambda[i]!);
    lambda = next;
    yield lambda;
    const after = 1 / (2 * sigma - rho);
    [rho, blend, gain] = [after, after * rho, (2 * after * sigma) / theta];
  }
}

function* passesOf(masses: readonly number[], method: Method, passes: number): Generator<number[]> {
  if (method === 'chebyshev') return yield* chebyshev(masses, passes);
  for (let lambda = masses.map(() => 0); ; ) {
    lambda =
      method === 'splitting'
        ? lambda.map((_, i) => shared(masses, lambda, i))
        : sweep(masses, lambda, method === 'sweep' ? 'up' : 'all');
    yield lambda;
  }
}

/** What the contacts carry after so many passes from nothing. */
export function after(masses: readonly number[], method: Method, passes: number): number[] {
  let k = 0;
  for (const lambda of passesOf(masses, method, passes)) if (++k >= passes) return lambda;
  return [];
}

/** How far the worst contact is from the truth, as a share of the whole weight. */
export function off(masses: readonly number[], lambda: readonly number[]): number {
  const truth = weights(masses);
  return Math.max(...truth.map((weight, i) => Math.abs(weight - lambda[i]!))) / truth[0]!;
}

/** Nearly right: the worst contact is off by no more than this share of the whole weight. */
export const NEAR = 0.1;

/** Passes from nothing until the pile is nearly right. */
export function count(masses: readonly number[], method: Method): number {
  if (method === 'chebyshev')
    // shorter runs have other numbers, so each of them is tried for itself
    for (let passes = 1; passes < WIDEST_AT; passes++)
      if (off(masses, after(masses, method, passes)) <= NEAR) return passes;
  let k = 0;
  for (const lambda of passesOf(masses, method, WIDEST_AT)) {
    k++;
    if ((method !== 'chebyshev' || k >= WIDEST_AT) && off(masses, lambda) <= NEAR) return k;
  }
  return k;
}

/** By how much one pass from the ground up shrinks what is left in the end: cos²(π/2n). */
export const rate = (blocks: number): number => Math.cos(Math.PI / (2 * blocks)) ** 2;
