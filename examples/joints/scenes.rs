//! Bars and boxes held together by joints of every kind, made in the world's axes: for the tables of `joints`, and for tests.
#![allow(dead_code)]

use std::f64::consts::FRAC_PI_2;

use beadwork::Scene;
use beadwork::scene::{Body, Joint, JointKind, Solid, Travel};
use glam::{DQuat, DVec3, Vec3};

/// Half the width of a bar, m.
const HALF_WIDTH: f64 = 0.05;

/// A scene as it grows.
pub struct Build {
    pub scene: Scene,
}

impl Build {
    /// With gravity, m/s².
    pub fn new(gravity: DVec3) -> Self {
        let scene = Scene { gravity: Some(gravity.as_vec3()), ..Scene::default() };
        Self { scene }
    }

    /// A box with these half extents, m.
    pub fn brick(&mut self, mass: f64, half: DVec3, position: DVec3, rotation: DQuat) -> u32 {
        let half_extents = half.as_vec3();
        let solid = Solid::Box { half_extents };
        let radius = solid.bounding_radius().expect("a box has one");
        let inertia = solid.inertia(f64::from(radius), mass);
        self.put(solid, radius, mass, inertia, position, rotation)
    }

    pub fn ball(&mut self, mass: f64, radius: f64, position: DVec3) -> u32 {
        let inertia = Solid::Sphere.inertia(radius, mass);
        self.put(Solid::Sphere, radius as f32, mass, inertia, position, DQuat::IDENTITY)
    }

    /// What other bodies hang on.
    pub fn wall(&mut self, position: DVec3) -> u32 {
        let wall = self.ball(1.0, 0.1, position);
        self.scene.bodies[wall as usize].fixed = true;
        wall
    }

    fn put(&mut self, solid: Solid, radius: f32, mass: f64, inertia: DVec3, x: DVec3, q: DQuat) -> u32 {
        self.scene.bodies.push(Body {
            position: x.as_vec3(),
            rotation: q.as_quat(),
            mass: mass as f32,
            inertia: inertia.as_vec3(),
            ..Body::of(solid, f64::from(radius))
        });
        self.scene.bodies.len() as u32 - 1
    }

    /// Joins two bodies at a place, m; `frame` turns x into the joint's axis.
    pub fn join(&mut self, kind: JointKind, a: u32, b: u32, at: DVec3, frame: DQuat) -> &mut Joint {
        let local = |body: u32| {
            let body = &self.scene.bodies[body as usize];
            let back = body.rotation.as_dquat().normalize().inverse();
            (back * (at - body.position.as_dvec3()), back * frame)
        };
        let ((anchor_a, frame_a), (anchor_b, frame_b)) = (local(a), local(b));
        self.scene.joints.push(Joint {
            frame_a: frame_a.as_quat(),
            frame_b: frame_b.as_quat(),
            ..Joint::new(kind, (a, anchor_a.as_vec3()), (b, anchor_b.as_vec3()))
        });
        let last = self.scene.joints.len() - 1;
        &mut self.scene.joints[last]
    }
}

/// Turns x into this direction.
pub fn along(axis: DVec3) -> DQuat {
    DQuat::from_rotation_arc(DVec3::X, axis.normalize())
}

/// A chain with one bar more beside the second.
pub fn branched(mut chain: Scene) -> Scene {
    let (beside, joint) = (chain.bodies[2].clone(), chain.joints[1].clone());
    chain.bodies.push(beside);
    chain.joints.push(Joint { b: chain.bodies.len() as u32 - 1, ..joint });
    chain
}

/// How the axes of a chain's joints lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Axes {
    /// All across the plane in which the chain hangs.
    Parallel,
    /// Across it and within it, in turn.
    Alternating,
}

/// A chain of bars that hangs on a wall.
#[derive(Clone, Debug)]
pub struct Chain {
    pub kind: JointKind,
    pub axes: Axes,
    pub bars: usize,
    /// Of a bar, m.
    pub length: f64,
    /// kg
    pub mass: f64,
    /// The last bar weighs this many times as much, and is as large as the others.
    pub end: f64,
    /// From hanging straight down, rad.
    pub tilt: f64,
    /// By how much every bar is turned against the one before it, rad, in turn to one side and to the other.
    pub bend: f64,
}

impl Chain {
    pub fn of(kind: JointKind, axes: Axes, bars: usize) -> Self {
        Self { kind, axes, bars, length: 0.5, mass: 1.0, end: 1.0, tilt: FRAC_PI_2, bend: 0.0 }
    }

