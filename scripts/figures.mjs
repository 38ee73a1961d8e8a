// Figures of many values, as documents have them.

/** The value that `part` of all stay below. */
export const share = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(part * values.length)];

export const median = (values) => share(values, 0.5);

/** Three digits, or two below one. */
export const digits = (value) => String(Number(value.toPrecision(value < 1 ? 2 : 3)));
