// A pass of Gauss-Seidel in two colours: joints of a colour are no neighbours, so they may go side by side.
import { massesOf, settled } from './chain';
import { bars } from './picture';
import { type Case, caseOf, type Puzzle } from './puzzle';
import { Random } from './random';

const SIZES: [string, number, number][] = [
  ['a chain of 24 joints', 24, 2],
  ['one joint', 1, 2],
  ['65 joints, light and heavy bodies', 65, 100],
  ['130 joints', 130, 2],
];

function make(about: string, count: number, spread: number): Case {
  const random = new Random(count + 127);
  return caseOf(
    about,
    count,
    { colour: 0, count },
    {
      inverse_masses: massesOf(random, count, spread),
      rights: random.list(count, -1, 1),
      impulses: random.list(count, -1, 1),
    },
    { rounds: [{ colour: 0 }, { colour: 1 }] },
  );
}

/** Joints put right one after the other. */
function swept(one: Case, order: (count: number) => number[]) {
  const { inverse_masses, rights, impulses } = one.values;
  const q = [...impulses!];
  for (const l of order(q.length)) q[l] = settled(inverse_masses!, rights!, q, l);
  return { impulses: q };
}
const ofColour = (colour: number) => (count: number) =>
  Array.from({ length: count }, (_, l) => l).filter((l) => l % 2 === colour);

export const colours: Puzzle = {
  name: 'colours',
  step: { colour: 'u32', count: 'u32' },
  fields: [
    { name: 'inverse_masses', kind: 'f32', role: 'in' },
    { name: 'rights', kind: 'f32', role: 'in' },
    { name: 'impulses', kind: 'f32', role: 'both' },
  ],
  cases: SIZES.map(([about, count, spread]) => make(about, count, spread)),
  truth: (one) => swept(one, (count) => [...ofColour(0)(count), ...ofColour(1)(count)]),
  // a handful of operations in f32 twice over, and a division to 2.5 last digits
  tolerance: 1e-5,
  mistakes: [
    {
      says: 'Only the joints of colour 0 were put right, in both dispatches: add step.colour.',
      gives: (one) => swept(one, ofColour(0)),
    },
    {
      says: 'The colours come in the wrong order: 0, 2, 4 … first.',
      gives: (one) => swept(one, (count) => [...ofColour(1)(count), ...ofColour(0)(count)]),
    },
  ],
  draw: (of) => bars(of('impulses')),
};
