// How far a thread has come with its island: what rounds_together.wgsl does for a workgroup.

// uses: safeguard

var<private> next_round: u32;
var<private> next_turn: u32;
var<private> next_part: u32;
var<private> worst: f32;
var<private> overshot: u32;

fn meet_in_group() {}

fn round_next() -> u32 {
    return next_round;
}

fn turn_next() -> u32 {
    return next_turn;
}

fn part_next() -> u32 {
    return next_part;
}

fn has_overshot() -> bool {
    return overshot != 0u;
}

fn largest(lane: u32, error: f32) -> f32 {
    return error;
}

fn joined(lane: u32, own: Verdict) -> Verdict {
    return own;
}
