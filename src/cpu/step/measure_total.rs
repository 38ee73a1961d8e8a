use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// The records of `measure`'s workgroups joined into one, which stands behind them.
pub fn measure_total<N: Number>(world: &mut World<N>, step: &Step<N>, _: usize, _: usize) {
    let partials = &mut world.measure_partials;
    let total = partials[1..step.count].iter().fold(partials[0], |total, &next| total.joined(next));
    partials[step.count] = total;
}
