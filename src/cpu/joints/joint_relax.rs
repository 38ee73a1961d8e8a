use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// d ← blend d + gain (A_ll + γ)⁻¹ h⁻¹ (J V + bias − γ h λ), λ += d: Jacobi without blend, Chebyshev with.
pub fn joint_relax<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let change = world.inverses[l].times(world.left_of(step, l)) * (step.gain * step.inverse_h);
    let direction = world.lefts[l] * step.blend + change;
    world.lefts[l] = direction;
    world.put_lambda(l, world.lambda(l) + direction);
}
