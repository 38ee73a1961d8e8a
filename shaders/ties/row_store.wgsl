// Where rows lie. For shaders that bind `arms`.

// uses: step, rows

fn rows_at(l: u32, use_for: u32) -> Rows {
    let first = use_for * 4u * step.joint_count;
    let ends = arms[first + l];
    let at = first + step.joint_count + 3u * l;
    let x = arms[at];
    let y = arms[at + 1u];
    let z = arms[at + 2u];
    return Rows(
        ends.arm_a, ends.a, ends.arm_b, ends.b,
        mat3x3<f32>(x.arm_a, y.arm_a, z.arm_a), mat3x3<f32>(x.arm_b, y.arm_b, z.arm_b),
        Pair(
            vec3<f32>(bitcast<f32>(x.a), bitcast<f32>(y.a), bitcast<f32>(z.a)),
            vec3<f32>(bitcast<f32>(x.b), bitcast<f32>(y.b), bitcast<f32>(z.b))),
    );
}

// Jᵀ λ on the body at one end: as it is at a, the negative at b. Only the needed parts are read.
fn wrench_of(l: u32, at_b: bool, lambda: Pair) -> Wrench {
    let at = step.joint_count + 3u * l;
    let arm = select(arms[l].arm_a, arms[l].arm_b, at_b);
    let force = mat3x3<f32>(arms[at].arm_a, arms[at + 1u].arm_a, arms[at + 2u].arm_a) * lambda.linear;
    let about = mat3x3<f32>(arms[at].arm_b, arms[at + 1u].arm_b, arms[at + 2u].arm_b) * lambda.angular;
    return Wrench(force, cross(arm, force) + about);
}
