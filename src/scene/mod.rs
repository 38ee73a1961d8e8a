//! What is simulated: bodies and the joints between them, checked once at the border and trusted inside.

pub mod built_in;
mod change_joint;
pub(crate) mod check;
mod check_joint;
mod check_travel;
mod fields;
mod format;
mod frames;
mod hold;
mod joint;
mod kinds;
mod layout;
mod machines;
mod people;
mod place;
mod read_joint;
mod read_travel;
mod robot;
mod shapes;
mod solid;
mod write;

pub use check::{MAX_BODIES, MAX_JOINTS};
pub use format::{MOST_MEMORY, weight};
pub use hold::{Angular, By, Course, Drive, Hold, Linear};
pub use joint::{Axis, Joint, JointKind, Motor, Servo, Softness, Travel};
pub use place::Place;
pub use solid::{Solid, UNBOUNDED};

use glam::{Quat, Vec3};

/// A scene that has passed validation. Units are SI; rotations are unit quaternions (x, y, z, w).
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Simulated time of this state, in seconds.
    pub time: f64,
    /// Acceleration of free fall in m/s², where the scene names one.
    pub gravity: Option<Vec3>,
    pub bodies: Vec<Body>,
    pub joints: Vec<Joint>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Centre of mass in m.
    pub position: Vec3,
    pub rotation: Quat,
    /// In m/s.
    pub linear_velocity: Vec3,
    /// In rad/s, world axes.
    pub angular_velocity: Vec3,
    /// Drawn; it does not collide.
    pub solid: Solid,
    /// Of the smallest sphere about the centre that holds the shape, in m: the unit of "gap in radii". `UNBOUNDED` for
    /// planes.
    pub radius: f32,
    /// In kg.
    pub mass: f32,
    /// Principal moments in kg m², body axes.
    pub inertia: Vec3,
    /// A fixed body has zero inverse mass and never moves.
    pub fixed: bool,
    /// Moves by its velocities, whatever pulls: it has zero inverse mass too. While it is fixed it does not.
    pub kinematic: bool,
    /// sRGB.
    pub colour: [u8; 3],
}

/// At which hard rows close at most, where a scene turns: more feeds the drift of fast arms back as energy.
const RECOVERY_SPEED: [f32; 2] = [1.0, 5.0];

impl Scene {
    /// For each joint its speeds in m/s and rad/s: its own, or else those `given` for all. Without either, scenes whose joints hold
    /// points only have no bound.
    pub fn recovery_speeds(&self, given: Option<[f32; 2]>) -> impl Fn(&Joint) -> [f32; 2] {
        let turns = || self.joints.iter().any(|joint| Hold::of(joint).turns());
        let usual = given.unwrap_or_else(|| if turns() { RECOVERY_SPEED } else { [f32::MAX; 2] });
        move |joint| joint.recovery_speed.unwrap_or(usual)
    }

    /// Every joint is a point joint as firm as can be, and none is `given` a recovery speed.
    pub fn is_of_points(&self, given: Option<[f32; 2]>) -> bool {
        given.is_none() && self.joints.iter().all(Joint::is_plain)
    }
}

impl Body {
    /// Nothing that pulls moves it: it has zero inverse mass.
    pub fn is_held(&self) -> bool {
        self.fixed || self.kinematic
    }
}
