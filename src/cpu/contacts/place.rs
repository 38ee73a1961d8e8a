//! Twin of shaders/shapes/place.wgsl: where a body's shape is. Poses are of centres of mass.

use crate::cpu::algebra::Vec3;
use crate::cpu::number::Number;
use crate::cpu::records::Pose;
use crate::cpu::world::World;

/// Where the origin of a shape is, m: p = x − R c.
pub fn shape_of<N: Number>(pose: &Pose<N>, centre: Vec3<N>) -> Vec3<N> {
    if centre == Vec3::ZERO {
        return pose.position;
    }
    pose.position - pose.rotation.rotate(centre)
}

impl<N: Number> World<N> {
    pub fn place_at(&self, body: usize) -> Vec3<N> {
        shape_of(&self.poses[body], self.contacts.surfaces[body].centre)
    }

    /// Where the touching part is from the centre of mass of its body, m.
    pub fn carried(&self, met_by: usize, owner: usize) -> Vec3<N> {
        if met_by == owner { Vec3::ZERO } else { self.poses[met_by].position - self.poses[owner].position }
    }

    /// Of a point from the origin of a shape, body axes, where it is from the centre of mass, m.
    pub fn about_mass(&self, body: usize, point: Vec3<N>) -> Vec3<N> {
        let centre = self.contacts.surfaces[body].centre;
        if centre == Vec3::ZERO { point } else { point - centre }
    }
}
