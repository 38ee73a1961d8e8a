//! The unit of a scene's energy: m g L/2, half of what its whole weight sets free as it falls by the scene's length.

use glam::Vec3;

use crate::scene::Scene;
use crate::topology::Topology;

/// m: mass of all that moves, in kg. L: the diagonal of the box around the largest island and its pins as the scene is
/// loaded, in m. For a straight chain this is its length between end beads. Where bodies touch, the box is around all
/// that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    pub mass: f64,
    pub length: f64,
}

impl Extent {
    pub fn of(scene: &Scene, topology: &Topology) -> Self {
        let mass = scene.bodies.iter().filter(|body| !body.fixed).map(|body| f64::from(body.mass)).sum();
        let place = |body: u32| scene.bodies[body as usize].position;
        let own = 0..scene.own_bodies() as u32;
        let length = if scene.contacts {
            let moving = (0..).zip(&scene.bodies).filter(|(_, body)| !body.fixed).map(|(index, _)| index);
            diagonal(moving.map(place))
        } else {
            let islands = topology.islands.iter().map(|island| {
                let bodies = island.bodies.start as usize..island.bodies.end as usize;
                let joints = island.joints.start as usize..island.joints.end as usize;
                let joints = topology.island_joints[joints].iter();
                let ends = joints.flat_map(|entry| {
                    let joint = &scene.joints[(entry >> 1) as usize];
                    let bodies = [joint.a, joint.b].into_iter().filter(|body| own.contains(body));
                    bodies.map(place).chain(joint.world_anchor(&scene.bodies))
                });
                diagonal(topology.island_bodies[bodies].iter().copied().map(place).chain(ends))
            });
            islands.fold(0.0, f64::max)
        };
        Self { mass, length }
    }

    /// m g L/2 in J. Without gravity, as if there were the Earth's.
    pub fn unit(&self, gravity: [f64; 3]) -> f64 {
        let g = gravity.iter().map(|x| x * x).sum::<f64>().sqrt();
        let g = if g > 0.0 { g } else { 9.81 };
        0.5 * self.mass * g * self.length
    }
}

/// Of the box around points; 0 of none.
fn diagonal(points: impl Iterator<Item = Vec3>) -> f64 {
    let (low, high) = points
        .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), point| (low.min(point), high.max(point)));
    f64::from((high - low).max(Vec3::ZERO).length())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::built_in;
    use serde_json::json;

    #[test]
    fn a_chain_is_as_long_as_its_beads_reach() {
        let options = json!({"chains": 3, "beads": 11, "radius": 0.5});
        let scene = built_in::build("necklaces", options.as_object().unwrap()).unwrap();
        let extent = Extent::of(&scene, &Topology::of(&scene));
        assert!((extent.length - 10.0).abs() < 1e-4, "{extent:?}");
        let bead = f64::from(scene.bodies[1].mass);
        assert!((extent.mass - 30.0 * bead).abs() < 1e-3 * bead);
    }
}
