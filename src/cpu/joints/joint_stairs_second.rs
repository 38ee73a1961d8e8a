use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::floors::{AS_MUCH_AS_IT_TAKES, OUT_OF_REACH, floored, yielded};
use crate::cpu::ties::halves::{NEAR, Spring, first_line, free, rounding_of, wrapped};
use crate::cpu::ties::stair::Stair;
use crate::cpu::ties::wound::with_turns;
use crate::cpu::ties::{Frames, Rows};
use crate::cpu::world::World;
use crate::scene::{By, Course};

/// How many times NEAR a row was off a stop that it then met.
const OFF: f64 = 10.0;
/// The least share.
const EARLIEST: f64 = 1e-6;

/// The staircases of the second half of a symplectic substep, in the velocity at its end: ties/halves.rs has the formulas. μ is what the
/// first half pushed with.
pub fn joint_stairs_second<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let (a, b) = (&world.poses[tie.a], &world.poses[tie.b]);
    let c = Rows::errors(frames, &tie, a, b);
    let (near, radius) = (N::from_f64(OFF * NEAR) * rounding_of(a, b), a.radius.min(b.radius));
    let errors = with_turns(frames, world.wound[l], c).to_array();
    let pushed = (world.lambda(l) * step.h).to_array();
    let mut stairs = [Stair::default(); 6];
    for k in 0..6 {
        let first = world.stairs[l][k];
        if let Some((course, own)) = world.driven_row(l, k) {
            // a swing has no axis where there is none; one that began in the first half is free in this one
            stairs[k] = if first.is_there() {
                let second = stair(step, frames, course, k, &first, [errors[k], own, pushed[k]]);
                let blow = blow(step, course, &first, &second, near * if k < 3 { radius } else { N::ONE });
                Stair { blow, ..second }
            } else {
                free()
            };
        }
    }
    world.stairs[l] = stairs;
}

/// After which share of the substep a row met its stop, with a minus for the lower one. The way to the stop says it, if that is
/// more than `near`, and the speed of before the stop held it. 0 where it met none, or stood there.
fn blow<N: Number>(step: &Step<N>, course: &Course, first: &Stair<N>, second: &Stair<N>, near: N) -> N {
    let Some([least, most]) = course.stops.filter(|_| course.stop_softness.is_none()) else {
        return N::ZERO;
    };
    let number = |x: f32| N::from_f64(f64::from(x));
    let far = N::from_f64(OUT_OF_REACH);
    let (way, sign) = if second.high < far {
        (-(first.start + number(least)), N::ONE)
    } else if second.low > -far {
        (first.start + number(most), -N::ONE)
    } else {
        return N::ZERO;
    };
    if way <= near {
        return N::ZERO;
    }
    let went = (step.h * first.free.max(-first.free)).max(N::from_f64(1e-12));
    sign * (way / went).max(N::from_f64(EARLIEST)).min(N::ONE)
}

/// Of row k, with its C and A_rr and the q of the first half.
fn stair<N: Number>(
    step: &Step<N>,
    frames: &Frames<N>,
    course: &Course,
    k: usize,
    first: &Stair<N>,
    [c, own, before]: [N; 3],
) -> Stair<N> {
    let number = |x: f32| N::from_f64(f64::from(x));
    let (half, recovery) = (N::HALF * step.h, frames.recovery[k / 3]);
    let mut out = free();
    if let Some(drive) = course.drive {
        out.most = half * number(drive.most).min(N::from_f64(AS_MUCH_AS_IT_TAKES));
        let speed = number(drive.speed);
        out.target = match drive.by {
            By::Holding => {
                // one that was drawn shut as fast as it may goes on so
                let wanted = first.start * step.inverse_h;
                let slow = wanted <= recovery && wanted >= -recovery;
                if slow { N::ZERO } else { -(c * step.inverse_h).max(-recovery).min(recovery) }
            }
            By::Speed => -speed,
            By::Spring(softness) => {
                let spring = Spring::of(softness, step.h, first.inverse_mass);
                out.gamma = spring.second_gamma();
                let error = wrapped(frames, k, c + number(drive.target));
                spring.second_speed(error * step.inverse_h, first.u, speed)
            }
        };
    }
    if let Some([least, most]) = course.stops {
        // a stop is there where the first half met it; its force says so, since within rounding its speed says nothing
        let by_force = first.stop_of_force(before);
        let leans = before < first.most && before > -first.most;
        // a drive without a slope that yields to a stop leans on it
        let yields = || yielded(&mut first_line(step, frames, course, k, [first.start, first.inverse_mass]));
        let met = if by_force == N::ZERO && leans { yields() } else { by_force };
        let spring = course.stop_softness.map(|softness| Spring::of(softness, step.h, first.inverse_mass));
        out.stop_gamma = spring.map_or(N::ZERO, |spring| spring.second_gamma());
        let at = |beyond: N, u: N| {
            spring.map_or(N::ZERO, |spring| spring.second_speed(beyond * step.inverse_h, u, N::ZERO))
        };
        if met > N::ZERO {
            out.high = at(c + number(least), first.u);
        } else if met < N::ZERO {
            out.low = -at(-(c + number(most)), -first.u);
        }
    }
    if !course.is_bounded() {
        return out;
    }
    yielded(&mut out);
    let rub = course.friction.map_or(N::ZERO, |friction| half * number(friction));
    floored(out, course, rub, [own, before])
}
