// How fast a hanging chain of equal solid beads can swing at most, to first order in the angles θ of its beads.
//
// Bead i hangs r(2 Σ_{j<i} θ_j + θ_i) to the side, so M = I 1 + m BᵀB; the thread's pull above and below sets it
// upright with K_i = r (T_above + T_below). ω² is the largest eigenvalue of M⁻¹K.

export interface Chain {
  /** The first one is held. */
  beads: number;
  /** m */
  radius: number;
  /** m/s² */
  gravity: number;
}

/** rad/s; the mass cancels. */
export function fastestSwing({ beads, radius, gravity }: Chain): number {
  const count = beads - 1;
  const lever = (i: number, j: number) => (j < i ? 2 : j === i ? 1 : 0) * radius;
  const inertia = 0.4 * radius * radius;
  const mass = Array.from({ length: count }, (_, i) =>
    Array.from({ length: count }, (_, j) => {
      let sum = i === j ? inertia : 0;
      for (let bead = Math.max(i, j); bead < count; bead++) sum += lever(bead, i) * lever(bead, j);
      return sum;
    }),
  );
  // below bead i hang count − 1 − i others, above its upper joint one more
  const stiffness = Array.from({ length: count }, (_, i) => radius * gravity * (2 * (count - i) - 1));
  const root = cholesky(mass);
  let v = Array.from({ length: count }, (_, i) => (i % 2 ? -1 : 1) * (count - i));
  let square = 0;
  for (let pass = 0; pass < 400; pass++) {
    const next = solve(
      root,
      v.map((value, i) => stiffness[i]! * value),
    );
    const size = Math.hypot(...next);
    square = size / Math.hypot(...v);
    v = next.map((value) => value / size);
  }
  return Math.sqrt(square);
}

/** The bead below the ceiling by itself, the rest held: never less than the truth. */
export function boundOnSwing({ beads, radius, gravity }: Chain): number {
  const count = beads - 1;
  return Math.sqrt((radius * gravity * (2 * count - 1)) / (0.4 * radius * radius));
}

/** Lower L with L Lᵀ = m. */
function cholesky(m: readonly (readonly number[])[]): number[][] {
  const lower: number[][] = m.map((row) => row.map(() => 0));
  for (let i = 0; i < m.length; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = m[i]![j]!;
      for (let k = 0; k < j; k++) sum -= lower[i]![k]! * lower[j]![k]!;
      lower[i]![j] = i === j ? Math.sqrt(sum) : sum / lower[j]![j]!;
    }
  }
  return lower;
}

function solve(lower: readonly (readonly number[])[], right: readonly number[]): number[] {
  const x = [...right];
  for (let i = 0; i < x.length; i++) {
    for (let k = 0; k < i; k++) x[i]! -= lower[i]![k]! * x[k]!;
    x[i]! /= lower[i]![i]!;
  }
  for (let i = x.length - 1; i >= 0; i--) {
    for (let k = i + 1; k < x.length; k++) x[i]! -= lower[k]![i]! * x[k]!;
    x[i]! /= lower[i]![i]!;
  }
  return x;
}
