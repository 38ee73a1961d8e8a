// The distance from each bead to the next: one fewer than there are beads.
import { bars } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';
import { add, at, each } from './vectors';

const SIZES: [string, number][] = [
  ['24 beads', 24],
  ['two beads', 2],
  ['65 beads, so 64 distances', 65],
  ['one bead, so no distance', 1],
  ['no bead at all', 0],
  ['130 beads', 130],
];

function make(about: string, count: number): Case {
  const random = new Random(count + 11);
  let [x, y, z] = [0, 0, 0];
  const positions = each(count, () => {
    x += random.between(-0.6, 0.6);
    y -= random.between(0.2, 1);
    z += random.between(-0.5, 0.5);
    return [x, y, z];
  });
  return caseOf(about, count, { count }, { positions }, { sizes: { distances: Math.max(0, count - 1) } });
}

const between = (one: Case, i: number) => {
  const { positions } = one.values;
  return add(at(positions!, i + 1), at(positions!, i), -1);
};
const distances = (one: Case, of: (d: number[]) => number) => ({
  distances: Array.from({ length: Math.max(0, one.step.count! - 1) }, (_, i) => of(between(one, i))),
});

export const neighbours: Puzzle = {
  name: 'neighbours',
  step: { count: 'u32' },
  fields: [
    { name: 'positions', kind: 'vec3<f32>', role: 'in' },
    { name: 'distances', kind: 'f32', role: 'out' },
  ],
  cases: SIZES.map(([about, count]) => make(about, count)),
  truth: (one) => distances(one, (d) => Math.hypot(...d)),
  // positions reach some 80 m, where f32 has steps of 8e-6 m; distances are about 1 m
  tolerance: 1e-4,
  mistakes: [
    {
      says: 'That is the square of the distance.',
      gives: (one) => distances(one, (d) => d.reduce((sum, part) => sum + part * part, 0)),
    },
    {
      says: 'That is the difference in height alone.',
      gives: (one) => distances(one, (d) => Math.abs(d[1]!)),
    },
  ],
  // with the place behind the last one
  draw: (of) => bars(of('distances'), 1, 1),
};
