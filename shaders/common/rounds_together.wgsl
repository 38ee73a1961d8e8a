// How far a workgroup has come with its island: one thread writes it, all read it.

// uses: safeguard, together

var<workgroup> next_round: u32;
var<workgroup> next_turn: u32;
var<workgroup> next_part: u32;
var<workgroup> worst: f32;
// Whether a turn of this substep has overshot.
var<workgroup> overshot: u32;
var<workgroup> errors: array<f32, LANES>;
var<workgroup> verdicts: array<Verdict, LANES>;

// All threads see what any of them wrote here.
fn meet_in_group() {
    workgroupBarrier();
}

fn round_next() -> u32 {
    return workgroupUniformLoad(&next_round);
}

fn turn_next() -> u32 {
    return workgroupUniformLoad(&next_turn);
}

fn part_next() -> u32 {
    return workgroupUniformLoad(&next_part);
}

fn has_overshot() -> bool {
    return workgroupUniformLoad(&overshot) != 0u;
}

// The largest error of all threads, for the first of them.
fn largest(lane: u32, error: f32) -> f32 {
    errors[lane] = error;
    workgroupBarrier();
    var most = error;
    for (var other = 1u; other < LANES && lane == 0u; other++) {
        most = max(most, errors[other]);
    }
    return most;
}

// The verdict of all threads, for the first of them.
fn joined(lane: u32, own: Verdict) -> Verdict {
    verdicts[lane] = own;
    workgroupBarrier();
    var verdict = own;
    for (var other = 1u; other < LANES && lane == 0u; other++) {
        verdict = verdicts_joined(verdict, verdicts[other]);
    }
    return verdict;
}
