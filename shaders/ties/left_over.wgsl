// The right side of an exact solve, in the blocks of a joint. For shaders that write `blocks`.

// uses: step, left

fn put_left(l: u32) {
    let left = left_of_joint(l, rows_at(l, VELOCITIES));
    blocks[l].work = left.linear;
    blocks[step.joint_count + l].work = left.angular;
}
