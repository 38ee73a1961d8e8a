// Puts rows where they lie. For shaders that write `arms`.

// uses: step, rows

fn put_rows(l: u32, use_for: u32, rows: Rows) {
    let first = use_for * 4u * step.joint_count;
    arms[first + l] = Arms(rows.arm_a, rows.a, rows.arm_b, rows.b);
    put_row_pairs(first + step.joint_count + 3u * l, rows);
}

fn put_row_pairs(at: u32, rows: Rows) {
    let soft_l = bitcast<vec3<u32>>(rows.softness.linear);
    let soft_a = bitcast<vec3<u32>>(rows.softness.angular);
    arms[at] = Arms(rows.linear[0], soft_l.x, rows.angular[0], soft_a.x);
    arms[at + 1u] = Arms(rows.linear[1], soft_l.y, rows.angular[1], soft_a.y);
    arms[at + 2u] = Arms(rows.linear[2], soft_l.z, rows.angular[2], soft_a.z);
}