    pub fn scene(&self) -> Scene {
        let mut out = Build::new(DVec3::new(0.0, -9.81, 0.0));
        let half = DVec3::new(0.5 * self.length, HALF_WIDTH, HALF_WIDTH);
        let (mut before, mut end) = (out.wall(DVec3::ZERO), DVec3::ZERO);
        for i in 0..self.bars {
            let bend = if i % 2 == 0 { 0.5 * self.bend } else { -0.5 * self.bend };
            let turn = DQuat::from_rotation_z(self.tilt + bend - FRAC_PI_2);
            let direction = turn * DVec3::X;
            let mass = if i + 1 == self.bars { self.mass * self.end } else { self.mass };
            let bar = out.brick(mass, half, end + 0.5 * self.length * direction, turn);
            let axis = match self.axes {
                Axes::Alternating if i % 2 == 1 => turn * DVec3::Y,
                _ => DVec3::Z,
            };
            out.join(self.kind.clone(), before, bar, end, along(axis));
            (before, end) = (bar, end + self.length * direction);
        }
        out.scene
    }
}

/// Balls of 1 kg in a row from a wall, joined by rods; the last weighs `end` times as much. `tilt` from hanging down, rad.
pub fn rods(balls: usize, length: f64, end: f64, tilt: f64) -> Scene {
    let mut out = Build::new(DVec3::new(0.0, -9.81, 0.0));
    let direction = DVec3::new(tilt.sin(), -tilt.cos(), 0.0);
    let mut before = out.wall(DVec3::ZERO);
    for i in 1..=balls {
        let mass = if i == balls { end } else { 1.0 };
        let ball = out.ball(mass, 0.05, length * i as f64 * direction);
        let joint = Joint::new(JointKind::rod(length as f32), (before, Vec3::ZERO), (ball, Vec3::ZERO));
        out.scene.joints.push(joint);
        before = ball;
    }
    out.scene
}

/// Bars of 0.2 kg and 0.2 m at right angles to one another, with `end` kg at the end. A hinge whose axis lies across
/// both joins each to the next, so the axes are crossed as well.
pub fn crank(bars: usize, end: f64) -> Scene {
    let mut out = Build::new(DVec3::new(0.0, -9.81, 0.0));
    let (half, length) = (DVec3::new(0.1, 0.02, 0.02), 0.2);
    let turns = [DQuat::IDENTITY, DQuat::from_rotation_z(-FRAC_PI_2), DQuat::from_rotation_y(-FRAC_PI_2)];
    let (mut before, mut at) = (out.wall(DVec3::ZERO), DVec3::ZERO);
    for i in 0..bars {
        let (turn, last) = (turns[i % 3], turns[(i + 2) % 3] * DVec3::X);
        let direction = turn * DVec3::X;
        let mass = if i + 1 == bars { end } else { 0.2 };
        let bar = out.brick(mass, half, at + 0.5 * length * direction, turn);
        out.join(JointKind::Hinge, before, bar, at, along(direction.cross(last)));
        (before, at) = (bar, at + length * direction);
    }
    out.scene
}

/// A gate of two welded halves, 1 m wide, on an upright hinge, with `end` kg welded to its far side; it is kicked.
pub fn gate(end: f64) -> Scene {
    let mut out = Build::new(DVec3::new(0.0, -9.81, 0.0));
    let wall = out.wall(DVec3::ZERO);
    let half = DVec3::new(0.25, 0.5, 0.02);
    let [near, far] = [0.25, 0.75].map(|x| out.brick(1.0, half, DVec3::new(x, 0.0, 0.0), DQuat::IDENTITY));
    let weight = out.brick(end, DVec3::splat(0.05), DVec3::new(1.05, 0.0, 0.0), DQuat::IDENTITY);
    out.join(JointKind::Hinge, wall, near, DVec3::ZERO, along(DVec3::Y));
    out.join(JointKind::Fixed, near, far, DVec3::new(0.5, 0.0, 0.0), DQuat::IDENTITY);
    out.join(JointKind::Fixed, far, weight, DVec3::new(1.0, 0.0, 0.0), DQuat::IDENTITY);
    out.scene.bodies[near as usize].angular_velocity = Vec3::new(0.0, 3.0, 0.0);
    out.scene.bodies[weight as usize].linear_velocity = Vec3::new(0.0, 0.5, 2.0);
    out.scene
}

/// Two boxes welded end to end, free, turning as one about an axis that is none of theirs, at `spin` rad/s.
pub fn spinner(spin: f64) -> Scene {
    let mut out = Build::new(DVec3::ZERO);
    let half = DVec3::new(0.25, 0.1, 0.05);
    let omega = spin * DVec3::new(0.2, 1.0, 0.3).normalize();
    for x in [-0.25, 0.25] {
        let at = DVec3::new(x, 0.0, 0.0);
        let body = out.brick(1.0, half, at, DQuat::IDENTITY) as usize;
        out.scene.bodies[body].linear_velocity = omega.cross(at).as_vec3();
        out.scene.bodies[body].angular_velocity = omega.as_vec3();
    }
    out.join(JointKind::Fixed, 0, 1, DVec3::ZERO, DQuat::IDENTITY);
    out.scene
}

