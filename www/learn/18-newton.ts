// Newton's method on the stops of a tree in the plane, round by round, as shaders/joints/joint_search.wgsl has it. Nothing is drawn here.

import { allRows, eliminate, type Tree, type Turn, type Velocity } from './18-plane';
import { apply } from './matrix';

/** A joint's stops as bounds of the speed at which it turns in this step, rad/s: it may just come to a stop. */
export interface Stop {
  low: number;
  high: number;
  /** rad/s per N m s: by how much it yields. */
  gamma: number;
}

/** Which stop of a joint is taken to push. */
export type Side = -1 | 0 | 1;

export interface Round {
  /** As they were guessed before the solve. */
  guess: Side[];
  velocities: Velocity[];
  /** rad/s: how fast each joint turns. */
  speeds: number[];
  /** N m s: what its stop turns the child with. */
  pushes: number[];
  /** N s: what each pin pushes the child with. */
  pins: number[][];
  /** Where the joints are after it: the next guess. */
  found: Side[];
  /** The share of the way that was gone, 0 to 1. */
  share: number;
  /** J */
  energy: number;
  ends: boolean;
}

/** rad/s: what a joint may miss its stop by, as in the solver. */
const TOLERANCE = 1e-5;
/** The solver does so ten times, which leaves a two-thousandth of the way. */
const HALVINGS = 40;
/** Of a stop's own A: how much it yields at least, as in shaders/joints/joint_stairs.wgsl. */
const FLOOR = 1e-5;

export const floorOf = ({ bodies, pins }: Tree, l: number): number => {
  const { child, parent } = pins[l]!;
  return FLOOR * (1 / bodies[child]!.inertia + (parent < 0 ? 0 : 1 / bodies[parent]!.inertia));
};

export const sideOf = ({ low, high }: Stop, speed: number): Side => (speed > high ? 1 : speed < low ? -1 : 0);

/** q(u): what the stop turns the child with, N m s. */
export const pushOf = ({ low, high, gamma }: Stop, speed: number): number =>
  speed > high ? (high - speed) / gamma : speed < low ? (low - speed) / gamma : 0;

const turnOf = ({ low, high, gamma }: Stop, side: Side): Turn | null =>
  side === 0 ? null : { at: side > 0 ? high : low, gamma };

export const speedsOf = ({ pins }: Tree, velocities: Velocity[]): number[] =>
  pins.map(({ child, parent }) => velocities[child]![2]! - (parent < 0 ? 0 : velocities[parent]![2]!));

/** f(V) = ½ |V − V*|²_M + Σ φ(u),   φ' = −q(u) */
export function energyOf(tree: Tree, free: Velocity[], stops: Stop[], velocities: Velocity[]): number {
  const moved = tree.bodies.reduce((all, { mass, inertia }, i) => {
    const [x, y, w] = velocities[i]!.map((v, k) => v - free[i]![k]!);
    return all + 0.5 * (mass * (x! * x! + y! * y!) + inertia * w! * w!);
  }, 0);
  return speedsOf(tree, velocities).reduce(
    (all, speed, l) => all + 0.5 * stops[l]!.gamma * pushOf(stops[l]!, speed) ** 2,
    moved,
  );
}

/** How far it is from where it is taken for: the speed and the push must be on one part of the staircase. */
function missOf(stop: Stop, speed: number, push: number): number {
  if (push < -1e-15) return Math.abs(speed - stop.gamma * -push - stop.high);
  if (push > 1e-15) return Math.abs(speed + stop.gamma * push - stop.low);
  return Math.max(0, speed - stop.high, stop.low - speed);
}

const between = (a: number, b: number, share: number) => a + share * (b - a);

