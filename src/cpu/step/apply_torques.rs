use crate::cpu::algebra::Vec3;
use crate::cpu::body::true_mobility;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn apply_torques<N: Number>(world: &mut World<N>, step: &Step<N>, thread: usize) {
    let all = step.first..step.first + step.count;
    let first = step.first + thread;
    let index = world.pushes[first].body;
    if thread > 0 && world.pushes[first - 1].body == index {
        return;
    }
    let body = world.bodies[index];
    if body.is_fixed() {
        return;
    }
    world.mark_pushed(index);
    let mut torque = Vec3::ZERO;
    for pushed in world.pushes[first..all.end].iter().take_while(|pushed| pushed.body == index) {
        torque += match pushed.turns_with {
            None => pushed.torque,
            Some(axes) => world.poses[axes].rotation.rotate(pushed.torque),
        };
    }
    let m = true_mobility(world.poses[index].rotation, &body);
    world.velocities[index].angular += m.turn(step.h * torque);
}
