// The problem of one joint by itself at the velocities as they are: local_change.wgsl has it. For shaders that bind what left.wgsl asks for,
// and `stairs`.

// uses: step, rows, left, local_change

// Δq of a joint.
fn local_change(l: u32, rows: Rows) -> Pair {
    let moving = rows_relative(rows, twist_at(rows.a), twist_at(rows.b));
    return change_of(l, rows, moving, left_of_joint(l, rows), pair_scaled(step.h, lambda_of(l)));
}
