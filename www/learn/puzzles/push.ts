// A contact pushes and never pulls: the sum of its impulses stays at zero or above.
import { bars } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';

const SIZES: [string, number][] = [
  ['24 contacts', 24],
  ['one contact', 1],
  ['65 contacts', 65],
  ['128 contacts, light and heavy', 128],
];

function make(about: string, count: number): Case {
  const random = new Random(count + 57);
  const inverse_masses = Array.from({ length: count }, () =>
    count === 128 ? 10 ** random.between(-1, 1) : random.between(0.5, 2),
  );
  return caseOf(
    about,
    count,
    { count },
    {
      speeds: random.list(count, -1, 1.5),
      // most push already, some have never
      impulses: inverse_masses.map((w, i) => (i % 4 === 2 ? 0 : random.between(0, 1) / w)),
      inverse_masses,
      biases: random.list(count, -0.2, 0.3),
    },
  );
}

/** `changeOf` has what would give the speed that is wanted, and what the contact has pushed so far. */
function pushed(one: Case, changeOf: (wanted: number, impulse: number) => number) {
  const { speeds, impulses, inverse_masses, biases } = one.values;
  const changes = impulses!.map((q, i) => changeOf((biases![i]! - speeds![i]!) / inverse_masses![i]!, q));
  return {
    speeds: speeds!.map((v, i) => v + inverse_masses![i]! * changes[i]!),
    impulses: impulses!.map((q, i) => q + changes[i]!),
  };
}

export const push: Puzzle = {
  name: 'push',
  step: { count: 'u32' },
  fields: [
    { name: 'speeds', kind: 'f32', role: 'both' },
    { name: 'impulses', kind: 'f32', role: 'both' },
    { name: 'inverse_masses', kind: 'f32', role: 'in' },
    { name: 'biases', kind: 'f32', role: 'in' },
  ],
  cases: SIZES.map(([about, count]) => make(about, count)),
  truth: (one) => pushed(one, (wanted, q) => Math.max(0, q + wanted) - q),
  // a handful of operations in f32, and a division to 2.5 last digits
  tolerance: 1e-5,
  mistakes: [
    {
      says: 'Some contacts pull: their impulse is below zero.',
      gives: (one) => pushed(one, (wanted) => wanted),
    },
    {
      says: 'You keep the change at zero or above. It is the sum of all that must be: a contact may take back what it has pushed.',
      gives: (one) => pushed(one, (wanted) => Math.max(0, wanted)),
    },
    {
      says: 'That is the new sum, not the change: take away what the contact had pushed before.',
      gives: (one) => pushed(one, (wanted, q) => Math.max(0, q + wanted)),
    },
  ],
  draw: (of) => bars(of('impulses')),
};
