//! Tiny scenes, whose numbers look as if they were thrown and are the same everywhere.

use glam::{Quat, Vec3};

use crate::scene::{Body, Joint, JointKind, Scene, Solid};

/// Of a bead, m.
const RADIUS: f64 = 0.1;

/// m
const GAP: Vec3 = Vec3::splat(0.001);

#[derive(Default)]
pub struct Sketch {
    scene: Scene,
}

/// From −1 to 1.
fn thrown(seed: usize) -> f32 {
    ((37 * seed + 11) % 19) as f32 / 9.0 - 1.0
}

fn three(seed: usize) -> Vec3 {
    Vec3::new(thrown(seed), thrown(seed + 5), thrown(seed + 9))
}

impl Sketch {
    /// A body that is turned and moves, unless it is held.
    pub fn solid(&mut self, solid: Solid, at: Vec3, held: bool) -> u32 {
        let seed = self.scene.bodies.len();
        let Vec3 { x, y, z } = 0.4 * three(seed);
        self.put(Body {
            rotation: Quat::from_xyzw(x, y, z, 1.0).normalize(),
            linear_velocity: if held { Vec3::ZERO } else { 0.8 * three(seed + 3) },
            angular_velocity: if held { Vec3::ZERO } else { 2.0 * three(seed + 7) },
            position: at,
            fixed: held,
            ..Body::of(solid, RADIUS)
        })
    }

    pub fn put(&mut self, body: Body) -> u32 {
        self.scene.bodies.push(body);
        self.scene.bodies.len() as u32 - 1
    }

    /// Beads about a place, the first one held.
    pub fn beads(&mut self, count: usize, at: Vec3) -> u32 {
        let bead = |i: usize| at + 0.15 * Vec3::new(i as f32, -(i as f32), thrown(3 * i));
        (0..count).map(|i| self.solid(Solid::Sphere, bead(i), i == 0)).min().unwrap_or_default()
    }

    /// Joins two bodies half way between them. Rods and ropes go from centre to centre.
    pub fn join(&mut self, kind: JointKind, a: u32, b: u32) -> &mut Joint {
        let [one, other] = [a, b].map(|body| &self.scene.bodies[body as usize]);
        let middle = 0.5 * (one.position + other.position);
        let anchor = |body: &Body| match kind {
            JointKind::Distance { .. } => Vec3::ZERO,
            _ => body.rotation.inverse() * (middle - body.position),
        };
        let mut joint = Joint::new(kind.clone(), (a, anchor(one) + GAP), (b, anchor(other)));
        if kind.has_frames() {
            // a little out of true
            let frame = Quat::from_xyzw(0.3, -0.2, 0.4, 1.0).normalize();
            joint.frame_a = one.rotation.inverse() * frame;
            joint.frame_b =
                other.rotation.inverse() * (frame * Quat::from_xyzw(0.002, 0.001, -0.002, 1.0)).normalize();
        }
        self.scene.joints.push(joint);
        self.scene.joints.last_mut().expect("pushed just above")
    }

    /// Points between these bodies, counted from `first`.
    pub fn points(&mut self, first: u32, pairs: &[(u32, u32)]) {
        for (a, b) in pairs {
            self.join(JointKind::Point, first + a, first + b);
        }
    }

    /// A rod as long as it is drawn.
    pub fn rod(&mut self, a: u32, b: u32) -> &mut Joint {
        let length = self.apart(a, b);
        self.join(JointKind::rod(length), a, b)
    }

    /// m
    pub fn apart(&self, a: u32, b: u32) -> f32 {
        let [one, other] = [a, b].map(|body| self.scene.bodies[body as usize].position);
        one.distance(other)
    }

    pub fn done(self) -> Scene {
        self.scene
    }

    /// With bodies that touch.
    pub fn touching(mut self) -> Scene {
        self.scene.contacts = true;
        self.scene
    }
}
