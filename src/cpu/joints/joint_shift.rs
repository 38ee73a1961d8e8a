use crate::cpu::algebra::{Vec3, exponential};
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::World;

/// A round of a projection: places move, and on the last (`step.extra[0]`) the velocities come back.
pub fn joint_shift<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let v = world.velocities[body];
    if v.linear != Vec3::ZERO || v.angular != Vec3::ZERO {
        let pose = &mut world.poses[body];
        pose.position += step.h * v.linear;
        pose.rotation = (exponential(step.h * v.angular) * pose.rotation).normalize();
    }
    let last = step.extra[0] == 1;
    world.velocities[body] = if last { world.free_velocities[body] } else { Velocity::default() };
}
