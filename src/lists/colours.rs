//! Joints that may be solved at the same time.

use std::ops::Range;

use super::{Islands, append};

/// The joints of each colour, those with bounded rows last; the latter alone; and by joint its colour among these.
pub(super) fn list(
    words: &mut Vec<u32>,
    islands: &Islands,
    joints: &[u32],
    joint_count: usize,
) -> ([Vec<Range<u32>>; 2], Vec<u32>) {
    let mut taken = vec![false; joint_count];
    joints.iter().for_each(|&joint| taken[joint as usize] = true);
    let mut colour_of = vec![0; joint_count];
    let (mut colours, mut bounded) = (Vec::new(), Vec::new());
    for colour in &islands.topology.colours {
        let mut members: Vec<u32> = colour.iter().copied().filter(|&joint| taken[joint as usize]).collect();
        if !members.is_empty() {
            let is_bounded = |joint: &u32| islands.kinds[*joint as usize].bounded;
            members.sort_by_key(is_bounded);
            let count = members.iter().filter(|joint| is_bounded(joint)).count() as u32;
            members.iter().for_each(|&joint| colour_of[joint as usize] = colours.len() as u32);
            let range = append(words, &members);
            bounded.push(range.end - count..range.end);
            colours.push(range);
        }
    }
    ([colours, bounded], colour_of)
}
