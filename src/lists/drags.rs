//! Forces of single bodies: damping, and a scale of gravity.

use super::Table;
use crate::scene::{Body, Scene};

/// Words of a record (shaders/step/apply_drag.wgsl): a body's number, then as f32 its two dampings, 1/s, and by how much its
/// share of gravity differs from one.
pub const WORDS: u32 = 4;

/// Bodies that have any of it, as records in `words`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Drags {
    pub records: Table,
    /// Some body has a gravity of its own.
    pub scaled: bool,
}

impl Drags {
    /// Only bodies that `moves` says are moved by forces.
    pub(super) fn list(words: &mut Vec<u32>, scene: &Scene, moves: impl Fn(u32) -> bool) -> Self {
        let first = words.len() as u32;
        let mut drags = Self { records: Table { first, count: 0 }, scaled: false };
        for (i, body) in (0..).zip(&scene.bodies).filter(|(i, body)| body.is_dragged() && moves(*i)) {
            words.push(i);
            words.extend(record(body).map(f32::to_bits));
            drags.records.count += 1;
            drags.scaled |= body.gravity_scale != 1.0;
        }
        drags
    }
}

fn record(body: &Body) -> [f32; WORDS as usize - 1] {
    [body.linear_damping, body.angular_damping, body.gravity_scale - 1.0]
}
