//! The simulated things: bodies and the joints between them, checked once at the border and trusted inside.

mod added;
mod axes;
mod body_change;
pub mod built_in;
mod centre;
mod change_joint;
pub(crate) mod check;
mod check_joint;
mod check_travel;
mod chutes;
mod compound;
mod crowds;
mod dominoes;
mod fields;
mod format;
mod frames;
mod hold;
mod hull;
mod joint;
pub(crate) mod joint_fields;
mod kinds;
mod layout;
mod machines;
mod names;
mod parts;
mod people;
mod place;
mod pose_change;
mod read_joint;
mod read_solid;
mod read_travel;
mod recommended;
mod robot;
mod shapes;
mod solid;
mod stacks;
mod stands;
mod table;
mod trough;
pub(crate) mod turns;
mod vehicles;
mod world;
mod write;
mod write_joint;

pub(crate) use added::read_joints;
pub use added::{check_added, read_bodies};
pub use axes::principal_axes;
pub use body_change::BodyChange;

pub use check::{MAX_BODIES, MAX_CONTACT_MEMORY, MAX_JOINTS};
pub use compound::{Compound, CompoundData, PARTS, Part};
pub use format::{MOST_MEMORY, weight};
pub use hold::{Angular, By, Course, Drive, Hold, Linear, each_row};
pub use hull::{Face, HULL_POINTS, Hull, HullData};
pub use joint::{Axis, Joint, JointKind, Motor, Servo, Softness, Travel};
pub use names::LONGEST_NAME;
pub(crate) use names::{Names, WORLD as WORLD_NAME};
pub use parts::{HeldBy, PartOf};
pub use place::Place;
pub use pose_change::PoseChange;
pub use solid::{Solid, UNBOUNDED};
pub use world::WORLD;

use glam::{DQuat, DVec3, Quat, Vec3};
use serde_json::{Map, Value};

/// A scene that has passed validation. Units are SI; rotations are unit quaternions (x, y, z, w).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Simulated time of this state, in seconds.
    pub time: f64,
    /// Acceleration of free fall in m/s², where the scene names one.
    pub gravity: Option<Vec3>,
    pub bodies: Vec<Body>,
    pub joints: Vec<Joint>,
    /// Bodies that touch push each other apart and rub, unless the parameters say otherwise.
    pub contacts: bool,
    /// Parameters that it recommends, by name.
    pub recommended: Map<String, Value>,
    /// The forces of contacts in the last step, where the next solve starts: only the code that made them can read
    /// them.
    pub contact_memory: Vec<f32>,
    /// What AVBD has learnt so far, for joints and bodies by their numbers: likewise.
    pub solver_memory: Vec<f32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// The origin of its shape in m, which is its centre of mass unless that is said.
    pub position: Vec3,
    /// What f32 leaves of the position, m: at most half its last digit. Only where the centre of mass is said; by both it stands at the
    /// same bits again when a scene resumes.
    pub remainder: DVec3,
    pub rotation: Quat,
    /// Of mass, in body axes, m. The shape keeps its place; the moments of inertia are about the centre of mass.
    pub centre: Vec3,
    /// In m/s.
    pub linear_velocity: Vec3,
    /// In rad/s, world axes.
    pub angular_velocity: Vec3,
    pub solid: Solid,
    /// Of the smallest sphere about the shape's origin that holds it, in m: the unit of "gap in radii". `UNBOUNDED` for
    /// planes.
    pub radius: f32,
    /// In kg.
    pub mass: f32,
    /// Principal moments in kg m², about the centre of mass.
    pub inertia: Vec3,
    /// P, which turns principal axes to body axes.
    pub axes: Quat,
    /// What f32 leaves of the rotation: only where principal axes are not body axes. By both it is turned by the same bits again when a
    /// scene resumes.
    pub turn: DQuat,
    /// A fixed body has zero inverse mass and never moves.
    pub fixed: bool,
    /// Moves by its velocities, whatever pulls: it has zero inverse mass too. While it is fixed it does not.
    pub kinematic: bool,
    /// sRGB.
    pub colour: [u8; 3],
    /// How much of the force that presses two bodies together rubs; a pair has the geometric mean of its two.
    pub friction: f32,
    /// The share of the speed of an impact with which it bounces; a pair has the larger.
    pub restitution: f32,
    /// In m: rolling is braked by this times the force that presses; a pair has the larger.
    pub rolling_resistance: f32,
    /// In 1/s: by e^{−c h} of each its velocities are less after a substep.
    pub linear_damping: f32,
    pub angular_damping: f32,
    /// How much of gravity it feels: 0 floats, −1 rises.
    pub gravity_scale: f32,
    /// It takes part in contacts.
    pub collides: bool,
    /// The bits of its kind: two bodies meet if each one's group has a bit in the other's `collides_with`.
    pub group: u32,
    pub collides_with: u32,
    /// It gets events when it begins and ceases to touch another.
    pub events: bool,
    /// It touches and is touched without a force, which is an event too.
    pub sensor: bool,
    /// No other body of its scene has it.
    pub name: Option<Box<str>>,
    /// It stands for a part of a compound: only as machines take a scene.
    pub part: Option<Box<PartOf>>,
}

