// What a joint of any kind is: up to three rows along axes and three about them,
//     J = [n, a × n; 0, g] on a, minus the same with b's arm on b,
// J V the rate of C, which is minus the coordinate of b seen from a. A row that holds nothing has n or g zero.
// λ is kept by row (of world rows that is by world axis), in N and N m.
//
// Of n joints `arms` holds two sets, for the velocities and for the places. A set has n arms, then for each joint three
// times a linear row and an angular one, with their γ.

// uses: step, symmetric, six, body, tie

struct Rows {
    arm_a: vec3<f32>,
    a: u32,
    arm_b: vec3<f32>,
    b: u32,
    linear: mat3x3<f32>,     // n of the first three rows, a column each
    angular: mat3x3<f32>,    // g of the last three
    softness: Pair,          // γ of every row, or where all are one spring −γ̂ with γ = γ̂ A_ll
}

const VELOCITIES: u32 = 0u;
const PLACES: u32 = 1u;
/// Besides, what an exact solve is for (`step.extra.x`): places are shut from where the substep began, by J for the velocities.
const REACH: u32 = 2u;
/// Added to it where islands that were kept stay as they are.
const BUT_KEPT: u32 = 4u;
/// Added where islands that Newton's method is done with stay as they are.
const BUT_SETTLED: u32 = 16u;
/// step.extra.y of `joint_rows` and `joint_segments`: for a measurement, which leaves λ as it is.
const LOOK: u32 = 16u;

// J V
fn rows_relative(rows: Rows, va: Twist, vb: Twist) -> Pair {
    let moves = (va.linear - vb.linear) + (cross(va.angular, rows.arm_a) - cross(vb.angular, rows.arm_b));
    return Pair(moves * rows.linear, (va.angular - vb.angular) * rows.angular);
}

// The part of one end in it: as it is at a, the negative at b.
fn rows_end_velocity(rows: Rows, arm: vec3<f32>, v: Pair) -> Pair {
    return Pair((v.linear + cross(v.angular, arm)) * rows.linear, v.angular * rows.angular);
}

// Jᵀ λ on the body at one end: as it is at a, the negative at b.
fn rows_wrench(rows: Rows, arm: vec3<f32>, lambda: Pair) -> Wrench {
    let force = rows.linear * lambda.linear;
    return Wrench(force, cross(arm, force) + rows.angular * lambda.angular);
}

// a × n of every linear row
fn rows_turning(rows: Rows, arm: vec3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(cross(arm, rows.linear[0]), cross(arm, rows.linear[1]), cross(arm, rows.linear[2]));
}

fn turn_matrix(m: Mobility) -> mat3x3<f32> {
    if (ISOTROPIC) {
        return scalar_matrix(m.w);
    }
    return symmetric_matrix(m.tensor);
}

// A_ll = J M⁻¹ Jᵀ
fn rows_own_blocks(rows: Rows, ma: Mobility, mb: Mobility) -> Six {
    let wa = turn_matrix(ma);
    let wb = turn_matrix(mb);
    let n = rows.linear;
    let xa = rows_turning(rows, rows.arm_a);
    let xb = rows_turning(rows, rows.arm_b);
    let turn_a = wa * xa;
    let turn_b = wb * xb;
    return Six(
        (ma.inverse_mass + mb.inverse_mass) * (transpose(n) * n) + (transpose(xa) * turn_a + transpose(xb) * turn_b),
        transpose(turn_a + turn_b) * rows.angular,
        transpose(rows.angular) * ((wa + wb) * rows.angular),
    );
}

fn dead(row: vec3<f32>) -> f32 {
    return select(0.0, 1.0, all(row == vec3<f32>(0.0)));
}

// One in every row that holds nothing: it keeps a factor regular.
fn rows_dead(rows: Rows) -> Pair {
    return Pair(
        vec3<f32>(dead(rows.linear[0]), dead(rows.linear[1]), dead(rows.linear[2])),
        vec3<f32>(dead(rows.angular[0]), dead(rows.angular[1]), dead(rows.angular[2])),
    );
}

// All rows are one spring by frequency.
fn one_spring(rows: Rows) -> bool {
    return rows.softness.linear.x < 0.0;
}

// γ λ; of one spring γ̂ J M⁻¹ Jᵀ λ
fn rows_yielding(rows: Rows, ma: Mobility, mb: Mobility, lambda: Pair) -> Pair {
    if (one_spring(rows)) {
        let on_a = rows_wrench(rows, rows.arm_a, lambda);
        let on_b = rows_wrench(rows, rows.arm_b, lambda);
        return pair_scaled(
            -rows.softness.linear.x,
            rows_relative(
                rows, Twist(ma.inverse_mass * on_a.force, turn(ma, on_a.torque)),
                Twist(-mb.inverse_mass * on_b.force, -turn(mb, on_b.torque))));
    }
    return Pair(rows.softness.linear * lambda.linear, rows.softness.angular * lambda.angular);
}

// S + γ, and one where no row holds.
fn rows_softened(rows: Rows, ma: Mobility, mb: Mobility, s: Six) -> Six {
    if (one_spring(rows)) {
        let soft = six_scaled(-rows.softness.linear.x, rows_own_blocks(rows, ma, mb));
        return six_raised(six_add(s, soft), rows_dead(rows));
    }
    return six_raised(s, pair_add(rows.softness, rows_dead(rows)));
}
