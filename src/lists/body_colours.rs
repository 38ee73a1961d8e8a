//! Bodies that may move at the same time, since no two of a colour share a joint.

use std::ops::Range;

use super::{Islands, append};
use crate::topology::Shape;

/// The bodies of each colour. Greedy: each takes the lowest that none of its neighbours has. Walked from end to end a
/// chain takes two, and a ring two or three. Trees, a star as well, are walked from the root and take two.
pub(super) fn list(words: &mut Vec<u32>, islands: &Islands) -> Vec<Range<u32>> {
    let topology = islands.topology;
    let mut colour_of = vec![u32::MAX; topology.island_of_body.len()];
    // by colour the last body that could not have it
    let mut taken: Vec<u32> = Vec::new();
    let mut colours: Vec<Vec<u32>> = Vec::new();
    let mut give = |body: u32| {
        for &item in topology.joints_by_body.row(body) {
            let other = islands.ends[(item >> 1) as usize][1 - (item & 1) as usize];
            // held bodies have no colour, and bodies that come later have none yet
            if let Some(taken) = taken.get_mut(colour_of[other as usize] as usize) {
                *taken = body;
            }
        }
        let colour = taken.iter().position(|&by| by != body).unwrap_or(taken.len());
        if colour == taken.len() {
            taken.push(u32::MAX);
            colours.push(Vec::new());
        }
        colour_of[body as usize] = colour as u32;
        colours[colour].push(body);
    };
    for island in islands.iter() {
        let bodies = islands.bodies_of(island);
        match island.shape {
            Shape::Tree | Shape::OneLoop => bodies.iter().rev().for_each(|&body| give(body)),
            _ => bodies.iter().for_each(|&body| give(body)),
        }
    }
    colours
        .iter_mut()
        .map(|bodies| {
            bodies.sort_unstable();
            append(words, bodies)
        })
        .collect()
}
