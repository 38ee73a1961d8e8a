//! Islands of any shape but a chain's, for `solve_islands`: their joints, their bodies, and how their matrix is
//! eliminated. Islands of the same shape share the last.

use std::collections::HashMap;

use super::dissection::HELD;
use super::elimination::{Elimination, FEW_LANES, MOST_ROWS, eliminate};
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
    /// Turns of loops in the longest part of a solve, and parts of one.
    pub turns: u32,
    pub parts: u32,
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
        let mut known: HashMap<Vec<[u32; 2]>, Option<(u32, u32)>> = HashMap::new();
        let mut looped = 0;
        for island in trees.chain(with_loops) {
            if length(island) > MOST_ROWS {
                out.leave(island);
                continue;
            }
            let made = *known.entry(ends(islands, island)).or_insert_with_key(|ends| {
                let elimination: Elimination = eliminate(ends)?;
                let range = append(words, &elimination.words());
                out.turns = out.turns.max(elimination.turns(FEW_LANES));
                out.parts = out.parts.max(elimination.stints.len() as u32);
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

/// For each joint of an island the bodies at its ends, by their places there.
fn ends(lists: &Islands, island: &Island) -> Vec<[u32; 2]> {
    let joints: HashMap<u32, usize> = lists.joints_of(island).zip(0..).collect();
    let mut ends = vec![[HELD; 2]; joints.len()];
    for (place, &body) in (0..).zip(lists.bodies_of(island)) {
        for item in lists.topology.joints_by_body.row(body) {
            ends[joints[&(item >> 1)]][(item & 1) as usize] = place;
        }
    }
    ends
}
