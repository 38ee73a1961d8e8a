// Half a pass of AVBD over a chain: each bead of a colour goes to where its own energy is least, while its neighbours wait.
import { beads } from './picture';
import { type Case, caseOf, type Puzzle, type Values } from './puzzle';
import { Random } from './random';
import { add, at, scale } from './vectors';

/** What is said of a case, its beads, and how much heavier its heaviest bead is than its lightest. */
const SIZES: [string, number, number][] = [
  ['a chain of 12 beads', 12, 2],
  ['one bead that moves', 2, 2],
  ['65 beads, light and heavy', 65, 100],
  ['130 beads', 130, 2],
];
const COLOURS = [{ colour: 0 }, { colour: 1 }];

function make(about: string, count: number, spread: number): Case {
  const random = new Random(count + 151);
  const places = Array.from({ length: count }, (_, i) => [i, random.between(-0.2, 0.2), 0]);
  return caseOf(
    about,
    Math.ceil(count / 2),
    { h: 0.05, colour: 0, count },
    {
      positions: places.flat(),
      free: places.flatMap((place) => add(place, [random.between(-0.2, 0.2), -0.8, 0])),
      masses: places.map((_, i) => (i === 0 ? 0 : spread ** random.between(-0.5, 0.5))),
      stiffnesses: random.list(count - 1, 100, 2000),
      forces: random.list(3 * (count - 1), -60, 60),
      // joint l wants bead l a metre to the left of bead l + 1
      offsets: Array.from({ length: count - 1 }, () => [1, 0, 0]).flat(),
    },
    { rounds: COLOURS },
  );
}

interface Way {
  /** What counts of λ, of the joint before, of the joint after, and of k in H. */
  remembered: number;
  before: number;
  after: number;
  stiff: number;
  inertia: number;
}
const RIGHT: Way = { remembered: 1, before: -1, after: 1, stiff: 1, inertia: 1 };

export function moved(one: Case, change: Partial<Way> = {}): Values {
  const way = { ...RIGHT, ...change };
  const { free, masses, stiffnesses, forces, offsets } = one.values;
  const square = 1 / one.step.h! ** 2;
  const x = Array.from(masses!, (_, i) => at(one.values.positions!, i));
  const pull = (l: number) =>
    add(
      scale(add(add(x[l]!, x[l + 1]!, -1), at(offsets!, l)), stiffnesses![l]!),
      at(forces!, l),
      way.remembered,
    );
  for (const { colour } of one.rounds!)
    for (let i = colour!; i < x.length; i += 2) {
      const inertia = masses![i]! * square;
      if (inertia === 0) continue;
      let weight = inertia;
      let force = scale(add(x[i]!, at(free!, i), -1), way.inertia * inertia);
      for (const [l, sign] of [
        [i, way.after],
        [i - 1, way.before],
      ] as const) {
        if (stiffnesses![l] === undefined || sign === 0) continue;
        weight += way.stiff * stiffnesses![l]!;
        force = add(force, pull(l), sign);
      }
      x[i] = add(x[i]!, force, -1 / weight);
    }
  return { positions: x.flat() };
}

export const block: Puzzle = {
  name: 'block',
  step: { h: 'f32', colour: 'u32', count: 'u32' },
  fields: [
    { name: 'positions', kind: 'vec3<f32>', role: 'both' },
    { name: 'free', kind: 'vec3<f32>', role: 'in' },
    { name: 'masses', kind: 'f32', role: 'in' },
    { name: 'stiffnesses', kind: 'f32', role: 'in' },
    { name: 'forces', kind: 'vec3<f32>', role: 'in' },
    { name: 'offsets', kind: 'vec3<f32>', role: 'in' },
  ],
  cases: SIZES.map(([about, count, spread]) => make(about, count, spread)),
  truth: (one) => moved(one),
  // a dozen operations in f32 with places of up to 130 m, a division to 2.5 last digits; of the greatest place
  tolerance: 1e-5,
  mistakes: [
    {
      says: 'No joint pulls yet: each bead went where it would fly freely.',
      gives: (one) => moved(one, { before: 0, after: 0 }),
    },
    {
      says: 'λ is missing: F is k C and what the joint bears already.',
      gives: (one) => moved(one, { remembered: 0 }),
    },
    {
      says: 'The joint before, of which the bead is b, is missing.',
      gives: (one) => moved(one, { before: 0 }),
    },
    {
      says: 'The joint after, of which the bead is a, is missing.',
      gives: (one) => moved(one, { after: 0 }),
    },
    {
      says: 'The springs pull, but H does not know how stiff they are: add each k to weight.',
      gives: (one) => moved(one, { stiff: 0 }),
    },
    {
      says: 'Both joints have the same sign. F pulls a back and b forth: of one of them it is taken away.',
      gives: (one) => moved(one, { before: 1 }),
    },
    {
      says: 'The signs are the other way round: f has +F where the bead is a, and −F where it is b.',
      gives: (one) => moved(one, { before: 1, after: -1 }),
    },
  ],
  draw: (of, one) =>
    beads(of('positions'), [
      [0, -1],
      [one.step.count! - 1, 1],
    ]),
};
