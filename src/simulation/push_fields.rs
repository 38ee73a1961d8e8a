//! Pushes and velocities as JSON.

use glam::{DVec3, Vec3};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::{BeadworkError, Code, Result};
use crate::state::Push;

impl Push {
    /// From JSON, where only these fields may stand.
    pub fn read(fields: &Map<String, Value>) -> Result<Self> {
        refuse_others(fields, &["force", "torque", "impulse", "at", "torqueBetween", "until"])?;
        let given = |name| Ok(vector(fields, name)?.unwrap_or_default());
        let torque_between = fields.get("torqueBetween").map(joint).transpose()?;
        // one number is about the axis of the joint
        let about_axis = fields.get("torque").filter(|_| torque_between.is_some()).and_then(Value::as_f64);
        if torque_between.is_some() && !fields.contains_key("torque") {
            let message = "torqueBetween takes a torque beside it: a number about the joint's axis, N m, or three numbers.";
            return Err(BeadworkError::at(Code::Parameter, "torque", message));
        }
        Ok(Self {
            force: given("force")?,
            torque: if about_axis.is_some() { Vec3::ZERO } else { given("torque")? },
            impulse: given("impulse")?,
            at: vector(fields, "at")?,
            torque_between,
            torque_about_axis: about_axis.unwrap_or_default() as f32,
            stays: fields.get("until").map(until).transpose()?.is_some(),
        })
    }

    /// The fields that `read` takes.
    pub fn fields(&self) -> Map<String, Value> {
        let acting = [("force", self.force), ("torque", self.torque), ("impulse", self.impulse)];
        let acting = acting.into_iter().filter(|(_, vector)| *vector != Vec3::ZERO);
        let fields = acting.chain(self.at.map(|at| ("at", at)));
        let mut fields: Map<String, Value> =
            fields.map(|(name, vector)| (name.into(), vector.to_array().as_slice().into())).collect();
        if let Some(joint) = self.torque_between {
            fields.insert("torqueBetween".into(), joint.into());
            fields.entry("torque").or_insert(self.torque_about_axis.into());
        }
        if self.stays {
            fields.insert("until".into(), "cleared".into());
        }
        fields
    }
}

fn joint(value: &Value) -> Result<usize> {
    value.as_u64().map(|joint| joint as usize).ok_or_else(|| {
        let message = "torqueBetween must be the number of a joint, or its name.";
        BeadworkError::at(Code::Parameter, "torqueBetween", message)
    })
}

fn until(value: &Value) -> Result<()> {
    if value.as_str() == Some("cleared") {
        return Ok(());
    }
    let message = "until must be 'cleared', or left out for a push that acts in the next frame only.";
    Err(BeadworkError::at(Code::Parameter, "until", message))
}

pub(super) fn refuse_others(fields: &Map<String, Value>, known: &[&str]) -> Result<()> {
    let Some(name) = fields.keys().find(|name| !known.contains(&name.as_str())) else { return Ok(()) };
    let name: String = name.chars().take(60).collect();
    let message = format!("There is no field called '{name}'; there are {}.", known.join(", "));
    Err(BeadworkError::at(Code::Parameter, name, message))
}

pub(super) fn vector(fields: &Map<String, Value>, name: &str) -> Result<Option<Vec3>> {
    let Some(value) = fields.get(name) else { return Ok(None) };
    match <[f64; 3]>::deserialize(value) {
        Ok(numbers) => Ok(Some(DVec3::from_array(numbers).as_vec3())),
        Err(_) => {
            // in JSON there is no other word for NaN
            let not_a_number = value.as_array().is_some_and(|list| list.iter().any(Value::is_null));
            let what = if not_a_number {
                "three finite numbers; one is not a number or infinite"
            } else {
                "a list of three numbers"
            };
            let message = format!("{name} must be {what}.");
            Err(BeadworkError::at(Code::Parameter, name, message))
        }
    }
}
