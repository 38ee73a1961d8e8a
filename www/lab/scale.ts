// Sliders that go by ratios: from one end to the other the value grows by the same factor at every stop.

/** Stops of such a slider. */
export const STOPS = 1000;

/** log(value/min) / log(max/min), in stops. */
export const toStop = (value: number, min: number, max: number): number =>
  (STOPS * Math.log(Math.min(Math.max(value, min), max) / min)) / Math.log(max / min);

export const fromStop = (stop: number, min: number, max: number): number =>
  min * (max / min) ** (stop / STOPS);
