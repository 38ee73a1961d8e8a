use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Gravity behind a blow. Before the blow is solved for, V* has (1 − τ) h g less. After it, V has that much more
/// (`step.extra[0]`). `joint_blow` has the formulas.
pub fn joint_late<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let Some((l, _)) = world.ties_of(body).next() else {
        return;
    };
    let (rest, after) = (N::ONE - world.blows[l], step.extra[0] == 1);
    if rest == N::ZERO || after && world.settled[l] {
        return;
    }
    let late = step.gravity * (rest * step.h);
    if after {
        world.velocities[body].linear += late;
        world.free_velocities[body] = world.velocities[body];
    } else {
        world.free_velocities[body].linear -= late;
    }
}
