// Puts γ and bias of one of a joint's six rows where they lie, for the velocities. For shaders that write `arms` and `blocks`.

// uses: step, six, tie, rows

fn put_row_setting(l: u32, k: u32, gamma: f32, bias: f32) {
    let n = step.joint_count;
    let turns = k >= 3u;
    let i = select(k, k - 3u, turns);
    let at = n + 3u * l + i;
    if (turns) {
        arms[at].b = bitcast<u32>(gamma);
    } else {
        arms[at].a = bitcast<u32>(gamma);
    }
    let block = l + select(0u, n, turns);
    switch (i) {
        case 0u: {
            blocks[block].bias_x = bias;
        }
        case 1u: {
            blocks[block].bias_y = bias;
        }
        default: {
            blocks[block].bias_z = bias;
        }
    }
}
