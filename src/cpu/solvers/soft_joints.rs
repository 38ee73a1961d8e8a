use crate::codes::soft_joints::RELAXING;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Δ = s A_ll⁻¹ h⁻¹ (J_l V + κ C_l) − γ λ_l, λ_l += Δ, V −= h M⁻¹ J_lᵀ Δ; without κ C in the pass that relaxes
pub fn soft_joints<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let left = if step.extra[0] == RELAXING { world.relative(l) } else { world.left(l) };
    let lambda = world.multipliers[l].lambda;
    let change = step.firmness * step.inverse_h * (world.blocks[l].inverse * left) - step.yielding * lambda;
    world.multipliers[l].lambda = lambda + change;
    world.kick_both(l, step.h * change);
}
