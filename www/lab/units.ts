// Numbers as the lab's visitors read them, beside those of www/units.ts.
import { kebab } from '../attributes';
import { metres } from '../units';

export const milliseconds = (value: number): string =>
  `${value >= 99.5 ? value.toFixed(0) : value.toPrecision(2)} ms`;

/** Two digits, without a power of ten. */
const short = (value: number): string => {
  const size = Math.abs(value);
  const digits = size === 0 ? 0 : Math.max(0, 1 - Math.floor(Math.log10(size)));
  return signed(String(Number(value.toFixed(Math.min(digits, 12)))), value);
};

/** A real minus sign. */
const signed = (text: string, value: number): string => (value < 0 ? text.replace('-', '−') : text);

/** Four digits: what a scene loses is small beside what it has. */
export function energy(value: number): string {
  if (!Number.isFinite(value)) return 'gone';
  const [unit, size] = ENERGIES.find(([, size]) => Math.abs(value) >= size) ?? ['mJ', 1e-3];
  return `${signed(String(Number((value / size).toPrecision(4))), value)} ${unit}`;
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

/** A gap under this, in radii, is none that anybody could see. */
const SHUT = 1e-4;

/** The largest gap of all joints: "shut" where it is a ten-thousandth of a radius or less. */
export const gapOf = (value: number): string => (value < SHUT ? 'shut' : radii(value));

/** A length in bead radii: in per cent of one, or in several. Nothing of it depends on how large the beads are. */
export function radii(value: number): string {
  if (!Number.isFinite(value)) return 'gone';
  if (value >= 9.95) return `${value.toFixed(0)} radii`;
  return value < 1e-9 ? '0 %' : `${short(100 * value)} %`;
}

/** An angle as people say it. */
export const degrees = (value: number): string =>
  Number.isFinite(value) ? `${short((180 / Math.PI) * value)}°` : 'gone';

/** A height. */
export const signedMetres = (value: number): string => signed(metres(value), value);

/** Of a metre or radian, two digits. */
export const thousandths = (value: number): string => short(1000 * value);

/** Of an energy, of that at the start. */
export const share = (value: number): string =>
  Number.isFinite(value) ? `${signed(String(Number(value.toPrecision(4))), value)} %` : 'gone';

/** A force. */
export function newtons(value: number): string {
  const [unit, size] = [['MN', 1e6] as const, ['kN', 1e3] as const].find(([, size]) => value >= size) ?? [
    'N',
    1,
  ];
  return `${short(value / size)} ${unit}`;
}

export const count = (value: number): string => value.toLocaleString('en');

/** `massRatio` as a person reads it: `Mass ratio`. */
export function title(name: string): string {
  const words = kebab(name).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
