// Gauss-Seidel for whole islands in a workgroup, a substep in one dispatch; shaders/common/tile.wgsl has all but the
// passes. In each, colour by colour,
//     Δ = ω A_ll⁻¹ h⁻¹ (J_l V + β C_l/h),   λ_l += Δ,   V −= h M⁻¹ J_lᵀ Δ,
// and no two joints of a colour share a movable body. step.gain is ω; step.extra says how many colours there are, and
// whether every second pass goes through them backwards.

// uses: step, symmetric, body, tile, tie
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> ties: array<Tie>;
@group(0) @binding(5) var<storage, read_write> poses: array<Pose>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;

fn kick(place: u32, impulse: Wrench) {
    if (place == NOWHERE) {
        return;
    }
    let v = kicked(twist_in(place), mobility_in(place), impulse);
    linear[place] = v.linear;
    angular[place] = v.angular;
}

@compute @workgroup_size(128)
fn tile_sweep(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>) {
    var held = take_tile(thread, group.x);
    set_velocities(thread, held);

    let colours = step.extra.x;
    for (var pass_index = 1u; pass_index <= step.iterations; pass_index++) {
        let back = step.extra.y == 1u && (pass_index & 1u) == 0u;
        for (var k = 0u; k < colours; k++) {
            if (held.has_joint && held.row.colour == select(k, colours - 1u - k, back)) {
                let residual = relative_in(held) + held.bias;
                let change = step.gain * step.inverse_h * symmetric_times(held.inverse, residual);
                held.lambda += change;
                kick(held.row.place_a, wrench(held.row.joint, held.arms.arm_a, -step.h * change));
                kick(held.row.place_b, wrench(held.row.joint, held.arms.arm_b, step.h * change));
            }
            workgroupBarrier();
        }
    }
    leave_tile(thread, held);
}
