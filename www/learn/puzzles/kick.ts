// Half of a step's gravity, for bodies that are free.
import { arrows } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';
import { add, at, each } from './vectors';

const SIZES: [string, number][] = [
  ['12 bodies, every third of them fixed', 12],
  ['one fixed body', 1],
  ['65 bodies', 65],
  ['128 bodies, light and heavy', 128],
];

function make(about: string, count: number): Case {
  const random = new Random(count + 23);
  return caseOf(
    about,
    count,
    // a long step, so that it can be seen
    { h: 0.2, g: 9.81, count },
    {
      velocities: random.list(3 * count, -1, 1),
      inverse_masses: Array.from({ length: count }, (_, i) =>
        i % 3 === 0 ? 0 : 10 ** random.between(-3, 2),
      ),
    },
  );
}

const kicked = (one: Case, share: number, isFree: (inverse: number) => boolean) => ({
  velocities: each(one.step.count!, (i) => {
    const v = at(one.values.velocities!, i);
    return isFree(one.values.inverse_masses![i]!) ? add(v, [0, -share * one.step.h! * one.step.g!, 0]) : v;
  }),
});
const free = (inverse: number) => inverse > 0;

export const kick: Puzzle = {
  name: 'kick',
  step: { h: 'f32', g: 'f32', count: 'u32' },
  fields: [
    { name: 'velocities', kind: 'vec3<f32>', role: 'both' },
    { name: 'inverse_masses', kind: 'f32', role: 'in' },
  ],
  cases: SIZES.map(([about, count]) => make(about, count)),
  truth: (one) => kicked(one, 0.5, free),
  // two products and a sum in f32: 1e-7 each
  tolerance: 1e-5,
  mistakes: [
    { says: 'Fixed bodies fall too: their inverse mass is 0.', gives: (one) => kicked(one, 0.5, () => true) },
    {
      says: 'Only the fixed bodies fall: it is the others that are free.',
      gives: (one) => kicked(one, 0.5, (inverse) => inverse === 0),
    },
    { says: 'That is the whole kick. Half of it is asked for.', gives: (one) => kicked(one, 1, free) },
    { says: 'Free bodies are kicked upwards. y points up.', gives: (one) => kicked(one, -0.5, free) },
  ],
  draw: (of) => arrows(of('velocities'), 3),
};
