use crate::cpu::contacts::PartOf;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn pose_parts<N: Number>(world: &mut World<N>, step: &Step<N>, thread: usize) {
    let body = step.first + thread;
    let PartOf { owner, offset, rotation, .. } = world.contacts.parts[body];
    let (pose, v) = (world.poses[owner], world.velocities[owner]);
    let arm = pose.rotation.rotate(offset);
    world.poses[body].position = pose.position + arm;
    world.poses[body].rotation = pose.rotation * rotation;
    world.velocities[body].linear = v.linear + v.angular.cross(arm);
    world.velocities[body].angular = v.angular;
    world.free_velocities[body] = world.velocities[body];
}
