//! Parameters that a scene recommends: they hold until another scene is loaded, unless the same call gives them.

use serde_json::{Map, Value, json};

use super::Scene;
use super::check::fault;
use super::fields::At;
use crate::error::Result;
use crate::parameters::{Parameters, printable};

/// The settings with which contacts stand, where a scene that has them says nothing of it.
const SUBSTEPS_OF_CONTACTS: u32 = 8;

impl Scene {
    /// All that it recommends, said or not.
    pub fn recommendations(&self) -> Map<String, Value> {
        let mut all = self.recommended.clone();
        if self.contacts {
            all.entry("substeps").or_insert(json!(SUBSTEPS_OF_CONTACTS));
        }
        all
    }

    /// From now on it recommends these, whatever it did; what would be recommended anyway is not said.
    pub(crate) fn recommend(&mut self, values: Map<String, Value>) {
        self.recommended = values;
        if self.contacts && self.recommended.get("substeps") == Some(&json!(SUBSTEPS_OF_CONTACTS)) {
            self.recommended.remove("substeps");
        }
    }
}

/// As the parameters write them.
pub(super) fn read_recommended(value: &Value, at: &At) -> Result<Map<String, Value>> {
    let Some(given) = value.as_object() else { return at.wrong("an object", value) };
    let written = check_recommended(given)?.as_json();
    Ok(written.into_iter().filter(|(name, _)| given.contains_key(name)).collect())
}

pub(super) fn check_recommended(given: &Map<String, Value>) -> Result<Parameters> {
    if given.contains_key("gravity") {
        let message = "A scene's gravity stands beside its parameters, not among them.";
        return Err(fault("parameters.gravity", message));
    }
    Parameters::default().with(given).map_err(|refused| {
        let path = refused.path.unwrap_or_default();
        fault(format!("parameters.{}", printable(&path)), refused.message)
    })
}
