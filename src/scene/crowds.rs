//! Scenes of many that fall. Lengths in m.

use std::f64::consts::PI;

use glam::{DQuat, DVec3};
use serde_json::{Map, json};

use super::Scene;
use super::layout::Layout;
use super::stacks::cuboid;

/// Spheres fall into a box without a lid, layer upon layer, each a little aside of those below.
pub fn heap(count: usize, radius: f64) -> Scene {
    let mut layout = Layout::new(radius, count + 5);
    let spacing = 2.2 * radius;
    let side = ((count as f64).cbrt() * 0.9).ceil().max(2.0) as usize;
    let half = 0.5 * spacing * side as f64 + 0.3 * radius;
    // where they lie three fifths of the space are theirs; a third more for the fall
    let filled = count as f64 * 4.0 / 3.0 * PI * radius.powi(3) / (0.6 * (2.0 * half).powi(2));
    container(&mut layout, half, 1.35 * filled + radius, 2.0 * radius);
    for k in 0..count {
        let (layer, in_layer) = (k / (side * side), k % (side * side));
        let middle = 0.5 * (side - 1) as f64;
        let aside = if layer % 2 == 0 { -0.1 } else { 0.1 } * radius;
        let x = ((in_layer % side) as f64 - middle) * spacing + aside;
        let z = ((in_layer / side) as f64 - middle) * spacing - aside;
        layout.bead(DVec3::new(x, radius + layer as f64 * spacing + 0.5, z), DQuat::IDENTITY, false);
    }
    let mut scene = layout.touching();
    // spheres take firmer contacts than boxes, and with these fewer substeps; docs/contacts.md has the measurements
    scene
        .recommend(Map::from_iter([("substeps".into(), json!(5)), ("contactSoftness".into(), json!(130.0))]));
    scene
}

/// Newton's cradle: steel balls that touch, each on two rods that keep it in its plane; so many are lifted.
pub fn cradle(balls: usize, lifted: usize) -> Scene {
    const RADIUS: f64 = 0.1;
    const LENGTH: f64 = 1.0;
    const SPREAD: f64 = 0.4;
    const STEEL: [u8; 3] = [0xb8, 0xc2, 0xcc];
    let mut layout = Layout::new(RADIUS, balls + 2);
    let height = 1.4 + LENGTH;
    let wide = RADIUS * (balls + 1) as f64;
    let beams = [-SPREAD, SPREAD]
        .map(|z| layout.bar(DVec3::new(-wide, height, z), DVec3::new(wide, height, z), 0.03, true));
    for k in 0..balls {
        let x = 2.0 * RADIUS * (k as f64 - 0.5 * (balls - 1) as f64);
        let pivot = DVec3::new(x, height, 0.0);
        let turn = DQuat::from_rotation_z(if k < lifted { -0.9 } else { 0.0 });
        let drop = (LENGTH * LENGTH - SPREAD * SPREAD).sqrt();
        let ball = layout.bead(pivot + turn * DVec3::NEG_Y * drop, turn, false);
        layout.make_heavier(ball, 7.8);
        layout.paint(ball, STEEL);
        layout.bounces(ball, 1.0);
        for (beam, z) in beams.into_iter().zip([-SPREAD, SPREAD]) {
            let end = pivot + DVec3::Z * z;
            let centre = pivot + turn * DVec3::NEG_Y * drop;
            layout.rod((beam, end), (ball, centre));
        }
    }
    layout.touching()
}

/// Ground, and four walls about it whose inner sides are `half` from the middle.
fn container(layout: &mut Layout, half: f64, height: f64, thick: f64) {
    layout.ground(0.0);
    // two of them end at the other two
    for (across, along, long) in [(DVec3::X, DVec3::Z, half + thick), (DVec3::Z, DVec3::X, half)] {
        for side in [-1.0, 1.0] {
            let size = 0.5 * thick * across + 0.5 * height * DVec3::Y + long * along;
            let place = side * (half + 0.5 * thick) * across + 0.5 * height * DVec3::Y;
            layout.body(place, DQuat::IDENTITY, cuboid(size.x, size.y, size.z), true);
        }
    }
}

/// Necklaces fall over bars and to the ground.
pub fn pour(chains: usize, beads: usize, radius: f64) -> Scene {
    let mut layout = Layout::new(radius, chains * beads + 8);
    layout.ground(0.0);
    let length = 2.0 * radius * beads as f64;
    let columns = (chains as f64).sqrt().ceil() as usize;
    let spacing = 5.0 * radius;
    let wide = spacing * columns as f64 + length;
    for k in 0..5 {
        let x = (k as f64 - 2.0) * 0.25 * wide;
        let y = (0.35 * length + 0.1 * length * (k % 2) as f64).max(3.0 * radius);
        let along = DVec3::Z * 0.5 * wide;
        layout.bar(DVec3::new(x, y, 0.0) - along, DVec3::new(x, y, 0.0) + along, 2.0 * radius, true);
    }
    for k in 0..chains {
        let (row, column) = ((k / columns) as f64, (k % columns) as f64);
        let middle = 0.5 * (columns - 1) as f64;
        let start = DVec3::new(
            -0.5 * length + (column - middle) * spacing,
            (0.8 * length).max(8.0 * radius) + 3.0 * radius * (row + column),
            (row - middle) * spacing,
        );
        let before: Vec<u32> = (0..beads)
            .map(|i| {
                let place = start + DVec3::X * 2.0 * radius * i as f64;
                layout.bead(place, DQuat::from_rotation_z(0.5 * PI), false)
            })
            .collect();
        before.windows(2).for_each(|two| layout.touch(two[0], two[1]));
    }
    layout.touching()
}
