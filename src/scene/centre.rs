//! Where a body's centre of mass is. A scene says where the origin of its shape stands, p, and where the centre of mass
//! is in body axes, c. Machines know the centre of mass only, x, and all that they are given is about it:
//!     x = p + R c

use glam::{DQuat, DVec3, Vec3};

use super::{Body, Joint};

/// R c, m. In f64: f32 keeps lengths of rotations to 1e-7 only.
fn turned(centre: Vec3, rotation: DQuat) -> DVec3 {
    rotation.normalize() * centre.as_dvec3()
}

/// p = x − R c, m.
fn shape_at(mass: DVec3, rotation: DQuat, centre: Vec3) -> DVec3 {
    mass - turned(centre, rotation)
}

/// x = p + R c, m.
fn mass_at(shape: DVec3, rotation: DQuat, centre: Vec3) -> DVec3 {
    shape + turned(centre, rotation)
}

impl Body {
    /// Its centre of mass is not the origin of its shape.
    pub fn is_off_centre(&self) -> bool {
        self.centre != Vec3::ZERO
    }

    /// Where its centre of mass is, m.
    pub fn mass_position(&self) -> Vec3 {
        match self.is_off_centre() {
            false => self.position,
            true => mass_at(self.position.as_dvec3() + self.remainder, self.exact_rotation(), self.centre)
                .as_vec3(),
        }
    }

    /// Of a point from the origin of its shape, body axes, where it is from its centre of mass in principal axes, m.
    pub fn from_mass(&self, point: Vec3) -> Vec3 {
        self.in_principal_axes(if self.is_off_centre() { point - self.centre } else { point })
    }

    /// Puts it where its centre of mass is at `mass`, turned as it is. What f32 leaves of its position stays in the remainder, so that
    /// `mass_position` gives the same bits again.
    pub fn put_mass(&mut self, mass: Vec3) {
        (self.position, self.remainder) = (mass, DVec3::ZERO);
        if self.is_off_centre() {
            let place = shape_at(mass.as_dvec3(), self.exact_rotation(), self.centre);
            self.put_place(place);
            if self.mass_position() == mass {
                return;
            }
            self.remainder = place - self.position.as_dvec3();
        }
    }

    /// The origin of its shape, m, as near as f32 has it.
    fn put_place(&mut self, place: DVec3) {
        (self.position, self.remainder) = (place.as_vec3(), DVec3::ZERO);
    }
}

impl Joint {
    /// Its anchors from the centres of mass of its bodies, in principal axes, m.
    pub fn anchors_from_mass(&self, bodies: &[Body]) -> [Vec3; 2] {
        let ends = [(self.a, self.anchor_a), (self.b, self.anchor_b)];
        ends.map(|(body, anchor)| match bodies.get(body as usize) {
            Some(body) => body.from_mass(anchor),
            None => anchor,
        })
    }
}
