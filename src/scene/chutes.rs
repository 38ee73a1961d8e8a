//! A marble run at speed. It stands in the plane of x and y; z comes towards us. Lengths in m, angles in rad.

use std::f64::consts::FRAC_PI_2;

use glam::{DQuat, DVec3, Vec3};

use super::layout::{ACCENT_COLOUR, Layout};
use super::stacks::{WOOD, cuboid};
use super::trough::{LEANS, THICK, Trough, above, block, boards, heading, solid};
use super::{Hull, Part, Scene, Solid};

/// Of a marble, and of a chute's planks.
const RADIUS: f64 = 0.1;
const WIDE: f64 = 0.16;
/// Of glass over that of water.
const GLASS: f64 = 2.5;
const SMOOTH: f32 = 0.3;
const COLOURS: [[u8; 3]; 5] =
    [[0x4f, 0x9d, 0xd6], [0xd9, 0x5d, 0x4c], [0x6d, 0xb5, 0x6a], ACCENT_COLOUR, [0x9a, 0x7f, 0xc9]];

/// A level chute goes so far to either side, and down by this share of its way; the next one is so much lower.
const ASIDE: f64 = 1.75;
const FALL: f64 = 0.17;
const LOWER: f64 = 1.0;
/// The hole that a marble falls through at a chute's end.
const MOUTH: f64 = 0.55;
/// How high the boards along a chute are, and those upon them where marbles fall in and meet others.
const SIDE: f64 = 0.5;
const UPPER: f64 = 0.4;
/// Marbles in a chute at the start, and from one to the next.
const IN_A_CHUTE: usize = 8;
const APART: f64 = 3.5 * RADIUS;

/// The slide: how steep it is, the bend at its foot, where it ends upwards, and its lowest point.
const STEEP: f64 = 0.95;
const BEND: f64 = 1.3;
const PIECES: usize = 7;
const LAP: f64 = 0.25;
const UP: f64 = 0.5;
const FOOT: f64 = 1.1;
/// Where it begins.
const HEAD: f64 = 4.4;

/// The middle of the funnel from where the slide ends, the height of its mouth, and half of its mouth and of its hole.
const THROW: f64 = 2.7;
const FUNNEL: f64 = 1.45;
const FUNNEL_MOUTH: f64 = 0.75;
const NEAR: f64 = 1.3;
const HOLE: f64 = 0.26;
const FUNNEL_DEEP: f64 = 0.55;
const BEAM: [u8; 3] = [0xe8, 0x4a, 0x3c];
/// Half of the basket, across and in height: a marble may come through the hole aslant.
const BASKET: f64 = 0.8;
const BASKET_HIGH: f64 = 0.34;

/// Chutes that so many marbles start in.
fn rows(count: usize) -> usize {
    count.div_ceil(IN_A_CHUTE).max(2)
}

/// Bodies that are no marbles: each chute has five boards.
pub fn held(count: usize) -> usize {
    21 + 6 * rows(count)
}

/// `count` marbles run down chutes and a slide, fly through the air into a funnel and fall past a light barrier into a basket.
pub fn chutes(count: usize) -> Scene {
    let mut layout = Layout::new(RADIUS, count + held(count));
    layout.ground(0.0);
    let lip = slide(&mut layout);
    let middle = DVec3::new(lip.x + THROW, 0.0, 0.0);
    funnel(&mut layout, middle);
    basket(&mut layout, middle);
    let rows = rows(count);
    let ends: Vec<[DVec3; 2]> = (0..rows).map(level).collect();
    for &[from, to] in &ends {
        Trough { wide: WIDE, thick: THICK, end: 0.7, side: SIDE, lap: 0.0 }.put(&mut layout, from, to);
        mouth(&mut layout, from, to);
    }
    posts(&mut layout, ends[rows - 1][0].y);
    for k in 0..count {
        let [from, to] = ends[rows - 1 - k / IN_A_CHUTE];
        let along = (to - from).normalize();
        let up = heading(along) * DVec3::Y * above(RADIUS);
        let way = to.distance(from) - MOUTH + 0.2 - APART * (k % IN_A_CHUTE) as f64;
        let marble = layout.bead(from + along * way + up, DQuat::IDENTITY, false);
        layout.make_heavier(marble, GLASS);
        layout.grips(marble, SMOOTH);
        layout.paint(marble, COLOURS[k % COLOURS.len()]);
    }
    layout.touching()
}

/// A marble that falls on another may bounce higher than the boards along a chute.
fn mouth(layout: &mut Layout, from: DVec3, to: DVec3) {
    let along = (to - from).normalize();
    let turn = heading(along * along.x.signum());
    let half = DVec3::new(0.5 * MOUTH, 0.5 * UPPER, 0.5 * THICK);
    for side in [-1.0, 1.0] {
        let aside = side * (WIDE * LEANS.cos() + half.z);
        let at = from + along * half.x + turn * DVec3::new(0.0, SIDE + half.y, aside);
        let board = layout.body(at, turn, cuboid(half.x, half.y, half.z), true);
        layout.paint(board, WOOD[1]);
    }
}

