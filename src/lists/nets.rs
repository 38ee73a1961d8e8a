//! Islands of any shape but a short chain's, for `solve_islands`: their joints, their bodies, and how their matrix is
//! eliminated. Islands of the same shape share the last.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::chains::{FEW, LONG};
use super::dissection::HELD;
use super::elimination::{Elimination, FEW_LANES, MOST_ROWS, eliminate};
use super::{Islands, Table, append, length};
use crate::topology::{Island, Shape};

/// Solves that a substep may need: two, and where it is taken back one and five rounds of projection.
pub const MOST_SOLVES: u32 = 8;
/// Parts of all these, where the factor is made in one stint, and a last look.
pub const MOST_PARTS: u32 = 2 * MOST_SOLVES + 1;

/// Words of an island's record.
pub const RECORD: usize = 6;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nets {
    /// Records of six words: first entry, entries, first body, bodies, the words of the elimination, and the island's first
    /// block among all.
    pub all: Table,
    /// Few long chains, which stand first; none where there are many, or one is too long.
    pub long: Table,
    /// Trees and islands with loops: large ones, trees first, and behind them those that one thread can take, trees
    /// last.
    large: Table,
    small: Table,
    large_trees: u32,
    small_trees: u32,
    /// Blocks of all their factors together.
    pub blocks: u32,
    /// Some island is too much work to be eliminated, and not among them. It has loops, or it is a tree, whose bodies
    /// `solve_trees` can eliminate in any case.
    pub too_large: bool,
    pub tree_too_large: bool,
    /// Whether some island is too large for one thread.
    pub any_large: bool,
    /// Turns of loops in the longest part of a solve, and parts of one.
    pub turns: u32,
    pub parts: u32,
    /// Words that hold eliminations.
    pub elimination_words: u32,
}

/// The eliminations of all islands of a scene, one for each shape; None where it would be too much work.
#[derive(Default)]
pub(super) struct Eliminations(HashMap<Vec<[u32; 2]>, Option<Rc<Elimination>>>);

impl Eliminations {
    /// Of the ties of joints of any kind: those along axes first, then those about them, of the joints that turn.
    pub fn of_any(&mut self, islands: &Islands, island: &Island) -> Option<Rc<Elimination>> {
        if 2 * length(island) > MOST_ROWS {
            return None;
        }
        let along = ends(islands, island);
        let turning = islands.joints_of(island).zip(&along).filter(|(l, _)| islands.kinds[*l as usize].turns);
        let about: Vec<[u32; 2]> = turning.map(|(_, ends)| *ends).collect();
        let shape = self.0.entry([along, about].concat());
        shape.or_insert_with_key(|ends| eliminate(ends).map(Rc::new)).clone()
    }

    pub fn of(&mut self, islands: &Islands, island: &Island) -> Option<Rc<Elimination>> {
        if length(island) > MOST_ROWS {
            return None;
        }
        let shape = self.0.entry(ends(islands, island));
        shape.or_insert_with_key(|ends| eliminate(ends).map(Rc::new)).clone()
    }
}

/// Islands in a row, by the size of what there is to do.
#[derive(Clone, Copy, Debug)]
pub struct BySize {
    pub large: Table,
    pub small: Table,
}

impl BySize {
    /// All of them.
    pub fn all(self) -> Table {
        Table { first: self.large.first, count: self.large.count + self.small.count }
    }
}

impl Nets {
    /// Trees and islands with loops.
    pub fn branched(&self) -> BySize {
        BySize { large: self.large, small: self.small }
    }

    /// Of those the ones with loops.
    pub fn looped(&self) -> BySize {
        let Self { large, small, large_trees, small_trees, .. } = *self;
        let first = large.first + RECORD as u32 * large_trees;
        BySize {
            large: Table { first, count: large.count - large_trees },
            small: Table { count: small.count - small_trees, ..small },
        }
    }

    fn leave(&mut self, island: &Island) {
        let tree = island.shape == Shape::Tree;
        self.tree_too_large |= tree;
        self.too_large |= !tree;
    }

    /// The words of an island: its ties stand in `ties` already.
    pub(super) fn record(
        &mut self,
        words: &mut Vec<u32>,
        written: &mut HashMap<*const Elimination, u32>,
        elimination: &Rc<Elimination>,
        looped: bool,
        ties: Range<u32>,
        bodies: &[u32],
    ) -> [u32; RECORD] {
        let first = *written.entry(Rc::as_ptr(elimination)).or_insert_with(|| {
            let range = append(words, &elimination.words(looped));
            self.turns = self.turns.max(elimination.turns(FEW_LANES));
            self.parts = self.parts.max(elimination.stints.len() as u32);
            self.any_large |= !elimination.is_small(MOST_PARTS);
            self.elimination_words += range.end - range.start;
            range.start
        });
        let bodies = append(words, bodies);
        let block = self.blocks;
        self.blocks += elimination.size();
        [ties.start, ties.end - ties.start, bodies.start, bodies.end - bodies.start, first, block]
    }

    pub(super) fn list(words: &mut Vec<u32>, islands: &Islands, known: &mut Eliminations) -> Self {
        let trees = islands.plain().filter(|island| island.shape == Shape::Tree);
        let with_loops = islands
            .plain()
            .filter(|island| matches!(island.shape, Shape::Ring | Shape::OneLoop | Shape::Mesh));
        let mut out = Nets::default();
        let mut written = HashMap::new();
        let is_long = |island: &&Island| island.shape == Shape::Chain && length(island) >= LONG;
        let few = islands.plain().filter(is_long).count() <= FEW as usize;
        let long: Vec<&Island> = islands.plain().filter(|island| few && is_long(island)).collect();
        let long =
            if long.iter().all(|island| known.of(islands, island).is_some()) { long } else { Vec::new() };
        // long chains, large trees, large nets, small nets, small trees
        let mut records: [Vec<u32>; 5] = Default::default();
        for island in long.into_iter().chain(trees).chain(with_loops) {
            let Some(elimination) = known.of(islands, island) else {
                out.leave(island);
                continue;
            };
            let place = match (island.shape, elimination.is_small(MOST_PARTS)) {
                (Shape::Chain, _) => 0,
                (Shape::Tree, false) => 1,
                (Shape::Tree, true) => 4,
                (_, false) => 2,
                (_, true) => 3,
            };
            let has_loops = place == 2 || place == 3;
            let ties = islands.first_entry(island)..islands.first_entry(island) + length(island);
            let bodies = islands.bodies_of(island);
            records[place].extend(out.record(words, &mut written, &elimination, has_loops, ties, bodies));
        }
        let counts = records.each_ref().map(|records| (records.len() / RECORD) as u32);
        let first = append(words, &records.concat()).start;
        let table = |before: u32, count: u32| Table { first: first + RECORD as u32 * before, count };
        let [chains, large_trees, large_looped, small_looped, small_trees] = counts;
        out.all = table(0, counts.iter().sum());
        out.long = table(0, chains);
        out.large = table(chains, large_trees + large_looped);
        out.small = table(chains + large_trees + large_looped, small_looped + small_trees);
        (out.large_trees, out.small_trees) = (large_trees, small_trees);
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
