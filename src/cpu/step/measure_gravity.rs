use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;
use crate::lists::drags::WORDS;

/// What the potential energy of bodies with a gravity of their own has more than `measure` took.
pub fn measure_gravity<N: Number>(world: &mut World<N>, step: &Step<N>, group: usize, groups: usize) {
    let mut more = N::ZERO;
    for k in (group..step.count).step_by(groups) {
        let at = step.first + WORDS as usize * k;
        let body = world.lists[at] as usize;
        let scale = N::from_f64(f64::from(f32::from_bits(world.lists[at + 3])));
        more += scale * world.bodies[body].mass * step.gravity.dot(world.poses[body].position);
    }
    world.measure_partials[group].potential -= more;
}
