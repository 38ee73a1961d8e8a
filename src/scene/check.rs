//! The rules for a scene before anything runs it: every number finite and in its range; `check_joint` has those for a
//! joint. Each fault names its path.

use std::ops::RangeInclusive;

use glam::{Quat, Vec3};

use super::check_joint::check_joints;
use super::recommended::check_recommended;
use super::{Body, Names, Part, Scene, Solid};
use crate::error::{BeadworkError, Code, Result, plainly};

/// Most bodies of a scene. A device may hold less; its own limit is asked separately.
pub const MAX_BODIES: usize = 4_000_000;
/// Most joints of a scene: a net has two per bead.
pub const MAX_JOINTS: usize = 8_000_000;

/// Most numbers that contacts remember: eight for each of eight million.
pub const MAX_CONTACT_MEMORY: usize = 64_000_000;

// Wide enough for anything from a grain to a hill, narrow enough that no product of two of these leaves
// f32, where the largest number is 3e38.

/// Position components in m. At 1e6 m a position in f32 is good to 6 cm.
pub const POSITION: f32 = 1e6;
/// Anchor components in m.
pub const ANCHOR: f32 = 1e6;
/// All that two anchors within these can be apart, in m.
pub const FARTHEST: f32 = 1e7;
/// Components of a centre of mass in m: as far off as sizes go.
pub const CENTRE: f32 = 1e3;
/// Linear velocity components in m/s.
pub const LINEAR_VELOCITY: f32 = 1e6;
/// Angular velocity components in rad/s.
pub const ANGULAR_VELOCITY: f32 = 1e6;
/// Multiplier components in N, and of torques in N m.
pub const MULTIPLIER: f32 = 1e18;
/// Gravity components in m/s², as in the parameters.
pub const GRAVITY: f32 = 1000.0;
/// Of spheres, and every size of other shapes, in m.
pub const RADIUS: RangeInclusive<f32> = 1e-4..=1e3;
/// In kg. A capsule of the largest size weighs 1.05e13 kg at the default density: it needs a mass of its own.
pub const MASS: RangeInclusive<f32> = 1e-9..=1e13;
/// In kg/m³.
pub const DENSITIES: RangeInclusive<f32> = 1e-3..=1e6;
/// Principal moments in kg m².
pub const INERTIA: RangeInclusive<f32> = 1e-20..=1e20;
/// A pair takes the geometric mean, and 1e3 is more than any two things rub.
pub const FRICTION: RangeInclusive<f32> = 0.0..=1e3;
pub const RESTITUTION: RangeInclusive<f32> = 0.0..=1.0;
/// In m.
pub const ROLLING_RESISTANCE: RangeInclusive<f32> = 0.0..=1e6;
/// In 1/s.
pub const DAMPING: RangeInclusive<f32> = 0.0..=1e6;
/// Times gravity.
pub const GRAVITY_SCALE: RangeInclusive<f32> = -1e3..=1e3;
/// Largest simulated time in s; beyond, f64 cannot separate one substep from the next.
pub const TIME: f64 = 1e9;
/// How far from 1 a rotation's length may be to be kept as given.
pub const UNIT_LENGTH_SLACK: f64 = 1e-6;
/// Ix ≤ Iy + Iz holds for every rigid body, with equality for a flat one; rounding may tip it over.
const TRIANGLE_SLACK: f32 = 1e-5;

pub(super) fn fault(path: impl Into<String>, message: impl Into<String>) -> BeadworkError {
    BeadworkError::at(Code::Scene, path, message)
}

impl Scene {
    /// Refuses what the format refuses; for scenes that were put together in Rust.
    pub fn check(&self) -> Result<()> {
        if !(0.0..=TIME).contains(&self.time) {
            return Err(fault("time", format!("time must be from 0 to {TIME:e} s; it is {:?}.", self.time)));
        }
        if let Some(gravity) = self.gravity {
            within("gravity", gravity, GRAVITY, "m/s²").map_err(|message| fault("gravity", message))?;
        }
        check_counts(self.bodies.len(), self.joints.len())?;
        check_bodies(&self.bodies)?;
        check_parts(&self.bodies)?;
        check_joints(&self.joints, &self.bodies)?;
        Names::of_bodies(&self.bodies)?;
        Names::of_joints(&self.joints)?;
        check_recommended(&self.recommended)?;
        check_memory_of("contactMemory", &self.contact_memory)?;
        check_memory_of("solverMemory", &self.solver_memory)
    }
}

