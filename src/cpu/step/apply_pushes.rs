use crate::cpu::algebra::Vec3;
use crate::cpu::body::true_mobility;
use crate::cpu::number::Number;
use crate::cpu::records::{Step, Velocity};
use crate::cpu::world::World;
use crate::state;

/// The sum of the pushes on one body; units as in the shader.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pushed<N = f64> {
    pub force: Vec3<N>,
    pub body: usize,
    pub beside: Vec3<N>,
    pub point: Vec3<N>,
    pub torque: Vec3<N>,
    /// The body in whose axes `apply_torques` takes `torque`; none: world axes.
    pub turns_with: Option<usize>,
}

impl<N: Number> From<&state::Pushed> for Pushed<N> {
    fn from(pushed: &state::Pushed) -> Self {
        Self {
            force: pushed.force.into(),
            body: pushed.body,
            beside: pushed.beside.into(),
            point: pushed.point.into(),
            torque: pushed.torque.into(),
            turns_with: pushed.turns_with,
        }
    }
}

pub fn apply_pushes<N: Number>(world: &mut World<N>, step: &Step<N>, thread: usize) {
    let pushed = world.pushes[step.first + thread];
    let body = world.bodies[pushed.body];
    if body.is_fixed() {
        return;
    }
    world.mark_pushed(pushed.body);
    let pose = world.poses[pushed.body];
    let force = pushed.force + pushed.beside;
    let torque = pushed.torque + (pushed.point - pose.position).cross(pushed.beside);
    world.pushes[step.first + thread] = Pushed { force, beside: Vec3::ZERO, torque, ..pushed };

    let v = world.velocities[pushed.body];
    let m = true_mobility(pose.rotation, &body);
    world.velocities[pushed.body] = Velocity {
        linear: v.linear + m.inverse_mass * (step.gain * force),
        angular: v.angular + m.turn(step.gain * torque),
    };
}
