// The matrices of chapter 3, with a sentence for every entry and what it is made from.
import { format } from './bind';
import { column, MatrixGrid } from './grid';
import type { BallJoint, SolvedJoint } from './joint';

const AXES = ['x', 'y', 'z'] as const;
const COLUMNS = ['v', 'ω'].flatMap((what) => AXES.map((axis) => [what, axis] as const));

const grids = {
  j: new MatrixGrid('J', 'J, three rows and twelve columns'),
  free: new MatrixGrid('V', 'Free velocities of both bodies'),
  a: new MatrixGrid('A', 'A, in one over kilograms'),
  lambda: new MatrixGrid('lambda', 'Lambda, the force, in newtons'),
  b: new MatrixGrid('b', 'b, in metres a second squared'),
  impulse: new MatrixGrid('impulse', 'The impulse, in newton seconds'),
  parting: new MatrixGrid('parting', 'How fast the anchors part after the step, in metres a second'),
  change: new MatrixGrid('dV', 'Changes of velocity of both bodies'),
};
for (const grid of [grids.j, grids.free, grids.change]) {
  grid.head([
    ['A moves', 3],
    ['A turns', 3],
    ['B moves', 3],
    ['B turns', 3],
  ]);
}
/** 'ω of A about z' and the like, for one of the twelve columns. */
function columnName(column: number): string {
  const [what, axis] = COLUMNS[column % 6]!;
  const body = column < 6 ? 'A' : 'B';
  return what === 'v' ? `the speed of ${body} along ${axis}` : `the turning of ${body} about ${axis}`;
}

const partOf = (column: number) => `${column % 6 < 3 ? 'linear' : 'angular'}-${column < 6 ? 'a' : 'b'}`;
const armOf = (column: number) => `arm-${column < 6 ? 'a' : 'b'}`;

export function showMatrices(joint: BallJoint, solved: SolvedJoint): void {
  const axes = joint.axis === undefined ? [0, 1, 2] : [joint.axis];
  const rowName = (i: number) => `the row of ${AXES[axes[i]!]}`;
  const twelve = Array.from({ length: 12 }, (_, k) => k);
  const unit = (k: number) => (k % 6 < 3 ? 'm/s' : 'rad/s');

  grids.j.show(
    solved.j.map((row, i) =>
      row.map((value, k) => ({
        value,
        sentence: jacobianWords(value, k, AXES[axes[i]!]!),
        from: k % 6 < 3 ? [`body-${k < 6 ? 'a' : 'b'}`] : [armOf(k)],
      })),
    ),
  );
  grids.free.show([
    solved.free.map((value, k) => ({
      value,
      sentence: `${format(value)} ${unit(k)}: ${columnName(k)} before the joint acts.`,
      from: [partOf(k)],
    })),
  ]);
  grids.a.show(
    solved.a.map((row, i) =>
      row.map((value, k) => ({
        value,
        sentence:
          i === k
            ? `A newton along ${AXES[axes[i]!]} makes the anchors part along ${AXES[axes[i]!]} by this much less a second; 1/m of each free body, and more where an arm can turn.`
            : `What a newton along ${AXES[axes[k]!]} does along ${AXES[axes[i]!]}: ${value === 0 ? 'nothing' : 'the arms turn one into the other'}.`,
        from: twelve.flatMap((c) =>
          solved.j[i]![c] && solved.j[k]![c] && solved.inverseMass[c] ? [`J-${i}-${c}`, `J-${k}-${c}`] : [],
        ),
      })),
    ),
  );
  grids.lambda.show(
    column(
      solved.lambda.map((value, i) => ({
        value,
        sentence: `${format(value)} N along ${AXES[axes[i]!]}: A is pulled by the negative of it, B by it.`,
        from: ['force'],
      })),
    ),
  );
  grids.b.show(
    column(
      solved.rightSide.map((value, i) => ({
        value,
        sentence: `${capital(rowName(i))}: the anchors part at ${format(solved.parting[i]!)} m/s, and β C/h asks for ${format(solved.bias[i]!)} m/s more; the sum over h.`,
        from: [
          'gap',
          ...twelve.flatMap((c) => (solved.j[i]![c] && solved.free[c] ? [`J-${i}-${c}`, `V-0-${c}`] : [])),
        ],
      })),
    ),
  );
  grids.impulse.show(
    column(
      solved.lambda.map((value, i) => ({
        value: joint.dt * value,
        sentence: `h λ: ${format(joint.dt)} s times ${format(value)} N.`,
        from: [`lambda-${i}-0`],
      })),
    ),
  );
  grids.parting.show(
    column(
      solved.partingAfter.map((value, i) => ({
        value,
        sentence: `${capital(rowName(i))} after the step: −β C/h, so that the gap closes by the share β.`,
        from: ['gap', ...twelve.flatMap((c) => (solved.j[i]![c] && solved.after[c] ? [`J-${i}-${c}`] : []))],
      })),
    ),
  );
  grids.change.show([
    solved.change.map((value, k) => ({
      value,
      sentence: `What −h M⁻¹ Jᵀ λ does to ${columnName(k)}: ${format(solved.free[k]!)} becomes ${format(solved.after[k]!)} ${unit(k)}.`,
      from: solved.j.flatMap((row, i) => (row[k] ? [`J-${i}-${k}`, `lambda-${i}-0`] : [])),
    })),
  ]);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function jacobianWords(value: number, k: number, axis: string): string {
  const [what] = COLUMNS[k % 6]!;
  if (what === 'v') {
    if (value === 0) return `Along ${axis}, ${columnName(k)} does not count.`;
    return value > 0
      ? `If A moves along ${axis}, its anchor leaves B’s as fast.`
      : `If B moves along ${axis}, the anchors close as fast.`;
  }
  if (value === 0)
    return `${capital(columnName(k))} moves no anchor along ${axis}: the arm has no lever for it.`;
  return `A lever of ${format(Math.abs(value))} m: ${columnName(k)} by 1 rad/s changes how fast the anchors part along ${axis} by ${format(value)} m/s.`;
}
