use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// How many substeps were taken back since this was asked last, by islands.
pub fn count_falls<N: Number>(world: &mut World<N>, _: &Step<N>, group: usize, _: usize) {
    if group == 0 {
        world.measure_partials[0].fell_back = std::mem::take(&mut world.falls);
    }
}
