// The exact solver for islands with loops and joints of any kind, one workgroup per island: (A + γ) q = r by block
// Cholesky, then V ← V − M⁻¹ Jᵀ q and λ ← λ + q/h. The factor is made in stints. A dispatch takes step.iterations parts
// of the solve; step.iteration is the number of the dispatch. The part behind the last stint is the back substitution.

// uses: step, symmetric, six, body, motion, velocity, mobility, tie, rows, row_store, kept, factor, joint_matrix, noted
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read_write> blocks: array<Block>;
@group(0) @binding(11) var<storage, read_write> multipliers: array<Multiplier>;
@group(0) @binding(28) var<storage, read_write> factors: array<vec4<f32>>;

var<workgroup> open: atomic<u32>;

fn apply(island: Island, lane: u32) {
    for (var i = lane; i < island.body_count; i += LANES) {
        let body = lists[island.bodies + i];
        var reaction = Wrench(vec3<f32>(0.0), vec3<f32>(0.0));   // −Σ Jᵀ q
        for (var k = lists[body]; k < lists[body + 1u]; k++) {
            let item = lists[k];
            let l = item >> 1u;
            let is_b = (item & 1u) == 1u;
            let rows = rows_at(l, step.extra.x & 1u);
            let q = Pair(answer_at(l << 1u), answer_at((l << 1u) | 1u));
            let on_body = rows_wrench(rows, select(rows.arm_a, rows.arm_b, is_b), q);
            let sign = select(-1.0, 1.0, is_b);
            reaction.force += sign * on_body.force;
            reaction.torque += sign * on_body.torque;
        }
        let after = kicked(twist_at(body), mobility_at(body), reaction);
        velocities[body].linear = after.linear;
        velocities[body].angular = after.angular;
    }
    if ((step.extra.x & 3u) != PLACES) {
        for (var i = lane; i < island.joint_count; i += LANES) {
            let t = tie_at(island, i);
            multipliers[block_of(t)].lambda += force_of_impulse() * answer_at(t);
        }
    }
}

@compute @workgroup_size(LANES)
fn joint_nets(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    if (group.x >= step.count) {
        return;
    }
    let island = load_island(step.first + 6u * group.x);
    if (step.extra.x != VELOCITIES) {
        // one that was kept stays as it is, and so does one that is shut in place
        let kept = stays(tie_at(island, 0u) >> 1u);
        for (var i = lane; i < island.joint_count && !kept; i += LANES) {
            if ((step.extra.x & 3u) == VELOCITIES || noted_gap(tie_at(island, i) >> 1u) != 0.0) {
                atomicStore(&open, 1u);
            }
        }
        workgroupBarrier();
        let is_open = workgroupUniformLoad(&open);
        if (is_open == 0u) {
            return;
        }
    }
    let first = step.iteration * step.iterations;
    for (var part = first; part < first + step.iterations && part <= island.stints; part++) {
        if (part < island.stints) {
            factor_island(island, part, lane, LANES);
        } else {
            solve_back(island, lane, LANES);
            apply(island, lane);
        }
    }
}
