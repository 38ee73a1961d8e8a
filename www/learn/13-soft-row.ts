// One soft row on one mass, worked out here: the spring that is asked for, what a step of implicit Euler makes of it, and how
// the two compare. C is how far the row is open, m; u its rate. Nothing is drawn here.

export interface Spring {
  /** Swings a second without damping, Hz. */
  hertz: number;
  /** Its share of critical damping. */
  ratio: number;
}

export interface Motion {
  /** m */
  c: number;
  /** m/s */
  u: number;
}

/** What the exact solver takes for implicit Euler. In the two halves of its default an undamped spring would lose nothing. */
export const EULER = { positions: 'projected' } as const;

export const omegaOf = ({ hertz }: Spring): number => 2 * Math.PI * hertz;

/** γ of a mass of 1 kg, and β:   γ = 1/(hω (hω + 2ζ)),   β = hω/(hω + 2ζ) */
export function softness(spring: Spring, h: number): { gamma: number; beta: number } {
  const turn = h * omegaOf(spring);
  const all = turn + 2 * spring.ratio;
  return { gamma: 1 / (turn * all), beta: turn / all };
}

/** One step of the row alone, of a mass of 1 kg:   (1 + γ) q = u + β C/h,   u ← u − q,   C ← C + h u */
export function step({ c, u }: Motion, spring: Spring, h: number): Motion {
  const { gamma, beta } = softness(spring, h);
  const after = u - (u + (beta * c) / h) / (1 + gamma);
  return { c: c + h * after, u: after };
}

/** C at a time, of the spring as it is asked for, let go at rest at c. */
export function truth(c: number, spring: Spring, time: number): number {
  const { ratio } = spring;
  const omega = omegaOf(spring);
  const fading = Math.exp(-ratio * omega * time);
  if (Math.abs(ratio - 1) < 1e-6) return c * fading * (1 + omega * time);
  const own = omega * Math.sqrt(Math.abs(1 - ratio * ratio));
  const slope = (ratio * omega) / own;
  return ratio < 1
    ? c * fading * (Math.cos(own * time) + slope * Math.sin(own * time))
    : c * fading * (Math.cosh(own * time) + slope * Math.sinh(own * time));
}

/** By how much a step divides the square of an undamped swing, and with damping that of its envelope: D = 1 + 2ζhω + h²ω² */
export function divisor(spring: Spring, h: number): number {
  const turn = h * omegaOf(spring);
  return 1 + 2 * spring.ratio * turn + turn * turn;
}

/** What a step shows: swings a second, none where it creeps, and the damping ratio. */
export interface Shown {
  swings: number;
  ratio: number;
}

/** A motion e^{st} becomes 1/(1 − h s) a step, as if s were −ln(1 − h s)/h. Of the two s = ω (−ζ ± √(ζ² − 1)): */
export function shown(spring: Spring, h: number): Shown {
  const { ratio } = spring;
  const turn = h * omegaOf(spring);
  if (ratio < 1) {
    const fading = 0.5 * Math.log(divisor(spring, h));
    const turning = Math.atan2(turn * Math.sqrt(1 - ratio * ratio), 1 + ratio * turn);
    return { swings: turning / (2 * Math.PI * h), ratio: fading / Math.hypot(fading, turning) };
  }
  const apart = Math.sqrt(ratio * ratio - 1);
  const [slow, fast] = [ratio - apart, ratio + apart].map((rate) => Math.log(1 + turn * rate)) as [
    number,
    number,
  ];
  return { swings: 0, ratio: (0.5 * (slow + fast)) / Math.sqrt(slow * fast) };
}

/** The swings a second that are asked for: ω √(1 − ζ²)/2π */
export const swingsOf = ({ hertz, ratio }: Spring): number =>
  hertz * Math.sqrt(Math.max(0, 1 - ratio * ratio));
