use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Δ = ω A_ll⁻¹ h⁻¹ (J_l V + β C_l/h), λ_l += Δ, V −= h M⁻¹ J_lᵀ Δ
pub fn relax_joints<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let change = step.gain * step.inverse_h * (world.blocks[l].inverse * world.left(l));
    world.multipliers[l].lambda += change;
    world.kick_both(l, step.h * change);
}
