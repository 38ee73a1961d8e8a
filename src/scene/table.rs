//! A laid table with a cloth that can be pulled away. Lengths in m.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3, Quat, Vec3};

use super::layout::{ACCENT_COLOUR, Layout};
use super::stacks::{WOOD, cuboid};
use super::trough::{block, solid};
use super::{Hull, JointKind, Part, Scene, Servo, Solid, Travel};

const CHINA: [u8; 3] = [0xee, 0xf0, 0xf2];
const GLASS: [u8; 3] = [0x9c, 0xc7, 0xd8];
const CLOTH: [u8; 3] = [0xb4, 0x3c, 0x4a];
const CLAY: [u8; 3] = [0x3f, 0x7d, 0x86];
const BRASS: [u8; 3] = [0xc9, 0xa2, 0x4b];
const PEAR: [u8; 3] = [0xb7, 0xc2, 0x4a];
const APPLE: [u8; 3] = [0xc8, 0x4b, 0x3f];

/// Over water: of china and glass, and of a cloth that has to be quick.
const HEAVY: f64 = 2.5;
const LIGHT: f64 = 0.4;
/// kg/m³, of a glass's cup, which is drawn full.
const HOLLOW: f32 = 300.0;
/// Of the cloth: dishes slide on it more easily than on wood.
const SMOOTH: f32 = 0.06;

/// Half of the table's top, its upper side, and half of the cloth.
const TOP: DVec3 = DVec3::new(0.95, 0.02, 0.52);
const HIGH: f64 = 0.76;
const SPREAD: DVec3 = DVec3::new(0.8, 0.006, 0.44);
/// Corners of a ring of a hull.
const CORNERS: usize = 8;
/// Between cloth and wood: it glides on its rail.
const AIR: f64 = 0.001;
/// How far the cloth can be pulled.
const WAY: f32 = 2.1;
/// How quickly its servo comes to a target, Hz, and the largest force of that, N.
const QUICK: f32 = 2.0;
const FORCE: f32 = 500.0;

/// Four are served. A servo holds the cloth, with a target of 0.
pub fn table() -> Scene {
    let mut layout = Layout::new(0.042, 21);
    layout.ground(0.0);
    let wood = furniture(&mut layout);
    let middle = DVec3::new(0.1, HIGH + AIR + SPREAD.y, 0.0);
    let cloth = layout.body(middle, DQuat::IDENTITY, cuboid(SPREAD.x, SPREAD.y, SPREAD.z), false);
    layout.make_heavier(cloth, LIGHT);
    layout.paint(cloth, CLOTH);
    layout.grips(cloth, SMOOTH);
    let rail = layout.hold(JointKind::Slider, wood, cloth, middle, DQuat::IDENTITY);
    layout.joint(rail).travel =
        Travel::FREE.limited(0.0, WAY).servo(Servo::to(0.0).hertz(QUICK).at_most(FORCE));
    let on = middle.y + SPREAD.y;
    for side in [-1.0, 1.0] {
        for x in [-0.38, 0.32] {
            serve(&mut layout, DVec3::new(x, on, 0.26 * side), side);
        }
    }
    fruit(&mut layout, DVec3::new(-0.03, on, 0.0));
    candle(&mut layout, DVec3::new(-0.42, on, 0.0));
    jug(&mut layout, DVec3::new(0.36, on, 0.0));
    layout.touching()
}

/// The table, which is held, and two chairs. Returns the table.
fn furniture(layout: &mut Layout) -> u32 {
    let leg = |half: DVec3, at: DVec3| block(half, at, DQuat::IDENTITY);
    let mut parts = vec![leg(TOP, DVec3::Y * -TOP.y)];
    let long = 0.5 * (HIGH - 2.0 * TOP.y);
    for x in [-1.0, 1.0] {
        for z in [-1.0, 1.0] {
            let at = DVec3::new(x * (TOP.x - 0.06), -2.0 * TOP.y - long, z * (TOP.z - 0.06));
            parts.push(leg(DVec3::new(0.03, long, 0.03), at));
        }
    }
    let table = layout.body(DVec3::Y * HIGH, DQuat::IDENTITY, solid(&parts), true);
    layout.paint(table, WOOD[1]);
    for side in [-1.0, 1.0] {
        let mut parts = vec![
            leg(DVec3::new(0.21, 0.015, 0.2), DVec3::Y * 0.43),
            leg(DVec3::new(0.21, 0.12, 0.012), DVec3::new(0.0, 0.8, 0.188)),
        ];
        for x in [-0.19, 0.19] {
            parts.push(leg(DVec3::new(0.02, 0.2075, 0.02), DVec3::new(x, 0.2075, -0.17)));
            parts.push(leg(DVec3::new(0.02, 0.34, 0.012), DVec3::new(x, 0.34, 0.188)));
        }
        let turn = DQuat::from_rotation_y(if side > 0.0 { 0.0 } else { 0.5 * TAU });
        let chair = layout.body(DVec3::new(0.04, 0.0, 0.72 * side), turn, solid(&parts), false);
        layout.paint(chair, WOOD[2]);
    }
    table
}

