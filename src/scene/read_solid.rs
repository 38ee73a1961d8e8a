//! Reading shapes: their sizes, the points of a hull and the parts of a compound.

use glam::Quat;
use serde_json::Value;

use super::check::{CENTRE, DENSITIES, RADIUS, between, check_solid, within};
use super::fields::{At, Fields, list, number, rotation, single, vector};
use super::solid::DENSITY;
use super::{Compound, HULL_POINTS, Hull, PARTS, Part, Solid};
use crate::error::Result;

/// kg/m³
pub(super) fn density(value: &Value, at: &At) -> Result<f64> {
    let density = number(value, at)?;
    let checked = between("density", density as f32, DENSITIES, "kg/m³");
    checked.map_or_else(|message| at.refuse(message), |()| Ok(density))
}

/// A shape with sizes that are within their ranges. Parts of a compound are filled with `filling`, kg/m³, unless they say otherwise.
pub(super) fn read_solid(value: &Value, at: &At, filling: f64) -> Result<Solid> {
    let given = value.get("type").and_then(Value::as_str);
    let fields: &[&str] = match given {
        Some("sphere" | "plane") => &["type"],
        Some("box") => &["type", "halfExtents"],
        Some("capsule" | "cylinder") => &["type", "radius", "halfHeight"],
        Some("hull") => &["type", "points"],
        Some("compound") => &["type", "parts"],
        // whatever it is, its type is at fault first
        _ => &["type", "halfExtents", "radius", "halfHeight", "points", "parts"],
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
        Some("cylinder") => Solid::Cylinder {
            radius: shape.required("radius", number)? as f32,
            half_height: shape.required("halfHeight", number)? as f32,
        },
        Some("hull") => Solid::Hull(shape.required("points", read_hull)?),
        Some("compound") => {
            Solid::Compound(shape.required("parts", |value, at| read_parts(value, at, filling))?)
        }
        _ => shape.required("type", |value, at| {
            at.wrong(
                "\"sphere\", \"box\", \"capsule\", \"cylinder\", \"hull\", \"compound\" or \"plane\"",
                value,
            )
        })?,
    };
    match check_solid(&solid) {
        Ok(()) => Ok(solid),
        Err((field, message)) => At::Field(at, field).refuse(message),
    }
}

fn read_parts(value: &Value, at: &At, filling: f64) -> Result<Compound> {
    let count = value.as_array().map_or(0, Vec::len);
    if count > *PARTS.end() {
        return at.refuse(format!("A compound is made of 1 to 16 parts; these are {count}."));
    }
    let parts = list(value, at, |value, at| read_part(value, at, filling))?;
    Compound::of(&parts).or_else(|message| at.refuse(message))
}

fn read_part(value: &Value, at: &At, filling: f64) -> Result<Part> {
    let part = Fields::of(value, at, &["shape", "position", "rotation", "density"])?;
    let (solid, radius) = part.required("shape", read_part_solid)?;
    let place = part.optional("position", |value, at| {
        let position = vector(value, at)?;
        match within("The position of a part", position, CENTRE, "m") {
            Ok(()) => Ok(position),
            Err(message) => at.refuse(message),
        }
    })?;
    let density = part.optional("density", density)?.unwrap_or(filling) as f32;
    let rotation = part.optional("rotation", rotation)?.unwrap_or(Quat::IDENTITY);
    Ok(Part { density, ..Part::of(solid, radius, place.unwrap_or_default(), rotation) })
}

/// A sphere says its radius here. Neither planes nor compounds are parts of one.
fn read_part_solid(value: &Value, at: &At) -> Result<(Solid, f32)> {
    match value.get("type").and_then(Value::as_str) {
        Some("sphere") => {
            let shape = Fields::of(value, at, &["type", "radius"])?;
            let radius = shape.required("radius", |value, at| {
                let radius = single(value, at)?;
                match between("The radius of a part", radius, RADIUS, "m") {
                    Ok(()) => Ok(radius),
                    Err(message) => at.refuse(message),
                }
            })?;
            Ok((Solid::Sphere, radius))
        }
        Some(kind @ ("plane" | "compound")) => at.refuse(format!(
            "A part of a compound is a sphere, a box, a capsule, a cylinder or a hull; a {kind} is not."
        )),
        _ => Ok((read_solid(value, at, DENSITY)?, 0.0)),
    }
}

fn read_hull(value: &Value, at: &At) -> Result<Hull> {
    let count = value.as_array().map_or(0, Vec::len);
    if count > *HULL_POINTS.end() {
        return at.refuse(format!("A hull is made of 4 to 32 points; these are {count}."));
    }
    let points = list(value, at, |value, at| {
        let point = vector(value, at)?;
        match within("A point of a hull", point, *RADIUS.end(), "m") {
            Ok(()) => Ok(point),
            Err(message) => at.refuse(message),
        }
    })?;
    Hull::of(&points).or_else(|message| at.refuse(message))
}
