use crate::cpu::algebra::exponential;
use crate::cpu::body::{free_angular, free_linear};
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::World;

/// V' = G(V⁺), x' = x + h V', from where the substep began; V' stays on the last round (`step.extra[0]`).
pub fn joint_reach<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let was = world.drafts[body].pose;
    let half = Step { h: N::HALF * step.h, velocity_kept: N::ONE, ..*step };
    let v = world.velocities[body];
    let v = Velocity {
        linear: free_linear(&half, v.linear),
        angular: free_angular(&half, v.angular, was.rotation, &world.bodies[body]),
    };
    let pose = &mut world.poses[body];
    pose.position = was.position + step.h * v.linear;
    pose.rotation = (exponential(step.h * v.angular) * was.rotation).normalize();
    if step.extra[0] == 1 {
        world.velocities[body] = v;
    }
}
