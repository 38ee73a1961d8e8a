// What kernels of joints of any kind tell one another of a joint, by its name. It stands in lanes of `blocks` that no solve
// reads; shaders/ties/note.wgsl writes it. For shaders that bind `blocks`.

// uses: step, tie

fn note_at(l: u32) -> u32 {
    return 2u * step.joint_count + l;
}

fn gap_note_at(l: u32) -> u32 {
    return 3u * step.joint_count + l;
}

/// `joint_judge` kept its island.
fn noted_kept(l: u32) -> bool {
    return blocks[note_at(l)].work.x != 0.0;
}

/// How far it opens in a substep, radii or rad; 1 where it is not to be tried in halves.
fn noted_opening(l: u32) -> f32 {
    return blocks[note_at(l)].work.y;
}

/// Newton's method is done with its island.
fn noted_settled(l: u32) -> bool {
    return blocks[note_at(l)].work.z != 0.0;
}

/// How far λ goes in this round: a share, or 0 and 1.
fn noted_share(l: u32) -> f32 {
    return blocks[note_at(l)].bias_x;
}

/// By how much its rows are off their staircases.
fn noted_miss(l: u32) -> f32 {
    return blocks[note_at(l)].bias_y;
}

/// Its rows that may have a staircase, a bit each, and one more where friction is beside the drive of one.
const WITH_FRICTION: u32 = 64u;

fn noted_stairs(l: u32) -> u32 {
    return u32(blocks[note_at(l)].bias_z);
}

/// Noted in the place of a gap of none, so that the island is solved until it is done.
const NEARLY_SHUT: f32 = 1e-12;

/// The gap that is still to be shut, radii or rad; of a projection 1.
fn noted_gap(l: u32) -> f32 {
    return blocks[gap_note_at(l)].work.z;
}

/// The work of its drives in this substep, J.
fn noted_work(l: u32) -> f32 {
    return blocks[l].off.x;
}

/// Of a firm joint: the gap that may be left, m and rad.
fn noted_slack(l: u32) -> vec2<f32> {
    return blocks[l].off.xz;
}

/// The share of the substep after which its island met a stop; 1 where it met none.
fn noted_blow(l: u32) -> f32 {
    return blocks[l].off.y;
}
