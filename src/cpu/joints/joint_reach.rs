use crate::cpu::algebra::exponential;
use crate::cpu::body::{free_angular, free_linear};
use crate::cpu::number::Number;
use crate::cpu::records::{Body, Motion, Step, Velocity};
use crate::cpu::world::World;

/// V' = G(V⁺), x' = x + h V', from where the substep began; V' stays on the last round (`step.extra[0]`).
pub fn joint_reach<N: Number>(world: &mut World<N>, step: &Step<N>, body: usize) {
    let was = Motion { pose: world.drafts[body].pose, v: world.velocities[body] };
    let Motion { pose, v } = reached(step, &was, &world.bodies[body]);
    world.poses[body] = pose;
    if step.extra[0] == 1 {
        world.velocities[body] = v;
    }
}

/// From the pose where the substep began and V⁺.
#[inline(always)]
pub fn reached<N: Number>(step: &Step<N>, was: &Motion<N>, body: &Body<N>) -> Motion<N> {
    let half = Step { h: N::HALF * step.h, velocity_kept: N::ONE, ..*step };
    let v = Velocity {
        linear: free_linear(&half, was.v.linear),
        angular: free_angular(&half, was.v.angular, was.pose.rotation, body),
    };
    let mut pose = was.pose;
    pose.position = was.pose.position + step.h * v.linear;
    pose.rotation = (exponential(step.h * v.angular) * was.pose.rotation).normalize();
    Motion { pose, v }
}
