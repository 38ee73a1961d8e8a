//! A robot's arm. Lengths in m, angles in rad, torques in N m.

use glam::{DQuat, DVec3};

use super::layout::{ACCENT_COLOUR, Layout};
use super::{Scene, Servo, Solid, Travel};

const STEEL: [u8; 3] = [0x8b, 0x97, 0xa1];
const LOAD: [u8; 3] = [0x2f, 0x8f, 0x8b];
/// kg/m³: of its load.
const DENSITY: f64 = 2000.0;
const WATER: f64 = 1000.0;

/// The target of a servo's hinge, its largest force, and how far the hinge goes.
struct Drive {
    target: f32,
    most: f32,
    limit: [f32; 2],
}

const YAW: Drive = Drive { target: 1.1, most: 300.0, limit: [-2.9, 2.9] };
const SHOULDER: Drive = Drive { target: -1.05, most: 700.0, limit: [-1.8, 0.6] };
const ELBOW: Drive = Drive { target: 1.8, most: 350.0, limit: [-0.6, 2.6] };
const WRIST: Drive = Drive { target: -0.95, most: 120.0, limit: [-2.0, 1.2] };
const ROLL: Drive = Drive { target: 1.5, most: 60.0, limit: [-3.0, 3.0] };

/// Five drives lift a load, kg, from beside the base and hold it out. A servo's spring depends on the two bodies that
/// it turns, and these carry far heavier ones: so it asks for many hertz. It comes to its target as exp(−t ω/2ζ),
/// slowly by intent.
pub fn arm(load: f64) -> Scene {
    const HERTZ: f32 = 40.0;
    const DAMPED: f32 = 60.0;
    let mut layout = Layout::new(0.1, 7);
    let cuboid = |x: f64, y: f64, z: f64| Solid::Box { half_extents: DVec3::new(x, y, z).as_vec3() };
    let onward = |from: DVec3, degrees: f64, length: f64| {
        from + length * DVec3::new(degrees.to_radians().cos(), degrees.to_radians().sin(), 0.0)
    };
    // folded: the upper arm leans back, the forearm comes down before it
    let foot = DVec3::new(0.0, 0.3, 0.0);
    let shoulder = DVec3::new(0.0, 0.64, 0.0);
    let elbow = onward(shoulder, 115.0, 0.8);
    let wrist = onward(elbow, -35.0, 0.75);
    let palm = onward(wrist, -80.0, 0.2);
    let grip = onward(palm, -80.0, 0.04);

    let base = layout.body(0.5 * foot, DQuat::IDENTITY, cuboid(0.26, 0.15, 0.26), true);
    let turret = layout.bar(foot + DVec3::Y * 0.12, shoulder, 0.12, false);
    let upper = layout.bar(shoulder, elbow, 0.08, false);
    let forearm = layout.bar(elbow, wrist, 0.06, false);
    let knuckle = layout.bar(wrist, onward(wrist, -80.0, 0.1), 0.05, false);
    let along = DQuat::from_rotation_z((-80f64).to_radians());
    let plate = layout.body(palm, along, cuboid(0.04, 0.09, 0.09), false);
    let half = 0.5 * (load / DENSITY).cbrt();
    let weight = layout.body(onward(grip, -80.0, half), along, cuboid(half, half, half), false);
    layout.make_heavier(weight, DENSITY / WATER);
    for (body, colour) in
        [(turret, STEEL), (upper, ACCENT_COLOUR), (forearm, ACCENT_COLOUR), (knuckle, STEEL)]
    {
        layout.paint(body, colour);
    }
    layout.paint(plate, STEEL);
    layout.paint(weight, LOAD);

    let hand = along * DVec3::X;
    for (a, b, at, axis, drive) in [
        (base, turret, foot, DVec3::Y, YAW),
        (turret, upper, shoulder, DVec3::Z, SHOULDER),
        (upper, forearm, elbow, DVec3::Z, ELBOW),
        (forearm, knuckle, wrist, DVec3::Z, WRIST),
        (knuckle, plate, onward(wrist, -80.0, 0.16), hand, ROLL),
    ] {
        let hinge = layout.hinge(a, b, at, axis);
        let [low, high] = drive.limit;
        let servo = Servo::to(drive.target).hertz(HERTZ).damped(DAMPED).at_most(drive.most);
        layout.joint(hinge).travel = Travel::FREE.limited(low, high).servo(servo);
    }
    layout.weld(plate, weight, grip);
    layout.finish()
}
