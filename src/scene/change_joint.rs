//! Changing a joint of a scene that runs: by the format's own fields, read and checked as the format's are.

use glam::Vec3;
use serde_json::{Map, Value};

use super::check_joint::check_joint;
use super::fields::At;
use super::format::Version;
use super::kinds::Own;
use super::read_joint::read_joint;
use super::{Body, Joint, Names};
use crate::error::{BeadworkError, Code, Result};

/// Fields that no change may name, and why.
const STAYS: [(&[&str], &str); 4] = [
    (
        &["type", "a", "b", "name"],
        "A joint keeps its kind, its bodies and its name; load a scene to change them.",
    ),
    (
        &["multiplier", "torque", "turns"],
        "What a joint bears and how far it turned is part of the state; writeState sets it.",
    ),
    (&["axisA", "axisB"], "A joint that is there has both frames; say frameA or frameB."),
    (
        &["angle", "offset"],
        "angle and offset say how a joint stands where it is made; its frames and anchors can be changed.",
    ),
];

impl Joint {
    /// This joint with `changes` made, named as in the scene format. Null takes away what a joint need not have.
    pub fn with(&self, changes: &Map<String, Value>, bodies: &[Body]) -> Result<Joint> {
        let refused = |path: &str, message: &str| Err(BeadworkError::at(Code::Parameter, path, message));
        for (fields, why) in STAYS {
            if let Some(field) = fields.iter().find(|field| changes.contains_key(**field)) {
                return refused(field, why);
            }
        }
        let options: Vec<&str> = Own::of(&self.kind).options().collect();
        let mut fields = self.written();
        for (name, value) in changes {
            match value {
                Value::Null if options.contains(&name.as_str()) => fields.remove(name),
                _ => fields.insert(name.clone(), value.clone()),
            };
        }
        let mut next = read_joint(&fields.into(), &At::Root, bodies, &Names::default(), Version::Two)
            .map_err(|fault| BeadworkError { code: Code::Parameter, ..fault })?;
        if let Err((path, message)) = check_joint(&next, bodies) {
            return refused(&path, &message);
        }
        next.multiplier = self.multiplier;
        next.torque = if next.kind.has_angular_rows() { self.torque } else { Vec3::ZERO };
        next.once_brittle = self.once_brittle || self.is_brittle();
        Ok(next)
    }

    /// What makes this joint of any other with its kind and bodies.
    pub fn settings(&self) -> Map<String, Value> {
        let taken_away = Own::of(&self.kind).options().map(|name| (name.into(), Value::Null));
        let mut settings: Map<String, Value> = taken_away.collect();
        settings.extend(self.written().into_iter().filter(|(name, _)| !STAYS[0].0.contains(&name.as_str())));
        settings
    }

    /// As in the format, without its load.
    fn written(&self) -> Map<String, Value> {
        let mut fields: Map<String, Value> =
            serde_json::from_str(&self.to_json()).expect("what was written can be read");
        fields.retain(|name, _| !STAYS[1].0.contains(&name.as_str()));
        fields
    }
}
