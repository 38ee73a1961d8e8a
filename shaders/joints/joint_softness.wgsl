// One thread per joint with springs by frequency. γ is γ̂ of `joint_rows` over the effective mass of the row while the
// joint's hard rows hold,   m_eff⁻¹ = A_rr − A_rE A_EE⁻¹ A_Er.   Where all rows are one spring, γ = γ̂ A_ll, marked by
// a minus. With step.gain it is hard rows that are given that share of their own A_rr.

// uses: step, body, mobility, six, tie, rows, frames, effective, row_store, row_keep, kept
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(4) var<storage, read> ties: array<vec4<u32>>;
@group(0) @binding(6) var<storage, read> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read_write> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;

@compute @workgroup_size(64)
fn joint_softness(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let l = lists[step.first + id.x];
    if (stays(l)) {
        return;
    }
    let frames = frames_of(l);
    var rows = rows_at(l, VELOCITIES);
    if (step.gain > 0.0) {
        let own = rows_own_blocks(rows, mobility_at(rows.a), mobility_at(rows.b));
        let soft = six_bits(frames.bits, SOFT_BITS);
        rows.softness.linear += step.gain * (1.0 - soft.linear) * matrix_diagonal(own.ll);
        rows.softness.angular += step.gain * (1.0 - soft.angular) * matrix_diagonal(own.aa);
    } else if (((frames.bits >> TOGETHER_BIT) & 1u) == 1u) {
        let most = max(rows.softness.linear, rows.softness.angular);
        let share = -max(most.x, max(most.y, most.z));
        rows.softness = Pair(vec3<f32>(share), vec3<f32>(share));
    } else {
        let own = rows_own_blocks(rows, mobility_at(rows.a), mobility_at(rows.b));
        let masses = inverse_masses(own, hard_rows(frames));
        let by = six_bits(frames.bits, FREQUENCY_BITS);
        rows.softness.linear *= mix(vec3<f32>(1.0), masses.linear, by.linear);
        rows.softness.angular *= mix(vec3<f32>(1.0), masses.angular, by.angular);
    }
    put_row_pairs(step.joint_count + 3u * l, rows);
}
