// Gap, overshoot, depth and energy from poses and velocities, by the same formulas for every engine: those of Beadwork's own
// measures.
import { back, dot, length, minus, plus, type Q, rotate, swingOf, twistOf, type V3 } from './algebra';
import { deepest } from './depth';
import { type Joint, type Model, turnBetween } from './model';

/** How a body stands and moves. */
export interface Stand {
  position: V3;
  /** Of the scene's axes of the body. */
  rotation: Q;
  linear: V3;
  /** In world axes. */
  angular: V3;
}

export interface Measured {
  maxGapRadii: number;
  /** m or rad. */
  maxOvershoot: number;
  /** m; not a number where nothing touches. */
  maxDepth: number;
  /** J. */
  energy: number;
  finite: boolean;
}

export function measured(model: Model, stands: Stand[]): Measured {
  let maxGapRadii = 0;
  let maxOvershoot = 0;
  let finite = true;
  for (const joint of model.joints) {
    const a = stands[joint.a]!;
    const b = stands[joint.b]!;
    const apart = length(
      minus(
        plus(a.position, rotate(a.rotation, joint.anchorA)),
        plus(b.position, rotate(b.rotation, joint.anchorB)),
      ),
    );
    finite &&= Number.isFinite(apart);
    const gap = joint.kind === 'distance' ? lengthGap(joint, apart) : apart;
    const radius = Math.min(model.bodies[joint.a]!.radius, model.bodies[joint.b]!.radius);
    maxGapRadii = Math.max(maxGapRadii, gap / radius);
    maxOvershoot = Math.max(maxOvershoot, beyond(joint, apart, a.rotation, b.rotation));
  }
  const energy = energyOf(model, stands);
  finite &&= Number.isFinite(energy);
  const maxDepth = model.contacts && finite ? deepest(model, stands) : Number.NaN;
  return { maxGapRadii, maxOvershoot, maxDepth, energy, finite };
}

/** A rod is open by what it is longer or shorter; a rope has stops instead. */
const lengthGap = ({ min, max }: Joint, apart: number): number => (min === max ? Math.abs(apart - max) : 0);

/** How far a joint is beyond a stop, m or rad. */
function beyond(joint: Joint, apart: number, a: Q, b: Q): number {
  const outside = (value: number, [low, high]: readonly [number, number]) =>
    Math.max(0, low - value, value - high);
  if (joint.kind === 'distance') return joint.min === joint.max ? 0 : outside(apart, [joint.min, joint.max]);
  const stops = joint.limit ?? joint.twist;
  if (!stops && joint.swing === undefined) return 0;
  const turn = turnBetween(joint, a, b);
  const about = stops ? outside(twistOf(turn), stops) : 0;
  return joint.swing === undefined ? about : Math.max(about, swingOf(turn) - joint.swing);
}

/** Σ m v²/2 + ω·Iω/2 − m g·x over all that moves. */
function energyOf({ bodies, gravity }: Model, stands: Stand[]): number {
  let energy = 0;
  for (const [index, { mass, inertia, fixed }] of bodies.entries()) {
    if (fixed) continue;
    const { position, rotation, linear, angular } = stands[index]!;
    const spin = rotate(back(rotation), angular);
    const turning = inertia.reduce((sum, moment, axis) => sum + moment * spin[axis]! ** 2, 0);
    energy += 0.5 * (mass * dot(linear, linear) + turning) - mass * dot(gravity, position);
  }
  return energy;
}
