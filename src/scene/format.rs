//! Reading the JSON format, versions 1 and 2. Here a document becomes numbers and names in the right places, with
//! defaults filled in; `check` then says whether they make sense. Every fault names its path.

use glam::{DQuat, DVec3, Quat, Vec3};
use serde_json::Value;

use super::axes::NO_TURN;
use super::check::{check_bodies, check_counts, check_memory};
use super::fields::{
    At, Fields, colour, exact_rotation, exact_vector, flag, list, mask, number, rotation, single, text,
    vector,
};
use super::read_joint::read_joint;
use super::read_solid::{density, read_solid};
use super::recommended::read_recommended;
use super::solid::DENSITY;
use super::{Body, FRICTION, GROUP, Names, Scene, Solid};
use crate::error::{BeadworkError, Code, Result};

/// Version 1 knows spheres and point joints only; version 2 has all that version 1 has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(super) enum Version {
    One = 1,
    Two = 2,
}

/// Pearl.
pub(super) const COLOUR: [u8; 3] = [0xf4, 0xef, 0xe6];

// The fields of version 1 come first.
const SCENE_FIELDS: &[&str] = &[
    "version",
    "time",
    "gravity",
    "bodies",
    "joints",
    "contacts",
    "parameters",
    "contactMemory",
    "solverMemory",
];
const SCENE_FIELDS_OF_ONE: usize = 5;
const BODY_FIELDS: &[&str] = &[
    "position",
    "rotation",
    "linearVelocity",
    "angularVelocity",
    "radius",
    "mass",
    "inertia",
    "fixed",
    "colour",
    "shape",
    "kinematic",
    "friction",
    "restitution",
    "rollingResistance",
    "collides",
    "group",
    "collidesWith",
    "events",
    "sensor",
    "name",
    "linearDamping",
    "angularDamping",
    "gravityScale",
    "density",
    "centre",
    "principalAxes",
];
const BODY_FIELDS_OF_ONE: usize = 9;

/// Bytes that reading a document takes at most: one that could take more is refused unread. Half of what a page's
/// wasm can ever have.
pub const MOST_MEMORY: u64 = 2 << 30;

/// Bytes that reading `text` takes at most, by the marks that make JSON's parser allocate.
pub fn weight(text: &str) -> u64 {
    // a value is 32 bytes in a list that doubles as it grows; an object's first node has room for eleven fields. The
    // object that is read, a joint of 240 bytes at most and 384 for its six axes, stands in such a list too
    const BYTE: u64 = 3;
    const VALUE: u64 = 96;
    const OBJECT: u64 = 720;
    text.bytes().fold(BYTE * text.len() as u64, |sum, byte| match byte {
        b',' | b'[' | b':' => sum + VALUE,
        b'{' => sum + OBJECT,
        _ => sum,
    })
}

impl Scene {
    /// Reads a document of the scene format.
    pub fn from_json(text: &str) -> Result<Scene> {
        if weight(text) > MOST_MEMORY {
            let message = "The scene's text is too long to be read in the memory there is.";
            return Err(BeadworkError::new(Code::Limit, message));
        }
        match serde_json::from_str(text) {
            Ok(value) => Scene::from_value(&value),
            // A number beyond f64 is valid JSON with a fault at a path; find that path.
            Err(error) => match serde_json::from_str(&without_overflow(text)) {
                Ok(value) => Scene::from_value(&value),
                Err(_) => {
                    Err(BeadworkError::new(Code::Scene, format!("The scene is not valid JSON: {error}.")))
                }
            },
        }
    }

    /// Reads a document that has been parsed already.
    pub fn from_value(value: &Value) -> Result<Scene> {
        let mut scene = read_scene(value)?;
        scene.check()?;
        // A fixed body has no velocity. A given one is from before it was fixed: letting it go is kinder than refusing
        // the scene.
        for body in scene.bodies.iter_mut().filter(|body| body.fixed) {
            body.linear_velocity = Vec3::ZERO;
            body.angular_velocity = Vec3::ZERO;
        }
        Ok(scene)
    }
}

