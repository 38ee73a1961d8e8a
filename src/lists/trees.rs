//! Islands with branches and no loop, for `solve_trees`.

use std::ops::Range;

use super::{Islands, Table, append, length};
use crate::topology::{Island, Shape};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trees {
    /// Records of two words: first entry, entries.
    pub records: Table,
    pub bodies: Range<u32>,
    pub joints: Range<u32>,
}

impl Trees {
    /// Where every island branches, bodies and joints are the domain's own.
    pub(super) fn list(
        words: &mut Vec<u32>,
        islands: &Islands,
        (all_bodies, all_joints): (&Range<u32>, &Range<u32>),
    ) -> Self {
        let trees: Vec<&Island> = islands.plain().filter(|island| island.shape == Shape::Tree).collect();
        let records = Table { first: words.len() as u32, count: trees.len() as u32 };
        for island in &trees {
            words.extend([islands.first_entry(island), length(island)]);
        }
        if trees.len() == islands.iter().count() {
            return Self { records, bodies: all_bodies.clone(), joints: all_joints.clone() };
        }
        let bodies: Vec<u32> = trees.iter().flat_map(|island| islands.bodies_of(island)).copied().collect();
        let joints: Vec<u32> = trees.iter().flat_map(|island| islands.joints_of(island)).collect();
        Self { records, bodies: append(words, &bodies), joints: append(words, &joints) }
    }
}
