use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::wound::with_turns;
use crate::cpu::ties::{Rows, beyond, held};
use crate::cpu::world::{World, fit};
use crate::scene::{Linear, each_row};

/// A joint that is open, or a stop that is overrun, by more than this is closed gradually. In units of the smaller
/// radius, and in rad.
const FAR: f64 = 0.1;

/// As the substep finds a joint. It keeps λ, to be taken back, and h |J V| of the hard rows, which `joint_left` found.
/// It keeps 1 where the joint is far open, a hard stop far overrun, or a string too taut.
pub fn joint_calm<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let joints = world.ties.len();
    fit(&mut world.kept_lambdas, joints);
    fit(&mut world.opening, joints);
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let (a, b) = (world.poses[tie.a], world.poses[tie.b]);
    let radius = a.radius.min(b.radius);
    let c = Rows::errors(frames, &tie, &a, &b);
    let turned = with_turns(frames, world.wound[l], c).to_array();
    let far = N::from_f64(FAR);
    let overruns = (0..6).any(|k| {
        frames.course(k).filter(|course| course.stop_softness.is_none()).is_some_and(|course| {
            let over = beyond(course, turned[k]);
            over.max(-over) > far * if k < 3 { radius } else { N::ONE }
        })
    });
    let found = held(frames.hard, c);
    let gap = (found.linear.length() / radius).max(found.angular.length());
    // rows that are driven, bounded or soft do not count
    let left = world.lefts[l].to_array();
    let yields = |k: usize| frames.driven[k] || frames.soft[k];
    let v = Pair::from_array(each_row(|k| if yields(k) { N::ZERO } else { left[k] }));
    let opening = step.h * (v.linear.length() / radius).max(v.angular.length());
    let calm = world.is_broken(l) || gap < far && !overruns && !too_taut(world, step, l);
    world.kept_lambdas[l] = world.lambda(l);
    world.opening[l] = if calm { opening } else { N::ONE };
}

/// Whether a string swings across too fast; the length is the one that it should have, of a rope its longest.
fn too_taut<N: Number>(world: &World<N>, step: &Step<N>, l: usize) -> bool {
    let (tie, hold) = (world.ties[l], &world.frames[l].hold);
    if hold.linear != Linear::Distance {
        return false;
    }
    let longest = hold.courses[0].and_then(|course| course.stops).map_or(hold.length, |[_, most]| most);
    let inverse_mass = world.bodies[tie.a].inverse_mass + world.bodies[tie.b].inverse_mass;
    let tension = world.lambda(l).linear.x;
    let size = if tension < N::ZERO { -tension } else { tension };
    step.h * step.h * size * inverse_mass > N::from_f64(2.0 * f64::from(longest))
}
