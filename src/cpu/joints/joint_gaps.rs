use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::wound::with_turns;
use crate::cpu::ties::{Rows, beyond, held};
use crate::cpu::world::World;
use crate::scene::each_row;

/// |C| of the hard rows in the poses as they stand, and how far the joint is beyond its stops: m, and rad. The rounds
/// of its island are read, and counted anew from here on.
pub fn joint_gaps<N: Number>(world: &mut World<N>, _: &Step<N>, l: usize) {
    let whole = !world.is_broken(l);
    world.counted[l] = std::mem::take(&mut world.rounds[l]);
    let (tie, frames) = (world.ties[l], &world.frames[l]);
    let c = Rows::errors(frames, &tie, &world.poses[tie.a], &world.poses[tie.b]);
    let errors = with_turns(frames, world.wound[l], c).to_array();
    let over = (0..6).filter_map(|k| Some(beyond(frames.course(k).filter(|_| whole)?, errors[k])));
    let most = over.fold(N::ZERO, |most, over| most.max(over).max(-over));
    let hard = frames.hard;
    let c = held(each_row(|k| hard[k] && whole), c);
    world.overshoots[l] = most;
    world.gaps[l] = [c.linear.length(), c.angular.length()];
}
