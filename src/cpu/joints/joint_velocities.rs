use super::stays;
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::World;

/// V = V* − h M⁻¹ Σ J_lᵀ λ_l
#[inline(never)]
pub fn joint_velocities<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    if world.ties_of(body).next().is_some_and(|(l, _)| stays(world, step, l)) {
        return;
    }
    let sum = world.joint_pull(body);
    let (v, m) = (world.free_velocities[body], world.mobility_at(body));
    world.velocities[body] = Velocity {
        linear: v.linear - step.h * m.inverse_mass * sum.force,
        angular: v.angular - step.h * m.turn(sum.torque),
    };
}
