// Small dense matrices as rows of numbers: enough to solve by hand. The same sums as src/cpu/dense.rs.

export type Matrix = number[][];

export const transpose = (a: Matrix): Matrix => (a[0] ?? []).map((_, column) => a.map((row) => row[column]!));

export const apply = (a: Matrix, v: number[]): number[] =>
  a.map((row) => row.reduce((sum, x, i) => sum + x * v[i]!, 0));

export const product = (a: Matrix, b: Matrix): Matrix => {
  const columns = transpose(b);
  return a.map((row) => apply(columns, row));
};

export const diagonal = (values: number[]): Matrix =>
  values.map((value, row) => values.map((_, column) => (row === column ? value : 0)));

/** A = J M⁻¹ Jᵀ */
export const delassus = (j: Matrix, inverseMass: Matrix): Matrix =>
  product(product(j, inverseMass), transpose(j));

/** A x = b by Gaussian elimination with row exchanges. */
export function solve(matrix: Matrix, rightSide: number[]): number[] {
  const a = matrix.map((row, i) => [...row, rightSide[i]!]);
  const n = a.length;
  for (let column = 0; column < n; column++) {
    let best = column;
    for (let row = column; row < n; row++) {
      if (Math.abs(a[row]![column]!) > Math.abs(a[best]![column]!)) best = row;
    }
    [a[column], a[best]] = [a[best]!, a[column]!];
    const pivot = a[column]!;
    for (const row of a.slice(column + 1)) {
      const factor = row[column]! / pivot[column]!;
      for (let i = column; i <= n; i++) row[i]! -= factor * pivot[i]!;
    }
  }
  const x = Array<number>(n).fill(0);
  for (let row = n - 1; row >= 0; row--) {
    const known = x.reduce((sum, value, i) => (i > row ? sum + a[row]![i]! * value : sum), 0);
    x[row] = (a[row]![n]! - known) / a[row]![row]!;
  }
  return x;
}
