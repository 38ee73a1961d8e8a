use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// Once a frame, where gravity acts once: v ← v + Δt g.
pub fn apply_gravity<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    world.velocities[body].linear += step.frame * step.gravity;
}
