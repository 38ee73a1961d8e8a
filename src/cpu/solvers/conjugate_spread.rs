use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::{World, fit};

/// u = M⁻¹ Jᵀ p, what the directions would do to velocities.
pub fn conjugate_spread<N: Number>(world: &mut World<N>, _: &Step<N>, body: usize) {
    fit(&mut world.spread, world.bodies.len());
    let on_body = world.gathered(body, |world, l| world.blocks[l].work);
    let m = world.mobility_at(body);
    world.spread[body] = Velocity { linear: m.inverse_mass * on_body.force, angular: m.turn(on_body.torque) };
}