/// A plate with a glass to its right.
fn serve(layout: &mut Layout, at: DVec3, side: f64) {
    let half = 0.009;
    let shape = Solid::Cylinder { radius: 0.115, half_height: half as f32 };
    dish(layout, at + DVec3::Y * half, shape, CHINA);
    let parts = [
        round(0.034, 0.004, 0.004),
        round(0.007, 0.04, 0.044),
        Part { density: HOLLOW, ..part(&rings(&[(0.084, 0.026), (0.16, 0.036)])) },
    ];
    dish(layout, at + DVec3::new(0.17 * side, 0.0, -0.1 * side), solid(&parts), GLASS);
}

/// A bowl of eight staves with apples and a pear in it.
fn fruit(layout: &mut Layout, at: DVec3) {
    let mut parts = vec![round(0.075, 0.008, 0.008)];
    for k in 0..8 {
        let corner = |angle: f64, r: f64, y: f64| {
            let turn = TAU * (k as f64 + angle) / 8.0;
            DVec3::new(r * turn.cos(), y, r * turn.sin()).as_vec3()
        };
        let points = [-0.5, 0.5].map(|angle| {
            [(0.07, 0.0), (0.085, 0.0), (0.138, 0.07), (0.152, 0.066)].map(|(r, y)| corner(angle, r, y))
        });
        parts.push(part(&points.concat()));
    }
    dish(layout, at, solid(&parts), CLAY);
    for (k, turn) in [0.1, 0.43, 0.77].into_iter().enumerate() {
        let place = DVec3::new(0.052 * (TAU * turn).cos(), 0.062, 0.052 * (TAU * turn).sin());
        let apple = layout.ball(at + place, 0.042, false);
        layout.paint(apple, if k == 1 { ACCENT_COLOUR } else { APPLE });
    }
    let pear = hull(&rings(&[(-0.04, 0.018), (-0.012, 0.04), (0.025, 0.028), (0.055, 0.01)]));
    let lying = DQuat::from_rotation_z(1.2);
    let pear = layout.body(at + DVec3::new(0.0, 0.135, 0.0), lying, pear, false);
    layout.paint(pear, PEAR);
}

fn candle(layout: &mut Layout, at: DVec3) {
    let parts = [
        round(0.05, 0.01, 0.01),
        round(0.012, 0.06, 0.08),
        round(0.018, 0.01, 0.15),
        round(0.01, 0.08, 0.24),
    ];
    dish(layout, at, solid(&parts), BRASS);
}

fn jug(layout: &mut Layout, at: DVec3) {
    let shape = hull(&rings(&[(0.0, 0.05), (0.07, 0.068), (0.17, 0.038), (0.2, 0.045)]));
    dish(layout, at, shape, CLAY);
}

fn dish(layout: &mut Layout, at: DVec3, shape: Solid, colour: [u8; 3]) {
    let dish = layout.body(at, DQuat::IDENTITY, shape, false);
    layout.make_heavier(dish, HEAVY);
    layout.paint(dish, colour);
}

/// A cylinder of a compound, upright, by its radius, half its height and its middle's.
fn round(radius: f64, half: f64, y: f64) -> Part {
    let shape = Solid::Cylinder { radius: radius as f32, half_height: half as f32 };
    Part::of(shape, 1.0, Vec3::Y * y as f32, Quat::IDENTITY)
}

/// Points about the y axis, from heights with their radii.
fn rings(profile: &[(f64, f64)]) -> Vec<Vec3> {
    let turns = || (0..CORNERS).map(|k| TAU * k as f64 / CORNERS as f64);
    let ring = |&(y, r): &(f64, f64)| {
        turns().map(move |turn| DVec3::new(r * turn.cos(), y, r * turn.sin()).as_vec3())
    };
    profile.iter().flat_map(ring).collect()
}

fn hull(points: &[Vec3]) -> Solid {
    Solid::Hull(Hull::of(points).expect("a few rings"))
}

fn part(points: &[Vec3]) -> Part {
    Part::of(hull(points), 1.0, Vec3::ZERO, Quat::IDENTITY)
}
