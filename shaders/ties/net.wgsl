// The exact solver for islands with loops and joints of any kind: (A + γ) q = r by block Cholesky, then V ← V − M⁻¹ Jᵀ q
// and λ ← λ + q/h. The factor is made in stints. A dispatch takes step.iterations parts of the solve; step.iteration is the
// number of the dispatch. The part behind the last stint is the back substitution. Shaders that use it bind what
// joint_nets.wgsl binds, and use `together` or `alone`, which say who shares an island.

// uses: step, symmetric, six, body, motion, velocity, mobility, tie, rows, row_store, kept, factor, joint_matrix, noted

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
            multipliers[block_of(t)].lambda += step.inverse_h * answer_at(t);
        }
    }
}

fn solve_net(record: u32, lane: u32) {
    let island = load_island(step.first + 6u * record);
    if (step.extra.x != VELOCITIES) {
        // one that was kept stays as it is, and so does one that is shut in place
        let kept = stays(tie_at(island, 0u) >> 1u);
        var open = false;
        for (var i = lane; i < island.joint_count && !kept; i += LANES) {
            open |= (step.extra.x & 3u) == VELOCITIES || noted_gap(tie_at(island, i) >> 1u) != 0.0;
        }
        if (!any_thread(open)) {
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
