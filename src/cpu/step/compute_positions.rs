use crate::cpu::algebra::exponential;
use crate::cpu::number::Number;
use crate::cpu::records::{Pose, Step, Velocity};
use crate::cpu::world::World;

pub fn compute_positions<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    world.poses[body] = moved(step, &world.poses[body], &world.velocities[body]);
}

/// x ← x + h v, q ← exp(h ω) q, |q| = 1
#[inline(always)]
pub fn moved<N: Number>(step: &Step<N>, pose: &Pose<N>, v: &Velocity<N>) -> Pose<N> {
    Pose {
        position: pose.position + step.h * v.linear,
        rotation: (exponential(step.h * v.angular) * pose.rotation).normalize(),
        radius: pose.radius,
    }
}
