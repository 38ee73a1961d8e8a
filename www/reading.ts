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

function readVector(text: string, range: Range): Reading<number[]> {
  const value = text
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return value.length === 3 && value.every((part) => within(part, range))
    ? { value }
    : { allowed: `three numbers within ±${range.max}, such as 0 -9.81 0` };
}

function readSwitch(text: string, auto: boolean): Reading<boolean | 'auto'> {
  const word = text.trim();
  if (word === 'on' || word === 'off') return { value: word === 'on' };
  return word === 'auto' && auto ? { value: word } : { allowed: `on${auto ? ', off or auto' : ' or off'}` };
}

/** A parameter's value, within its range. */
export function readParameter(info: ParameterInfo, text: string): Reading<unknown> {
  const { kind, auto = false, choices = [] } = info;
  if (kind === 'choice') return readChoice(text, choices);
  if (kind === 'vector') return readVector(text, info);
  if (kind === 'switch') return readSwitch(text, auto);
  if (auto && text.trim() === 'auto') return { value: 'auto' };
  const read = readNumber(text, { ...info, integer: kind === 'whole' });
  return auto && 'allowed' in read ? { allowed: `${read.allowed}, or auto` } : read;
}
