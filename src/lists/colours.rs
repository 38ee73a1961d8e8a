//! Joints that may be solved at the same time.

use std::ops::Range;

use super::{Islands, append};

/// The joints of each colour, and by joint its colour among these.
pub(super) fn list(
    words: &mut Vec<u32>,
    islands: &Islands,
    joints: &[u32],
    joint_count: usize,
) -> (Vec<Range<u32>>, Vec<u32>) {
    let mut taken = vec![false; joint_count];
    joints.iter().for_each(|&joint| taken[joint as usize] = true);
    let mut colour_of = vec![0; joint_count];
    let mut colours = Vec::new();
    for colour in &islands.topology.colours {
        let members: Vec<u32> = colour.iter().copied().filter(|&joint| taken[joint as usize]).collect();
        if !members.is_empty() {
            members.iter().for_each(|&joint| colour_of[joint as usize] = colours.len() as u32);
            colours.push(append(words, &members));
        }
    }
    (colours, colour_of)
}
