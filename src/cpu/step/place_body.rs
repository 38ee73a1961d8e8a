use crate::cpu::algebra::{Quat, Vec3};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;
use crate::state;

/// Where a shape is to be; a value of none stays.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placed<N> {
    pub position: Option<Vec3<N>>,
    pub body: usize,
    pub centre: Vec3<N>,
    pub rotation: Option<Quat<N>>,
}

impl<N: Number> From<&state::Placed> for Placed<N> {
    fn from(placed: &state::Placed) -> Self {
        Self {
            position: placed.position.map(Into::into),
            body: placed.body,
            centre: placed.centre.into(),
            rotation: placed.rotation.map(|q| Quat::from_array(N::quaternion(q.to_array()))),
        }
    }
}

pub fn place_body<N: Number>(world: &mut World<N>, _: &Step<N>, _: usize) {
    let placed = world.placed;
    let pose = &mut world.poses[placed.body];
    let position = placed.position.unwrap_or(pose.position - pose.rotation.rotate(placed.centre));
    let rotation = placed.rotation.unwrap_or(pose.rotation);
    pose.position = position + rotation.rotate(placed.centre);
    pose.rotation = rotation;
}
