//! A car. Lengths in m, angles in rad, torques in N m. It looks along x where it starts from, and y is up.

use std::f64::consts::{FRAC_PI_2, TAU};

use glam::{DQuat, DVec3};

use super::layout::{ACCENT_COLOUR, Layout};
use super::stacks::{WOOD, cuboid};
use super::{Axis, JointKind, Scene, Servo, Softness, Travel};

const PAINT: [u8; 3] = [0xc9, 0x5d, 0x4c];
const GLASS: [u8; 3] = [0x9f, 0xc4, 0xd6];
const TYRE: [u8; 3] = [0x3b, 0x40, 0x46];

/// Half of its edges, and of those of what people sit in.
const BODY: DVec3 = DVec3::new(0.8, 0.14, 0.26);
const CABIN: DVec3 = DVec3::new(0.34, 0.15, 0.22);
/// Of a wheel, a capsule about its axle.
const RADIUS: f64 = 0.26;
const HALF_WIDTH: f64 = 0.04;
/// Of the axles before and behind the middle, of the wheels to its sides, and of the body above the axles.
const AXLE: f64 = 0.6;
const SIDE: f64 = 0.6;
const ABOVE: f64 = 0.14;

/// Of the load on the springs, Hz, and how much of critical damping.
const SPRING: f64 = 2.2;
const DAMPED: f64 = 0.4;
/// How far a wheel goes up and down from where it carries its share.
const TRAVEL: f64 = 0.1;
/// Of each rear wheel at most.
const TORQUE: f64 = 200.0;

/// Where it drives unless it meets something: a circle about the middle.
const COURSE: f64 = 5.0;

/// A car drives at `velocity`, m/s, its front wheels turned to the left by `steering`, over bumps, into a wall of bricks and among balls.
pub fn car(velocity: f64, steering: f64) -> Scene {
    let mut layout = Layout::new(0.2, 64);
    layout.ground(0.0);
    let on = |angle: f64, out: f64, y: f64| {
        let turn = DQuat::from_rotation_y(angle);
        (turn * DVec3::new(0.0, y, out), turn)
    };
    let (middle, turn) = on(-1.7, COURSE, 0.0);
    put(&mut layout, middle, turn, velocity, steering);
    // below the left wheels, the right ones, and at last both
    for (k, sides) in [-1.0..0.0, 0.0..1.0, -1.0..0.0, 0.0..1.0, -1.0..1.0].into_iter().enumerate() {
        let angle = -1.2 + 0.22 * k as f64;
        let [from, to] = [sides.start, sides.end].map(|side| on(angle, COURSE + side, -0.22).0);
        layout.bar(from, to, 0.3, true);
    }
    for row in 0..4 {
        for k in 0..5 {
            let half = DVec3::new(0.1, 0.1, 0.17);
            let aside = k as f64 - 2.0 + if row % 2 == 0 { 0.25 } else { -0.25 };
            let (place, turn) = on(0.5, COURSE + 2.0 * half.z * aside, half.y * (1.0 + 2.0 * row as f64));
            let brick = layout.body(place, turn, cuboid(half.x, half.y, half.z), false);
            layout.make_heavier(brick, 0.5);
            layout.paint(brick, WOOD[(k + 2 * row) % 3]);
        }
    }
    for row in 0..3 {
        for k in 0..=row {
            let aside = k as f64 - 0.5 * f64::from(row);
            let (place, _) = on(1.1 + 0.1 * f64::from(row), COURSE + 0.6 * aside, 0.2);
            let ball = layout.bead(place, DQuat::IDENTITY, false);
            layout.paint(ball, ACCENT_COLOUR);
        }
    }
    layout.touching()
}

/// With its wheels on the ground there, at rest: the springs carry their load.
fn put(layout: &mut Layout, middle: DVec3, turn: DQuat, velocity: f64, steering: f64) {
    let at = |x: f64, y: f64, z: f64| middle + turn * DVec3::new(x, y, z);
    let height = RADIUS + ABOVE;
    let body = layout.body(at(0.0, height, 0.0), turn, cuboid(BODY.x, BODY.y, BODY.z), false);
    layout.paint(body, PAINT);
    let roof = height + BODY.y + CABIN.y;
    let cabin = layout.body(at(-0.1, roof, 0.0), turn, cuboid(CABIN.x, CABIN.y, CABIN.z), false);
    layout.make_heavier(cabin, 0.4);
    layout.paint(cabin, GLASS);
    layout.weld(body, cabin, at(-0.1, roof - CABIN.y, 0.0));

    // k = m ω², c = 2 ζ m ω, of a quarter of their load; under it they are shorter by g/ω²
    let share = 0.25 * (layout.mass_of(body) + layout.mass_of(cabin));
    let omega = TAU * SPRING;
    let spring = Softness::Spring {
        stiffness: (share * omega * omega) as f32,
        damping: (2.0 * DAMPED * share * omega) as f32,
    };
    let sag = 9.81 / (omega * omega);
    let [low, high] = [sag - TRAVEL, sag + TRAVEL].map(|way| way as f32);
    for (x, z) in [(AXLE, -SIDE), (AXLE, SIDE), (-AXLE, -SIDE), (-AXLE, SIDE)] {
        let centre = at(x, RADIUS, z);
        let half = turn * DVec3::Z * HALF_WIDTH;
        let wheel = layout.bar(centre - half, centre + half, RADIUS, false);
        layout.make_heavier(wheel, 0.3);
        layout.paint(wheel, TYRE);
        layout.grips(wheel, 1.0);
        let mut axes = [Axis::Fixed; 6];
        axes[1] =
            Axis::Moved { travel: Travel::FREE.limited(low, high), softness: Some(spring), max_force: None };
        if x > 0.0 {
            axes[3] = Axis::Free;
            axes[4] = Axis::moved(Travel::FREE.servo(Servo::to(steering as f32).hertz(15.0)));
        } else {
            axes[3] = Axis::moved(Travel::FREE.driven((-velocity / RADIUS) as f32, TORQUE as f32));
        }
        // x is the axle, to the right; y is up
        let frame = turn * DQuat::from_rotation_y(-FRAC_PI_2);
        let index = layout.hold(JointKind::six_dof(axes), body, wheel, centre, frame);
        layout.joint(index).anchor_a.y -= sag as f32;
    }
}