/** One solve with the stops of `guess` pushing and no others. From the second round on only as far as the energy falls, if it is `safe`. */
export function round(
  tree: Tree,
  free: Velocity[],
  stops: Stop[],
  guess: Side[],
  last: Round | null,
  safe = true,
): Round {
  const { velocities, folds } = eliminate(
    tree,
    free,
    stops.map((stop, l) => turnOf(stop, guess[l]!)),
  );
  const speeds = speedsOf(tree, velocities);
  const pushes = folds.map(({ push }) => push[2] ?? 0);
  const pins = folds.map(({ push }) => push.slice(0, 2));
  const ends = speeds.every(
    (speed, l) => missOf(stops[l]!, speed, pushes[l]!) <= TOLERANCE && pushes[l]! * guess[l]! <= 0,
  );
  let share = 1;
  if (!ends && last && safe) {
    // g(θ) = Σ Δu (q_k + θ Δq − q(u + θ Δu)), which only rises: the slope of f along the way
    const slope = (at: number) =>
      stops.reduce((all, stop, l) => {
        const turned = speeds[l]! - last.speeds[l]!;
        return (
          all +
          turned *
            (between(last.pushes[l]!, pushes[l]!, at) -
              pushOf(stop, between(last.speeds[l]!, speeds[l]!, at)))
        );
      }, 0);
    if (slope(0) < 0 && slope(1) > 0) {
      let [low, high] = [0, 1];
      for (let k = 0; k < HALVINGS; k++) {
        const middle = 0.5 * (low + high);
        if (slope(middle) > 0) high = middle;
        else low = middle;
      }
      share = 0.5 * (low + high);
    }
  }
  const gone = <T extends number[]>(from: T, to: T): T => to.map((x, i) => between(from[i]!, x, share)) as T;
  const here: Round =
    share === 1 || !last
      ? { guess, velocities, speeds, pushes, pins, found: [], share, energy: 0, ends }
      : {
          guess,
          velocities: velocities.map((v, i) => gone(last.velocities[i]!, v)),
          speeds: gone(last.speeds, speeds),
          pushes: gone(last.pushes, pushes),
          pins: pins.map((push, l) => gone(last.pins[l]!, push)),
          found: [],
          share,
          energy: 0,
          ends,
        };
  here.found = ends ? guess : here.speeds.map((speed, l) => sideOf(stops[l]!, speed));
  here.energy = energyOf(tree, free, stops, here.velocities);
  return here;
}

/** Until nothing changes, or the rounds are used up. */
export function rounds(tree: Tree, free: Velocity[], stops: Stop[], safe = true, most = 32): Round[] {
  const all: Round[] = [];
  let guess: Side[] = tree.pins.map(() => 0);
  while (all.length < most && !all.at(-1)?.ends) {
    const next = round(tree, free, stops, guess, all.at(-1) ?? null, safe);
    all.push(next);
    guess = next.found;
  }
  return all;
}

/** m/s: by how much the worst pin comes apart. */
export function opening(tree: Tree, velocities: Velocity[]): number {
  const speeds = apply(allRows(tree, []), velocities.flat());
  return tree.pins.reduce((most, _, l) => Math.max(most, Math.hypot(speeds[2 * l]!, speeds[2 * l + 1]!)), 0);
}

/** The quick way: every stop that would be passed becomes an equation, all are solved together, and a push of the wrong sign is then set to zero. */
export function clamped(tree: Tree, free: Velocity[], stops: Stop[]) {
  const loose = round(
    tree,
    free,
    stops,
    tree.pins.map(() => 0),
    null,
  );
  const { found } = loose;
  const solved = eliminate(
    tree,
    free,
    stops.map((stop, l) => turnOf(stop, found[l]!)),
  );
  const pushes = solved.folds.map(({ push }, l) => {
    const turn = push[2] ?? 0;
    return [push[0]!, push[1]!, turn * found[l]! > 0 ? 0 : turn];
  });
  const cut = solved.folds.filter(({ push }, l) => (push[2] ?? 0) * found[l]! > 0).length;
  const velocities = free.map((v, i) => {
    const { mass, inertia, x, y } = tree.bodies[i]!;
    const out = [...v];
    for (const [l, pin] of tree.pins.entries()) {
      const sign = pin.child === i ? 1 : pin.parent === i ? -1 : 0;
      const [px, py, turn] = pushes[l]!;
      out[0]! += (sign * px!) / mass;
      out[1]! += (sign * py!) / mass;
      out[2]! += (sign * ((pin.x - x) * py! - (pin.y - y) * px! + turn!)) / inertia;
    }
    return out;
  });
  return { velocities, cut, opening: opening(tree, velocities) };
}
