use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::step::compute_positions::compute_positions;
use crate::cpu::world::World;

/// v ← v + Δv, then the pose.
pub fn article_positions<N: Number>(world: &mut World<N>, step: &Step<N>, ib: usize) {
    let v = &mut world.velocities[ib];
    v.linear += world.article.lin_vel_delta[ib];
    v.angular += world.article.ang_vel_delta[ib];
    compute_positions(world, step, ib);
}
