// Numbers as people read them: two digits, a unit of fitting size.

const DIGITS = 2;

/** Two digits at least, none of the whole ones dropped. */
function digits(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(DIGITS);
}

function scaled(value: number, unit: string): string {
  if (!Number.isFinite(value)) return 'gone';
  const size = Math.abs(value);
  if (size >= 0.9995) return size < 9999.5 ? `${digits(value)} ${unit}` : `${value.toExponential(1)} ${unit}`;
  if (size >= 0.9995e-3) return `${digits(value * 1e3)} m${unit}`;
  if (size >= 0.9995e-6) return `${digits(value * 1e6)} µ${unit}`;
  return size < 1e-9 ? `0 ${unit}` : `${digits(value * 1e9)} n${unit}`;
}

export const metres = (value: number): string => scaled(value, 'm');
export const speed = (value: number): string => scaled(value, 'm/s');

export function joules(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return 'gone';
  return size >= 1e6
    ? `${digits(value / 1e6)} MJ`
    : size >= 1e3
      ? `${digits(value / 1e3)} kJ`
      : `${digits(value)} J`;
}

export const milliseconds = (value: number): string => `${digits(value)} ms`;

/** A share in per cent: one decimal while it is small. */
export function percent(share: number): string {
  if (!Number.isFinite(share)) return 'gone';
  return share < 9.995 ? `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %` : `× ${(1 + share).toFixed(0)}`;
}

export const count = (value: number): string => value.toLocaleString('en');

/** `massRatio` as attributes and addresses write it: `mass-ratio`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `massRatio` as a person reads it: `Mass ratio`. */
export function title(name: string): string {
  const words = kebab(name).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
