//! Islands of any shape but a chain's, for `solve_islands`: their joints, their bodies, and how their matrix is
//! eliminated. Islands of the same shape share the last.

use std::collections::HashMap;

use super::elimination::{Elimination, MOST_ROWS, eliminate};
use super::{Islands, Table, append, length};
use crate::topology::{Island, Shape};

/// Words of an island's record.
pub const RECORD: usize = 6;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nets {
    /// Records of six words: first entry, entries, first body, bodies, the words of the elimination, and the island's first
    /// block among all.
    pub all: Table,
    /// Those of them that have loops; they stand last.
    pub looped: Table,
    /// Blocks of all their factors together.
    pub blocks: u32,
    /// Some island is too much work to be eliminated, and not among them: one with loops, or a tree, whose bodies
    /// `solve_trees` can eliminate in any case.
    pub too_large: bool,
    pub tree_too_large: bool,
    /// Turns of loops in the longest half of a solve.
    pub turns: u32,
    /// Words that hold eliminations.
    pub elimination_words: u32,
}

impl Nets {
    fn leave(&mut self, island: &Island) {
        let tree = island.shape == Shape::Tree;
        self.tree_too_large |= tree;
        self.too_large |= !tree;
    }

    pub(super) fn list(words: &mut Vec<u32>, islands: &Islands) -> Self {
        let trees = islands.iter().filter(|island| island.shape == Shape::Tree);
        let with_loops = islands
            .iter()
            .filter(|island| matches!(island.shape, Shape::Ring | Shape::OneLoop | Shape::Mesh));
        let mut out = Nets::default();
        let mut records = Vec::new();
        let mut known: HashMap<Vec<Vec<u32>>, Option<(u32, u32)>> = HashMap::new();
        let mut looped = 0;
        for island in trees.chain(with_loops) {
            if length(island) > MOST_ROWS {
                out.leave(island);
                continue;
            }
            let neighbours = neighbours(islands, island);
            let made = *known.entry(neighbours).or_insert_with_key(|neighbours| {
                let elimination: Elimination = eliminate(neighbours)?;
                let range = append(words, &elimination.words());
                out.turns = out.turns.max(elimination.turns());
                out.elimination_words += range.end - range.start;
                Some((range.start, elimination.size()))
            });
            let Some((elimination, blocks)) = made else {
                out.leave(island);
                continue;
            };
            let bodies = append(words, islands.bodies_of(island));
            records.extend([islands.first_entry(island), length(island)]);
            records.extend([bodies.start, bodies.end - bodies.start]);
            records.extend([elimination, out.blocks]);
            out.blocks += blocks;
            looped += u32::from(island.shape != Shape::Tree);
        }
        let records = append(words, &records);
        let count = (records.end - records.start) / RECORD as u32;
        out.all = Table { first: records.start, count };
        out.looped = Table { first: records.end - RECORD as u32 * looped, count: looped };
        out
    }
}

/// For each joint of an island, by its place there, those that share a moving body with it.
fn neighbours(islands: &Islands, island: &Island) -> Vec<Vec<u32>> {
    let joints = Vec::from_iter(islands.joints_of(island));
    let place: HashMap<u32, u32> = joints.iter().enumerate().map(|(k, &joint)| (joint, k as u32)).collect();
    let mut near = vec![Vec::new(); joints.len()];
    for &body in islands.bodies_of(island) {
        let row = islands.topology.joints_by_body.row(body);
        for item in row {
            let others = row.iter().map(|other| place[&(other >> 1)]);
            near[place[&(item >> 1)] as usize].extend(others);
        }
    }
    for (k, list) in near.iter_mut().enumerate() {
        list.sort_unstable();
        list.dedup();
        list.retain(|&other| other != k as u32);
    }
    near
}
