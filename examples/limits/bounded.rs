//! Scenes with limits, servos and ropes: for the tables of `limits`, and for tests.
#![allow(dead_code)]

use std::f64::consts::{FRAC_PI_2, TAU};

use beadwork::Scene;
use beadwork::scene::{Axis, Joint, JointKind, Servo, Travel};
use glam::{DQuat, DVec3, Vec3};

use crate::mixed::Random;
use crate::scenes::{Axes, Build, Chain, along, held, ragdoll, whirled};

const DOWN: DVec3 = DVec3::new(0.0, -9.81, 0.0);

/// Joints of a ragdoll: two of the spine, and for each side shoulder, elbow, wrist, hip, knee and ankle.
const SPINE: usize = 2;
const OF_A_SIDE: usize = 6;

/// Elbows and knees bend by 2.4 rad and not backwards. Shoulders swing 1.2, hips 0.8, spine and neck 0.4, all with a
/// twist of ±0.6. Wrists and ankles bend 0.7 to every side.
pub fn limited_ragdoll() -> Scene {
    let mut scene = ragdoll();
    let cone = |joint: &mut Joint, swing: f32, axis: DVec3| {
        joint.kind = JointKind::Cone;
        (joint.swing, joint.twist) = (Some(swing), Some([-0.6, 0.6]));
        turn(joint, axis);
    };
    let bends = |joint: &mut Joint, axis: DVec3| {
        joint.travel.limit = Some([0.0, 2.4]);
        turn(joint, axis);
    };
    cone(&mut scene.joints[0], 0.4, DVec3::NEG_Y);
    cone(&mut scene.joints[1], 0.4, DVec3::Y);
    for (side, sign) in [(0, -1.0), (1, 1.0)] {
        let [shoulder, elbow, wrist, hip, knee, ankle] =
            &mut scene.joints[SPINE + OF_A_SIDE * side..][..OF_A_SIDE]
        else {
            unreachable!("a slice of six")
        };
        cone(shoulder, 1.2, sign * DVec3::X);
        cone(hip, 0.8, DVec3::NEG_Y);
        bends(elbow, -sign * DVec3::Y);
        bends(knee, DVec3::X);
        for (joint, axis) in [(wrist, sign * DVec3::X), (ankle, DVec3::NEG_Y)] {
            let travel = Travel { limit: Some([-0.7, 0.7]), ..Travel::FREE };
            let bent = Axis::Moved { travel, softness: None, max_force: None };
            joint.kind = JointKind::SixDof {
                axes: Box::new([Axis::Fixed, Axis::Fixed, Axis::Fixed, Axis::Fixed, bent, bent]),
            };
            turn(joint, axis);
        }
    }
    scene
}

/// The axis of a joint whose bodies are not turned.
fn turn(joint: &mut Joint, axis: DVec3) {
    joint.frame_a = along(axis).as_quat();
    joint.frame_b = joint.frame_a;
}

/// All of it at one speed, m/s, every body with a spin of its own of up to as many rad/s about each axis.
pub fn thrown_ragdoll(speed: f64, seed: u64) -> Scene {
    let mut scene = limited_ragdoll();
    let mut random = Random::new(seed);
    let way = DVec3::new(0.8, 0.6, 0.0);
    for body in &mut scene.bodies {
        body.linear_velocity = (speed * way).as_vec3();
        body.angular_velocity = random.vector(speed).as_vec3();
    }
    scene
}

/// Held by one hand on a rod and turning about its far end, rad/s.
pub fn whirled_limited_ragdoll(spin: f64) -> Scene {
    whirled(limited_ragdoll(), spin)
}

pub fn held_limited_ragdoll() -> Scene {
    held(limited_ragdoll())
}

/// Its hands before its chest, joined to each other: a loop.
pub fn folded_ragdoll() -> Scene {
    let mut scene = limited_ragdoll();
    // of the upper arm from straight out, and of the forearm, so that the hands meet
    let upper = 60f64.to_radians();
    let reach = 0.18 + 0.31 * upper.cos();
    let fore = FRAC_PI_2 + (reach / 0.38).asin();
    for side in [0, 1] {
        let joints = SPINE + OF_A_SIDE * side;
        for (joint, angle) in [(joints, upper), (joints + 1, fore), (joints + 2, fore)] {
            let Joint { a, b, anchor_a, anchor_b, .. } = scene.joints[joint];
            let sign = if side == 0 { 1.0 } else { -1.0 };
            let turned = DQuat::from_rotation_y(sign * angle).as_quat();
            let parent = &scene.bodies[a as usize];
            let at = parent.position + parent.rotation * anchor_a;
            scene.bodies[b as usize].rotation = turned;
            scene.bodies[b as usize].position = at - turned * anchor_b;
        }
    }
    let [left, right] = [0, 1].map(|side| scene.joints[SPINE + OF_A_SIDE * side + 2].b);
    scene.joints.push(Joint::new(JointKind::Point, (left, Vec3::ZERO), (right, Vec3::ZERO)));
    scene
}

