use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::Rows;
use crate::cpu::world::World;
use crate::scene::each_row;

/// Before bodies move to where forces alone would take them: C as it is now, γ of the rows with the compliance of those that are firm,
/// and λ = 0.
pub fn joint_place_begin<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    (_, world.targets[l]) = Rows::of(frames, &tie, &world.poses[tie.a], &world.poses[tie.b]);
    let (firm, gammas) = (frames.hold.hard(), world.rows[l].softness.to_array());
    let yielding = step.compliance * step.inverse_h * step.inverse_h;
    world.rows[l].softness =
        Pair::from_array(each_row(|k| if firm[k] { gammas[k] + yielding } else { gammas[k] }));
    world.put_lambda(l, Pair::ZERO);
}
