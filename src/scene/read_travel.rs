//! Reading how a coordinate may go and how it yields: stops, drives and softness, and the axes that may have them all.

use serde_json::Value;

use super::fields::{At, Fields, components, single};
use super::joint::AXES;
use super::{Axis, Motor, Servo, Softness, Travel};
use crate::error::Result;

const FREQUENCY: &[&str] = &["hertz", "dampingRatio"];
const SPRING: &[&str] = &["stiffness", "damping"];

/// Reads the keys that stand in `fields` itself.
fn read_travel(fields: &Fields) -> Result<Travel> {
    Ok(Travel {
        limit: fields.optional("limit", components)?,
        motor: fields.optional("motor", read_motor)?,
        servo: fields.optional("servo", read_servo)?,
        friction: fields.optional("friction", single)?,
    })
}

pub(super) fn read_motor(value: &Value, at: &At) -> Result<Motor> {
    let motor = Fields::of(value, at, &["speed", "damping", "maxForce"])?;
    Ok(Motor {
        speed: motor.required("speed", single)?,
        damping: motor.optional("damping", single)?,
        max_force: motor.optional("maxForce", single)?,
    })
}

pub(super) fn read_servo(value: &Value, at: &At) -> Result<Servo> {
    const OWN: &[&str] = &["target", "maxForce"];
    let servo = Fields::of(value, at, &[OWN, FREQUENCY, SPRING].concat())?;
    let has = |names: &[&str]| names.iter().any(|name| servo.has(name));
    if has(FREQUENCY) {
        let reason = "A servo takes hertz and dampingRatio or stiffness and damping, not both.";
        SPRING.iter().try_for_each(|field| servo.without(field, reason))?;
    }
    Ok(Servo {
        target: servo.required("target", single)?,
        softness: if has(SPRING) { read_spring(&servo)? } else { read_frequency(&servo)? },
        max_force: servo.optional("maxForce", single)?,
    })
}

/// Axes left out are free.
pub(super) fn read_axes(value: &Value, at: &At) -> Result<[Axis; 6]> {
    let given = Fields::of(value, at, &AXES)?;
    let mut axes = [Axis::Free; 6];
    for (axis, name) in axes.iter_mut().zip(AXES) {
        *axis = given.optional(name, read_axis)?.unwrap_or(Axis::Free);
    }
    Ok(axes)
}

fn read_axis(value: &Value, at: &At) -> Result<Axis> {
    match value {
        Value::String(text) if text == "free" => Ok(Axis::Free),
        Value::String(text) if text == "fixed" => Ok(Axis::Fixed),
        Value::Object(_) => {
            let axis =
                Fields::of(value, at, &["limit", "motor", "servo", "friction", "softness", "maxForce"])?;
            let travel = read_travel(&axis)?;
            let softness = axis.optional("softness", read_softness)?;
            let max_force = axis.optional("maxForce", single)?;
            Ok(match (travel, softness, max_force) {
                (Travel::FREE, Some(softness), None) => Axis::Soft(softness),
                _ => Axis::Moved { travel, softness, max_force },
            })
        }
        _ => at.wrong("\"free\", \"fixed\" or { limit, motor, servo, friction, softness, maxForce }", value),
    }
}

/// By the fields that are there, one of three notations.
pub(super) fn read_softness(value: &Value, at: &At) -> Result<Softness> {
    const MIXING: &[&str] = &["cfm", "erp"];
    let given = Fields::open(value, at)?;
    given.only(&[FREQUENCY, SPRING, MIXING])?;
    let any = |names: &[&str]| names.iter().any(|name| given.has(name));
    if any(FREQUENCY) {
        given.only(&[FREQUENCY])?;
        read_frequency(&given)
    } else if any(SPRING) {
        given.only(&[SPRING])?;
        read_spring(&given)
    } else if any(MIXING) {
        Ok(Softness::Mixing { cfm: given.required("cfm", single)?, erp: given.required("erp", single)? })
    } else {
        at.refuse(
            "A softness must be { hertz, dampingRatio }, { stiffness, damping } or { cfm, erp }.".into(),
        )
    }
}

fn read_frequency(given: &Fields) -> Result<Softness> {
    let hertz = given.required("hertz", single)?;
    Ok(Softness::Frequency { hertz, damping_ratio: given.optional("dampingRatio", single)?.unwrap_or(1.0) })
}

fn read_spring(given: &Fields) -> Result<Softness> {
    let stiffness = given.required("stiffness", single)?;
    Ok(Softness::Spring { stiffness, damping: given.optional("damping", single)?.unwrap_or(0.0) })
}
