// The other side of shaders/ties/noted.wgsl. For shaders that write `blocks`.

// uses: step, tie, noted

fn note_kept(l: u32, kept: bool) {
    blocks[note_at(l)].work.x = select(0.0, 1.0, kept);
}

fn note_opening(l: u32, opening: f32) {
    blocks[note_at(l)].work.y = opening;
}

fn note_settled(l: u32, settled: bool) {
    blocks[note_at(l)].work.z = select(0.0, 1.0, settled);
}

fn note_share(l: u32, share: f32) {
    blocks[note_at(l)].bias_x = share;
}

fn note_miss(l: u32, miss: f32) {
    blocks[note_at(l)].bias_y = miss;
}

fn note_stairs(l: u32, rows: u32, friction: bool) {
    blocks[note_at(l)].bias_z = f32(rows + select(0u, WITH_FRICTION, friction));
}

fn note_gap(l: u32, gap: f32) {
    blocks[gap_note_at(l)].work.z = gap;
}

fn note_work(l: u32, work: f32) {
    blocks[l].off.x = work;
}

fn note_slack(l: u32, slack: vec2<f32>) {
    blocks[l].off.x = slack.x;
    blocks[l].off.z = slack.y;
}

fn note_blow(l: u32, share: f32) {
    blocks[l].off.y = share;
}