/// Bodies of a person, joined: chest, pelvis, head, and limbs of three; hinges at elbows and knees, cones elsewhere.
pub fn ragdoll() -> Scene {
    let mut out = Build::new(DVec3::new(0.0, -9.81, 0.0));
    let mut limb = |mass: f64, half: [f64; 3], at: [f64; 3]| {
        out.brick(mass, DVec3::from(half), DVec3::from(at), DQuat::IDENTITY)
    };
    let chest = limb(20.0, [0.18, 0.2, 0.1], [0.0, 1.3, 0.0]);
    let pelvis = limb(12.0, [0.16, 0.1, 0.1], [0.0, 1.0, 0.0]);
    let head = limb(5.0, [0.1, 0.12, 0.1], [0.0, 1.64, 0.0]);
    let mut joints = vec![
        (JointKind::Cone, chest, pelvis, [0.0, 1.1, 0.0]),
        (JointKind::Cone, chest, head, [0.0, 1.51, 0.0]),
    ];
    for side in [-1.0, 1.0] {
        let upper = limb(2.0, [0.15, 0.05, 0.05], [side * 0.34, 1.44, 0.0]);
        let fore = limb(1.5, [0.14, 0.04, 0.04], [side * 0.64, 1.44, 0.0]);
        let hand = limb(0.5, [0.08, 0.05, 0.02], [side * 0.87, 1.44, 0.0]);
        joints.push((JointKind::Cone, chest, upper, [side * 0.18, 1.44, 0.0]));
        joints.push((JointKind::Hinge, upper, fore, [side * 0.49, 1.44, 0.0]));
        joints.push((JointKind::Universal, fore, hand, [side * 0.79, 1.44, 0.0]));
        let thigh = limb(7.0, [0.07, 0.22, 0.07], [side * 0.1, 0.67, 0.0]);
        let shin = limb(4.0, [0.05, 0.21, 0.05], [side * 0.1, 0.23, 0.0]);
        let foot = limb(1.0, [0.05, 0.03, 0.12], [side * 0.1, -0.02, 0.07]);
        joints.push((JointKind::Cone, pelvis, thigh, [side * 0.1, 0.9, 0.0]));
        joints.push((JointKind::Hinge, thigh, shin, [side * 0.1, 0.45, 0.0]));
        joints.push((JointKind::Universal, shin, foot, [side * 0.1, 0.02, 0.0]));
    }
    for (kind, a, b, at) in joints {
        out.join(kind, a, b, DVec3::from(at), along(DVec3::Z));
    }
    out.scene
}

/// The same held by one hand.
pub fn held_ragdoll() -> Scene {
    held(ragdoll())
}

/// A ragdoll held by one hand.
pub fn held(ragdoll: Scene) -> Scene {
    let mut out = Build { scene: ragdoll };
    let at = DVec3::new(0.95, 1.44, 0.0);
    let wall = out.wall(at);
    let hand = out.scene.bodies.iter().rposition(|body| body.position.x > 0.8 && !body.fixed);
    out.join(JointKind::Point, wall, hand.expect("a hand") as u32, at, DQuat::IDENTITY);
    out.scene
}

/// The same on a rod of 1 m, all of it turning about the upright through the rod's far end, rad/s.
pub fn whirled_ragdoll(spin: f64) -> Scene {
    whirled(ragdoll(), spin)
}

pub fn whirled(ragdoll: Scene, spin: f64) -> Scene {
    let mut scene = held(ragdoll);
    let (joint, wall) = (scene.joints.len() - 1, scene.bodies.len() - 1);
    scene.bodies[wall].position.x += 1.0;
    scene.joints[joint].kind = JointKind::rod(1.0);
    let centre = scene.bodies[wall].position;
    let omega = spin as f32 * Vec3::Y;
    for body in &mut scene.bodies[..wall] {
        body.linear_velocity = omega.cross(body.position - centre);
        body.angular_velocity = omega;
    }
    scene
}

/// A box on a hinge through its centre, about z, with nothing that falls; and its moment of inertia.
pub fn wheel(travel: Travel) -> (Scene, f64) {
    let mut build = Build::new(DVec3::ZERO);
    let wall = build.wall(DVec3::ZERO);
    let wheel = build.brick(2.0, DVec3::new(0.3, 0.2, 0.1), DVec3::ZERO, DQuat::IDENTITY);
    build.join(JointKind::Hinge, wall, wheel, DVec3::ZERO, along(DVec3::Z)).travel = travel;
    let moment = f64::from(build.scene.bodies[1].inertia.z);
    (build.scene, moment)
}
