use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// λ += gain h⁻¹ Δq, Δq of the joint's own problem: a pass of Jacobi where some rows are bounded.
pub fn joint_relax_stairs<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let change = world.local_change(step, l) * (step.gain * step.inverse_h);
    world.put_lambda(l, world.lambda(l) + change);
}
