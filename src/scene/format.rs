//! Reading the JSON format, versions 1 and 2. Here a document becomes numbers and names in the right places, with
//! defaults filled in; `check` then says whether they make sense. Every fault names its path.

use std::fmt;

use glam::{DQuat, Quat, Vec3};
use serde_json::{Map, Value};

use super::check::{UNIT_LENGTH_SLACK, check_counts, check_solid, fault};
use super::{Body, Joint, JointKind, Scene, Solid};
use crate::error::{BeadworkError, Code, Result};

/// Version 1 knows spheres only; version 2 has all that version 1 has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(super) enum Version {
    One = 1,
    Two = 2,
}

/// Pearl.
pub(super) const COLOUR: [u8; 3] = [0xf4, 0xef, 0xe6];
/// A rotation shorter than this has no direction.
const SHORTEST_ROTATION: f64 = 1e-3;

const SCENE_FIELDS: &[&str] = &["version", "time", "gravity", "bodies", "joints"];
/// Those of version 1 come first.
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
];
const BODY_FIELDS_OF_ONE: usize = 9;
const JOINT_FIELDS: &[&str] = &["type", "a", "b", "anchorA", "anchorB", "multiplier"];

/// Bytes that reading a document takes at most: one that could take more is refused unread. Half of what a page's
/// wasm can ever have.
pub const MOST_MEMORY: u64 = 2 << 30;

