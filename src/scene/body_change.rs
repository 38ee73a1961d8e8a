//! Changing a body of a scene that runs: by the format's own fields, read and checked as the format's are.

use serde_json::{Map, Value, json};

use super::Body;
use super::check::{FRICTION, RESTITUTION, between};
use super::fields::{read_change, single};
use crate::error::{BeadworkError, Code, Result};

/// New values of a body's fields; a field that is none stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyChange {
    pub friction: Option<f32>,
    pub restitution: Option<f32>,
}

impl BodyChange {
    /// From JSON, where only these fields may stand.
    pub fn read(fields: &Map<String, Value>) -> Result<Self> {
        let change = read_change(fields, &["friction", "restitution"], |fields| {
            Ok(Self {
                friction: fields.optional("friction", single)?,
                restitution: fields.optional("restitution", single)?,
            })
        })?;
        change.check()?;
        Ok(change)
    }

    /// Refuses what no scene may have.
    pub fn check(&self) -> Result<()> {
        for (field, value, range) in
            [("friction", self.friction, FRICTION), ("restitution", self.restitution, RESTITUTION)]
        {
            let checked = value.map_or(Ok(()), |value| between(field, value, range, ""));
            checked.map_err(|message| BeadworkError::at(Code::Parameter, field, message))?;
        }
        Ok(())
    }
}

impl Body {
    /// This body with `change` made.
    pub fn with(&self, change: BodyChange) -> Body {
        Body {
            friction: change.friction.unwrap_or(self.friction),
            restitution: change.restitution.unwrap_or(self.restitution),
            ..self.clone()
        }
    }

    /// What makes this body of itself as it was loaded, as `BodyChange::read` takes it.
    pub fn settings(&self) -> Value {
        json!({ "friction": self.friction, "restitution": self.restitution })
    }
}
