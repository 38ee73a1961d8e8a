//! Putting a body of a scene that runs elsewhere: by the format's own fields, read and checked as the format's are.

use glam::{Quat, Vec3};
use serde_json::{Map, Value};

use super::check::{ANGULAR_VELOCITY, LINEAR_VELOCITY, POSITION, check_rotation, within};
use super::fields::{read_change, rotation, vector};
use crate::error::{BeadworkError, Code, Result};

/// A body's new pose and velocity; a part that is none stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PoseChange {
    /// m
    pub position: Option<Vec3>,
    /// A unit quaternion.
    pub rotation: Option<Quat>,
    /// m/s
    pub linear_velocity: Option<Vec3>,
    /// rad/s, world axes.
    pub angular_velocity: Option<Vec3>,
}

impl PoseChange {
    /// From JSON, where only these fields may stand. A rotation is made one of length 1.
    pub fn read(fields: &Map<String, Value>) -> Result<Self> {
        let known = ["position", "rotation", "linearVelocity", "angularVelocity"];
        let change = read_change(fields, &known, |fields| {
            Ok(Self {
                position: fields.optional("position", vector)?,
                rotation: fields.optional("rotation", rotation)?,
                linear_velocity: fields.optional("linearVelocity", vector)?,
                angular_velocity: fields.optional("angularVelocity", vector)?,
            })
        })?;
        change.check()?;
        Ok(change)
    }

    /// Refuses what no scene may have.
    pub fn check(&self) -> Result<()> {
        let vectors = [
            ("position", self.position, POSITION, "m"),
            ("linearVelocity", self.linear_velocity, LINEAR_VELOCITY, "m/s"),
            ("angularVelocity", self.angular_velocity, ANGULAR_VELOCITY, "rad/s"),
        ];
        let refused = |field, message| BeadworkError::at(Code::Parameter, field, message);
        for (field, vector, most, unit) in vectors {
            within(field, vector.unwrap_or_default(), most, unit)
                .map_err(|message| refused(field, message))?;
        }
        check_rotation("rotation", self.rotation.unwrap_or_default())
            .map_err(|(field, message)| refused(field, message))
    }
}
