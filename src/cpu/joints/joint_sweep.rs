use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Δ = gain (A_ll + γ)⁻¹ h⁻¹ (J V + bias − γ h λ), λ += Δ, V −= h M⁻¹ Jᵀ Δ
pub fn joint_sweep<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let change = world.inverses[l].times(world.left_of(step, l)) * (step.gain * step.inverse_h);
    world.put_lambda(l, world.lambda(l) + change);
    let (tie, rows, impulse) = (world.ties[l], world.rows[l], change * step.h);
    world.kick(tie.a, rows.wrench(rows.arm_a, -impulse));
    world.kick(tie.b, rows.wrench(rows.arm_b, impulse));
}
