use crate::cpu::algebra::Vec3;
use crate::cpu::body::true_mobility;
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::tie::{end_velocity, turning_block};
use crate::cpu::world::World;
use crate::state;

/// A hand on one body; units as in the shader.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pull<N = f64> {
    pub local_point: Vec3<N>,
    pub body: usize,
    pub goal: Vec3<N>,
    pub stiffness: N,
    pub damping: N,
    pub most_force: N,
    pub most_speed: N,
}

impl<N: Number> From<&state::Pull> for Pull<N> {
    fn from(pull: &state::Pull) -> Self {
        let number = |x: f32| N::from_f64(f64::from(x));
        Self {
            local_point: pull.local_point.into(),
            body: pull.body,
            goal: pull.goal.into(),
            stiffness: number(pull.stiffness),
            damping: number(pull.damping),
            most_force: number(pull.most_force),
            most_speed: number(pull.most_speed),
        }
    }
}

pub fn apply_pull<N: Number>(world: &mut World<N>, step: &Step<N>, _: usize) {
    let pull = world.pull;
    let body = world.bodies[pull.body];
    if body.is_fixed() {
        return;
    }
    let pose = world.poses[pull.body];
    let v = world.velocities[pull.body];
    let m = true_mobility(pose.rotation, &body);
    let arm = pose.rotation.rotate(pull.local_point);

    let least = N::from_f64(1e-20);
    let c = (pose.position - pull.goal) + arm;
    let rate = pull.damping + step.h * pull.stiffness;
    let mut u = c * (pull.stiffness / rate);
    u *= N::ONE.min(pull.most_speed / u.length().max(least));

    let k = turning_block(&m, arm).raised(m.inverse_mass + N::ONE / (step.h * rate));
    let mut impulse = -(k.inverse() * (end_velocity(&v, arm) + u));
    impulse *= N::ONE.min(step.h * pull.most_force / impulse.length().max(least));

    world.velocities[pull.body] = Velocity {
        linear: v.linear + m.inverse_mass * impulse,
        angular: v.angular + m.turn(arm.cross(impulse)),
    };
}
