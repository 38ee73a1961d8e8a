use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::local;
use crate::cpu::world::World;

/// As `joint_place`, with Δq of the joint's own problem, so that the force of the whole substep keeps its bounds.
pub fn joint_place_stairs<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let now = world.placing_of(step, l);
    let own = world.own_of(l, &now.rows);
    let change = local::change(&now.rows, &own, &world.stairs[l], [now.moving, now.left, now.q]);
    world.put_placing(step, l, &now.rows, change);
}
