// Figures of a joint or a body: three digits and a unit. The number itself stands beside them for programs.
import { make } from '../../dom';

const PREFIXES: [string, number][] = [
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
  ['', 1],
  ['m', 1e-3],
  ['µ', 1e-6],
  ['n', 1e-9],
];
/** These take no prefix: nobody says mkg, and kN m/rad is said before the fraction. */
const PLAIN = new Set(['kg', 'kg m²', '%', 'Hz', '']);

/** From here on it has no prefix: 0.6 rad is read more easily than 600 mrad. */
const TENTH = 0.09995;

/** `12.3 mN m`; a dash where there is none. Signs and digits are as wide as any others, so nothing jumps. */
export function figure(value: number, unit: string): string {
  if (value === Number.POSITIVE_INFINITY) return '∞';
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size < 1e-9) return `0 ${unit}`.trim();
  const [prefix, scale] = PLAIN.has(unit)
    ? (['', 1] as const)
    : (PREFIXES.find(([, scale]) => size >= (scale === 1 ? TENTH : 0.9995 * scale)) ?? PREFIXES.at(-1)!);
  return `${digits(value / scale)} ${prefix}${unit}`.trim();
}

/** Three, never fewer and never an exponent where it can be said without. */
function digits(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size >= 99_999.5) return `${sign}${size.toExponential(2)}`;
  if (size >= 999.5) return `${sign}${Math.round(size).toLocaleString('en')}`;
  if (size < 0.001) return `${sign}${size.toExponential(2)}`;
  return sign + size.toFixed(Math.max(0, 2 - Math.floor(Math.log10(size) + 1e-4)));
}

/** A figure on the page that is told its value again and again. */
export class Figure {
  readonly element = make('data', { class: 'figure-of' });
  #text = '';

  constructor(private readonly unit: string) {}

  show(value: number): void {
    this.element.value = String(value);
    const text = figure(value, this.unit);
    if (text === this.#text) return;
    this.#text = text;
    this.element.textContent = text;
  }
}
