//! Numbers of bodies and of joints: a removed one frees its number, and the next that comes takes the lowest free one.

use std::collections::BTreeSet;

use super::next_revision;
use crate::scene::Scene;

/// Numbers given so far, and those of them that are not in use now.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Numbers {
    count: usize,
    free: BTreeSet<usize>,
}

impl Numbers {
    pub fn all(count: usize) -> Self {
        Self { count, free: BTreeSet::new() }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    pub fn has(&self, number: usize) -> bool {
        number < self.count && !self.free.contains(&number)
    }

    pub fn list(&self) -> Vec<usize> {
        (0..self.count).filter(|number| !self.free.contains(number)).collect()
    }

    /// Numbers that are not in use.
    pub fn unused(&self) -> impl Iterator<Item = usize> {
        self.free.iter().copied()
    }

    pub fn free(&mut self, number: usize) {
        self.free.insert(number);
    }

    /// So many more would have these, the lowest first.
    pub fn next(&self, many: usize) -> Vec<usize> {
        self.free.iter().copied().chain(self.count..).take(many).collect()
    }

    pub fn take(&mut self, number: usize) {
        self.count_to(number + 1);
        self.free.remove(&number);
    }

    /// At least so many count as given; the further ones are not in use.
    pub fn count_to(&mut self, count: usize) {
        self.free.extend(self.count..count);
        self.count = self.count.max(count);
    }
}

/// The numbers of a scene that are in use.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Members {
    pub bodies: Numbers,
    pub joints: Numbers,
    /// See `Manner`.
    pub in_cells: Option<f32>,
    /// Bodies that came since the last step.
    pub new: BTreeSet<usize>,
    /// The scene as it was loaded, once something came or went.
    pub loaded: Option<Box<Scene>>,
    /// Changes whenever something comes or goes.
    pub revision: u64,
}

impl Members {
    pub fn of(scene: &Scene) -> Self {
        Self {
            bodies: Numbers::all(scene.own_bodies()),
            joints: Numbers::all(scene.joints.len()),
            revision: next_revision(),
            ..Self::default()
        }
    }
}