/// The document with `null` for every number that is too large for f64.
fn without_overflow(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let (mut copied, mut i, mut in_string) = (0, 0, false);
    while i < bytes.len() {
        match bytes[i] {
            b'\\' if in_string => i += 2,
            b'"' => {
                in_string = !in_string;
                i += 1;
            }
            b'-' | b'0'..=b'9' if !in_string => {
                let part_of_number = |b: &u8| matches!(b, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
                let length = bytes[i..].iter().take_while(|b| part_of_number(b)).count();
                if is_beyond(&text[i..i + length]) {
                    out.push_str(&text[copied..i]);
                    out.push_str("null");
                    copied = i + length;
                }
                i += length;
            }
            _ => i += 1,
        }
    }
    out.push_str(&text[copied..]);
    out
}

/// Digits that decide how large a number is; those after them change it by less than the rounding of f64.
const TELLING: usize = 800;

/// Whether a number is larger than an f64 holds. serde_json reads it, so that a page loads one reader of numbers and not two.
/// That keeps every digit while it reads: of a number of megabytes it gets the first ones, and how many followed as an exponent.
fn is_beyond(number: &str) -> bool {
    let read = |number: &str| serde_json::from_str::<f64>(number);
    let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let result = if digits.len() > TELLING {
        let whole = digits.find('.').unwrap_or(digits.len());
        let shift = whole.saturating_sub(TELLING) as i64;
        let exponent = exponent.parse::<i64>().unwrap_or(0).saturating_add(shift);
        read(&format!("{}e{exponent}", digits[..TELLING].trim_end_matches('.')))
    } else {
        read(number)
    };
    result.is_err_and(|error| error.to_string().starts_with("number out of range"))
}

fn read_scene(value: &Value) -> Result<Scene> {
    let root = Fields::of(value, &At::Root, SCENE_FIELDS)?;
    let version = root.required("version", |value, at| match value.as_f64() {
        Some(1.0) => Ok(Version::One),
        Some(2.0) => Ok(Version::Two),
        _ => at.wrong("1 or 2, the versions that there are", value),
    })?;
    if version == Version::One {
        root.only(&[&SCENE_FIELDS[..SCENE_FIELDS_OF_ONE]])?;
    }
    let count = |name| root.get(name).and_then(Value::as_array).map_or(0, Vec::len);
    if root.get("bodies").is_some_and(Value::is_array) {
        check_counts(count("bodies"), count("joints"))?;
    }
    check_memory("contactMemory", count("contactMemory"))?;
    check_memory("solverMemory", count("solverMemory"))?;
    let time = root.optional("time", number)?.unwrap_or(0.0);
    let gravity = root.optional("gravity", vector)?;
    let bodies: Vec<Body> =
        root.required("bodies", |value, at| list(value, at, |value, at| read_body(value, at, version)))?;
    // parts that a joint leaves out depend on the poses of its bodies
    check_bodies(&bodies)?;
    let names = Names::of_bodies(&bodies)?;
    let joint = |value: &Value, at: &At| read_joint(value, at, &bodies, &names, version);
    let joints = root.optional("joints", |value, at| list(value, at, joint))?.unwrap_or_default();
    Ok(Scene {
        time,
        gravity,
        bodies,
        joints,
        contacts: root.optional("contacts", flag)?.unwrap_or(false),
        recommended: root.optional("parameters", read_recommended)?.unwrap_or_default(),
        contact_memory: root
            .optional("contactMemory", |value, at| list(value, at, single))?
            .unwrap_or_default(),
        solver_memory: root
            .optional("solverMemory", |value, at| list(value, at, single))?
            .unwrap_or_default(),
    })
}

pub(super) fn read_body(value: &Value, at: &At, version: Version) -> Result<Body> {
    let known = if version == Version::One { &BODY_FIELDS[..BODY_FIELDS_OF_ONE] } else { BODY_FIELDS };
    let body = Fields::of(value, at, known)?;
    let density = body.optional("density", density)?;
    let filling = density.unwrap_or(DENSITY);
    let solid = body.optional("shape", |value, at| read_solid(value, at, filling))?.unwrap_or_default();
    // None for a sphere
    let bounding = solid.bounding_radius();
    let radius = match bounding {
        None => body.required("radius", number)?,
        Some(radius) => {
            body.without(
                "radius",
                "Only a sphere has a radius beside its shape; this one's sizes stand in it.",
            )?;
            f64::from(radius)
        }
    };
    let plane = solid == Solid::Plane;
    if plane {
        body.without("mass", "A plane has no mass: it is always fixed.")?;
        body.without("inertia", "A plane has no inertia: it is always fixed.")?;
    }
    if plane {
        body.without("density", "A plane has no density: it is always fixed.")?;
    } else if body.has("mass") {
        body.without("density", "A body has a mass or a density, not both.")?;
    }
    if plane {
        body.without("centre", "A plane has no centre of mass: it is always fixed.")?;
    }
    let centre = body.optional("centre", vector)?.unwrap_or_else(|| solid.centre());
    let (turned, exact) =
        body.optional("rotation", exact_rotation)?.unwrap_or((Quat::IDENTITY, DQuat::IDENTITY));
    let position = body.required("position", vector)?;
    let remainder = match centre {
        Vec3::ZERO => DVec3::ZERO,
        _ => body.required("position", exact_vector)? - position.as_dvec3(),
    };
    let filled = || match solid {
        // its parts have their own densities
        Solid::Compound(_) => solid.mass(radius),
        _ => solid.mass(radius) * (filling / DENSITY),
    };
    let mass = body.optional("mass", number)?.unwrap_or_else(filled);
    let axes = read_axes(&body, &solid)?;
    let fixed = body.optional("fixed", |value, at| match flag(value, at)? {
        false if plane => at.refuse("A plane is always fixed; fixed must be true or left out.".into()),
        fixed => Ok(fixed),
    })?;
    let kinematic = body.optional("kinematic", |value, at| match flag(value, at)? {
        true if plane => at.refuse("A plane is always fixed; it cannot be kinematic.".into()),
        kinematic => Ok(kinematic),
    })?;
    let rolling = body.optional("rollingResistance", single)?;
    let velocity = |name| Ok(body.optional(name, vector)?.unwrap_or(Vec3::ZERO));
    Ok(Body {
        position,
        remainder,
        centre,
        rotation: turned,
        turn: if axes == Quat::IDENTITY { NO_TURN } else { exact - turned.as_dquat() },
        axes,
        linear_velocity: velocity("linearVelocity")?,
        angular_velocity: velocity("angularVelocity")?,
        solid,
        radius: radius as f32,
        mass: mass as f32,
        inertia: body.optional("inertia", vector)?.unwrap_or_else(|| solid.inertia(radius, mass).as_vec3()),
        fixed: fixed.unwrap_or(plane),
        kinematic: kinematic.unwrap_or(false),
        colour: body.optional("colour", colour)?.unwrap_or(COLOUR),
        friction: body.optional("friction", single)?.unwrap_or(FRICTION),
        restitution: body.optional("restitution", single)?.unwrap_or(0.0),
        rolling_resistance: rolling.unwrap_or_else(|| solid.rolling_resistance(radius as f32)),
        linear_damping: body.optional("linearDamping", single)?.unwrap_or(0.0),
        angular_damping: body.optional("angularDamping", single)?.unwrap_or(0.0),
        gravity_scale: body.optional("gravityScale", single)?.unwrap_or(1.0),
        collides: body.optional("collides", flag)?.unwrap_or(true),
        group: body.optional("group", mask)?.unwrap_or(GROUP),
        collides_with: body.optional("collidesWith", mask)?.unwrap_or(u32::MAX),
        events: body.optional("events", flag)?.unwrap_or(false),
        sensor: body.optional("sensor", flag)?.unwrap_or(false),
        name: body.optional("name", text)?,
        part: None,
    })
}

/// P: those of the shape, unless `inertia` is said. Then they are body axes, or the axes given beside it.
fn read_axes(body: &Fields, solid: &Solid) -> Result<Quat> {
    let given = body.optional("principalAxes", |value, at| match () {
        () if !solid.has_axes() => at.refuse(format!(
            "{} is for hulls and compounds; other shapes have their moments about body axes.",
            at.name()
        )),
        () if !body.has("inertia") => {
            at.refuse(format!("{} says which way the axes of inertia go: say both.", at.name()))
        }
        () => rotation(value, at),
    })?;
    Ok(match given {
        Some(axes) => axes,
        None if body.has("inertia") => Quat::IDENTITY,
        None => solid.axes(),
    })
}

#[cfg(test)]
mod tests {
    use super::is_beyond;

    #[test]
    fn numbers_beyond_an_f64_are_told_however_long_they_are() {
        let nines = |count| "9".repeat(count);
        for number in [
            "1e309".into(),
            "-1e309".into(),
            nines(400),
            nines(5000),
            format!("-{}", nines(5000)),
            format!("{}.5e300", nines(900)),
        ] {
            assert!(is_beyond(&number), "{}", &number[..5]);
        }
        let zeros = "0".repeat(2000);
        for number in [
            "1e308".into(),
            nines(300),
            format!("0.{zeros}1"),
            format!("1{zeros}e-1990"),
            format!("1.{zeros}1"),
        ] {
            assert!(!is_beyond(&number), "{}", &number[..3]);
        }
    }
}
