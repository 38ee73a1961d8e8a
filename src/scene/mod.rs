//! What is simulated: bodies and the joints between them, checked once at the border and trusted inside.

pub mod built_in;
pub(crate) mod check;
mod format;
mod layout;
mod shapes;
mod solid;
mod write;

pub use check::{MAX_BODIES, MAX_JOINTS};
pub use format::{MOST_MEMORY, weight};
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

impl Body {
    /// Nothing that pulls moves it: it has zero inverse mass.
    pub fn is_held(&self) -> bool {
        self.fixed || self.kinematic
    }
}

/// What a joint ties. One kind so far; the format has a `type` so that others can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Two anchors coincide: three rows, two-sided.
    Point,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    pub kind: JointKind,
    pub a: u32,
    pub b: u32,
    /// Anchor on `a` in m, body axes.
    pub anchor_a: Vec3,
    /// Anchor on `b` in m, body axes.
    pub anchor_b: Vec3,
    /// The force of the last step in N, world axes: where the next solve starts.
    pub multiplier: Vec3,
}
