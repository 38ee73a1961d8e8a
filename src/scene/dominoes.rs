//! A lift raises a marble, the marble runs down a chute and knocks over the first of a row of stones. Lengths in m.

use std::f64::consts::{FRAC_PI_2, PI};

use glam::{DQuat, DVec3};

use super::layout::{ACCENT_COLOUR, Layout};
use super::stacks::{WOOD, cuboid};
use super::trough::{THICK, Trough, above, block, planks, solid};
use super::{JointKind, Scene, Solid, Travel};

/// Half of a stone, and from one to the next.
const HALF: DVec3 = DVec3::new(0.05, 0.4, 0.2);
const APART: f64 = 0.32;
/// Stones in a turn of the winding line.
const TURN: usize = 40;

/// Of the marble, and how many times as heavy as water it is.
const RADIUS: f64 = 0.14;
const GLASS: f64 = 2.5;
/// A chute's planks, and how far it falls in its length.
const WIDE: f64 = 0.19;
const LONG: f64 = 2.2;
const FALL: f64 = 0.5;
/// Of the chute's lower end before the first stone and above the ground: the marble strikes the upper half.
const BEFORE: f64 = 0.22;
const STRIKES: f64 = 0.42;
/// From the chute's upper end back to the board, and up to the lift's floor.
const CLEAR: f64 = 0.03;
/// How far the lift's floor leans to the chute, how high it goes, how fast, and with what force at most, N.
const TILT: f64 = 0.2;
const RISE: f64 = 0.86;
const SPEED: f32 = 0.8;
const FORCE: f32 = 2000.0;
/// Behind the last stone, in stones' heights: there its end falls through the barrier.
const BARRIER: f64 = 0.75;
const BEAM: [u8; 3] = [0xe8, 0x4a, 0x3c];

/// Bodies that are no stones.
pub const OTHERS: usize = 8;

/// `count` stones on a winding line.
pub fn dominoes(count: usize) -> Scene {
    let mut layout = Layout::new(RADIUS, count + OTHERS);
    layout.ground(0.0);
    let first = DVec3::X * (-0.5 * APART * count.min(TURN) as f64);
    let mut at = first;
    let mut turn = DQuat::IDENTITY;
    for k in 0..count {
        turn = DQuat::from_rotation_y(-0.9 * (k as f64 * 2.0 * PI / TURN as f64).sin());
        let body = layout.body(at + DVec3::Y * HALF.y, turn, cuboid(HALF.x, HALF.y, HALF.z), false);
        layout.paint(body, if k == 0 { ACCENT_COLOUR } else { WOOD[k % 3] });
        at += turn * DVec3::X * APART;
    }
    barrier(&mut layout, at + turn * DVec3::X * (BARRIER * 2.0 * HALF.y - APART), turn);
    let low = first + DVec3::new(-BEFORE, STRIKES, 0.0);
    let high = low + DVec3::new(-LONG, FALL, 0.0);
    let chute =
        Trough { wide: WIDE, thick: THICK, end: 0.0, side: 0.0, lap: 0.0 }.put(&mut layout, high, low);
    lift(&mut layout, chute, high);
    layout.touching()
}

/// A beam across the end of the line.
fn barrier(layout: &mut Layout, at: DVec3, turn: DQuat) {
    let beam = Solid::Capsule { radius: 0.015, half_height: (1.5 * HALF.z) as f32 };
    let beam = layout.body(at + DVec3::Y * 0.15, turn * DQuat::from_rotation_x(FRAC_PI_2), beam, true);
    layout.paint(beam, BEAM);
    layout.senses(beam, "barrier");
}

/// Before the chute's upper end, as low as it goes, with the marble on it. A board keeps the marble in until it is up.
fn lift(layout: &mut Layout, chute: u32, lip: DVec3) {
    let half = RADIUS + 0.04;
    let board = DVec3::new(0.5 * THICK, 0.5 * (lip.y - 0.04), WIDE);
    let front = layout.body(
        DVec3::new(lip.x - CLEAR - board.x, board.y, 0.0),
        DQuat::IDENTITY,
        cuboid(board.x, board.y, board.z),
        true,
    );
    layout.paint(front, WOOD[1]);
    layout.bounces(front, 0.0);
    let edge = lip + DVec3::new(-CLEAR - THICK - 0.02, CLEAR - RISE, 0.0);
    let turn = DQuat::from_rotation_z(-TILT);
    let back = block(
        DVec3::new(0.5 * THICK, 0.5 * WIDE, 0.8 * WIDE),
        DVec3::new(-half, 0.5 * WIDE, 0.0),
        DQuat::IDENTITY,
    );
    let middle = edge - turn * DVec3::X * half;
    let [one, other] = planks(half, WIDE, THICK);
    let floor = layout.body(middle, turn, solid(&[one, other, back]), false);
    layout.paint(floor, WOOD[2]);
    let rail =
        layout.hold(JointKind::Slider, chute, floor, middle, DQuat::from_rotation_arc(DVec3::X, DVec3::Y));
    layout.joint(rail).travel = Travel::FREE.limited(0.0, RISE as f32).driven(SPEED, FORCE);
    for z in [-1.0, 1.0] {
        let foot = DVec3::new(middle.x, 0.0, z * (WIDE + 0.06));
        layout.bar(foot, foot + DVec3::Y * (lip.y + 0.35), 0.03, true);
    }
    let marble = layout.bead(middle + turn * DVec3::Y * (above(RADIUS) + 0.001), DQuat::IDENTITY, false);
    layout.make_heavier(marble, GLASS);
    layout.paint(marble, ACCENT_COLOUR);
}
