use crate::cpu::algebra::exponential;
use crate::cpu::number::Number;
use crate::cpu::records::Step;
use crate::cpu::world::World;

/// x ← x + h v, q ← exp(h ω) q, |q| = 1
pub fn compute_positions<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let v = world.velocities[body];
    let pose = &mut world.poses[body];
    pose.position += step.h * v.linear;
    pose.rotation = (exponential(step.h * v.angular) * pose.rotation).normalize();
}