/// From where to where the floor of a level chute goes; the lowest is number 0.
fn level(number: usize) -> [DVec3; 2] {
    let side = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
    let top = HEAD + LOWER * (number + 1) as f64 + 0.1;
    let low = top - FALL * (2.0 * ASIDE - MOUTH);
    [DVec3::new(side * ASIDE, top, 0.0), DVec3::new(side * (MOUTH - ASIDE), low, 0.0)]
}

/// Steep, with a bend at its foot that turns up. Returns where its floor ends.
fn slide(layout: &mut Layout) -> DVec3 {
    let chute = Trough { wide: WIDE, thick: 2.0 * THICK, end: 0.0, side: 0.0, lap: LAP };
    let head = DVec3::new(-ASIDE, HEAD, 0.0);
    let down = DVec3::new(STEEP.cos(), -STEEP.sin(), 0.0);
    // the bend takes R (1 − cos) of the height
    let long = (HEAD - FOOT - BEND * (1.0 - STEEP.cos())) / STEEP.sin();
    let mut at = head + down * long;
    chute.put(layout, head, at);
    // upright, or they would be a lid
    boards(layout, head - DVec3::Y * 0.1, DQuat::IDENTITY, [1.1, 0.9, WIDE], 0.9);
    let step = (STEEP + UP) / PIECES as f64;
    for k in 1..=PIECES {
        let angle = -STEEP + k as f64 * step;
        let next = at + DVec3::new(angle.cos(), angle.sin(), 0.0) * 2.0 * BEND * (0.5 * step).sin();
        chute.put(layout, at, next);
        at = next;
    }
    at
}

/// Four plates that lean inwards, with a board behind for marbles that come too far; the near plate is long, for those
/// that fall short.
fn funnel(layout: &mut Layout, middle: DVec3) {
    let at = middle + DVec3::Y * FUNNEL;
    let (wide, hole) = (FUNNEL_MOUTH, HOLE);
    // the mouth's two corners, then those of the hole, and outwards
    let plates = [
        ([(wide, wide), (wide, -wide)], [(hole, hole), (hole, -hole)], DVec3::X),
        ([(-NEAR, wide), (-NEAR, -wide)], [(-hole, hole), (-hole, -hole)], DVec3::NEG_X),
        ([(-NEAR, wide), (wide, wide)], [(-hole, hole), (hole, hole)], DVec3::Z),
        ([(-NEAR, -wide), (wide, -wide)], [(-hole, -hole), (hole, -hole)], DVec3::NEG_Z),
    ];
    for (mouth, low, out) in plates {
        let inside = mouth.map(|(x, z)| DVec3::new(x, 0.0, z)).into_iter();
        let inside = inside.chain(low.map(|(x, z)| DVec3::new(x, -FUNNEL_DEEP, z)));
        let corners = inside.flat_map(|p| [p, p + out * 1.5 * THICK].map(DVec3::as_vec3));
        let plate = Hull::of(&corners.collect::<Vec<Vec3>>()).expect("a plate");
        let plate = layout.body(at, DQuat::IDENTITY, Solid::Hull(plate), true);
        layout.paint(plate, WOOD[1]);
    }
    let half = DVec3::new(0.5 * THICK, 0.45, wide);
    let place = at + DVec3::new(wide + 0.5 * THICK, half.y, 0.0);
    let board = layout.body(place, DQuat::IDENTITY, cuboid(half.x, half.y, half.z), true);
    layout.paint(board, WOOD[0]);
    // two beams, so that no marble in the hole is farther than a radius from both
    let beam = |side: f64| {
        let solid = Solid::Capsule { radius: 0.012, half_height: (HOLE + 0.06) as f32 };
        let across = DQuat::from_rotation_x(FRAC_PI_2).as_quat();
        Part::of(solid, 1.0, Vec3::X * (side * 0.5 * (HOLE + RADIUS - 0.17)) as f32, across)
    };
    let below = at - DVec3::Y * (FUNNEL_DEEP + 0.05);
    let barrier = layout.body(below, DQuat::IDENTITY, solid(&[beam(-1.0), beam(1.0)]), true);
    layout.paint(barrier, BEAM);
    layout.senses(barrier, "barrier");
}

fn basket(layout: &mut Layout, middle: DVec3) {
    let (half, high, t) = (BASKET, BASKET_HIGH, 0.5 * THICK);
    let part = |x: f64, y: f64, z: f64, at: [f64; 3]| block(DVec3::new(x, y, z), at.into(), DQuat::IDENTITY);
    let mut parts = vec![part(half, t, half, [0.0, t, 0.0])];
    for side in [-1.0, 1.0] {
        parts.push(part(t, high, half, [side * half, high, 0.0]));
        parts.push(part(half, high, t, [0.0, high, side * half]));
    }
    let basket = layout.body(middle, DQuat::IDENTITY, solid(&parts), true);
    layout.paint(basket, WOOD[2]);
}

/// The frame that holds the chutes, behind them.
fn posts(layout: &mut Layout, high: f64) {
    let behind = DVec3::Z * -(WIDE + 0.07);
    for x in [-1.2, 1.2] {
        let foot = behind + DVec3::X * x;
        layout.bar(foot, foot + DVec3::Y * (high + 0.2), 0.04, true);
    }
}
