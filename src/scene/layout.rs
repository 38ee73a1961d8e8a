//! Putting beads down and joining them, in f64, rounded once at the end.

use std::f64::consts::PI;

use glam::{DQuat, DVec3, Vec3};

use super::format::COLOUR;
use super::solid::DENSITY;
use super::{Body, Joint, JointKind, Scene, Solid};

/// Steel, for what holds the rest.
const FIXED_COLOUR: [u8; 3] = [0x5b, 0x67, 0x70];
/// Amber, for what stands out.
pub const ACCENT_COLOUR: [u8; 3] = [0xd9, 0x8e, 0x32];
pub const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);

/// Along a chain: each bead's local −y points to the next.
pub const ALONG: DVec3 = DVec3::NEG_Y;

pub struct Layout {
    /// Of every bead, in m.
    radius: f64,
    poses: Vec<(DVec3, DQuat)>,
    scene: Scene,
}

impl Layout {
    pub fn new(radius: f64, beads: usize) -> Self {
        let scene = Scene {
            time: 0.0,
            gravity: Some(GRAVITY),
            bodies: Vec::with_capacity(beads),
            joints: Vec::with_capacity(beads),
        };
        Self { radius, poses: Vec::with_capacity(beads), scene }
    }

    pub fn finish(self) -> Scene {
        self.scene
    }

    pub fn weightless(&mut self) {
        self.scene.gravity = Some(Vec3::ZERO);
    }

    /// A solid bead at rest. Returns its index.
    pub fn bead(&mut self, position: DVec3, rotation: DQuat, fixed: bool) -> u32 {
        let rotation = rotation.normalize();
        let mass = DENSITY * 4.0 / 3.0 * PI * self.radius.powi(3);
        self.poses.push((position, rotation));
        self.scene.bodies.push(Body {
            position: position.as_vec3(),
            rotation: rotation.as_quat(),
            linear_velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            solid: Solid::Sphere,
            radius: self.radius as f32,
            mass: mass as f32,
            inertia: Vec3::splat((0.4 * mass * self.radius * self.radius) as f32),
            fixed,
            kinematic: false,
            colour: if fixed { FIXED_COLOUR } else { COLOUR },
        });
        self.poses.len() as u32 - 1
    }

    /// Joins two touching beads where they touch.
    pub fn touch(&mut self, a: u32, b: u32) {
        let [(x_a, q_a), (x_b, q_b)] = [a, b].map(|body| self.poses[body as usize]);
        let towards = (x_b - x_a).normalize();
        self.join(a, b, q_a.inverse() * towards, q_b.inverse() * -towards);
    }

    /// Joins two beads at points of their surfaces; directions in body axes.
    pub fn join(&mut self, a: u32, b: u32, direction_a: DVec3, direction_b: DVec3) {
        self.scene.joints.push(Joint {
            kind: JointKind::Point,
            a,
            b,
            anchor_a: self.on_surface(direction_a),
            anchor_b: self.on_surface(direction_b),
            multiplier: Vec3::ZERO,
        });
    }

    fn on_surface(&self, direction: DVec3) -> Vec3 {
        // What f64 leaves of an exact zero would be a long number in a saved scene.
        let swept = direction.map(|x| if x.abs() < 1e-12 { 0.0 } else { x });
        (swept * self.radius).as_vec3()
    }

    /// A straight chain from `top` on, its first bead fixed. Returns its last bead.
    pub fn chain(&mut self, top: DVec3, rotation: DQuat, beads: usize) -> u32 {
        let step = rotation * ALONG * (2.0 * self.radius);
        let mut last = self.bead(top, rotation, true);
        for k in 1..beads {
            let next = self.bead(top + step * k as f64, rotation, false);
            self.join(last, next, ALONG, -ALONG);
            last = next;
        }
        last
    }

    pub fn make_heavier(&mut self, body: u32, ratio: f64) {
        let body = &mut self.scene.bodies[body as usize];
        body.mass = (f64::from(body.mass) * ratio) as f32;
        body.inertia = (body.inertia.as_dvec3() * ratio).as_vec3();
        body.colour = ACCENT_COLOUR;
    }

    /// Gives every movable bead the velocity of one rigid whole: v = ω × (x − centre), ω in rad/s.
    pub fn spin(&mut self, centre: DVec3, omega: DVec3) {
        for (body, (position, _)) in self.scene.bodies.iter_mut().zip(&self.poses).filter(|(b, _)| !b.fixed) {
            body.linear_velocity = omega.cross(position - centre).as_vec3();
            body.angular_velocity = omega.as_vec3();
        }
    }
}
