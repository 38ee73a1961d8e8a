// Numbers as people read them: two digits and a unit of fitting size.

const LARGE: [string, number][] = [
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
];

function scaled(value: number, unit: string): string {
  if (!Number.isFinite(value)) return 'gone';
  const size = Math.abs(value);
  const [prefix, times] = LARGE.find(([, times]) => size >= 9.9995 * times) ?? ['', 1];
  if (prefix) return `${trim(value / times)} ${prefix}${unit}`;
  if (size >= 99.5) return `${value.toFixed(0)} ${unit}`;
  if (size >= 0.995) return `${value.toPrecision(2)} ${unit}`;
  if (size >= 0.995e-3) return `${trim(value * 1e3)} m${unit}`;
  if (size >= 0.995e-6) return `${trim(value * 1e6)} µ${unit}`;
  return size < 1e-9 ? `0 ${unit}` : `${trim(value * 1e9)} n${unit}`;
}

/** Two digits, and no power of ten: 120 stays 120. */
const trim = (value: number): string => String(Number(value.toPrecision(2)));

export const metres = (value: number): string => scaled(value, 'm');
export const radians = (value: number): string => scaled(value, 'rad');
export const speed = (value: number): string => scaled(value, 'm/s');
export const joules = (value: number): string => scaled(value, 'J');
