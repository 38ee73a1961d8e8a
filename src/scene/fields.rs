//! Fields of a JSON document, each with the path that a fault names.

use std::fmt;

use glam::{DQuat, DVec3, Quat, Vec3};
use serde_json::{Map, Value};

use super::Names;
use super::check::{UNIT_LENGTH_SLACK, fault};
use crate::error::{BeadworkError, Code, Result};

/// A rotation shorter than this has no direction.
const SHORTEST_ROTATION: f64 = 1e-3;

/// Where in the document we are; turned into text only for a fault.
#[derive(Clone, Copy)]
pub(super) enum At<'a> {
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
    pub(super) fn name(&self) -> String {
        match self {
            At::Root => "The scene".into(),
            At::Field(_, name) => (*name).into(),
            At::Item(..) => self.to_string(),
        }
    }

    pub fn wrong<T>(&self, expected: &str, found: &Value) -> Result<T> {
        self.refuse(format!("{} must be {expected}; it is {}.", self.name(), kind(found)))
    }

    pub fn refuse<T>(&self, message: String) -> Result<T> {
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

/// An object in the document.
pub(super) struct Fields<'a> {
    at: &'a At<'a>,
    map: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    pub fn open(value: &'a Value, at: &'a At<'a>) -> Result<Self> {
        match value.as_object() {
            Some(map) => Ok(Self { at, map }),
            None => at.wrong("an object", value),
        }
    }

    /// An object that has these fields and no others.
    pub fn of(value: &'a Value, at: &'a At<'a>, known: &[&str]) -> Result<Self> {
        let fields = Self::open(value, at)?;
        fields.only(&[known])?;
        Ok(fields)
    }

    /// Refuses a field that is in none of these lists.
    pub fn only(&self, known: &[&[&str]]) -> Result<()> {
        match self.map.keys().find(|key| !known.iter().any(|list| list.contains(&key.as_str()))) {
            None => Ok(()),
            Some(key) => {
                let key = short(key);
                let known = known.concat().join(", ");
                let message = format!("There is no field \"{key}\" here; known are {known}.");
                At::Field(self.at, &key).refuse(message)
            }
        }
    }

    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name)
    }

    pub fn has(&self, name: &str) -> bool {
        self.map.contains_key(name)
    }

    pub fn optional<T>(
        &self,
        name: &'a str,
        read: impl FnOnce(&Value, &At) -> Result<T>,
    ) -> Result<Option<T>> {
        self.map.get(name).map(|value| read(value, &At::Field(self.at, name))).transpose()
    }

    /// Refuses a field that makes no sense here.
    pub fn without(&self, name: &'a str, message: &str) -> Result<()> {
        match self.map.get(name) {
            None => Ok(()),
            Some(_) => At::Field(self.at, name).refuse(message.into()),
        }
    }

    pub fn required<T>(&self, name: &'a str, read: impl FnOnce(&Value, &At) -> Result<T>) -> Result<T> {
        match self.optional(name, read)? {
            Some(value) => Ok(value),
            None => At::Field(self.at, name).refuse(format!("{name} is missing.")),
        }
    }
}

pub(super) fn list<T>(value: &Value, at: &At, read: impl Fn(&Value, &At) -> Result<T>) -> Result<Vec<T>> {
    let Some(items) = value.as_array() else { return at.wrong("a list", value) };
    items.iter().enumerate().map(|(i, item)| read(item, &At::Item(at, i))).collect()
}

pub(super) fn number(value: &Value, at: &At) -> Result<f64> {
    value.as_f64().map_or_else(|| at.wrong("a number", value), Ok)
}

/// In f32, where too large a number becomes infinite; the check refuses it at the same path.
pub(super) fn single(value: &Value, at: &At) -> Result<f32> {
    Ok(number(value, at)? as f32)
}

pub(super) fn flag(value: &Value, at: &At) -> Result<bool> {
    value.as_bool().map_or_else(|| at.wrong("true or false", value), Ok)
}

pub(super) fn text(value: &Value, at: &At) -> Result<Box<str>> {
    value.as_str().map_or_else(|| at.wrong("a text", value), |text| Ok(text.into()))
}

