// Stage 5 for joints of any kind, one thread per body: V = V* − h M⁻¹ Σ Jᵀ λ.

// uses: step, body, motion, mobility, six, tie, rows, row_store, kept
@group(0) @binding(1) var<storage, read> lists: array<u32>;
@group(0) @binding(6) var<storage, read_write> velocities: array<Velocity>;
@group(0) @binding(7) var<storage, read> free_velocities: array<Velocity>;
@group(0) @binding(8) var<storage, read> mobility: array<Symmetric>;
@group(0) @binding(9) var<storage, read> arms: array<Arms>;
@group(0) @binding(10) var<storage, read> blocks: array<Block>;
@group(0) @binding(11) var<storage, read> multipliers: array<Multiplier>;

// What is passed over is passed over by a loop: software runs both sides of a branch, and skips a loop that no thread enters.
@compute @workgroup_size(64)
fn joint_velocities(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= step.count) {
        return;
    }
    let body = lists[step.first + id.x];
    let first = lists[body];
    for (var go = !(first < lists[body + 1u] && stays(lists[first] >> 1u)); go; go = false) {
        var reaction = Wrench(vec3<f32>(0.0), vec3<f32>(0.0));   // −Σ Jᵀ λ
        for (var k = first; k < lists[body + 1u]; k++) {
            let item = lists[k];
            let l = item >> 1u;
            let is_b = (item & 1u) == 1u;
            let lambda = Pair(multipliers[l].lambda, multipliers[step.joint_count + l].lambda);
            let on_body = wrench_of(l, is_b, lambda);
            let sign = select(-1.0, 1.0, is_b);
            reaction.force += sign * on_body.force;
            reaction.torque += sign * on_body.torque;
        }
        let free = Twist(free_velocities[body].linear, free_velocities[body].angular);
        let v = moved(free, mobility_at(body), reaction);
        velocities[body].linear = v.linear;
        velocities[body].angular = v.angular;
    }
}
