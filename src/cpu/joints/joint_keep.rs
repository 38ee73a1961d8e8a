use super::joint_judge::members;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Puts the poses that `joint_judge` kept into their place.
pub fn joint_keep<N: Number>(world: &mut World<N>, step: &Step<N>, record: usize) {
    let (bodies, joints) = members(world, step, record);
    if !world.kept[joints[0]] {
        return;
    }
    for body in bodies {
        let now = world.drafts[body];
        (world.poses[body], world.velocities[body]) = (now.pose, now.v);
    }
    for l in joints {
        world.put_lambda(l, world.kept_lambdas[l]);
    }
}
