// A pass of XPBD over a chain of threads in two colours: places are put right, and velocities take the same pushes.
import { beads } from './picture';
import { type Case, caseOf, type Puzzle, type Values } from './puzzle';
import { Random } from './random';
import { add, at, scale } from './vectors';

/** What is said of a case, its joints, and how much heavier its heaviest bead is than its lightest. */
const SIZES: [string, number, number][] = [
  ['a chain of 12 threads', 12, 2],
  ['one thread', 1, 2],
  ['65 threads, light and heavy beads', 65, 100],
  ['129 threads', 129, 2],
];
const COLOURS = [{ colour: 0 }, { colour: 1 }];

function make(about: string, count: number, spread: number): Case {
  const random = new Random(count + 139);
  const row = Array.from({ length: count + 1 }, (_, i) => [i, random.between(-0.3, 0.3), 0]);
  return caseOf(
    about,
    Math.ceil(count / 2),
    { h: 0.05, colour: 0, count },
    {
      positions: row.flatMap((place) => add(place, random.list(3, -0.15, 0.15))),
      velocities: random.list(3 * (count + 1), -1, 1),
      inverse_masses: Array.from({ length: count + 1 }, (_, i) =>
        i === 0 ? 0 : spread ** random.between(-0.5, 0.5),
      ),
      lengths: random.list(count, 0.8, 1.1),
      softnesses: Array.from({ length: count }, (_, l) => (l % 3 === 1 ? random.between(0.001, 0.01) : 0)),
    },
    { rounds: COLOURS },
  );
}

interface Way {
  /** By how much a thread yields to a push: its softness over h². */
  yields: (softness: number, h: number) => number;
  /** What of a push a velocity takes. */
  takes: (h: number) => number;
  places?: number;
  rounds?: Record<string, number>[];
}
const RIGHT: Way = { yields: (softness, h) => softness / (h * h), takes: (h) => 1 / h };

export function passed(one: Case, change: Partial<Way> = {}): Values {
  const { yields, takes, places = 1, rounds = one.rounds! } = { ...RIGHT, ...change };
  const { inverse_masses: w, lengths, softnesses } = one.values;
  const h = one.step.h!;
  const x = Array.from(w!, (_, i) => at(one.values.positions!, i));
  const v = Array.from(w!, (_, i) => at(one.values.velocities!, i));
  for (const { colour } of rounds)
    for (let l = colour!; l < lengths!.length; l += 2) {
      const way = add(x[l]!, x[l + 1]!, -1);
      const long = Math.hypot(...way);
      const push = (long - lengths![l]!) / (w![l]! + w![l + 1]! + yields(softnesses![l]!, h));
      const along = scale(way, push / long);
      for (const [i, sign] of [
        [l, -1],
        [l + 1, 1],
      ] as const) {
        x[i] = add(x[i]!, along, places * sign * w![i]!);
        v[i] = add(v[i]!, along, takes(h) * sign * w![i]!);
      }
    }
  return { positions: x.flat(), velocities: v.flat() };
}

export const place: Puzzle = {
  name: 'place',
  step: { h: 'f32', colour: 'u32', count: 'u32' },
  fields: [
    { name: 'positions', kind: 'vec3<f32>', role: 'both' },
    { name: 'velocities', kind: 'vec3<f32>', role: 'both' },
    { name: 'inverse_masses', kind: 'f32', role: 'in' },
    { name: 'lengths', kind: 'f32', role: 'in' },
    { name: 'softnesses', kind: 'f32', role: 'in' },
  ],
  cases: SIZES.map(([about, count, spread]) => make(about, count, spread)),
  truth: (one) => passed(one),
  // places of up to 129 m in f32, and a push from their differences over h: some ten last digits, of the greatest of all velocities
  tolerance: 1e-4,
  mistakes: [
    {
      says: 'Places are moved, and velocities know nothing of it: they take the same push, over h.',
      gives: (one) => passed(one, { takes: () => 0 }),
    },
    {
      says: 'Places are moved, and velocities know nothing of it. And a soft thread is pulled as if it were hard.',
      gives: (one) => passed(one, { takes: () => 0, yields: () => 0 }),
    },
    {
      says: 'A soft thread is pulled as if it were hard: add its softness over h² to the answer of its beads.',
      gives: (one) => passed(one, { yields: () => 0 }),
    },
    {
      says: 'The softness has to be divided by h²: it is in metres for a newton, and a push is a force times h².',
      gives: (one) => passed(one, { yields: (softness) => softness }),
    },
    {
      says: 'Velocities took the push as it is. A move in h seconds gives a velocity of the move over h.',
      gives: (one) => passed(one, { takes: () => 1 }),
    },
    {
      says: 'Velocities go the wrong way: each bead’s takes what its place takes, over h.',
      gives: (one) => passed(one, { takes: (h) => -1 / h }),
    },
  ],
  draw: (of, one) =>
    beads(of('positions'), [
      [0, -1],
      [one.step.count!, 1],
    ]),
};
