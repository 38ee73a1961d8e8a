//! The order in which an island can be eliminated exactly, leaf to root.

use super::{Graph, Shape};

const UNSEEN: u32 = u32::MAX;

/// Puts the members and joints of one island after another into elimination order.
pub(super) struct Order<'a> {
    graph: &'a Graph<'a>,
    /// The joint over which a body was reached.
    reached_by: Vec<u32>,
    walk: Vec<u32>,
    entries: Vec<u32>,
}

impl<'a> Order<'a> {
    pub(super) fn new(graph: &'a Graph<'a>) -> Self {
        Self {
            graph,
            reached_by: vec![UNSEEN; graph.body_fixed.len()],
            walk: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// `entries` come in as ascending joint indices and go out as joint << 1 | flip.
    pub(super) fn arrange(&mut self, shape: Shape, members: &mut [u32], entries: &mut [u32]) {
        self.walk.clear();
        self.entries.clear();
        match shape {
            Shape::Single => return,
            Shape::Mesh => {
                entries.iter_mut().for_each(|entry| *entry <<= 1);
                return;
            }
            Shape::Chain => {
                let start = self.chain_start(members);
                self.follow(start, u32::MAX);
            }
            Shape::Ring => {
                let cut = entries[entries.len() - 1];
                // The opened ring has the two bodies of `cut` for ends; start where the joint is lower.
                let starts = [0, 1].map(|side| self.next(self.graph.end(cut << 1 | side), cut));
                let start = starts.into_iter().flatten().min().expect("a ring's bodies have two joints");
                self.follow(start, cut);
                let last = self.walk[self.walk.len() - 1];
                self.entries.push(cut << 1 | u32::from(self.graph.end(cut << 1) != last));
            }
            Shape::Tree | Shape::OneLoop => {
                let opening = self.spread(self.root(members));
                self.walk.reverse();
                self.entries.reverse();
                self.entries.extend(opening.map(|joint| joint << 1));
            }
        }
        members.copy_from_slice(&self.walk);
        entries.copy_from_slice(&self.entries);
    }

    /// The other joint of a body that has two, as joint << 1 | the side that the body is on.
    fn next(&self, body: u32, joint: u32) -> Option<u32> {
        self.graph.row(body).iter().copied().find(|item| item >> 1 != joint)
    }

    /// The first entry of a chain's walk: at a fixed end where exactly one end is fixed, else at the end
    /// with the lower joint.
    fn chain_start(&self, members: &[u32]) -> u32 {
        let fixed_ends = members.iter().flat_map(|&body| self.graph.row(body)).map(|item| item ^ 1);
        let fixed_end = fixed_ends.filter(|&item| self.graph.fixed(self.graph.end(item))).min();
        let free_ends = members.iter().map(|&body| self.graph.row(body)).filter(|row| row.len() == 1);
        let free_end = free_ends.map(|row| row[0]).min();
        fixed_end.or(free_end).expect("a chain with joints has two ends")
    }

    /// Walks from the child of `entry` to the other end, or until only the joint `cut` is left.
    fn follow(&mut self, entry: u32, cut: u32) {
        let child = self.graph.end(entry);
        if !self.graph.fixed(child) {
            self.walk.push(child);
        }
        let mut current = Some(entry);
        while let Some(entry) = current {
            self.entries.push(entry);
            let parent = self.graph.other(entry);
            if self.graph.fixed(parent) {
                break;
            }
            self.walk.push(parent);
            current = self.next(parent, entry >> 1).filter(|item| item >> 1 != cut);
        }
    }

    /// The lowest body that is joined to a fixed one, or the lowest of all.
    fn root(&self, members: &[u32]) -> u32 {
        let held =
            |body: &&u32| self.graph.row(**body).iter().any(|&item| self.graph.fixed(self.graph.other(item)));
        *members.iter().find(held).unwrap_or(&members[0])
    }

    /// Breadth first from the root, so that the reverse is an elimination order. Returns the joint that
    /// closes a loop, if one does; breadth first leaves it far from the root, with short branches.
    fn spread(&mut self, root: u32) -> Option<u32> {
        const ROOT: u32 = u32::MAX - 1;
        let mut opening = None;
        self.reached_by[root as usize] = ROOT;
        self.walk.push(root);
        let mut k = 0;
        while let Some(&body) = self.walk.get(k) {
            k += 1;
            for &item in self.graph.row(body) {
                let joint = item >> 1;
                let other = self.graph.other(item);
                if self.graph.fixed(other) {
                    self.entries.push(item ^ 1);
                } else if self.reached_by[other as usize] == UNSEEN {
                    self.reached_by[other as usize] = joint;
                    self.walk.push(other);
                    self.entries.push(item ^ 1);
                } else if joint != self.reached_by[body as usize] {
                    opening = Some(joint);
                }
            }
        }
        opening
    }
}
