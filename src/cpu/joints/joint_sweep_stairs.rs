use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Δλ = gain h⁻¹ Δq, Δq of the joint's own problem, V −= h M⁻¹ Jᵀ Δλ: Gauss-Seidel where some rows are bounded.
pub fn joint_sweep_stairs<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let change = world.local_change(step, l) * (step.gain * step.inverse_h);
    world.put_lambda(l, world.lambda(l) + change);
    let (tie, rows, impulse) = (world.ties[l], world.rows[l], change * step.h);
    world.kick(tie.a, rows.wrench(rows.arm_a, -impulse));
    world.kick(tie.b, rows.wrench(rows.arm_b, impulse));
}
