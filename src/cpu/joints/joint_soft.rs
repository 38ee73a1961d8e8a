use super::joint_softness::inverse_mass_of;
use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::Rows;
use crate::cpu::ties::halves::Spring;
use crate::cpu::ties::stair::Stair;
use crate::cpu::world::World;

/// Held rows that yield in the two halves of a symplectic substep (`step.extra[0]`): γ and bias of ties/halves.rs. Each is
/// a spring to 0 without bounds, so no staircase is needed. The mass that a row moves is that at the substep's start.
pub fn joint_soft<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let hold = &frames.hold;
    let second = step.extra[0] == 1;
    let errors = Rows::errors(frames, &tie, &world.poses[tie.a], &world.poses[tie.b]).to_array();
    let live = world.rows[l].live();
    let (mut gammas, mut biases) = (world.rows[l].softness.to_array(), world.biases[l].to_array());
    let mut stairs = world.stairs[l];
    let own = (!second && !hold.together).then(|| world.own_blocks(l));
    for k in (0..6).filter(|&k| live[k]) {
        let Some(softness) = hold.softness_of(k) else {
            continue;
        };
        if !second {
            let inverse_mass = own.as_ref().map_or(N::ONE, |own| inverse_mass_of(own, hold, k));
            stairs[k] = Stair { start: errors[k], inverse_mass, ..Stair::default() };
        }
        let (spring, error) =
            (Spring::of(softness, step.h, stairs[k].inverse_mass), errors[k] * step.inverse_h);
        let (gamma, wanted) = if second {
            (spring.second_gamma(), spring.second_speed(error, stairs[k].u, N::ZERO))
        } else {
            (spring.first_gamma(), spring.first_speed(error, N::ZERO))
        };
        // of one spring γ is γ̂ A_ll, which a minus says
        gammas[k] = if hold.together { -gamma } else { gamma };
        biases[k] = -wanted;
    }
    world.stairs[l] = stairs;
    world.rows[l].softness = Pair::from_array(gammas);
    world.biases[l] = Pair::from_array(biases);
}
