// What a row may push with, as a staircase: the force λ over the speed u at which its two sides part after the step. It only falls.
// The rest of the scene is a line that only rises, so they meet once. Nothing is drawn here.

/** A stop on either side, and between them a drive to a speed with a largest force. */
export interface Stairs {
  /** m/s: no slower, since the lower stop pushes as hard as it takes; and no faster. */
  low: number;
  high: number;
  /** m/s */
  goal: number;
  /** N; 0 where nothing drives. */
  most: number;
}

const NEVER = Number.POSITIVE_INFINITY;
const undriven = { goal: 0, most: 0 };

/** m/s: where the stops and the goals of the examples are. */
export const [BELOW, ABOVE, GOAL] = [-1, 2, 1] as const;
/** N */
export const CAP = 20;

export const RULES: Record<string, Stairs> = {
  floor: { low: 0, high: NEVER, ...undriven },
  rope: { low: -NEVER, high: 0, ...undriven },
  lock: { low: 0, high: 0, ...undriven },
  speed: { low: -NEVER, high: ABOVE, ...undriven },
  stops: { low: BELOW, high: ABOVE, ...undriven },
  motor: { low: -NEVER, high: NEVER, goal: GOAL, most: CAP },
  both: { low: BELOW, high: ABOVE, goal: GOAL, most: CAP },
};

const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** Where the staircase meets u = free + kλ: what the drive can do, and what a stop adds to it. */
export function meet(
  { low, high, goal, most }: Stairs,
  free: number,
  k: number,
): { u: number; lambda: number } {
  const driven = most > 0 ? within((goal - free) / k, -most, most) : 0;
  const u = within(free + k * driven, low, high);
  return { u, lambda: (u - free) / k };
}

/** The staircase as a line, between two speeds and two forces. */
export function outline(
  { low, high, goal, most }: Stairs,
  [slow, fast]: readonly [number, number],
  top: number,
): [number, number][] {
  const start: [number, number][] =
    low > slow
      ? [
          [low, top],
          [low, most],
        ]
      : [[slow, most]];
  const end: [number, number][] =
    high < fast
      ? [
          [high, -most],
          [high, -top],
        ]
      : [[fast, -most]];
  const drive: [number, number][] =
    most > 0
      ? [
          [goal, most],
          [goal, -most],
        ]
      : [];
  return [...start, ...drive, ...end];
}
