use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::Rows;
use crate::cpu::world::World;
use crate::scene::each_row;

/// Before bodies move to where forces alone would take them: C in the present pose, γ, and λ = 0. γ includes the
/// compliance of firm rows. A firm row that yields is a spring, which pulls as far as it is open: no speed bounds how
/// it closes.
pub fn joint_place_begin<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let c = Rows::errors(frames, &tie, &world.poses[tie.a], &world.poses[tie.b]);
    world.targets[l] = c;
    let (firm, gammas) = (frames.hard, world.rows[l].softness.to_array());
    let yielding = step.compliance * step.inverse_h * step.inverse_h;
    world.rows[l].softness =
        Pair::from_array(each_row(|k| if firm[k] { gammas[k] + yielding } else { gammas[k] }));
    if step.compliance > N::ZERO {
        let open = if world.is_broken(l) { N::ZERO } else { step.inverse_h };
        let (errors, biases) = (c.to_array(), world.biases[l].to_array());
        world.biases[l] = Pair::from_array(each_row(|k| if firm[k] { open * errors[k] } else { biases[k] }));
    }
    world.put_lambda(l, Pair::ZERO);
}
