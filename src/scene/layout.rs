//! Putting beads down and joining them, in f64, rounded once at the end.

use glam::{DQuat, DVec3, Vec3};

use super::format::COLOUR;
use super::{Body, Joint, JointKind, Scene, Solid};

/// Steel, for bodies that hold the rest.
const FIXED_COLOUR: [u8; 3] = [0x5b, 0x67, 0x70];
/// Amber, for bodies that stand out.
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
            ..Scene::default()
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
        self.body(position, rotation, Solid::Sphere, fixed)
    }

    /// A body at rest that is of water; a sphere is of the layout's radius. Returns its index.
    pub fn body(&mut self, position: DVec3, rotation: DQuat, solid: Solid, fixed: bool) -> u32 {
        let rotation = rotation.normalize();
        self.poses.push((position, rotation));
        self.scene.bodies.push(Body {
            position: position.as_vec3(),
            rotation: rotation.as_quat(),
            fixed,
            colour: if fixed { FIXED_COLOUR } else { COLOUR },
            ..Body::of(solid, self.radius)
        });
        self.poses.len() as u32 - 1
    }

    /// A sphere of water of another radius, m.
    pub fn ball(&mut self, position: DVec3, radius: f64, fixed: bool) -> u32 {
        let usual = std::mem::replace(&mut self.radius, radius);
        let ball = self.bead(position, DQuat::IDENTITY, fixed);
        self.radius = usual;
        ball
    }

    /// A capsule whose round ends are about two points.
    pub fn bar(&mut self, from: DVec3, to: DVec3, radius: f64, fixed: bool) -> u32 {
        let half_height = (0.5 * from.distance(to)) as f32;
        let rotation = DQuat::from_rotation_arc(DVec3::Y, (to - from).normalize());
        self.body(0.5 * (from + to), rotation, Solid::Capsule { radius: radius as f32, half_height }, fixed)
    }

    /// Joins two touching beads where they touch.
    pub fn touch(&mut self, a: u32, b: u32) {
        let [(x_a, q_a), (x_b, q_b)] = [a, b].map(|body| self.poses[body as usize]);
        let towards = (x_b - x_a).normalize();
        self.join(a, b, q_a.inverse() * towards, q_b.inverse() * -towards);
    }

    /// Joins two beads at points of their surfaces; directions in body axes.
    pub fn join(&mut self, a: u32, b: u32, direction_a: DVec3, direction_b: DVec3) {
        let ends = [(a, direction_a), (b, direction_b)].map(|(body, at)| (body, self.on_surface(at)));
        self.scene.joints.push(Joint::point(ends[0], ends[1]));
    }

    /// Joins two bodies at a point, m, with the joint's axes as `frame` turns the world's. Returns the joint's index.
    pub fn hold(&mut self, kind: JointKind, a: u32, b: u32, at: DVec3, frame: DQuat) -> usize {
        self.hold_bent(kind, [(a, frame), (b, frame)], at)
    }

    /// The same with axes of b's own, and so with coordinates that are not 0.
    pub fn hold_bent(&mut self, kind: JointKind, ends: [(u32, DQuat); 2], at: DVec3) -> usize {
        let [(a, anchor_a, frame_a), (b, anchor_b, frame_b)] = ends.map(|(body, frame)| {
            let (_, rotation) = self.poses[body as usize];
            (body, self.anchor(body, at), (rotation.inverse() * frame).normalize().as_quat())
        });
        let joint = Joint::new(kind, (a, anchor_a), (b, anchor_b));
        self.scene.joints.push(Joint { frame_a, frame_b, ..joint });
        self.scene.joints.len() - 1
    }

    /// Joins two bodies at a point so that they turn about an axis only.
    pub fn hinge(&mut self, a: u32, b: u32, at: DVec3, axis: DVec3) -> usize {
        self.hold(JointKind::Hinge, a, b, at, DQuat::from_rotation_arc(DVec3::X, axis))
    }

    /// Joins two bodies at a point so that nothing moves.
    pub fn weld(&mut self, a: u32, b: u32, at: DVec3) {
        self.hold(JointKind::Fixed, a, b, at, DQuat::IDENTITY);
    }

    /// A point joint, and so without axes of its own.
    pub fn pivot(&mut self, a: u32, b: u32, at: DVec3) {
        let ends = [a, b].map(|body| (body, self.anchor(body, at)));
        self.scene.joints.push(Joint::point(ends[0], ends[1]));
    }

    /// A rod from a point of one body to a point of another, m.
    pub fn rod(&mut self, (a, from): (u32, DVec3), (b, to): (u32, DVec3)) {
        let length = from.distance(to) as f32;
        let ends = [(a, self.anchor(a, from)), (b, self.anchor(b, to))];
        self.scene.joints.push(Joint::new(JointKind::rod(length), ends[0], ends[1]));
    }

    /// A rope from a point of one body to a point of another, m, so much longer than they are apart.
    pub fn rope(&mut self, (a, from): (u32, DVec3), (b, to): (u32, DVec3), slack: f64) {
        let max = (from.distance(to) * (1.0 + slack)) as f32;
        let ends = [(a, self.anchor(a, from)), (b, self.anchor(b, to))];
        self.scene.joints.push(Joint::new(JointKind::Distance { min: 0.0, max }, ends[0], ends[1]));
    }

    /// The joint of that index, for settings that its making does not give.
    pub fn joint(&mut self, index: usize) -> &mut Joint {
        &mut self.scene.joints[index]
    }

    /// A point of the world in a body's axes.
    fn anchor(&self, body: u32, at: DVec3) -> Vec3 {
        let (position, rotation) = self.poses[body as usize];
        // The rounding of an exact zero in f64 would be a long number in a saved scene.
        (rotation.inverse() * (at - position)).map(|x| if x.abs() < 1e-12 { 0.0 } else { x }).as_vec3()
    }

    fn on_surface(&self, direction: DVec3) -> Vec3 {
        // The rounding of an exact zero in f64 would be a long number in a saved scene.
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

    /// All below a level that nothing falls through.
    pub fn ground(&mut self, height: f64) -> u32 {
        let plane = self.body(DVec3::Y * height, DQuat::IDENTITY, Solid::Plane, true);
        // of the picture's own ground
        self.paint(plane, COLOUR);
        plane
    }

    /// What its surface gives back of an impact; it rolls without resistance.
    pub fn bounces(&mut self, body: u32, restitution: f32) {
        let body = &mut self.scene.bodies[body as usize];
        (body.restitution, body.rolling_resistance, body.friction) = (restitution, 0.0, 0.0);
    }

    /// How much of the force that presses it on another rubs.
    pub fn grips(&mut self, body: u32, friction: f32) {
        self.scene.bodies[body as usize].friction = friction;
    }

    /// It touches and is touched without a force; its events have its name.
    pub fn senses(&mut self, body: u32, name: &str) {
        let body = &mut self.scene.bodies[body as usize];
        (body.sensor, body.name) = (true, Some(name.into()));
    }

    /// The scene, with bodies that touch.
    pub fn touching(mut self) -> Scene {
        self.scene.contacts = true;
        self.scene
    }

    /// Joins two bodies at a point, m.
    pub fn hang(&mut self, a: u32, b: u32, at: DVec3) {
        let ends = [a, b].map(|body| (body, self.anchor(body, at)));
        self.scene.joints.push(Joint::point(ends[0], ends[1]));
    }

    /// kg
    pub fn mass_of(&self, body: u32) -> f64 {
        self.scene.bodies[body as usize].mass.into()
    }

    pub fn make_heavier(&mut self, body: u32, ratio: f64) {
        let body = &mut self.scene.bodies[body as usize];
        body.mass = (f64::from(body.mass) * ratio) as f32;
        body.inertia = (body.inertia.as_dvec3() * ratio).as_vec3();
        body.colour = ACCENT_COLOUR;
    }

    pub fn stands_out(&mut self, body: u32) {
        self.scene.bodies[body as usize].colour = ACCENT_COLOUR;
    }

    pub fn paint(&mut self, body: u32, colour: [u8; 3]) {
        self.scene.bodies[body as usize].colour = colour;
    }

    /// In m/s and rad/s, world axes.
    pub fn throw(&mut self, body: u32, linear: DVec3, angular: DVec3) {
        let body = &mut self.scene.bodies[body as usize];
        (body.linear_velocity, body.angular_velocity) = (linear.as_vec3(), angular.as_vec3());
    }

    /// Gives every movable bead the velocity of one rigid whole: v = ω × (x − centre), ω in rad/s.
    pub fn spin(&mut self, centre: DVec3, omega: DVec3) {
        self.spin_from(0, centre, omega);
    }

    /// The same of the beads from that one on.
    pub fn spin_from(&mut self, first: u32, centre: DVec3, omega: DVec3) {
        let beads = self.scene.bodies.iter_mut().zip(&self.poses).skip(first as usize);
        for (body, (position, _)) in beads.filter(|(body, _)| !body.fixed) {
            body.linear_velocity = omega.cross(position - centre).as_vec3();
            body.angular_velocity = omega.as_vec3();
        }
    }
}
