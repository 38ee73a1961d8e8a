// What a kernel found against the truth: right, or the first difference in words, with a guess at where it comes from.
import { BLANK, type Found } from './memory';
import { type Case, componentsOf, type Field, isJudged, itemsOf, type Puzzle, type Values } from './puzzle';

export interface Verdict {
  right: boolean;
  words: string;
}

/** How far a number of this array may be off. */
const allowance = (puzzle: Puzzle, wanted: number[]) =>
  puzzle.tolerance * Math.max(1e-6, ...wanted.map(Math.abs));

const close = (found: number[], wanted: number[], within: number) =>
  wanted.every((value, k) => Math.abs(found[k]! - value) <= within);

/** One flag for each item: whether all of its numbers are right. */
export function rightItems(puzzle: Puzzle, field: string, found: number[], wanted: number[]): boolean[] {
  const size = componentsOf(puzzle.fields.find(({ name }) => name === field)!);
  const within = allowance(puzzle, wanted);
  return Array.from({ length: wanted.length / size }, (_, item) =>
    close(found.slice(item * size, (item + 1) * size), wanted.slice(item * size, (item + 1) * size), within),
  );
}

/** As few digits as tell it from the other. */
function number(value: number, other: number): string {
  for (let digits = 3; digits < 9; digits++) {
    const text = Number(value.toPrecision(digits)).toString();
    if (text !== Number(other.toPrecision(digits)).toString()) return text.replace('-', '−');
  }
  return value.toString().replace('-', '−');
}

const nameOf = (field: Field, k: number) => {
  const size = componentsOf(field);
  return `${field.name}[${Math.floor(k / size)}]${size > 1 ? `.${'xyzw'[k % size]}` : ''}`;
};

/** What an array gives away by itself. */
function guess(puzzle: Puzzle, field: Field, one: Case, found: Found, wanted: number[]): string {
  const values = found.values[field.name]!;
  const within = allowance(puzzle, wanted);
  const all = (like: (value: number, k: number) => number) =>
    values.every((value, k) => Math.abs(value - like(wanted[k]!, k)) <= within);
  const before = one.values[field.name];
  if (before && close(values, before, 0)) return `All of ${field.name} is as it was before.`;
  if (values.every((value, k) => Math.abs(value - BLANK - wanted[k]!) <= 1e-3))
    return 'It was added to what stood there before, which is nothing useful: write it with = alone.';
  if (all(() => 0)) return 'All of it is zero.';
  if (all((value) => -value)) return 'Everything has the wrong sign.';
  if (all((value) => 2 * value)) return 'Everything is twice what it should be.';
  if (all((value) => value / 2)) return 'Everything is half of what it should be.';
  const size = componentsOf(field);
  if (wanted.length > 2 * size) {
    const inner = (by: number) =>
      values.every((value, k) => {
        const other = wanted[k + by * size];
        return other === undefined || Math.abs(value - other) <= within;
      });
    if (inner(1) || inner(-1)) return 'Each item has what its neighbour should have: an index is off by one.';
  }
  return '';
}

/** The first difference of a case; null where there is none. */
function difference(puzzle: Puzzle, one: Case, found: Found): string | null {
  for (const field of puzzle.fields) {
    const { name } = field;
    const item = found.beyond[name]?.[0];
    if (item === undefined) continue;
    const end = itemsOf(field, one);
    return `You wrote past the end: ${name} has ${end} ${end === 1 ? 'item' : 'items'}, and something stands in ${name}[${item}] now. GPU threads come in groups of 64; those that are too many have to leave.`;
  }
  const wanted = puzzle.truth(one);
  for (const field of puzzle.fields.filter(isJudged)) {
    const right = wanted[field.name]!;
    const values = found.values[field.name]!;
    const untouched = found.untouched[field.name]!;
    const within = allowance(puzzle, right);
    const k = right.findIndex((value, at) => untouched[at] || !(Math.abs(values[at]! - value) <= within));
    if (k < 0) continue;
    const size = componentsOf(field);
    if (untouched.every(Boolean)) return `Nothing was written into ${field.name}.`;
    if (untouched[k]) {
      const isLast = Math.floor(k / size) === right.length / size - 1;
      return `Nothing was written into ${nameOf(field, k)}.${isLast ? ' It is the last one.' : ''}`;
    }
    const got = values[k]!;
    if (!Number.isFinite(got))
      return `${nameOf(field, k)} is ${Number.isNaN(got) ? 'not a number' : 'infinite'}; it should be ${number(right[k]!, Number.NaN)}. Was something divided by zero, or read past the end of an array?`;
    const said = puzzle.mistakes.find(({ gives }) => matches(puzzle, gives(one), found.values, wanted))?.says;
    const hint = said ?? guess(puzzle, field, one, found, right);
    return `${nameOf(field, k)} is ${number(got, right[k]!)}; it should be ${number(right[k]!, got)}.${hint && ` ${hint}`}`;
  }
  return null;
}

/** A known mistake gives just what was found. */
function matches(puzzle: Puzzle, mistake: Values, found: Values, wanted: Values): boolean {
  return Object.entries(mistake).every(([name, list]) =>
    close(found[name]!, list, allowance(puzzle, wanted[name]!)),
  );
}

export function judge(puzzle: Puzzle, found: Found[], code: string): Verdict {
  for (const [k, one] of puzzle.cases.entries()) {
    const words = difference(puzzle, one, found[k]!);
    if (words)
      return { right: false, words: `Case ${k + 1} of ${puzzle.cases.length}, ${one.about}: ${words}` };
  }
  const objection = puzzle.objects?.(code);
  if (objection) return { right: false, words: `All numbers are right here. ${objection}` };
  return { right: true, words: `Right on all ${puzzle.cases.length} cases.` };
}
