// A puzzle's arrays as bytes, and back. Behind each array stands room that belongs to nobody; it and what the kernel has to
// write are filled with a pattern, by which one sees what was read and written.
import {
  type Case,
  componentsOf,
  type Field,
  isWhole,
  isWritten,
  itemsOf,
  type Puzzle,
  type Values,
  WORKGROUP,
} from './puzzle';

/** Behind arrays that are read: not a number, so that whatever is made of it is none either. */
const STRANGE = 0x7fc0beef;
/** In arrays that are written. It is a number, since what is done to one that is none would not show. */
export const BLANK = 4321.53125;
const [BLANK_WORD] = new Uint32Array(Float32Array.of(BLANK).buffer);

/** What a kernel left in the arrays that it may write. */
export interface Found {
  values: Values;
  /** Components that hold what they held before: nothing was written there. Only of arrays that were empty. */
  untouched: Record<string, boolean[]>;
  /** Items behind the end that were written, by their numbers. */
  beyond: Record<string, number[]>;
}

/** 32-bit words from one item to the next: three numbers take the room of four. */
const stride = (field: Field) => (componentsOf(field) === 3 ? 4 : componentsOf(field));

/** Items with the room behind them: as many as there may be GPU threads, and a workgroup more. */
function room(field: Field, one: Case): number {
  return WORKGROUP * (Math.max(one.groups, Math.ceil(itemsOf(field, one) / WORKGROUP)) + 1);
}

export function bytesOf(field: Field, one: Case): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(room(field, one) * stride(field));
  words.fill(isWritten(field) ? BLANK_WORD! : STRANGE);
  const floats = new Float32Array(words.buffer);
  const size = componentsOf(field);
  one.values[field.name]?.forEach((value, k) => {
    const at = Math.floor(k / size) * stride(field) + (k % size);
    if (isWhole(field)) words[at] = value;
    else floats[at] = value;
  });
  return words;
}

/** The uniform: its fields in order, a word each. */
export function stepBytes(puzzle: Puzzle, step: Record<string, number>): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(16);
  const floats = new Float32Array(words.buffer);
  Object.entries(puzzle.step).forEach(([name, kind], at) => {
    if (kind === 'u32') words[at] = step[name]!;
    else floats[at] = step[name]!;
  });
  return words;
}

/** `read` gives the words that an array holds after the kernel. */
export function foundIn(puzzle: Puzzle, one: Case, read: (field: Field) => Uint32Array): Found {
  const found: Found = { values: {}, untouched: {}, beyond: {} };
  for (const field of puzzle.fields) {
    if (!isWritten(field)) continue;
    const words = read(field);
    const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
    const [size, items] = [componentsOf(field), itemsOf(field, one)];
    const values: number[] = [];
    const untouched: boolean[] = [];
    const beyond = new Set<number>();
    for (let item = 0; item < words.length / stride(field); item++) {
      for (let k = 0; k < size; k++) {
        const at = item * stride(field) + k;
        if (item < items) {
          values.push(isWhole(field) ? words[at]! : floats[at]!);
          untouched.push(field.role !== 'both' && words[at] === BLANK_WORD);
        } else if (words[at] !== BLANK_WORD) beyond.add(item);
      }
    }
    found.values[field.name] = values;
    found.untouched[field.name] = untouched;
    found.beyond[field.name] = [...beyond];
  }
  return found;
}
