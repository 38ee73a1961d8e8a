use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Δq = ω (A_ll + γ)⁻¹ r, λ ← λ + Δq/h, x ← x − h M⁻¹ Jᵀ Δq, V ← V − M⁻¹ Jᵀ Δq, r at the places as they are now
pub fn joint_place<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let now = world.placing_of(step, l);
    let own = world.own_of(l, &now.rows);
    let root = now.rows.softened(own, || own).raised(now.rows.dead()).root();
    world.put_placing(step, l, &now.rows, root.solve(now.left));
}
