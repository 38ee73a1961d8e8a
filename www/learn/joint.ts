// One ball joint between two bodies, as matrices: what shaders/step/compute_jacobian_and_delassus.wgsl and one pass
// of a solver do, written densely. Spheres only: turning is equally hard about every axis.
import { apply, delassus, diagonal, type Matrix, product, solve, transpose } from './matrix';

export type Vector = [number, number, number];

export interface JointBody {
  /** kg */
  mass: number;
  /** kg m² */
  inertia: number;
  /** From its centre to the joint, m. */
  arm: Vector;
  /** m/s */
  linear: Vector;
  /** rad/s */
  angular: Vector;
}

export interface BallJoint {
  a: JointBody;
  b: JointBody;
  /** C, m: from b's end of the joint to a's. */
  gap: Vector;
  /** h, s */
  dt: number;
  /** β: the share of the gap to close in this step. */
  stabilisation: number;
  /** b stands still whatever pulls at it. */
  pinned: boolean;
  /** Only the row of this axis; all three where it is missing. */
  axis?: number;
}

export interface SolvedJoint {
  /** Rows × 12: J. */
  j: Matrix;
  /** The diagonal of M⁻¹, twelve numbers. */
  inverseMass: number[];
  /** m/s and rad/s, twelve numbers: V*. */
  free: number[];
  /** m/s: J V*, and β C/h. */
  parting: number[];
  bias: number[];
  /** 1/kg */
  a: Matrix;
  /** m/s²: h⁻¹ (J V* + bias) */
  rightSide: number[];
  /** N */
  lambda: number[];
  /** −h M⁻¹ Jᵀ λ */
  change: number[];
  after: number[];
  /** m/s: J V */
  partingAfter: number[];
}

/** [a]ₓ: [a]ₓ ω = a × ω */
export const cross = ([x, y, z]: Vector): Matrix => [
  [0, -z, y],
  [z, 0, -x],
  [-y, x, 0],
];

const IDENTITY = diagonal([1, 1, 1]);
const negative = (m: Matrix): Matrix => m.map((row) => row.map((x) => (x === 0 ? 0 : -x)));

/** J = [1, −[a_a]ₓ, −1, [a_b]ₓ] */
export function jacobian(armA: Vector, armB: Vector): Matrix {
  const blocks = [IDENTITY, negative(cross(armA)), negative(IDENTITY), cross(armB)];
  return [0, 1, 2].map((row) => blocks.flatMap((block) => block[row]!));
}

export function solveJoint({ a, b, gap, dt, stabilisation, pinned, axis }: BallJoint): SolvedJoint {
  const rows = axis === undefined ? [0, 1, 2] : [axis];
  const whole = jacobian(a.arm, b.arm);
  const j = rows.map((row) => whole[row]!);
  const mobile = ({ mass, inertia }: JointBody) => [
    1 / mass,
    1 / mass,
    1 / mass,
    1 / inertia,
    1 / inertia,
    1 / inertia,
  ];
  const inverseMass = [...mobile(a), ...(pinned ? [0, 0, 0, 0, 0, 0] : mobile(b))];
  const still: Vector = [0, 0, 0];
  const free = [...a.linear, ...a.angular, ...(pinned ? still : b.linear), ...(pinned ? still : b.angular)];
  const parting = apply(j, free);
  const bias = rows.map((row) => (stabilisation * gap[row]!) / dt);
  const matrix = delassus(j, diagonal(inverseMass));
  const rightSide = parting.map((speed, i) => (speed + bias[i]!) / dt);
  const lambda = solve(matrix, rightSide);
  const pull = product(
    transpose(j),
    lambda.map((x) => [x]),
  ).map(([x]) => x!);
  const change = pull.map((x, i) => -dt * inverseMass[i]! * x);
  const after = free.map((v, i) => v + change[i]!);
  return {
    j,
    inverseMass,
    free,
    parting,
    bias,
    a: matrix,
    rightSide,
    lambda,
    change,
    after,
    partingAfter: apply(j, after),
  };
}
