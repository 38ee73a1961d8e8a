use super::stays;
use crate::cpu::algebra::Pair;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// After a projection: J V of the rows that it shut, where it ended. Without that speed the next substep finds the
/// island calm.
pub fn joint_level<N: Number>(world: &mut World<N>, step: &Step<N>, l: usize) {
    if stays(world, step, l) {
        return;
    }
    let tie = world.ties[l];
    let rows = &world.rows[world.ties.len() + l];
    let v = rows.relative(&world.velocities[tie.a], &world.velocities[tie.b]);
    world.open[l] = v.linear.length_squared() + v.angular.length_squared() > N::ZERO;
    world.lefts[l] = Pair { linear: v.linear, angular: v.angular };
}
