// What puzzles hold for right, against other ways to find it: a dense solve, and Beadwork itself.
import { PUZZLES } from '../../www/learn/puzzles/list';
import type { Puzzle } from '../../www/learn/puzzles/puzzle';
import { expect, test } from './test';

/** f64 has 16 digits, and no condition here is above 1e5. */
const IN_F64 = 1e-10;

function expectClose(found: number[], wanted: number[], what: string, within = IN_F64) {
  expect(found.length, what).toBe(wanted.length);
  for (const [k, value] of wanted.entries())
    expect(Math.abs(found[k]! - value), `${what}[${k}] is ${found[k]}, not ${value}`).toBeLessThan(
      within * Math.max(1, Math.abs(value)),
    );
}

/** A linear system by elimination with pivoting, to compare with. */
function dense(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, r) => [...row, right[r]!]);
  const n = rows.length;
  for (let c = 0; c < n; c++) {
    const best = rows
      .slice(c)
      .reduce((at, row, k) => (Math.abs(row[c]!) > Math.abs(rows[at]![c]!) ? c + k : at), c);
    [rows[c], rows[best]] = [rows[best]!, rows[c]!];
    for (let r = c + 1; r < n; r++) {
      const factor = rows[r]![c]! / rows[c]![c]!;
      for (let k = c; k <= n; k++) rows[r]![k]! -= factor * rows[c]![k]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let r = n - 1; r >= 0; r--) {
    const known = rows[r]!.slice(r + 1, n).reduce((sum, entry, k) => sum + entry * x[r + 1 + k]!, 0);
    x[r] = (rows[r]![n]! - known) / rows[r]![r]!;
  }
  return x;
}

const puzzle = (name: string): Puzzle => PUZZLES.find((each) => each.name === name)!;

test('the truth of chains and of 3 × 3 systems is that of a dense solve', () => {
  const { cases, truth } = puzzle('thomas');
  for (const one of cases) {
    const { starts, diagonals, couplings, rights } = one.values;
    for (let chain = 0; chain + 1 < starts!.length; chain++) {
      const [first, end] = [starts![chain]!, starts![chain + 1]!];
      const matrix = Array.from({ length: end - first }, (_, r) =>
        Array.from({ length: end - first }, (_, c) =>
          r === c ? diagonals![first + r]! : Math.abs(r - c) === 1 ? couplings![first + Math.min(r, c)]! : 0,
        ),
      );
      const x = dense(matrix, rights!.slice(first, end));
      expectClose(truth(one).impulses!.slice(first, end), x, `${one.about}, chain ${chain}`);
    }
  }
  const blocks = puzzle('symmetric');
  for (const one of blocks.cases) {
    for (let l = 0; l < one.step.count!; l++) {
      const [xx, yy, zz] = one.values.diagonals!.slice(3 * l, 3 * l + 3) as [number, number, number];
      const [xy, xz, yz] = one.values.offs!.slice(3 * l, 3 * l + 3) as [number, number, number];
      const matrix = [
        [xx, xy, xz],
        [xy, yy, yz],
        [xz, yz, zz],
      ];
      expectClose(
        blocks.truth(one).solutions!.slice(3 * l, 3 * l + 3),
        dense(matrix, one.values.rights!.slice(3 * l, 3 * l + 3)),
        `${one.about}, joint ${l}`,
      );
    }
  }
});

test('moves and turns are those of Beadwork itself', async ({ page }) => {
  await page.goto('/tests/e2e/pages/api.html');
  await page.waitForFunction(() => Boolean(window.beadwork));
  const [move] = puzzle('advance').cases;
  const [turn] = puzzle('turn').cases;
  const list = (values: number[], item: number, size: number) => values.slice(item * size, (item + 1) * size);
  const count = turn!.step.count!;
  const bodies = Array.from({ length: count }, (_, i) => ({
    position: list(move!.values.positions!, i, 3),
    linearVelocity: list(move!.values.velocities!, i, 3),
    rotation: list(turn!.values.rotations!, i, 4),
    angularVelocity: list(turn!.values.spins!, i, 3),
    radius: 0.01,
  }));
  const h = turn!.step.h!;
  const state = await page.evaluate(
    async ([free, timestep]) => {
      const simulation = await window.beadwork.Simulation.create({
        machine: 'cpu',
        scene: { version: 1, gravity: [0, 0, 0], bodies: free, joints: [] } as never,
        parameters: { timestep, substeps: 1 },
      });
      await simulation.step();
      const { positions, rotations } = await simulation.readState();
      simulation.destroy();
      return { positions: [...positions], rotations: [...rotations] };
    },
    [bodies, h] as const,
  );
  const moved = puzzle('advance').truth({ ...move!, step: { ...move!.step, h } }).positions!;
  // the simulation computes in f32
  expectClose(state.positions, moved.slice(0, 3 * count), 'positions', 1e-6);
  expectClose(state.rotations, puzzle('turn').truth(turn!).rotations!, 'rotations', 1e-6);
});
