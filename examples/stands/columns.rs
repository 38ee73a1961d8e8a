//! Columns of boxes, and boxes put a little out of true: for examples/stands.rs and tests/contacts/stands.rs.

use beadwork::Scene;
use beadwork::scene::Solid;
use glam::{Quat, Vec3};

use super::{Dice, cube, plane, touching, weighing};

/// Every box but the ground moved by 1 cm and turned by 0.03 rad at most.
pub fn perturbed(mut scene: Scene, seed: u64) -> Scene {
    let mut dice = Dice::new(seed);
    for body in scene.bodies.iter_mut().filter(|body| body.solid != Solid::Plane) {
        body.position += 0.01 * dice.vector();
        body.rotation = Quat::from_scaled_axis(0.03 * dice.vector().clamp_length_max(1.0));
    }
    scene
}

/// Boxes of 1 m and 1,000 kg; the highest is `top` times as heavy.
pub fn column(boxes: usize, top: f32) -> Scene {
    let boxes = (0..boxes).map(|k| {
        let body = cube(Vec3::Y * (0.5 + k as f32), Quat::IDENTITY);
        if k + 1 == boxes { weighing(body, 1000.0 * top) } else { body }
    });
    touching([plane()].into_iter().chain(boxes).collect())
}
