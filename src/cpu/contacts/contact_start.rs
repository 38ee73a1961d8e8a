use super::contact_warm::contact_warm;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::step::compute_free_velocity::compute_free_velocity;
use crate::cpu::step::compute_inertia::compute_inertia;
use crate::cpu::step::update_velocities::update_velocities;
use crate::cpu::world::World;

pub fn contact_start<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    if !world.bodies[body].is_fixed() {
        compute_inertia(world, step, body);
        compute_free_velocity(world, step, body);
        contact_warm(world, step, body);
        update_velocities(world, step, body);
    }
}
