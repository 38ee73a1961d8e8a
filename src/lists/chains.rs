//! Islands that are chains, for `solve_chains` and `solve_long_chains`.

use std::ops::Range;

use super::{Islands, Table, append, length};
use crate::plan::WORKGROUP;
use crate::topology::{Island, Shape};

/// Joints from which on a chain may get a workgroup: one for each of its threads.
pub const LONG: u32 = WORKGROUP;

/// Long chains up to this many leave most of a graphics card idle, one thread each.
pub const FEW: u32 = 256;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chains {
    /// Records of two words, first entry and entries; the long chains stand last.
    pub all: Table,
    /// Chains of `LONG` joints or more, and their bodies and joints.
    pub long: Table,
    pub long_bodies: Range<u32>,
    pub long_joints: Range<u32>,
}

impl Chains {
    pub(super) fn list(words: &mut Vec<u32>, islands: &Islands) -> Self {
        let chains = islands.plain().filter(|island| island.shape == Shape::Chain);
        let (long, short): (Vec<&Island>, Vec<&Island>) = chains.partition(|chain| length(chain) >= LONG);
        let mut records = |chains: &[&Island]| {
            let first = words.len() as u32;
            words.extend(chains.iter().flat_map(|chain| [islands.first_entry(chain), length(chain)]));
            Table { first, count: chains.len() as u32 }
        };
        let short = records(&short);
        let long_records = records(&long);
        let bodies: Vec<u32> = long.iter().flat_map(|chain| islands.bodies_of(chain)).copied().collect();
        let joints: Vec<u32> = long.iter().flat_map(|chain| islands.joints_of(chain)).collect();
        Self {
            all: Table { first: short.first, count: short.count + long_records.count },
            long: long_records,
            long_bodies: append(words, &bodies),
            long_joints: append(words, &joints),
        }
    }
}
