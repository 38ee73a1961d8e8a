//! Where the contents of a scene's buffers go when it gets more or fewer bodies or joints: copied on the device.

use super::sizes::{CONTACT_NUMBERS, Counts, pairs_of, size_of};

/// Bytes that are copied from one buffer to another.
pub struct Stretch {
    pub from: u64,
    pub to: u64,
    pub bytes: u64,
}

impl Stretch {
    /// So many items, from the start.
    fn first(size: u64, items: u64) -> Self {
        Self { from: 0, to: 0, bytes: size * items }
    }
}

/// Of every buffer that keeps what it has. All that only steps read is made anew when it is asked for.
pub fn kept(before: Counts, after: Counts) -> Vec<(&'static str, Vec<Stretch>)> {
    vec![
        ("poses", vec![Stretch::first(32, before.bodies.min(after.bodies))]),
        ("velocities", vec![Stretch::first(32, before.bodies.min(after.bodies))]),
        ("free_velocities", vec![Stretch::first(32, before.bodies.min(after.bodies))]),
        ("multipliers", rows_of_joints(before, after)),
        ("learnt", learnt_of(before, after)),
        ("contact_rows", vec![Stretch::first(128, before.bodies.min(after.bodies))]),
        ("contact_numbers", vec![Stretch::first(4, CONTACT_NUMBERS)]),
        ("pairs", pairs_and_met(before, after)),
        ("touches", points_of(32, 0, before, after)),
        ("contact_reaches", points_of(32, 0, before, after)),
        ("contact_forces", points_of(16, 1, before, after)),
        ("events", vec![Stretch::first(1, events_of(before).min(events_of(after)))]),
    ]
}

/// Bytes of the events that wait to be read.
pub fn events_of(counts: Counts) -> u64 {
    size_of("events", counts, 0)
}

/// Points of each pair, and so many more behind them. Where pairs have room for other numbers of points now, each moves on its own.
fn points_of(size: u64, behind: u64, before: Counts, after: Counts) -> Vec<Stretch> {
    let pairs = pairs_of(before).min(pairs_of(after));
    let [from, to] = [before, after].map(|counts| size * (counts.slots + behind));
    if from == to {
        return vec![Stretch::first(from, pairs)];
    }
    let points = size * before.slots.min(after.slots);
    let of_pair = |pair: u64| {
        let points = Stretch { from: pair * from, to: pair * to, bytes: points };
        let [last, there] = [(pair + 1) * from, (pair + 1) * to].map(|end| end - size * behind);
        [points, Stretch { from: last, to: there, bytes: size * behind }]
    };
    (0..pairs).flat_map(of_pair).collect()
}

/// Forces, then torques unless all joints are points, then as many means; then unless they are points how far each has twisted on.
fn rows_of_joints(before: Counts, after: Counts) -> Vec<Stretch> {
    let halves = |counts: Counts| if counts.points { 1 } else { 2 };
    let (joints, shared) = (before.joints.min(after.joints), halves(before).min(halves(after)));
    let part = |mean: u64, half: u64| {
        let row = |counts: Counts| (mean * halves(counts) + half) * counts.joints;
        Stretch { from: 16 * row(before), to: 16 * row(after), bytes: 16 * joints }
    };
    let mut rows: Vec<Stretch> = (0..shared).flat_map(|half| [part(0, half), part(1, half)]).collect();
    if shared == 2 {
        rows.push(Stretch { from: 64 * before.joints, to: 64 * after.joints, bytes: 16 * joints });
    }
    rows
}

/// Pairs, and behind all that there is room for those as they were found.
fn pairs_and_met(before: Counts, after: Counts) -> Vec<Stretch> {
    let pairs = pairs_of(before).min(pairs_of(after));
    let mut out = vec![Stretch::first(32, pairs)];
    if after.compounds {
        // without compounds they are as they were found
        let from = if before.compounds { 32 * pairs_of(before) } else { 0 };
        out.push(Stretch { from, to: 32 * pairs_of(after), bytes: 32 * pairs });
    }
    out
}

/// By joint, then by body.
fn learnt_of(before: Counts, after: Counts) -> Vec<Stretch> {
    vec![
        Stretch::first(4, before.joints.min(after.joints)),
        Stretch { from: 4 * before.joints, to: 4 * after.joints, bytes: 4 * before.bodies.min(after.bodies) },
    ]
}
