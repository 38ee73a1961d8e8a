use super::joint_softness::inverse_mass_of;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::Rows;
use crate::cpu::ties::floors::{floored, yielded};
use crate::cpu::ties::halves::first_line;
use crate::cpu::ties::stair::Stair;
use crate::cpu::ties::wound::with_turns;
use crate::cpu::world::World;

/// The staircases of the first half of a symplectic substep, in the mean speed of the substep: ties/halves.rs has the formulas.
pub fn joint_stairs_first<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let c = Rows::errors(frames, &tie, &world.poses[tie.a], &world.poses[tie.b]);
    let errors = with_turns(frames, world.wound[l], c).to_array();
    let half = N::HALF * step.h;
    let before = (world.lambda(l) * half).to_array();
    let mut stairs = [Stair::default(); 6];
    for k in 0..6 {
        let Some((course, own)) = world.driven_row(l, k) else { continue };
        let springs = course.springs();
        let inverse_mass =
            if springs { inverse_mass_of(&world.own_blocks(l), &frames.hold, k) } else { N::ONE };
        let mut line = first_line(step, frames, course, k, [errors[k], inverse_mass]);
        if course.is_bounded() {
            yielded(&mut line);
            let rub = course.friction.map_or(N::ZERO, |friction| half * N::from_f64(f64::from(friction)));
            line = floored(line, course, rub, [own, before[k]]);
        }
        stairs[k] = Stair { start: errors[k], inverse_mass, own, ..line };
    }
    world.stairs[l] = stairs;
}
