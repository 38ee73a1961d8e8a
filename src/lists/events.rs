//! Events of a scene: whether some body has any, and how many there is room for.

use crate::scene::{Body, Scene};

/// Room for events: so many of each body that has them or is a sensor, and at least so many.
const OF_A_BODY: u32 = 4;
const LEAST: u32 = 1024;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Events {
    /// Some body has events or is a sensor.
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

/// Bodies that have events or are sensors.
pub fn watched(scene: &Scene) -> u32 {
    scene.bodies.iter().filter(|body: &&Body| body.is_watched()).count() as u32
}

pub fn room(watched: u32) -> u32 {
    LEAST.max(OF_A_BODY * watched)
}
