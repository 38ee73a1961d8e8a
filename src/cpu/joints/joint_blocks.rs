use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// (A_ll + γ)⁻¹ of a joint, for the solvers that iterate.
pub fn joint_blocks<N: Number>(world: &mut World<N>, _: &Step<N>, l: usize) {
    let rows = world.rows[l];
    let own = world.own_blocks(l);
    world.inverses[l] = rows.softened(own, || own).raised(rows.dead()).root().inverse();
}
