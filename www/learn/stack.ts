// A stack of blocks that can only move up and down, as matrices. Nothing is drawn here.
import { apply, delassus, diagonal, type Matrix, transpose } from './matrix';

/** What joins the two uppermost blocks. */
export type Rule = 'contact' | 'lock' | 'limit' | 'clutch';

export interface Stack {
  /** kg, from the ground up. */
  masses: number[];
  /** m/s², downwards. */
  gravity: number;
  /** h, s */
  dt: number;
  /** m/s, upwards: how fast the uppermost block moves before the step. */
  topSpeed: number;
  rule: Rule;
  /** m/s: how fast the uppermost block may leave the one below, where the rule is `limit`. */
  speedLimit: number;
}

/** What one row of J asks for. */
export interface Row {
  kind: 'ground' | Rule;
  /** Blocks it measures, 0 is the lowest; `below` is missing for the ground. */
  above: number;
  below?: number;
  /** m/s: the row's rule is J v + allowance ≥ 0 (= 0 for a lock). */
  allowance: number;
  /** May λ be negative? */
  pulls: boolean;
}

export interface Equation {
  rows: Row[];
  /** m/s, before and after gravity. */
  start: number[];
  free: number[];
  j: Matrix;
  inverseMass: Matrix;
  /** 1/kg */
  a: Matrix;
  /** m/s² */
  b: number[];
}

/** λ in N: the impulse is hλ. */
export interface Answer {
  lambda: number[];
  /** m/s: h M⁻¹ Jᵀ λ */
  change: number[];
  after: number[];
}

function rowsOf({ masses, rule, speedLimit }: Stack): Row[] {
  const top = masses.length - 1;
  const rows: Row[] = [{ kind: 'ground', above: 0, allowance: 0, pulls: false }];
  for (let above = 1; above <= top; above++) {
    const kind = above < top || rule === 'limit' ? 'contact' : rule;
    rows.push({ kind, above, below: above - 1, allowance: 0, pulls: kind === 'lock' });
  }
  if (rule === 'limit' && top > 0) {
    rows.push({ kind: 'limit', above: top, below: top - 1, allowance: speedLimit, pulls: false });
  }
  return rows;
}

/** A row measures how fast its two sides part; the speed limit's measures how fast they close. */
const measure = ({ kind, above, below }: Row, count: number): number[] => {
  const sign = kind === 'limit' ? -1 : 1;
  return Array.from({ length: count }, (_, body) => (body === above ? sign : body === below ? -sign : 0));
};

export function equation(stack: Stack): Equation {
  const { masses, gravity, dt, topSpeed } = stack;
  const rows = rowsOf(stack);
  const start = masses.map((_, body) => (body === masses.length - 1 ? topSpeed : 0));
  const free = start.map((v) => v - dt * gravity);
  const j = rows.map((row) => measure(row, masses.length));
  const inverseMass = diagonal(masses.map((mass) => 1 / mass));
  // hAλ = −(J v* + allowance), divided by h so that λ is a force
  const b = apply(j, free).map((closing, i) => -(closing + rows[i]!.allowance) / dt);
  return { rows, start, free, j, inverseMass, a: delassus(j, inverseMass), b };
}

/** One row of projected Gauss-Seidel: what λ_i would have to be with the others as they are, and what it may be. */
export function relaxRow(
  { a, b, rows }: Equation,
  lambda: number[],
  i: number,
): { wanted: number; allowed: number } {
  const missing = b[i]! - apply(a, lambda)[i]!;
  const wanted = lambda[i]! + missing / a[i]![i]!;
  return { wanted, allowed: rows[i]!.pulls ? wanted : Math.max(0, wanted) };
}

/** Takes passes until no multiplier moves any more. */
export function answer(eq: Equation, dt: number): Answer {
  const lambda = eq.b.map(() => 0);
  for (let pass = 0; pass < 100_000; pass++) {
    let moved = 0;
    for (let i = 0; i < lambda.length; i++) {
      const { allowed } = relaxRow(eq, lambda, i);
      moved = Math.max(moved, Math.abs(allowed - lambda[i]!));
      lambda[i] = allowed;
    }
    if (moved < 1e-12) break;
  }
  return { lambda, ...applied(eq, lambda, dt) };
}

/** What λ does to the blocks. */
export function applied(eq: Equation, lambda: number[], dt: number): { change: number[]; after: number[] } {
  const change = apply(eq.inverseMass, apply(transpose(eq.j), lambda)).map((x) => dt * x);
  return { change, after: eq.free.map((v, i) => v + change[i]!) };
}
