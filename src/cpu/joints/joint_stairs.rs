use super::joint_softness::inverse_mass_of;
use super::stays;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::floors::{AS_MUCH_AS_IT_TAKES, OUT_OF_REACH, floored, short_way, yielded};
use crate::cpu::ties::softness::numbers;
use crate::cpu::ties::stair::Stair;
use crate::cpu::ties::wound::with_turns;
use crate::cpu::ties::{Frames, Rows};
use crate::cpu::world::World;
use crate::scene::{By, Course, Softness};

/// The staircases of a joint's rows that are driven or bounded, in the pose at the substep's start.
pub fn joint_stairs<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    if stays(world, step, l) {
        return;
    }
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let c = Rows::errors(frames, &tie, &world.poses[tie.a], &world.poses[tie.b]);
    let c = with_turns(frames, world.wound[l], c);
    let errors = c.to_array();
    let lambda = world.lambda(l).to_array();
    let mut stairs = [Stair::default(); 6];
    for k in 0..6 {
        let Some((course, own)) = world.driven_row(l, k) else { continue };
        let by_frequency = |softness| matches!(softness, Some(Softness::Frequency { .. }));
        let spring = course.drive.and_then(|drive| match drive.by {
            By::Spring(softness) => Some(softness),
            By::Holding | By::Speed => None,
        });
        let asks = by_frequency(spring) || by_frequency(course.stop_softness);
        let inverse_mass = if asks { inverse_mass_of(&world.own_blocks(l), &frames.hold, k) } else { N::ONE };
        stairs[k] = stair(step, frames, course, k, [errors[k], own, inverse_mass, lambda[k] * step.h]);
    }
    world.stairs[l] = stairs;
}

/// Of row k, with its C, A_rr, m_eff⁻¹ and q of the last step.
fn stair<N: Number>(
    step: &Step<N>,
    frames: &Frames<N>,
    course: &Course,
    k: usize,
    [c, own, inverse_mass, before]: [N; 4],
) -> Stair<N> {
    let number = |x: f32| N::from_f64(f64::from(x));
    let recovery = frames.recovery[k / 3];
    let soft = |softness: Softness| {
        let (gamma, beta) = numbers(softness, step.h);
        let of_mass = matches!(softness, Softness::Frequency { .. });
        (if of_mass { gamma * inverse_mass } else { gamma }, beta)
    };
    let mut out = Stair { stop_gamma: N::ONE, ..Stair::default() };
    if let Some(drive) = course.drive {
        out.most = step.h * number(drive.most).min(N::from_f64(AS_MUCH_AS_IT_TAKES));
        let speed = number(drive.speed);
        out.target = match drive.by {
            By::Holding => -(c * (step.stabilisation * step.inverse_h)).max(-recovery).min(recovery),
            By::Speed => -speed,
            By::Spring(softness) => {
                let beta;
                (out.gamma, beta) = soft(softness);
                let error = c + number(drive.target);
                let wraps = k > 3 || k == 3 && !frames.hold.goes_on;
                let error = if wraps { short_way(error) } else { error };
                -(error * (beta * step.inverse_h) + speed * (N::ONE - beta))
            }
        };
    }
    let far = N::from_f64(OUT_OF_REACH);
    (out.low, out.high) = (-far, far);
    if let Some([least, most]) = course.stops {
        let (gamma, beta) = course.stop_softness.map_or((N::ZERO, step.stabilisation), soft);
        out.stop_gamma = gamma;
        let fastest = if course.stop_softness.is_none() { recovery } else { far };
        // C is minus the coordinate; before a stop the row may go all the way to it
        let toward = |beyond: N| {
            if beyond > N::ZERO {
                (beyond * (beta * step.inverse_h)).min(fastest)
            } else {
                beyond * step.inverse_h
            }
        };
        out.high = -toward(c + number(least));
        out.low = toward(-(c + number(most)));
    }
    if !course.is_bounded() {
        return out;
    }
    yielded(&mut out);
    let rub = course.friction.map_or(N::ZERO, |friction| step.h * number(friction));
    floored(out, course, rub, [own, before])
}
