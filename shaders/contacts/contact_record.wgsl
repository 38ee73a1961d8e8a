// Residual by pass where bodies touch, when asked for: the square of the speed by which each point, alone, would still be put right,
//     |h (A_nn (z_n − λ_n)/s, a_t (z_t − λ_t))|²,   z what `settled` finds from V
// which is 0 where λ solves all contacts. Pairs with flat sides only rub later, so only λ_n counts. Summed as in `record_residual`.

// uses: step, body, mobility, velocity, sum, contact_rows, contact, push_out
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(13) var<storage, read_write> residual_partials: array<f32>;
@group(0) @binding(31) var<storage, read> contact_numbers: array<u32>;
@group(0) @binding(33) var<storage, read> pairs: array<BodyPair>;
@group(0) @binding(35) var<storage, read> contact_forces: array<Push>;
@group(0) @binding(44) var<storage, read> contact_reaches: array<Reach>;

fn squares_left(number: u32) -> f32 {
    let pair = pairs[number];
    let slop = contact_forces[push_at(number, SLOTS)].depth;
    let both = Both(twist_at(pair.a), mobility_at(pair.a), twist_at(pair.b), mobility_at(pair.b));
    var sum = 0.0;
    for (var k = 0u; k < points_of(pair); k++) {
        let reach = contact_reaches[SLOTS * number + k];
        let push = contact_forces[push_at(number, k)];
        let softness = softness_of(step.firmness, step.yielding, slop);
        var after = pressed(pair, reach, push, slop, softness, both);
        if (SLOTS == 1u || (pair.count & FLAT) == 0u) {
            after = rubbed(pair, reach, after);
        }
        let change = step.h * (after.lambda - push.lambda);
        let firmness = select(1.0, step.firmness, push.depth > 0.0);
        let left = vec3<f32>(
            change.x / (firmness * reach.inverse_normal), change.yz / reach.inverse_tangent);
        sum += dot(left, left);
    }
    return sum;
}

@compute @workgroup_size(64)
fn contact_record(
    @builtin(local_invocation_index) thread: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    var mine = 0.0;
    for (var number = group.x * 64u + thread; number < contact_numbers[PAIRS]; number += groups.x * 64u) {
        mine += squares_left(number);
    }
    let sum = summed(thread, vec3<f32>(mine, 0.0, 0.0)).x;
    if (thread == 0u) {
        residual_partials[step.iteration * groups.x + group.x] += sum;
    }
}
