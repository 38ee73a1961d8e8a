// −Σ Jᵀ λ on a body over its joints, in the order of its list, joints of any kind. For shaders that bind `lists`, `arms`, `blocks` and
// `multipliers`.

// uses: step, body, six, tie, rows, row_store

fn reaction_on(body: u32) -> Wrench {
    var reaction = Wrench(vec3<f32>(0.0), vec3<f32>(0.0));
    for (var k = lists[body]; k < lists[body + 1u]; k++) {
        let item = lists[k];
        let l = item >> 1u;
        let is_b = (item & 1u) == 1u;
        let lambda = Pair(multipliers[l].lambda, multipliers[step.joint_count + l].lambda);
        let on_body = wrench_of(l, is_b, lambda);
        let sign = select(-1.0, 1.0, is_b);
        reaction.force += sign * on_body.force;
        reaction.torque += sign * on_body.torque;
    }
    return reaction;
}
