// What a slider's stops stand for: values themselves, or their logarithms where the range is wide.

/** Decades from which a range counts as wide. */
const WIDE = 2;
const STOPS = 1000;

export interface Scale {
  /** For `<input type="range">`. */
  min: number;
  max: number;
  step: number;
  value(stop: number): number;
  stop(value: number): number;
}

/** `whole`: every value is a whole number. */
export function scale([from, to, step]: readonly [number, number, number], whole: boolean): Scale {
  if (from <= 0 || to / from < 10 ** WIDE) {
    return { min: from, max: to, step, value: (stop) => stop, stop: (value) => value };
  }
  const decades = Math.log(to / from);
  return {
    min: 0,
    max: STOPS,
    step: 1,
    value: (stop) => {
      const value = from * Math.exp((stop / STOPS) * decades);
      return whole ? Math.round(value) : Number(value.toPrecision(3));
    },
    stop: (value) => (STOPS * Math.log(value / from)) / decades,
  };
}
