use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::{Rows, held};
use crate::cpu::world::{World, fit};

/// The gap that may be left: of the smaller radius, and in rad.
const SHUT: f64 = 1e-5;
/// Four last digits of an f32 of size one.
const ROUNDING: f64 = 2.4e-7;

/// C(x')/h where the velocities lead, and the gap that may be left.
pub fn joint_ahead<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let joints = world.ties.len();
    fit(&mut world.ahead, joints);
    fit(&mut world.slacks, joints);
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let (a, b) = (world.poses[tie.a], world.poses[tie.b]);
    let radius = a.radius.min(b.radius);
    let c = Rows::errors(frames, &tie, &a, &b);
    let open = held(frames.hard, c);
    let gap = (open.linear.length() / radius).max(open.angular.length());
    let distance = a.position.length().max(b.position.length());
    let enough = N::from_f64(SHUT).max(N::from_f64(ROUNDING) * distance / radius);
    // written so that NaN is open
    let shut = gap <= enough;
    world.open[l] = !shut;
    world.ahead[l] = if shut { N::ZERO } else { gap };
    world.slacks[l] = [enough * radius, enough];
    world.lefts[l] = open * step.inverse_h;
}
