use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::World;

/// V = V* − h M⁻¹ Σ J_lᵀ λ_l
pub fn update_velocities<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let on_body = world.gathered(body, |world, l| world.multipliers[l].lambda);
    let (v, m) = (world.free_velocities[body], world.mobility_at(body));
    world.velocities[body] = Velocity {
        linear: v.linear - step.h * m.inverse_mass * on_body.force,
        angular: v.angular - step.h * m.turn(on_body.torque),
    };
}
