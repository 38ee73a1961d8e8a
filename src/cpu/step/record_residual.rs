use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::reduction::{THREADS, sum};
use crate::cpu::world::World;

/// Σ |J V + β C/h|² over the joints of each workgroup.
pub fn record_residual<N: Number>(world: &mut World<N>, step: &Step<N>, group: usize, groups: usize) {
    add_partial(world, step, group, groups, |world, l| world.left(l).length_squared());
}

/// Adds a workgroup's share of Σ `square` over all joints to residual_partials[iteration][workgroup].
pub fn add_partial<N: Number>(
    world: &mut World<N>,
    step: &Step<N>,
    group: usize,
    groups: usize,
    square: impl Fn(&World<N>, usize) -> N,
) {
    add_to_partial(world, step, group, groups, step.count, |world, i| {
        square(world, world.lists[step.first + i] as usize)
    });
}

/// The same over `count` things by their numbers.
pub fn add_to_partial<N: Number>(
    world: &mut World<N>,
    step: &Step<N>,
    group: usize,
    groups: usize,
    count: usize,
    square: impl Fn(&World<N>, usize) -> N,
) {
    let partials = groups * (step.iteration + 1);
    if world.residual_partials.len() < partials {
        world.residual_partials.resize(partials, N::ZERO);
    }
    let found = sum(group * THREADS, groups * THREADS, count, |i| square(world, i));
    world.residual_partials[step.iteration * groups + group] += found;
}
