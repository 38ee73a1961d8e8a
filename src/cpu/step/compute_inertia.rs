use crate::cpu::body::{guarded_inverse_inertia, world_inverse_inertia};
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

pub fn compute_inertia<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let guarded = step.guard_cap > N::ONE;
    let tension = if guarded { tension(world, step.extra[0], body) } else { N::ZERO };
    let inverse = guarded_inverse_inertia(step, &world.bodies[body], tension);
    world.mobility[body] = world_inverse_inertia(world.poses[body].rotation, inverse);
}

/// Σ |λ||a| of a body's joints, times `times` where that is more than one; |a| = |r|, turning changes no length.
pub fn tension<N: Number>(world: &World<N>, times: u32, body: usize) -> N {
    let mut tension = N::ZERO;
    for (l, side) in world.ties_of(body) {
        let tie = &world.ties[l];
        let anchor = if side == 1 { tie.anchor_b } else { tie.anchor_a };
        tension += world.multipliers[l].lambda.length() * anchor.length();
    }
    tension * N::from_f64(times.max(1).into())
}
