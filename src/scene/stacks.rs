//! Scenes of boxes on the ground. Lengths in m.

use glam::{DQuat, DVec3};
use serde_json::{Map, json};

use super::layout::{ACCENT_COLOUR, Layout};
use super::{Scene, Solid};

pub const WOOD: [[u8; 3]; 3] = [[0xd8, 0xb0, 0x7a], [0xc9, 0x9a, 0x63], [0xe3, 0xc3, 0x92]];

pub fn cuboid(x: f64, y: f64, z: f64) -> Solid {
    Solid::Box { half_extents: DVec3::new(x, y, z).as_vec3() }
}

/// Numbers that look as if they were thrown, from −1 to 1, the same each time.
fn thrown(seed: usize) -> f64 {
    let x = (seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((x ^ (x >> 32)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// Boxes of 1 m, one on the other, a little out of true; the top one is `mass_ratio` times as heavy.
pub fn stack(boxes: usize, mass_ratio: f64) -> Scene {
    let mut layout = Layout::new(0.5, boxes + 1);
    layout.ground(0.0);
    for k in 0..boxes {
        let aside = DVec3::new(thrown(3 * k), 0.0, thrown(3 * k + 1)) * 0.01;
        let turn = DQuat::from_rotation_y(0.03 * thrown(3 * k + 2));
        let body = layout.body(DVec3::Y * (0.5 + k as f64) + aside, turn, cuboid(0.5, 0.5, 0.5), false);
        layout.paint(body, WOOD[k % 3]);
        if k + 1 == boxes && mass_ratio != 1.0 {
            layout.make_heavier(body, mass_ratio);
            layout.paint(body, ACCENT_COLOUR);
        }
    }
    layout.touching()
}

/// Rows of bricks, each one shorter than the one below and half a brick aside.
pub fn pyramid(base: usize) -> Scene {
    let mut layout = Layout::new(0.5, base * (base + 1) / 2 + 1);
    layout.ground(0.0);
    bricks(&mut layout, base, DVec3::ZERO);
    standing(layout)
}

/// Many of them, in rows of their own.
pub fn many_pyramids(base: usize, pyramids: usize) -> Scene {
    let mut layout = Layout::new(0.5, pyramids * base * (base + 1) / 2 + 1);
    layout.ground(0.0);
    let columns = (pyramids as f64).sqrt().ceil() as usize;
    for k in 0..pyramids {
        let (row, column) = ((k / columns) as f64, (k % columns) as f64);
        let middle = 0.5 * (columns - 1) as f64;
        let spacing = base as f64 + 1.0;
        bricks(&mut layout, base, DVec3::new((column - middle) * spacing, 0.0, 2.0 * (row - middle)));
    }
    standing(layout)
}

/// Bricks that lie on two others stand at half of the usual 8 substeps; docs/contacts.md has the measurements.
fn standing(layout: Layout) -> Scene {
    let mut scene = layout.touching();
    scene.recommend(Map::from_iter([("substeps".into(), json!(4))]));
    scene
}

/// `base` boxes of 1 m wide.
fn bricks(layout: &mut Layout, base: usize, at: DVec3) {
    const GAP: f64 = 0.005;
    for row in 0..base {
        let count = base - row;
        for k in 0..count {
            let x = (k as f64 - 0.5 * (count - 1) as f64) * (1.0 + GAP);
            let place = at + DVec3::new(x, 0.5 + row as f64, 0.0);
            let body = layout.body(place, DQuat::IDENTITY, cuboid(0.5, 0.5, 0.5), false);
            layout.paint(body, WOOD[(k + 2 * row) % 3]);
        }
    }
}

/// Alternately small and `mass_ratio` times as heavy, one on the other.
pub fn high_mass_ratio(boxes: usize, mass_ratio: f64) -> Scene {
    let mut layout = Layout::new(0.5, boxes + 1);
    layout.ground(0.0);
    for k in 0..boxes {
        let body = layout.body(DVec3::Y * (0.5 + k as f64), DQuat::IDENTITY, cuboid(0.5, 0.5, 0.5), false);
        layout.paint(body, WOOD[k % 3]);
        if k % 2 == 1 {
            layout.make_heavier(body, mass_ratio);
            layout.paint(body, ACCENT_COLOUR);
        }
    }
    let mut scene = layout.touching();
    // at the usual 8 substeps heavy boxes slide off light ones; docs/contacts.md has the measurements
    scene.recommend(Map::from_iter([
        ("substeps".into(), json!(12)),
        ("contactSoftness".into(), json!(120.0)),
    ]));
    scene
}

/// A ball on a chain of beads swings into a wall of bricks; it is `mass_ratio` times as heavy as a bead.
pub fn wrecking(beads: usize, mass_ratio: f64) -> Scene {
    const RADIUS: f64 = 0.1;
    const BALL: f64 = 0.4;
    const HALF: DVec3 = DVec3::new(0.2, 0.2, 0.3);
    let length = 2.0 * RADIUS * beads as f64;
    let top = DVec3::Y * (length + 2.2);
    let mut layout = Layout::new(RADIUS, beads + 40);
    layout.ground(0.0);
    let turn = DQuat::from_rotation_z(-1.2);
    let last = layout.chain(top, turn, beads);
    let along = turn * DVec3::NEG_Y;
    let ball = layout.ball(top + along * (length + BALL - RADIUS), BALL, false);
    layout.hang(last, ball, top + along * (length - RADIUS));
    layout.make_heavier(ball, mass_ratio * layout.mass_of(last) / layout.mass_of(ball));
    layout.paint(ball, ACCENT_COLOUR);
    for row in 0..8 {
        for k in 0..5 {
            let aside = if row % 2 == 0 { 0.0 } else { HALF.z };
            let z = (k as f64 - 2.0) * 2.0 * HALF.z + aside;
            let place = DVec3::new(0.6, HALF.y * (1.0 + 2.0 * row as f64), z);
            let body = layout.body(place, DQuat::IDENTITY, cuboid(HALF.x, HALF.y, HALF.z), false);
            layout.paint(body, WOOD[(k + 2 * row) % 3]);
        }
    }
    layout.touching()
}
