use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::Rows;
use crate::cpu::ties::sprung::learns;
use crate::cpu::world::{World, fit};
use crate::scene::each_row;

/// C₀ − h b; s ← max(γ s, κ), k = s k₀ of the rows that learn, and their λ ← αγ λ
pub fn joint_block_begin<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    let joints = world.ties.len();
    fit(&mut world.penalties, joints);
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let c = Rows::errors(frames, &tie, &world.poses[tie.a], &world.poses[tie.b]);
    let (errors, biases, held) = (c.to_array(), world.biases[l].to_array(), world.lambda(l).to_array());
    let learns = learns(frames);
    let driven = frames.driven;
    let target = each_row(|k| if driven[k] { errors[k] } else { errors[k] - step.h * biases[k] });
    let lambda = Pair::from_array(each_row(|k| if learns[k] { step.warm_start * held[k] } else { N::ZERO }));
    let share = (step.penalty_kept * world.penalties[l]).max(step.penalty);
    let whole = !world.is_broken(l);
    world.penalties[l] = share;
    let springs = &mut world.springs_of_rows[l];
    springs.stiffen(learns, share);
    (springs.target, springs.lambda, springs.whole) = (Pair::from_array(target), lambda, whole);
    springs.met = [false; 6];
    world.put_lambda(l, lambda);
}
