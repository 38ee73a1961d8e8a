// Numbers as the lab's visitors read them, beside those of www/units.ts.
import { kebab } from '../attributes';

export const milliseconds = (value: number): string =>
  `${value >= 99.5 ? value.toFixed(0) : value.toPrecision(2)} ms`;

/** Four digits: what a scene loses is small beside what it has. */
export function energy(value: number): string {
  if (!Number.isFinite(value)) return 'gone';
  const [unit, size] = ENERGIES.find(([, size]) => Math.abs(value) >= size) ?? ['mJ', 1e-3];
  return `${Number((value / size).toPrecision(4))} ${unit}`;
}
const ENERGIES: [string, number][] = [
  ['GJ', 1e9],
  ['MJ', 1e6],
  ['kJ', 1e3],
  ['J', 1],
];

/** A share in per cent: one decimal while it is small; as a multiple once it is ten times too long. */
export function percent(share: number): string {
  if (!Number.isFinite(share)) return 'gone';
  return share < 9.995 ? `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %` : `× ${(1 + share).toFixed(0)}`;
}

export const count = (value: number): string => value.toLocaleString('en');

/** `massRatio` as a person reads it: `Mass ratio`. */
export function title(name: string): string {
  const words = kebab(name).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
