use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::World;

/// V* = V + h M⁻¹ Σ J_lᵀ λ_l
#[inline(never)]
pub fn joint_free<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let (pull, v, m) = (world.joint_pull(body), world.velocities[body], world.mobility_at(body));
    world.free_velocities[body] = Velocity {
        linear: v.linear + step.h * m.inverse_mass * pull.force,
        angular: v.angular + step.h * m.turn(pull.torque),
    };
}
