//! Reading a joint: which fields its kind has, and the defaults of those left out.

use glam::{DQuat, Vec3};
use serde_json::Value;

use super::check_joint::{check_ends, check_kind, no_body};
use super::fields::{At, Fields, direction, index_or_name, number, rotation, text, vector};
use super::format::Version;
use super::frames::{Pose, Said, distance, frames};
use super::joint_fields::read_options;
use super::kinds::{FIELDS_OF_ONE, KINDS, NO_TORQUE, Own};
use super::read_travel::read_axes;
use super::stands::{moved, read_stand, turned};
use super::{Body, Joint, JointKind, Names, WORLD, names};
use crate::error::Result;

/// `names` are those of the bodies.
pub(super) fn read_joint(
    value: &Value,
    at: &At,
    bodies: &[Body],
    names: &Names,
    version: Version,
) -> Result<Joint> {
    let joint = Fields::open(value, at)?;
    let own = joint.required("type", |value, at| read_type(value, at, version))?;
    match version {
        Version::One => {
            let later = "This field came with version 2 of the format; the scene says version 1.";
            let mut new = KINDS.iter().flat_map(Own::fields_of_two);
            new.try_for_each(|field| joint.without(field, later))?;
            joint.only(&[FIELDS_OF_ONE])?;
        }
        Version::Two => check_fields(&joint, own)?,
    }
    let end = |value: &Value, at: &At| read_end(value, at, bodies, names, version);
    let ends = [joint.required("a", end)?, joint.required("b", end)?];
    let anchors = [joint.required("anchorA", vector)?, joint.required("anchorB", vector)?];
    if let Err((field, message)) = check_ends(ends, anchors, bodies) {
        return if field.is_empty() { at.refuse(message) } else { At::Field(at, field).refuse(message) };
    }
    let poses = || ends.map(|body| Pose::at(bodies, body));
    let kind = match own.name {
        "point" => JointKind::Point,
        "hinge" => JointKind::Hinge,
        "slider" => JointKind::Slider,
        "fixed" => JointKind::Fixed,
        "universal" => JointKind::Universal,
        "cone" => JointKind::Cone,
        "distance" => read_distance(&joint, distance(poses(), anchors))?,
        _ => JointKind::six_dof(joint.required("axes", read_axes)?),
    };
    if let Err((field, message)) = check_kind(&kind) {
        return At::Field(at, &field).refuse(message);
    }
    if !kind.has_angular_rows() {
        joint.without("torque", NO_TORQUE)?;
    }
    let [frame_a, frame_b] = match own.frames {
        false => [DQuat::IDENTITY; 2],
        true => {
            let said = [read_frame(&joint, "frameA", "axisA")?, read_frame(&joint, "frameB", "axisB")?];
            check_axis(&said, at, own)?;
            frames(poses(), said, kind == JointKind::Universal)
        }
    };
    let (mut frame_b, mut on_b) = (frame_b, anchors[1]);
    match (read_stand(&joint, at, own.name)?, &kind) {
        (Some(angle), JointKind::Hinge) => frame_b = turned(frame_b, angle),
        (Some(offset), _) => {
            on_b = moved(poses(), anchors, frame_a, offset);
            if let Err((_, message)) = check_ends(ends, [anchors[0], on_b], bodies) {
                return At::Field(at, "offset").refuse(message);
            }
        }
        (None, _) => {}
    }
    let mut read = Joint {
        frame_a: frame_a.as_quat(),
        frame_b: frame_b.as_quat(),
        multiplier: joint.optional("multiplier", vector)?.unwrap_or(Vec3::ZERO),
        torque: joint.optional("torque", vector)?.unwrap_or(Vec3::ZERO),
        turns: joint.optional("turns", whole)?.unwrap_or(0),
        name: joint.optional("name", text)?,
        ..Joint::new(kind, (ends[0], anchors[0]), (ends[1], on_b))
    };
    read_options(&joint, &mut read)?;
    Ok(read)
}

