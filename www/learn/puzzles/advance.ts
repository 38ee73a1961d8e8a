// x ← x + h v, one GPU thread per bead.
import { beads } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';
import { add, at, each } from './vectors';

const SIZES: [string, number][] = [
  ['24 beads', 24],
  ['one bead alone', 1],
  ['64 beads', 64],
  ['150 beads', 150],
];
/** Left, right, floor and ceiling of the box in the picture, m. */
const BOX = { left: -1.6, right: 1.6, floor: -1, ceiling: 1 };

function make(about: string, count: number): Case {
  const random = new Random(count);
  return caseOf(
    about,
    count,
    { h: 1 / 60, count },
    {
      positions: each(count, (i) => [
        BOX.left + ((i + 0.5) / count) * (BOX.right - BOX.left),
        random.between(0, 0.9),
        0,
      ]),
      // fast enough that a step can be seen
      velocities: each(count, () => [random.between(-2, 2), random.between(-7, 4), 0]),
    },
  );
}

const moved = (one: Case, factor: number) => ({
  positions: add(one.values.positions!, one.values.velocities!, factor),
});

/** What falls turns back at the floor, and at the walls. */
function bounced(velocity: number[], [x, y]: number[], h: number): number[] {
  const [vx, vy] = velocity as [number, number, number];
  const fallen = vy - 9.81 * h;
  const outside = (x! < BOX.left && vx < 0) || (x! > BOX.right && vx > 0);
  return [outside ? -vx : vx, y! < BOX.floor && fallen < 0 ? -0.96 * fallen : fallen, 0];
}

export const advance: Puzzle = {
  name: 'advance',
  step: { h: 'f32', count: 'u32' },
  fields: [
    { name: 'positions', kind: 'vec3<f32>', role: 'both' },
    { name: 'velocities', kind: 'vec3<f32>', role: 'in' },
  ],
  cases: SIZES.map(([about, count]) => make(about, count)),
  truth: (one) => moved(one, one.step.h!),
  // one product and one sum in f32: 1e-7 each
  tolerance: 1e-5,
  mistakes: [
    {
      says: 'You added all of v: that is the way of a whole second. In a step of h seconds a bead moves by h v.',
      gives: (one) => moved(one, 1),
    },
    { says: 'Each bead has moved backwards.', gives: (one) => moved(one, -one.step.h!) },
    {
      says: 'The old position is lost: h v has to be added to it.',
      gives: (one) => ({ positions: one.values.velocities!.map((v) => one.step.h! * v) }),
    },
  ],
  draw: (of) =>
    beads(of('positions'), [
      [BOX.left, BOX.floor],
      [BOX.right, BOX.ceiling],
    ]),
  next: (one, found) => ({
    ...one,
    values: {
      positions: found.positions!,
      velocities: each(one.step.count!, (i) =>
        bounced(at(one.values.velocities!, i), at(found.positions!, i), one.step.h!),
      ),
    },
  }),
};
