//! Troughs that marbles run in: two planks that lean apart, so that what rolls stays in the middle; one held body. Lengths in m, angles in rad.

use glam::{DMat3, DQuat, DVec3};

use super::layout::Layout;
use super::stacks::{WOOD, cuboid};
use super::{Compound, Part, Solid};

/// Thickness of boards, which fast marbles must not pass.
pub const THICK: f64 = 0.02;
/// How far a plank leans off the level.
pub const LEANS: f64 = 0.61;

#[derive(Clone, Copy)]
pub struct Trough {
    /// Of a plank, from the bottom line to its upper edge.
    pub wide: f64,
    /// Of a plank.
    pub thick: f64,
    /// How high a board is across the upper end, where marbles fall in; 0 without it.
    pub end: f64,
    /// How high those along both sides are then.
    pub side: f64,
    /// How far it goes on beyond both ends, where it is one piece of a bend that turns up: there it lies below its
    /// neighbour. Contacts are found once a frame, and an edge flush with the planks would stop marbles that come near
    /// it faster than that.
    pub lap: f64,
}

/// Turns x to `along` and leaves z level.
pub fn heading(along: DVec3) -> DQuat {
    let side = along.cross(DVec3::Y).normalize();
    DQuat::from_mat3(&DMat3::from_cols(along, side.cross(along), side))
}

/// A box of a compound, by half its edges, where it stands and how it is turned.
pub fn block(half: DVec3, at: DVec3, turn: DQuat) -> Part {
    Part::of(cuboid(half.x, half.y, half.z), 1.0, at.as_vec3(), turn.as_quat())
}

/// Parts of a built-in scene, which are few and of known shapes.
pub fn solid(parts: &[Part]) -> Solid {
    Solid::Compound(Compound::of(parts).expect("a few parts"))
}

/// How high the middle of a marble is above the bottom line.
pub fn above(radius: f64) -> f64 {
    radius / LEANS.cos()
}

/// Restitution of boards: a marble that falls in makes room for the next.
const BOUNCE: f32 = 0.5;

/// Where marbles fall in: one board across and one to either side, so long, so high, and so far from the middle. The
/// board across is `end` high. A length below 0 goes the other way.
pub fn boards(layout: &mut Layout, at: DVec3, turn: DQuat, [long, high, wide]: [f64; 3], end: f64) {
    let t = 0.5 * THICK;
    let beside = DVec3::new(0.5 * long.abs(), 0.5 * high, t);
    let across = DVec3::new(t, 0.5 * end, wide + THICK);
    for (half, x, z) in
        [(across, -t * long.signum(), 0.0), (beside, 0.5 * long, -wide - t), (beside, 0.5 * long, wide + t)]
    {
        let place = at + turn * DVec3::new(x, half.y, z);
        let board = layout.body(place, turn, cuboid(half.x, half.y, half.z), true);
        layout.paint(board, WOOD[1]);
        layout.bounces(board, BOUNCE);
    }
}

/// Two planks that lean apart from a bottom line along x; half of their length, how wide and how thick each is.
pub fn planks(long: f64, wide: f64, thick: f64) -> [Part; 2] {
    [-1.0, 1.0].map(|side| {
        let turn = DQuat::from_rotation_x(-side * LEANS);
        let half = DVec3::new(long, 0.5 * thick, 0.5 * wide);
        block(half, turn * DVec3::new(0.0, -half.y, side * half.z), turn)
    })
}

impl Trough {
    /// Its bottom line goes from one point to the other; the first is the upper end.
    pub fn put(self, layout: &mut Layout, from: DVec3, to: DVec3) -> u32 {
        let long = 0.5 * from.distance(to) + self.lap;
        // half a turn about y would be the same planks
        let way = (to.x - from.x).signum();
        let turn = heading((to - from).normalize() * way);
        let trough = layout.body(0.5 * (from + to), turn, solid(&planks(long, self.wide, self.thick)), true);
        layout.paint(trough, WOOD[0]);
        if self.end > 0.0 {
            boards(layout, from, turn, [way * 2.0 * long, self.side, self.wide * LEANS.cos()], self.end);
        }
        trough
    }
}