fn check_memory_of(name: &str, memory: &[f32]) -> Result<()> {
    check_memory(name, memory.len())?;
    match memory.iter().position(|x| !x.is_finite()) {
        None => Ok(()),
        Some(i) => {
            let message =
                format!("{name} must hold finite numbers; this one is not, or does not fit in 32 bits.");
            Err(fault(format!("{name}[{i}]"), message))
        }
    }
}

pub(super) fn check_bodies(bodies: &[Body]) -> Result<()> {
    bodies.iter().enumerate().try_for_each(|(i, body)| {
        check_body(body).map_err(|(field, message)| fault(format!("bodies[{i}].{field}"), message))
    })
}

/// To machines each part of a compound is one more body.
fn check_parts(bodies: &[Body]) -> Result<()> {
    let parts = |body: &Body| match body.solid {
        Solid::Compound(compound) => compound.parts().len(),
        _ => 0,
    };
    let all = bodies.len() + bodies.iter().map(parts).sum::<usize>();
    if all <= MAX_BODIES {
        return Ok(());
    }
    let message = format!(
        "A scene may have at most {MAX_BODIES} bodies, parts of compounds counted; this one has {all}."
    );
    Err(BeadworkError::at(Code::Limit, "bodies", message))
}

/// Asked before anything is allocated for them.
pub(super) fn check_counts(bodies: usize, joints: usize) -> Result<()> {
    let too_many = |path: &str, count: usize, most: usize| {
        let message = format!("A scene may have at most {most} {path}; this one has {count}.");
        Err(BeadworkError::at(Code::Limit, path, message))
    };
    match () {
        () if bodies == 0 => Err(fault("bodies", "A scene needs at least one body.")),
        () if bodies > MAX_BODIES => too_many("bodies", bodies, MAX_BODIES),
        () if joints > MAX_JOINTS => too_many("joints", joints, MAX_JOINTS),
        () => Ok(()),
    }
}

/// Alike.
pub(super) fn check_memory(name: &str, count: usize) -> Result<()> {
    if count <= MAX_CONTACT_MEMORY {
        return Ok(());
    }
    let message = format!("{name} may hold at most {MAX_CONTACT_MEMORY} numbers; this has {count}.");
    Err(BeadworkError::at(Code::Limit, name, message))
}

