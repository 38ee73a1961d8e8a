// A joint of any kind at the places as they are now, for a pass over them. With C₀ the error as the substep began,
//     u = (C − C₀)/h,   r = u + β C₀/h − γ h λ
// u is what J V is elsewhere, so that springs, stops and motors mean the same. For shaders that bind `ties`, `poses`, `velocities`,
// `mobility`, `blocks` and `multipliers`.

// uses: step, rotation, body, mobility, six, tie, rows, frames, given, place_push, place_share

struct Placing {
    rows: Rows,
    moving: Pair,    // u
    left: Pair,      // r
    q: Pair,         // h λ
}

fn shorter(turned: vec3<f32>) -> vec3<f32> {
    return turned - 6.283185307 * round(turned / 6.283185307);
}

fn placing_of(l: u32) -> Placing {
    let n = step.joint_count;
    let frames = frames_of(l);
    let found = find_rows(frames, poses[frames.tie.a], poses[frames.tie.b]);
    let whole = select(1.0, 0.0, multipliers[n + l].left != 0.0);
    var rows = only(found, pair_scaled(whole, live_rows(frames))).rows;
    rows.softness = Pair(blocks[n + l].diagonal, blocks[n + l].off);
    let live = rows_dead(rows);
    let before = Pair(blocks[3u * n + l].diagonal, blocks[3u * n + l].off);
    let moving = Pair(
        (1.0 - live.linear) * (step.inverse_h * (found.error.linear - before.linear)),
        (1.0 - live.angular) * (step.inverse_h * shorter(found.error.angular - before.angular)));
    let bias = Pair(
        vec3<f32>(blocks[l].bias_x, blocks[l].bias_y, blocks[l].bias_z),
        vec3<f32>(blocks[n + l].bias_x, blocks[n + l].bias_y, blocks[n + l].bias_z));
    let q = pair_scaled(step.h, Pair(multipliers[l].lambda, multipliers[n + l].lambda));
    let yielding = rows_yielding(rows, mobility_at(rows.a), mobility_at(rows.b), q);
    let zero = vec3<f32>(0.0);
    let left = Pair(
        select((moving.linear + bias.linear) - yielding.linear, zero, rows.softness.linear >= vec3<f32>(GIVEN)),
        select((moving.angular + bias.angular) - yielding.angular, zero, rows.softness.angular >= vec3<f32>(GIVEN)));
    return Placing(rows, moving, left, q);
}

// λ ← λ + Δq/h, and what μ = h Δq does to both bodies, now or side by side by `place_gather`.
fn put_placing(l: u32, rows: Rows, change: Pair) {
    let n = step.joint_count;
    let of_joint = pair_scaled(place_share(rows.a, rows.b), change);
    multipliers[l].lambda += step.inverse_h * of_joint.linear;
    multipliers[n + l].lambda += step.inverse_h * of_joint.angular;
    let on_a = rows_wrench(rows, rows.arm_a, pair_scaled(-step.h, of_joint));
    let on_b = rows_wrench(rows, rows.arm_b, pair_scaled(step.h, of_joint));
    if (step.extra.x == 1u) {
        blocks[l].work = on_b.force;
        blocks[l].diagonal = on_a.torque;
        blocks[l].off = on_b.torque;
        return;
    }
    place(rows.a, on_a);
    place(rows.b, on_b);
}
