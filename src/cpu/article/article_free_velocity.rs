use crate::cpu::algebra::Vec3;
use crate::cpu::body::free_linear;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn article_free_velocity<N: Number>(world: &mut World<N>, step: &Step<N>, ib: usize) {
    let v = &mut world.velocities[ib];
    v.linear = free_linear(step, v.linear);
    v.angular *= step.velocity_kept;
    world.article.lin_vel_delta[ib] = Vec3::ZERO;
    world.article.ang_vel_delta[ib] = Vec3::ZERO;
}