/// Every hinge stops at so many degrees to both sides.
pub fn stopped(mut scene: Scene, degrees: f64) -> Scene {
    let most = degrees.to_radians() as f32;
    for joint in &mut scene.joints {
        joint.travel.limit = Some([-most, most]);
    }
    scene
}

/// Forty bars of 0.5 m and 1 kg, level, by parallel hinges of ±5°; the last weighs `end` kg.
pub fn chain(end: f64) -> Scene {
    chain_from(end, 0.0)
}

/// The same, so many rad above level.
pub fn chain_from(end: f64, above: f64) -> Scene {
    let tilt = FRAC_PI_2 + above;
    stopped(Chain { end, tilt, ..Chain::of(JointKind::Hinge, Axes::Parallel, 40) }.scene(), 5.0)
}

/// Six bars of 0.3 m and 1 kg by alternating hinges with servos, as strong as `SERVO_TORQUES` says; hinges stop at ±2.4 rad.
pub fn arm() -> Scene {
    let mut scene =
        Chain { length: 0.3, tilt: 2.6, ..Chain::of(JointKind::Hinge, Axes::Alternating, 6) }.scene();
    for (k, joint) in scene.joints.iter_mut().enumerate() {
        joint.travel = Travel { limit: Some([-2.4, 2.4]), servo: Some(servo(k, 0.0)), ..Travel::FREE };
    }
    scene
}

/// N m
pub const SERVO_TORQUES: [f32; 6] = [60.0, 45.0, 30.0, 20.0, 10.0, 4.0];

pub const SERVO_HERTZ: f32 = 3.0;

pub fn servo(k: usize, target: f64) -> Servo {
    Servo::to(target as f32).hertz(SERVO_HERTZ).at_most(SERVO_TORQUES[k % SERVO_TORQUES.len()])
}

/// Twenty bars in a ring, the first of them fixed, by hinges of ±25°.
pub fn ring() -> Scene {
    let (bars, length) = (20, 0.3);
    let circle = 0.5 * length / (0.5 * TAU / bars as f64).sin();
    let corner = |k: usize| {
        circle * DVec3::new((TAU * k as f64 / bars as f64).cos(), (TAU * k as f64 / bars as f64).sin(), 0.0)
    };
    let mut out = Build::new(DOWN);
    for k in 0..bars {
        let (from, to) = (corner(k), corner(k + 1));
        let half = DVec3::new(0.5 * length, 0.04, 0.04);
        out.brick(1.0, half, 0.5 * (from + to), along(to - from));
    }
    out.scene.bodies[bars / 4].fixed = true;
    for k in 0..bars as u32 {
        out.join(JointKind::Hinge, k, (k + 1) % bars as u32, corner(k as usize + 1), along(DVec3::Z));
    }
    stopped(out.scene, 25.0)
}

/// Tiles of 0.2 m, five by five, each joined to its neighbours by cones of 0.4 with a twist of ±0.3; one corner is fixed.
pub fn mat() -> Scene {
    const SIDE: usize = 5;
    let mut out = Build::new(DOWN);
    let at = |row: usize, column: usize| 0.2 * DVec3::new(column as f64, 0.0, row as f64);
    for row in 0..SIDE {
        for column in 0..SIDE {
            out.brick(0.5, DVec3::new(0.09, 0.02, 0.09), at(row, column), DQuat::IDENTITY);
        }
    }
    out.scene.bodies[0].fixed = true;
    let mut pairs = Vec::new();
    for row in 0..SIDE {
        for column in 0..SIDE {
            let right = (column + 1 < SIDE).then_some((row, column + 1));
            let below = (row + 1 < SIDE).then_some((row + 1, column));
            pairs.extend(right.into_iter().chain(below).map(|next| ((row, column), next)));
        }
    }
    for (one, other) in pairs {
        let (from, to) = (at(one.0, one.1), at(other.0, other.1));
        let index = |(row, column): (usize, usize)| (SIDE * row + column) as u32;
        let joint = out.join(JointKind::Cone, index(one), index(other), 0.5 * (from + to), along(to - from));
        (joint.swing, joint.twist) = (Some(0.4), Some([-0.3, 0.3]));
    }
    out.scene
}

/// So many bars of 0.2 m, level, by hinges of ±5°; all but the last weigh 1 kg.
pub fn cantilever(bars: usize, end: f64) -> Scene {
    let chain = Chain { length: 0.2, end, ..Chain::of(JointKind::Hinge, Axes::Parallel, bars) };
    stopped(chain.scene(), 5.0)
}

/// Balls below one another on ropes, the first of 1 kg each and the last of `end` kg, the ropes just taut.
pub fn ropes(count: usize, length: f64, end: f64) -> Scene {
    let mut scene = crate::scenes::rods(count, length, end, 0.0);
    for joint in &mut scene.joints {
        joint.kind = JointKind::Distance { min: 0.0, max: length as f32 };
    }
    scene
}
