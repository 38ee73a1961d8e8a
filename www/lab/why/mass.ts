// The mass that a row of a joint moves while the joint's other rows hold (docs/joints.md, How a row yields):
//     m_eff⁻¹ = A_rr − A_rE A_EE⁻¹ A_Er,   A = J M⁻¹ Jᵀ of this joint,
// with J along and about the axes of a's frame at b's anchor: exact while the swing is small. The stiffness guard is left out.
import type { BodyDescription, NumberedJoint, State, Vector } from '../../beadwork';
import {
  back,
  bodyAt,
  cross,
  dot,
  four,
  minus,
  ONE,
  plus,
  type Rotation,
  scaled,
  three,
  times,
  turned,
  unit,
} from '../vectors';
import type { Row } from './rows';

/** Under this share of the largest a pivot is taken for none: the row says what others say already. */
const ROUNDING = 1e-9;

type Wrench = { force: Vector; onA: Vector; onB: Vector };

/** Whether it gives way to a force; a body that is pinned now does not, whatever the scene says. */
const moves = (body: BodyDescription, pinned: boolean): boolean =>
  !pinned && !('kinematic' in body && body.kinematic) && body.shape?.type !== 'plane';

/** W v, in world axes: v over the principal moments in principal axes. */
function turning(body: BodyDescription, rotation: Rotation, v: Vector): Vector {
  const axes = body.principalAxes ? times(rotation, body.principalAxes) : rotation;
  const own = turned(v, back(axes));
  const inertia = body.inertia ?? [1, 1, 1];
  return turned(own.map((x, k) => x / inertia[k]!) as Vector, axes);
}

/** `state` with the places of shapes. */
export interface Held {
  joint: NumberedJoint;
  bodies: readonly BodyDescription[];
  pinned: (body: number) => boolean;
  state: State;
}

/** In kg or kg m²; infinite where neither body gives way. */
export function effectiveMass({ joint, bodies, pinned, state }: Held, rows: Row[], index: number): number {
  const ends = [joint.a, joint.b].map((body) => ({
    body: bodyAt(bodies, body),
    rotation: four(state.rotations, body),
    at: three(state.positions, body),
    moves: body !== 'world' && moves(bodies[body]!, pinned(body)),
  }));
  const massAt = ({ at, body, rotation }: (typeof ends)[0]) =>
    plus(at, turned(body.centre ?? [0, 0, 0], rotation));
  const [a, b] = ends as [(typeof ends)[0], (typeof ends)[0]];
  const anchor = plus(b.at, turned(joint.anchorB, b.rotation));
  const arms = [minus(anchor, massAt(a)), minus(anchor, massAt(b))] as [Vector, Vector];
  const line = minus(anchor, plus(a.at, turned(joint.anchorA, a.rotation)));
  const frame = 'frameA' in joint && joint.frameA ? joint.frameA : ONE;
  const wrenches = rows.map(({ index: k, turns }): Wrench => {
    const along =
      joint.type === 'distance'
        ? scaled(line, 1 / Math.max(1e-12, Math.hypot(...line)))
        : turned(turned(unit(k % 3), frame), a.rotation);
    if (turns) return { force: [0, 0, 0], onA: along, onB: along };
    return { force: along, onA: cross(arms[0], along), onB: cross(arms[1], along) };
  });
  const entry = (one: Wrench, other: Wrench): number => {
    let sum = 0;
    for (const [end, which] of [
      [a, 'onA'],
      [b, 'onB'],
    ] as const) {
      if (!end.moves) continue;
      sum += dot(one.force, other.force) / (end.body.mass ?? 1);
      sum += dot(one[which], turning(end.body, end.rotation, other[which]));
    }
    return sum;
  };
  const own = rows[index]!;
  // a spring of all rows together moves one of them while the others rest
  const together = own.held && own.softness !== undefined;
  const holding = rows.filter(
    ({ index: k, held, softness }) => k !== index && held && (together || softness === undefined),
  );
  const column = holding.map(({ index: k }) => entry(wrenches[k]!, wrenches[index]!));
  const block = holding.map((row) =>
    holding.map(({ index: k }) => entry(wrenches[row.index]!, wrenches[k]!)),
  );
  const answer = solved(block, column);
  const rest =
    entry(wrenches[index]!, wrenches[index]!) - column.reduce((sum, x, k) => sum + x * answer[k]!, 0);
  return rest > 0 ? 1 / rest : Number.POSITIVE_INFINITY;
}

/** x of A x = b, A symmetric and not negative; a row that others say already gets 0. */
function solved(matrix: number[][], right: number[]): number[] {
  const [a, b] = [matrix.map((row) => [...row]), [...right]];
  const largest = Math.max(0, ...a.map((row, k) => row[k]!));
  const skipped = new Set<number>();
  for (let k = 0; k < a.length; k++) {
    if (a[k]![k]! <= ROUNDING * largest) {
      skipped.add(k);
      continue;
    }
    for (let i = k + 1; i < a.length; i++) {
      const share = a[i]![k]! / a[k]![k]!;
      for (let j = k; j < a.length; j++) a[i]![j]! -= share * a[k]![j]!;
      b[i]! -= share * b[k]!;
    }
  }
  for (let k = a.length - 1; k >= 0; k--) {
    if (skipped.has(k)) {
      b[k] = 0;
      continue;
    }
    for (let j = k + 1; j < a.length; j++) b[k]! -= a[k]![j]! * b[j]!;
    b[k]! /= a[k]![k]!;
  }
  return b;
}
