use super::stays;
use crate::codes::rows::LOOK;
use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::wound::going_on;
use crate::cpu::ties::{Rows, by_component, softness};
use crate::cpu::world::World;
use crate::scene::{Linear, each_row};

/// J, γ and the bias β C/h of every row, for the velocities.
pub fn joint_rows<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    if stays(world, step, l) {
        return;
    }
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let (mut rows, c) = Rows::of(frames, &tie, &world.poses[tie.a], &world.poses[tie.b]);
    if frames.is_point && !world.is_broken(l) {
        world.wound[l] = N::ZERO;
        world.rows[l] = rows;
        world.biases[l] = softness::hard(step.stabilisation * step.inverse_h, frames.recovery, c);
        world.lefts[l] = Pair::ZERO;
        return;
    }
    let hold = &frames.hold;
    let wound = if hold.twists() { -going_on(c.angular.x, world.wound[l]) } else { N::ZERO };
    let mut live = frames.live;
    let mut across = N::ZERO;
    if hold.linear == Linear::Distance {
        let inverse_mass = world.bodies[tie.a].inverse_mass + world.bodies[tie.b].inverse_mass;
        let now = N::from_f64(f64::from(hold.length)) - c.linear.x;
        across = stiffness_across(step, world.multipliers[l].lambda.x, now, inverse_mass);
        live[1] = across > N::ZERO;
        live[2] = live[1];
    }
    if world.is_broken(l) {
        live = [false; 6];
    }
    let mut errors = rows.only(live, c).to_array();
    // a row that holds nothing bears nothing
    let bears = Pair::from_array(each_row(|k| if live[k] { N::ONE } else { N::ZERO }));
    let times = (step.h, step.inverse_h);
    // `joint_stairs` handles driven and bounded rows
    for k in (0..6).filter(|&k| frames.driven[k]) {
        errors[k] = N::ZERO;
    }
    let c = Pair::from_array(errors);
    let (mut gamma, bias) = softness::pulled(&hold.softness, times, step.stabilisation, frames.recovery, c);
    if across > N::ZERO {
        gamma.linear.y = N::ONE / across;
        gamma.linear.z = N::ONE / across;
    }
    let mut gammas = by_component(gamma, bears).to_array();
    for k in (0..6).filter(|&k| frames.driven[k]) {
        gammas[k] = N::ZERO;
    }
    rows.softness = Pair::from_array(gammas);
    if step.extra[1] != LOOK {
        world.put_lambda(l, by_component(world.lambda(l), bears));
    }
    world.wound[l] = wound;
    world.rows[l] = rows;
    world.biases[l] = bias;
    world.lefts[l] = Pair::ZERO;
}

/// A taut string is stiff across as well, by |λ|/L. A step can take only part of this stiffness; two soft rows take the
/// rest:
///     1/γ = h² |λ|/L − ½ m_eff,   m_eff = 1/(m_a⁻¹ + m_b⁻¹),   no speed across being wanted.
fn stiffness_across<N: Number>(step: &Step<N>, tension: N, length: N, inverse_mass: N) -> N {
    let size = if tension < N::ZERO { -tension } else { tension };
    step.h * step.h * size / length.max(N::from_f64(1e-9)) - N::HALF / inverse_mass
}