/// The field at fault, and a sentence.
pub(super) type FieldResult = std::result::Result<(), (&'static str, String)>;

fn check_body(body: &Body) -> FieldResult {
    let vectors = [
        ("position", body.position, POSITION, "m"),
        ("linearVelocity", body.linear_velocity, LINEAR_VELOCITY, "m/s"),
        ("angularVelocity", body.angular_velocity, ANGULAR_VELOCITY, "rad/s"),
        ("centre", body.centre, CENTRE, "m"),
    ];
    for (field, vector, most, unit) in vectors {
        within(field, vector, most, unit).map_err(|message| (field, message))?;
    }
    check_rotation("rotation", body.rotation)?;
    check_axes(body)?;
    match body.solid.bounding_radius() {
        None => between("radius", body.radius, RADIUS, "m").map_err(|message| ("radius", message))?,
        Some(bounding) => {
            check_solid(&body.solid).map_err(|(field, message)| match field {
                "halfExtents" => ("shape.halfExtents", message),
                "halfHeight" => ("shape.halfHeight", message),
                "parts" => ("shape.parts", message),
                _ => ("shape.radius", message),
            })?;
            if body.radius != bounding {
                let message =
                    format!("radius must be that around the shape, {bounding:?} m; it is {:?}.", body.radius);
                return Err(("radius", message));
            }
            if body.solid == Solid::Plane && !body.fixed {
                return Err(("fixed", "A plane is always fixed.".into()));
            }
            if body.solid == Solid::Plane && body.kinematic {
                return Err(("kinematic", "A plane is always fixed; it cannot be kinematic.".into()));
            }
            if body.solid == Solid::Plane && body.is_off_centre() {
                return Err(("centre", "A plane has no centre of mass: it is always fixed.".into()));
            }
        }
    }
    between("mass", body.mass, MASS, "kg").map_err(|message| ("mass", message))?;
    check_inertia(body.inertia).map_err(|message| ("inertia", message))?;
    [
        ("friction", body.friction, FRICTION, ""),
        ("restitution", body.restitution, RESTITUTION, ""),
        ("rollingResistance", body.rolling_resistance, ROLLING_RESISTANCE, "m"),
        ("linearDamping", body.linear_damping, DAMPING, "1/s"),
        ("angularDamping", body.angular_damping, DAMPING, "1/s"),
        ("gravityScale", body.gravity_scale, GRAVITY_SCALE, ""),
    ]
    .into_iter()
    .try_for_each(|(field, value, range, unit)| {
        between(field, value, range, unit).map_err(|message| (field, message))
    })
}

/// Principal axes, in which the shape stands on machines.
fn check_axes(body: &Body) -> FieldResult {
    check_rotation("principalAxes", body.axes)?;
    match body.solid {
        _ if !body.is_turned() => Ok(()),
        Solid::Hull(hull) => hull.turned_back(body.axes).map(drop).map_err(|message| ("shape", message)),
        Solid::Compound(_) => Ok(()),
        _ => Err(("principalAxes", "Only hulls and compounds have principal axes of their own.".into())),
    }
}

/// The sizes that stand in a shape.
pub(super) fn check_solid(solid: &Solid) -> FieldResult {
    let length = |name, value| between(name, value, RADIUS, "m").map_err(|message| (name, message));
    match *solid {
        Solid::Sphere | Solid::Plane => Ok(()),
        Solid::Box { half_extents } => half_extents.to_array().into_iter().try_for_each(|half| {
            between("Each half extent", half, RADIUS, "m").map_err(|message| ("halfExtents", message))
        }),
        Solid::Capsule { radius, half_height } | Solid::Cylinder { radius, half_height } => {
            length("radius", radius)?;
            length("halfHeight", half_height)
        }
        Solid::Hull(hull) => {
            let message = |message| ("points", message);
            between("The thickness of a hull", hull.data().thinnest, RADIUS, "m").map_err(message)?;
            between("A hull's farthest point", hull.data().bounding_radius, RADIUS, "m").map_err(message)
        }
        Solid::Compound(compound) => {
            let message = |message| ("parts", message);
            for part in compound.parts() {
                check_part(part).map_err(message)?;
            }
            let farthest = compound.data().bounding_radius;
            between("A compound's farthest point", farthest, RADIUS, "m").map_err(message)
        }
    }
}

fn check_part(part: &Part) -> std::result::Result<(), String> {
    match part.solid {
        Solid::Sphere => between("The radius of a part", part.radius, RADIUS, "m")?,
        solid => check_solid(&solid).map_err(|(_, message)| message)?,
    }
    within("The position of a part", part.position, CENTRE, "m")?;
    check_rotation("rotation", part.rotation).map_err(|(_, message)| message)?;
    between("The density of a part", part.density, DENSITIES, "kg/m³")
}

fn check_inertia(inertia: Vec3) -> std::result::Result<(), String> {
    for moment in inertia.to_array() {
        between("Each principal moment of inertia", moment, INERTIA, "kg m²")?;
    }
    let largest = inertia.max_element();
    let others = inertia.element_sum() - largest;
    if largest > others * (1.0 + TRIANGLE_SLACK) {
        return Err(format!(
            "No rigid body has these principal moments: the largest, {largest:?}, exceeds the sum of the other two."
        ));
    }
    Ok(())
}

pub(super) fn check_rotation(field: &'static str, rotation: Quat) -> FieldResult {
    let length = rotation.as_dquat().length();
    // Written so that NaN fails.
    if (length - 1.0).abs().partial_cmp(&UNIT_LENGTH_SLACK).is_none_or(|order| order.is_gt()) {
        return Err((field, format!("{field} must be a unit quaternion; its length is {length}.")));
    }
    Ok(())
}

pub(super) fn within(name: &str, vector: Vec3, most: f32, unit: &str) -> std::result::Result<(), String> {
    for (axis, component) in ["x", "y", "z"].into_iter().zip(vector.to_array()) {
        // Written so that NaN fails.
        if !(-most..=most).contains(&component) {
            return Err(format!(
                "{name} must lie within ±{} {unit}; its {axis} is {component:?}.",
                plainly(most)
            ));
        }
    }
    Ok(())
}

pub(super) fn between(
    name: &str,
    value: f32,
    range: RangeInclusive<f32>,
    unit: &str,
) -> std::result::Result<(), String> {
    if range.contains(&value) {
        return Ok(());
    }
    let (least, most) = range.into_inner();
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    Err(format!("{name} must be from {} to {}{unit}; it is {value:?}.", plainly(least), plainly(most)))
}
