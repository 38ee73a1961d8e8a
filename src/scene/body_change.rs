//! Changing a body of a scene that runs: by the format's own fields, read and checked as the format's are.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use super::Body;
use super::check::{DAMPING, FRICTION, GRAVITY_SCALE, RESTITUTION, between};
use super::fields::{flag, mask, read_change, single};
use crate::error::{BeadworkError, Code, Result};

/// New values of a body's fields; a field that is none stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyChange {
    pub friction: Option<f32>,
    pub restitution: Option<f32>,
    /// 1/s
    pub linear_damping: Option<f32>,
    /// 1/s
    pub angular_damping: Option<f32>,
    pub gravity_scale: Option<f32>,
    pub group: Option<u32>,
    pub collides_with: Option<u32>,
    pub events: Option<bool>,
}

/// The fields that there are.
const FIELDS: &[&str] = &[
    "friction",
    "restitution",
    "linearDamping",
    "angularDamping",
    "gravityScale",
    "group",
    "collidesWith",
    "events",
];

impl BodyChange {
    /// From JSON, where only these fields may stand.
    pub fn read(fields: &Map<String, Value>) -> Result<Self> {
        let change = read_change(fields, FIELDS, |fields| {
            let number = |name| fields.optional(name, single);
            Ok(Self {
                friction: number("friction")?,
                restitution: number("restitution")?,
                linear_damping: number("linearDamping")?,
                angular_damping: number("angularDamping")?,
                gravity_scale: number("gravityScale")?,
                group: fields.optional("group", mask)?,
                collides_with: fields.optional("collidesWith", mask)?,
                events: fields.optional("events", flag)?,
            })
        })?;
        change.check()?;
        Ok(change)
    }

    /// Refuses what no scene may have.
    pub fn check(&self) -> Result<()> {
        let within = |field: &str, value: Option<f32>, range: RangeInclusive<f32>, unit| {
            let checked = value.map_or(Ok(()), |value| between(field, value, range, unit));
            checked.map_err(|message| BeadworkError::at(Code::Parameter, field, message))
        };
        within("friction", self.friction, FRICTION, "")?;
        within("restitution", self.restitution, RESTITUTION, "")?;
        within("linearDamping", self.linear_damping, DAMPING, "1/s")?;
        within("angularDamping", self.angular_damping, DAMPING, "1/s")?;
        within("gravityScale", self.gravity_scale, GRAVITY_SCALE, "")
    }
}

impl Body {
    /// This body with `change` made.
    pub fn with(&self, change: BodyChange) -> Body {
        Body {
            friction: change.friction.unwrap_or(self.friction),
            restitution: change.restitution.unwrap_or(self.restitution),
            linear_damping: change.linear_damping.unwrap_or(self.linear_damping),
            angular_damping: change.angular_damping.unwrap_or(self.angular_damping),
            gravity_scale: change.gravity_scale.unwrap_or(self.gravity_scale),
            group: change.group.unwrap_or(self.group),
            collides_with: change.collides_with.unwrap_or(self.collides_with),
            events: change.events.unwrap_or(self.events),
            ..self.clone()
        }
    }

    /// The change that makes this body from itself as it was `loaded`, as `BodyChange::read` takes it.
    pub fn changes_since(&self, loaded: &Body) -> Value {
        let all = |body: &Body| {
            [
                json!(body.friction),
                json!(body.restitution),
                json!(body.linear_damping),
                json!(body.angular_damping),
                json!(body.gravity_scale),
                json!(body.group),
                json!(body.collides_with),
                json!(body.events),
            ]
        };
        let changed = FIELDS.iter().zip(all(self)).zip(all(loaded)).filter(|((_, now), then)| now != then);
        Value::Object(changed.map(|((&name, now), _)| (name.into(), now)).collect())
    }
}
