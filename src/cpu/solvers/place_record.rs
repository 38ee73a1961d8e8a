use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::step::record_residual::add_partial;
use crate::cpu::world::World;

/// Σ |C|²/h² over the joints of each workgroup; of joints of other kinds as `joint_gaps` left |C|, what turns at the smaller radius.
pub fn place_record<N: Number>(world: &mut World<N>, step: &Step<N>, group: usize, groups: usize) {
    add_partial(world, step, group, groups, |world, l| {
        let Some([moves, turns]) = world.gaps.get(l).copied() else {
            return (step.inverse_h * world.error_of(l)).length_squared();
        };
        let tie = &world.ties[l];
        let radius = world.poses[tie.a].radius.min(world.poses[tie.b].radius);
        let [moves, turns] = [step.inverse_h * moves, radius * (step.inverse_h * turns)];
        moves * moves + turns * turns
    });
}