/// Bytes that reading `text` takes at most, by the marks that make JSON's parser allocate.
pub fn weight(text: &str) -> u64 {
    // a value is 32 bytes in a list that doubles as it grows; an object's first node has room for eleven fields
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
        // A fixed body has no velocity. One that is given is what it had before it was fixed: letting it go
        // is kinder than refusing the scene.
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
                if text[i..i + length].parse::<f64>().is_ok_and(f64::is_infinite) {
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

/// Where in the document we are; turned into text only for a fault.
#[derive(Clone, Copy)]
enum At<'a> {
    Root,
    Field(&'a At<'a>, &'a str),
    Item(&'a At<'a>, usize),
}

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::Root => Ok(()),
            At::Field(At::Root, name) => f.write_str(name),
            At::Field(parent, name) => write!(f, "{parent}.{name}"),
            At::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

impl At<'_> {
    /// Names the field for the start of a sentence.
    fn name(&self) -> String {
        match self {
            At::Root => "The scene".into(),
            At::Field(_, name) => (*name).into(),
            At::Item(..) => self.to_string(),
        }
    }

    fn wrong<T>(&self, expected: &str, found: &Value) -> Result<T> {
        self.refuse(format!("{} must be {expected}; it is {}.", self.name(), kind(found)))
    }

    fn refuse<T>(&self, message: String) -> Result<T> {
        Err(match self {
            At::Root => BeadworkError::new(Code::Scene, message),
            _ => fault(self.to_string(), message),
        })
    }
}

fn kind(value: &Value) -> String {
    match value {
        // What JSON makes of NaN and infinity.
        Value::Null => "null, or a number that is not finite".into(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("\"{}\"", short(text)),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "an object".into(),
    }
}

/// Enough of a text to recognise it by.
fn short(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// An object whose fields are all known.
struct Fields<'a> {
    at: &'a At<'a>,
    map: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    fn of(value: &'a Value, at: &'a At<'a>, known: &[&str]) -> Result<Self> {
        let Some(map) = value.as_object() else { return at.wrong("an object", value) };
        match map.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(Self { at, map }),
            Some(key) => {
                let key = short(key);
                let message = format!("There is no field \"{key}\" here; known are {}.", known.join(", "));
                At::Field(at, &key).refuse(message)
            }
        }
    }

    fn optional<T>(&self, name: &'a str, read: impl FnOnce(&Value, &At) -> Result<T>) -> Result<Option<T>> {
        self.map.get(name).map(|value| read(value, &At::Field(self.at, name))).transpose()
    }

    /// Refuses a field that makes no sense here.
    fn without(&self, name: &'a str, message: &str) -> Result<()> {
        match self.map.get(name) {
            None => Ok(()),
            Some(_) => At::Field(self.at, name).refuse(message.into()),
        }
    }

    fn required<T>(&self, name: &'a str, read: impl FnOnce(&Value, &At) -> Result<T>) -> Result<T> {
        match self.optional(name, read)? {
            Some(value) => Ok(value),
            None => At::Field(self.at, name).refuse(format!("{name} is missing.")),
        }
    }
}

fn read_scene(value: &Value) -> Result<Scene> {
    let root = Fields::of(value, &At::Root, SCENE_FIELDS)?;
    let version = root.required("version", |value, at| match value.as_f64() {
        Some(1.0) => Ok(Version::One),
        Some(2.0) => Ok(Version::Two),
        _ => at.wrong("1 or 2, the versions that there are", value),
    })?;
    let count = |name| root.map.get(name).and_then(Value::as_array).map_or(0, Vec::len);
    if root.map.get("bodies").is_some_and(Value::is_array) {
        check_counts(count("bodies"), count("joints"))?;
    }
    Ok(Scene {
        time: root.optional("time", number)?.unwrap_or(0.0),
        gravity: root.optional("gravity", vector)?,
        bodies: root
            .required("bodies", |value, at| list(value, at, |value, at| read_body(value, at, version)))?,
        joints: root.optional("joints", |value, at| list(value, at, read_joint))?.unwrap_or_default(),
    })
}

fn read_body(value: &Value, at: &At, version: Version) -> Result<Body> {
    let known = if version == Version::One { &BODY_FIELDS[..BODY_FIELDS_OF_ONE] } else { BODY_FIELDS };
    let body = Fields::of(value, at, known)?;
    let solid = body.optional("shape", read_solid)?.unwrap_or_default();
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
    let mass = body.optional("mass", number)?.unwrap_or_else(|| solid.mass(radius));
    let fixed = body.optional("fixed", |value, at| match flag(value, at)? {
        false if plane => at.refuse("A plane is always fixed; fixed must be true or left out.".into()),
        fixed => Ok(fixed),
    })?;
    let kinematic = body.optional("kinematic", |value, at| match flag(value, at)? {
        true if plane => at.refuse("A plane is always fixed; it cannot be kinematic.".into()),
        kinematic => Ok(kinematic),
    })?;
    let velocity = |name| Ok(body.optional(name, vector)?.unwrap_or(Vec3::ZERO));
    Ok(Body {
        position: body.required("position", vector)?,
        rotation: body.optional("rotation", rotation)?.unwrap_or(Quat::IDENTITY),
        linear_velocity: velocity("linearVelocity")?,
        angular_velocity: velocity("angularVelocity")?,
        solid,
        radius: radius as f32,
        mass: mass as f32,
        inertia: body.optional("inertia", vector)?.unwrap_or_else(|| solid.inertia(radius, mass).as_vec3()),
        fixed: fixed.unwrap_or(plane),
        kinematic: kinematic.unwrap_or(false),
        colour: body.optional("colour", colour)?.unwrap_or(COLOUR),
    })
}

/// A shape with sizes that are within their ranges.
fn read_solid(value: &Value, at: &At) -> Result<Solid> {
    let given = value.get("type").and_then(Value::as_str);
    let fields: &[&str] = match given {
        Some("sphere" | "plane") => &["type"],
        Some("box") => &["type", "halfExtents"],
        Some("capsule") => &["type", "radius", "halfHeight"],
        // whatever it is, its type is at fault first
        _ => &["type", "halfExtents", "radius", "halfHeight"],
    };
    let shape = Fields::of(value, at, fields)?;
    let solid = match given {
        Some("sphere") => Solid::Sphere,
        Some("plane") => Solid::Plane,
        Some("box") => Solid::Box { half_extents: shape.required("halfExtents", vector)? },
        Some("capsule") => Solid::Capsule {
            radius: shape.required("radius", number)? as f32,
            half_height: shape.required("halfHeight", number)? as f32,
        },
        _ => shape
            .required("type", |value, at| at.wrong("\"sphere\", \"box\", \"capsule\" or \"plane\"", value))?,
    };
    match check_solid(&solid) {
        Ok(()) => Ok(solid),
        Err((field, message)) => At::Field(at, field).refuse(message),
    }
}

fn read_joint(value: &Value, at: &At) -> Result<Joint> {
    let joint = Fields::of(value, at, JOINT_FIELDS)?;
    Ok(Joint {
        kind: joint.required("type", |value, at| match value.as_str() {
            Some("point") => Ok(JointKind::Point),
            _ => at.wrong("\"point\", the only kind of joint there is", value),
        })?,
        a: joint.required("a", index)?,
        b: joint.required("b", index)?,
        anchor_a: joint.required("anchorA", vector)?,
        anchor_b: joint.required("anchorB", vector)?,
        multiplier: joint.optional("multiplier", vector)?.unwrap_or(Vec3::ZERO),
    })
}

fn list<T>(value: &Value, at: &At, read: impl Fn(&Value, &At) -> Result<T>) -> Result<Vec<T>> {
    let Some(items) = value.as_array() else { return at.wrong("a list", value) };
    items.iter().enumerate().map(|(i, item)| read(item, &At::Item(at, i))).collect()
}

fn number(value: &Value, at: &At) -> Result<f64> {
    value.as_f64().map_or_else(|| at.wrong("a number", value), Ok)
}

fn flag(value: &Value, at: &At) -> Result<bool> {
    value.as_bool().map_or_else(|| at.wrong("true or false", value), Ok)
}

fn index(value: &Value, at: &At) -> Result<u32> {
    let whole = |x: &f64| x.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(x);
    match value.as_f64().filter(whole) {
        Some(index) => Ok(index as u32),
        None => at.wrong("the index of a body, a whole number from 0", value),
    }
}

/// In f32, where too large a number becomes infinite; the check refuses it at the same path.
fn components<const N: usize>(value: &Value, at: &At) -> Result<[f32; N]> {
    let Some(items) = value.as_array().filter(|items| items.len() == N) else {
        return at.wrong(&format!("a list of {N} numbers"), value);
    };
    let mut out = [0.0; N];
    for (component, item) in out.iter_mut().zip(items) {
        let Some(x) = item.as_f64() else {
            let name = at.name();
            return at.refuse(format!("{name} must hold {N} numbers; one of them is {}.", kind(item)));
        };
        *component = x as f32;
    }
    Ok(out)
}

fn vector(value: &Value, at: &At) -> Result<Vec3> {
    components(value, at).map(Vec3::from_array)
}

/// A unit quaternion. The length is that of the f32 components, so that what has been kept or normalised
/// once stays as it is.
fn rotation(value: &Value, at: &At) -> Result<Quat> {
    let given = Quat::from_array(components(value, at)?);
    let exact: DQuat = given.as_dquat();
    let length = exact.length();
    if (length - 1.0).abs() <= UNIT_LENGTH_SLACK {
        Ok(given)
    } else if length >= SHORTEST_ROTATION && length.is_finite() {
        Ok((exact / length).as_quat())
    } else {
        at.refuse(format!(
            "rotation must be a quaternion [x, y, z, w] of length 1; its length is {length:?}."
        ))
    }
}

fn colour(value: &Value, at: &At) -> Result<[u8; 3]> {
    let digits = value.as_str().and_then(|text| text.strip_prefix('#')).unwrap_or("");
    let hexadecimal = digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    match u32::from_str_radix(digits, 16) {
        Ok(rgb) if hexadecimal => Ok([(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8]),
        _ => at.wrong("a colour such as \"#f4efe6\"", value),
    }
}
