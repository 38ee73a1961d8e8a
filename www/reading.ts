// Values as people write them in attributes and addresses: what is read, or what would have been allowed.
import type { ParameterInfo } from './parameters';

export type Reading<T> = { value: T } | { allowed: string };

export interface Range {
  min?: number;
  max?: number;
  /** Whether `min` itself is out of range. */
  above?: boolean;
  integer?: boolean;
}

/** A range in words: 'a whole number from 1 to 1000'. */
export function inWords({ min, max, above, integer }: Range): string {
  const from = min === undefined ? '' : above ? ` above ${min}` : ` from ${min}`;
  const to = max === undefined ? '' : above ? ` and up to ${max}` : ` to ${max}`;
  return `${integer ? 'a whole number' : 'a number'}${from}${to}`;
}

export function within(value: number, { min = -Infinity, max = Infinity, above, integer }: Range): boolean {
  return (above ? value > min : value >= min) && value <= max && (!integer || Number.isInteger(value));
}

export function readNumber(text: string, range: Range = {}): Reading<number> {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && within(value, range) ? { value } : { allowed: inWords(range) };
}

export function readChoice<T extends string>(text: string, choices: readonly T[]): Reading<T> {
  const value = choices.find((choice) => choice === text.trim());
  return value === undefined ? { allowed: `one of ${choices.join(', ')}` } : { value };
}

/** A parameter's values in words. */
export function allowedOf(info: ParameterInfo): string {
  const { kind, auto, choices = [], min, max } = info;
  if (kind === 'choice') return `one of ${choices.join(', ')}`;
  if (kind === 'switch') return auto ? 'on, off or auto' : 'on or off';
  if (kind === 'pair') return `two numbers from ${min} to ${max}, such as 1 5${auto ? ', or auto' : ''}`;
  if (kind === 'vector') return `three numbers within ±${max}, such as 0 -9.81 0`;
  const words = [...choices, ...(auto ? ['auto'] : [])].map((word) => `, or ${word}`).join('');
  return inWords({ ...info, integer: kind === 'whole' }) + words;
}

/** A parameter's value, within its range. */
export function readParameter(info: ParameterInfo, text: string): Reading<unknown> {
  const { kind, auto = false, choices = [] } = info;
  const word = text.trim();
  const number = (part: string) => readNumber(part, { ...info, integer: kind === 'whole' });
  let reading: Reading<unknown> = { allowed: '' };
  if (auto && word === 'auto') reading = { value: word };
  else if (kind === 'number' && choices.includes(word)) reading = { value: word };
  else if (kind === 'choice') reading = readChoice(word, choices);
  else if (kind === 'switch' && (word === 'on' || word === 'off')) reading = { value: word === 'on' };
  else if (kind === 'vector' || kind === 'pair') {
    const parts = word.split(/[\s,]+/).map(number);
    const value = parts.flatMap((part) => ('value' in part ? [part.value] : []));
    const wanted = kind === 'pair' ? 2 : 3;
    if (parts.length === wanted && value.length === wanted) reading = { value };
  } else reading = number(word);
  return 'value' in reading ? reading : { allowed: allowedOf(info) };
}
