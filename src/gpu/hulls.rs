//! The rows of a scene's hulls, as shaders/shapes/hull.wgsl has them, each hull once: they stand behind all bodies, two to a place.

use std::collections::BTreeMap;

use crate::scene::{Body, Scene, Solid};

#[derive(Clone, Debug, Default)]
pub struct Hulls {
    /// By number of a hull its first row among these.
    first: BTreeMap<usize, usize>,
    rows: Vec<[f32; 4]>,
}

impl Hulls {
    pub fn of(scene: &Scene) -> Self {
        let mut hulls = Self::default();
        for body in &scene.bodies {
            if let Solid::Hull(hull) = body.mass_solid() {
                let next = hulls.rows.len();
                if *hulls.first.entry(hull.number()).or_insert(next) == next {
                    hulls.rows.extend(hull.data().rows());
                }
            }
        }
        hulls
    }

    pub fn rows(&self) -> &[[f32; 4]] {
        &self.rows
    }

    /// As large as two rows.
    pub fn places(&self) -> u64 {
        self.rows.len() as u64 / 2
    }

    /// Behind so many bodies: the row at which a body's hull begins, if it is one.
    pub fn row(&self, body: &Body, bodies: usize) -> Option<f32> {
        match body.mass_solid() {
            Solid::Hull(hull) => Some((2 * bodies + self.first.get(&hull.number())?) as f32),
            _ => None,
        }
    }
}