/// The parameters' settings for a scene, beside its own.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manner {
    /// The speeds in m/s and rad/s that all joints are given.
    pub recovery: Option<[f32; 2]>,
    /// Bodies touch.
    pub touching: bool,
    /// The largest body in cells, m, once bodies were added or removed: every other body keeps its place in a cell or beside the cells.
    pub in_cells: Option<f32>,
    /// The solver goes body by body, and needs their colours.
    pub by_bodies: bool,
}

impl Manner {
    /// Firm points are solved as such. Beside contacts all joints are solved like those of any kind, which can be done from any V.
    pub fn leaves_points(self) -> bool {
        self.recovery.is_none() && !self.touching
    }
}

/// Of a body that does not say it.
pub const FRICTION: f32 = 0.5;
pub const GROUP: u32 = 1;

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

    /// Every joint is a point joint as firm as can be, and is solved as one.
    pub fn is_of_points(&self, manner: Manner) -> bool {
        self.joints.is_empty() || manner.leaves_points() && self.joints.iter().all(Joint::is_plain)
    }
}

impl Body {
    /// At rest in the origin, of water. `radius` is that of a sphere, in m; other shapes have theirs in their sizes.
    pub fn of(solid: Solid, radius: f64) -> Self {
        Self::of_density(solid, radius, solid::DENSITY)
    }

    /// The same of another density, kg/m³.
    pub fn of_density(solid: Solid, radius: f64, density: f64) -> Self {
        let mass = solid.mass(radius) * (density / solid::DENSITY);
        let inertia = solid.inertia(radius, mass).as_vec3();
        let radius = solid.bounding_radius().unwrap_or(radius as f32);
        Self {
            position: Vec3::ZERO,
            remainder: DVec3::ZERO,
            rotation: Quat::IDENTITY,
            centre: solid.centre(),
            linear_velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            solid,
            radius,
            mass: mass as f32,
            inertia,
            axes: solid.axes(),
            turn: axes::NO_TURN,
            fixed: solid == Solid::Plane,
            kinematic: false,
            colour: format::COLOUR,
            friction: FRICTION,
            restitution: 0.0,
            rolling_resistance: solid.rolling_resistance(radius),
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            collides: true,
            group: GROUP,
            collides_with: u32::MAX,
            events: false,
            sensor: false,
            name: None,
            part: None,
        }
    }

    /// It meets whatever says nothing of groups, and so do all that are like it.
    pub fn is_in_usual_group(&self) -> bool {
        (self.group, self.collides_with) == (GROUP, u32::MAX)
    }

    /// It has damping, or a gravity of its own.
    pub fn is_dragged(&self) -> bool {
        (self.linear_damping, self.angular_damping, self.gravity_scale) != (0.0, 0.0, 1.0)
    }

    /// Whether it gets events of its touches.
    pub fn is_watched(&self) -> bool {
        self.events || self.sensor
    }

    /// Nothing that pulls moves it: it has zero inverse mass.
    pub fn is_held(&self) -> bool {
        self.fixed || self.kinematic
    }
}
