use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::ties::{Rows, beyond};
use crate::cpu::world::World;

/// |C| of the hard rows in the poses as they stand, and by how much the joint is beyond its stops: m, and rad; and the rounds that its
/// island took, which are counted anew from here on.
pub fn joint_gaps<N: Number>(world: &mut World<N>, _: &Step<N>, l: usize) {
    let (tie, frames) = (world.ties[l], world.frames[l]);
    let (mut rows, c) = Rows::of(&frames, &tie, &world.poses[tie.a], &world.poses[tie.b]);
    let whole = !world.is_broken(l);
    world.counted[l] = std::mem::take(&mut world.rounds[l]);
    let errors = c.to_array();
    let over = (0..6).filter_map(|k| Some(beyond(&frames.hold.courses[k].filter(|_| whole)?, errors[k])));
    world.overshoots[l] = over.fold(N::ZERO, |most, over| most.max(over).max(-over));
    let c = rows.only(frames.hold.hard().map(|hard| hard && whole), c);
    world.gaps[l] = [c.linear.length(), c.angular.length()];
}
