use super::stays;
use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// A joint that had to bear more than it can holds nothing from the next substep on. In a substep of two halves that was kept, it bore the
/// mean of both.
pub fn joint_breaks<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let kept = stays(world, step, l);
    let half = world.ties.len() + l;
    let [bears, turns] =
        [l, half].map(|row| if kept { world.borne(row) } else { world.multipliers[row].lambda });
    let [force, torque] = world.frames[l].strength;
    if bears.length() > force || turns.length() > torque {
        world.put_lambda(l, Pair::ZERO);
        world.multipliers[half].left = N::ONE;
        if kept {
            // `joint_keep` takes λ from there
            world.kept_lambdas[l] = Pair::ZERO;
        }
    }
}
