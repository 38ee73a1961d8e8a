use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::Rows;
use crate::cpu::world::{World, fit};
use crate::scene::Linear;

/// What may be left: of the smaller radius, and in rad.
const SHUT: f64 = 1e-5;
/// From where on a joint is far open, and to be drawn together by and by.
const FAR: f64 = 0.1;
/// Four last digits of an f32 of size one.
const ROUNDING: f64 = 2.4e-7;

/// C(x')/h where the velocities lead. The first round (`step.iteration`) keeps λ, to be taken back, and h |J V| of how the substep
/// found the joint, which `joint_left` told; where it is far open, 1.
pub fn joint_ahead<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let joints = world.ties.len();
    fit(&mut world.kept_lambdas, joints);
    fit(&mut world.ahead, joints);
    fit(&mut world.opening, joints);
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let (a, b) = (world.poses[tie.a], world.poses[tie.b]);
    let radius = a.radius.min(b.radius);
    let hard = frames.hold.hard();
    let (mut rows, c) = Rows::of(frames, &tie, &a, &b);
    let open = rows.only(hard, c);
    let gap = (open.linear.length() / radius).max(open.angular.length());
    if step.iteration == 0 {
        let v = world.lefts[l];
        let opening = step.h * (v.linear.length() / radius).max(v.angular.length());
        let found =
            |body: usize, now| if world.bodies[body].is_fixed() { now } else { world.drafts[body].pose };
        let (a, b) = (found(tie.a, a), found(tie.b, b));
        let (mut rows, c) = Rows::of(frames, &tie, &a, &b);
        let found = rows.only(hard, c);
        let gap = (found.linear.length() / radius).max(found.angular.length());
        let calm = gap < N::from_f64(FAR) && !too_taut(world, step, l);
        world.kept_lambdas[l] = world.lambda(l);
        world.opening[l] = if calm { opening } else { N::ONE };
    }
    let distance = a.position.length().max(b.position.length());
    let enough = N::from_f64(SHUT).max(N::from_f64(ROUNDING) * distance / radius);
    // written so that what is not a number is open
    let shut = gap <= enough;
    world.open[l] = !shut;
    world.ahead[l] = if shut { N::ZERO } else { gap };
    world.lefts[l] = open * step.inverse_h;
}

/// Whether a string swings across too fast; the length is the one that it should have.
fn too_taut<N: Number>(world: &World<N>, step: &Step<N>, l: usize) -> bool {
    let (tie, hold) = (world.ties[l], &world.frames[l].hold);
    if hold.linear != Linear::Distance {
        return false;
    }
    let inverse_mass = world.bodies[tie.a].inverse_mass + world.bodies[tie.b].inverse_mass;
    let tension = world.lambda(l).linear.x;
    let size = if tension < N::ZERO { -tension } else { tension };
    step.h * step.h * size * inverse_mass > N::from_f64(2.0 * f64::from(hold.length))
}
