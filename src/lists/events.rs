//! What is told of a step: whether some body is told whom it touches, and how much there is room for.

use crate::scene::{Body, Scene};

/// Events that there is room for: so many of each body that is told of, and at least so many.
const OF_A_BODY: u32 = 4;
const LEAST: u32 = 1024;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Events {
    /// Some body is told whom it touches.
    pub watched: bool,
    /// Some body is a sensor.
    pub sensed: bool,
    pub room: u32,
}

impl Events {
    pub(super) fn list(scene: &Scene) -> Self {
        let watched = watched(scene);
        Self {
            watched: watched > 0,
            sensed: scene.bodies.iter().any(|body| body.sensor),
            room: room(watched),
        }
    }
}

/// Bodies that are told whom they touch.
pub fn watched(scene: &Scene) -> u32 {
    scene.bodies.iter().filter(|body: &&Body| body.is_watched()).count() as u32
}

pub fn room(watched: u32) -> u32 {
    LEAST.max(OF_A_BODY * watched)
}