/// A body by its number or its name, or the world.
fn read_end(value: &Value, at: &At, bodies: &[Body], names: &Names, version: Version) -> Result<u32> {
    match (value.as_str(), version) {
        (Some(names::WORLD), Version::Two) => return Ok(WORLD),
        (Some(names::WORLD), Version::One) => {
            let message = "Joints to the world came with version 2 of the format; the scene says version 1.";
            return at.refuse(message.into());
        }
        _ => {}
    }
    match index_or_name(value, at, names)? {
        WORLD => at.refuse(no_body(WORLD, bodies)),
        body => Ok(body),
    }
}

/// A whole number.
fn whole(value: &Value, at: &At) -> Result<i32> {
    match value.as_f64().filter(|x| x.fract() == 0.0 && x.abs() <= f64::from(i32::MAX)) {
        Some(x) => Ok(x as i32),
        None => at.wrong("a whole number", value),
    }
}

fn read_type(value: &Value, at: &At, version: Version) -> Result<&'static Own> {
    let found = KINDS.iter().find(|own| value.as_str() == Some(own.name));
    match (found, version) {
        (Some(own), Version::Two) => Ok(own),
        (Some(own), Version::One) if own.name == "point" => Ok(own),
        (Some(own), Version::One) => {
            let name = own.name;
            at.refuse(format!("type must be \"point\" in version 1; \"{name}\" joints came with version 2."))
        }
        (None, Version::One) => at.wrong("\"point\", the only kind of version 1", value),
        (None, Version::Two) => {
            let names = KINDS.map(|own| format!("\"{}\"", own.name));
            let [others @ .., last] = &names;
            at.wrong(&format!("{} or {last}", others.join(", ")), value)
        }
    }
}

/// Refuses fields that this kind does not have; with a reason, where others do.
fn check_fields(joint: &Fields, own: &Own) -> Result<()> {
    let fields = own.fields_of_two();
    let mut of_others = KINDS.iter().flat_map(Own::fields_of_two).filter(|field| !fields.contains(field));
    if let Some(field) = of_others.find(|field| joint.has(field)) {
        joint.without(field, &own.why_not(field))?;
    }
    joint.only(&[FIELDS_OF_ONE, &fields])
}

/// Refuses a hinge or slider that does not say which way its axis points.
fn check_axis(said: &[Said; 2], at: &At, own: &Own) -> Result<()> {
    let goes = match own.name {
        "hinge" => "turns about",
        "slider" => "moves along",
        _ => return Ok(()),
    };
    if said.iter().any(|said| !matches!(said, Said::Nothing)) {
        return Ok(());
    }
    let message = format!(
        "A {} {goes} its axis: axisA must say which way that points, or axisB, frameA or frameB.",
        own.name
    );
    At::Field(at, "axisA").refuse(message)
}

fn read_frame(joint: &Fields, frame: &'static str, axis: &'static str) -> Result<Said> {
    if joint.has(frame) {
        let reason = format!("{axis} must not stand beside {frame}, which says the axis too.");
        joint.without(axis, &reason)?;
    }
    let frame = joint.optional(frame, rotation)?.map(|frame| Said::Frame(frame.as_dquat()));
    let axis = joint.optional(axis, direction)?.map(Said::Axis);
    Ok(frame.or(axis).unwrap_or(Said::Nothing))
}

/// In m. A bound that is left out is the distance in the pose given.
fn read_distance(joint: &Fields, given: f64) -> Result<JointKind> {
    let [min, max] = [joint.optional("min", number)?, joint.optional("max", number)?];
    // in f32, where the text that stands for −0 is that
    if min.is_some_and(|min| (min as f32) < 0.0) {
        joint.without("min", "min must not be below 0 m: it is a distance.")?;
    }
    let [least, most] = [min, max].map(|end| end.unwrap_or(given) as f32);
    if least > most {
        let (field, other) = if min.is_some() { ("min", "max") } else { ("max", "min") };
        let left_out = match (min, max) {
            (Some(_), Some(_)) => String::new(),
            _ => format!(" {other} is left out, which makes it the distance in the pose given."),
        };
        let message = format!("min must not be above max; they are {least:?} and {most:?} m.{left_out}");
        joint.without(field, &message)?;
    }
    Ok(JointKind::Distance { min: least, max: most })
}