/// Of a body, by which of them is called what.
pub(super) fn index_or_name(value: &Value, at: &At, names: &Names) -> Result<u32> {
    if let Some(name) = value.as_str() {
        let missing = || at.refuse(format!("There is no body called \"{}\".", short(name)));
        return names.number(name).map_or_else(missing, Ok);
    }
    let whole = |x: &f64| x.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(x);
    match value.as_f64().filter(whole) {
        Some(index) => Ok(index as u32),
        None => at.wrong("the index of a body, a whole number from 0, or its name", value),
    }
}

/// 32 bits, as a whole number.
pub(super) fn mask(value: &Value, at: &At) -> Result<u32> {
    let whole = |x: &f64| x.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(x);
    match value.as_f64().filter(whole) {
        Some(bits) => Ok(bits as u32),
        None => at.wrong("a mask of 32 bits, a whole number from 0 to 4294967295", value),
    }
}

fn numbers<const N: usize>(value: &Value, at: &At) -> Result<[f64; N]> {
    let Some(items) = value.as_array().filter(|items| items.len() == N) else {
        return at.wrong(&format!("a list of {N} numbers"), value);
    };
    let mut out = [0.0; N];
    for (component, item) in out.iter_mut().zip(items) {
        let Some(x) = item.as_f64() else {
            let name = at.name();
            return at.refuse(format!("{name} must hold {N} numbers; one of them is {}.", kind(item)));
        };
        *component = x;
    }
    Ok(out)
}

/// In f32, as `single` is.
pub(super) fn components<const N: usize>(value: &Value, at: &At) -> Result<[f32; N]> {
    Ok(numbers(value, at)?.map(|x| x as f32))
}

pub(super) fn vector(value: &Value, at: &At) -> Result<Vec3> {
    components(value, at).map(Vec3::from_array)
}

/// With all digits that f64 has.
pub(super) fn exact_vector(value: &Value, at: &At) -> Result<DVec3> {
    numbers(value, at).map(DVec3::from_array)
}

/// A direction of any length but none, at length 1.
pub(super) fn direction(value: &Value, at: &At) -> Result<DVec3> {
    let given = DVec3::from_array(numbers(value, at)?);
    // by its largest component first, since squares of what f64 holds may leave it
    match given.abs().max_element() {
        0.0 => at.refuse(format!("{} must not be zero: it has to say a direction.", at.name())),
        largest => Ok((given / largest).normalize()),
    }
}

/// A quaternion, made one of length 1. The length is that of the f32 components, so that a kept or normalised vector
/// stays as it is.
pub(super) fn rotation(value: &Value, at: &At) -> Result<Quat> {
    Ok(exact_rotation(value, at)?.0)
}

/// The same, and beside it with all digits that f64 has.
pub(super) fn exact_rotation(value: &Value, at: &At) -> Result<(Quat, DQuat)> {
    let digits = DQuat::from_array(numbers(value, at)?);
    let given = digits.as_quat();
    let exact: DQuat = given.as_dquat();
    let length = exact.length();
    if (length - 1.0).abs() <= UNIT_LENGTH_SLACK {
        Ok((given, digits))
    } else if length >= SHORTEST_ROTATION && length.is_finite() {
        let unit = exact / length;
        Ok((unit.as_quat(), unit))
    } else {
        let name = at.name();
        at.refuse(format!(
            "{name} must be a quaternion [x, y, z, w] that can be normalised; its length is {length:?}."
        ))
    }
}

pub(super) fn colour(value: &Value, at: &At) -> Result<[u8; 3]> {
    let digits = value.as_str().and_then(|text| text.strip_prefix('#')).unwrap_or("");
    let hexadecimal = digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    match u32::from_str_radix(digits, 16) {
        Ok(rgb) if hexadecimal => Ok([(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8]),
        _ => at.wrong("a colour such as \"#f4efe6\"", value),
    }
}

/// The fields of a call, named and read as in the format: only `known` fields, and a fault is of a parameter.
pub(super) fn read_change<T>(
    fields: &Map<String, Value>,
    known: &[&str],
    of: impl FnOnce(&Fields) -> Result<T>,
) -> Result<T> {
    let value = Value::Object(fields.clone());
    let read = Fields::of(&value, &At::Root, known).and_then(|fields| of(&fields));
    read.map_err(|fault| BeadworkError { code: Code::Parameter, ..fault })
}
