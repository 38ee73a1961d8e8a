//! What a person can set while the simulation runs, with ranges, units and defaults in one table's worth of
//! code. Changes are all or nothing.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{BeadworkError, Code, Result};
use crate::solvers;

/// A number, or the solver's own choice of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Setting {
    #[serde(serialize_with = "write_auto")]
    Auto,
    Value(f64),
}

impl Setting {
    pub fn or(self, auto: f64) -> f64 {
        match self {
            Setting::Auto => auto,
            Setting::Value(value) => value,
        }
    }
}

/// The stiffness guard: on, off, or as fits the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Guard {
    #[serde(serialize_with = "write_auto")]
    Auto,
    Set(bool),
}

fn write_auto<S: serde::Serializer>(serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str("auto")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Execution {
    /// The faster of the two by a fixed rule.
    Auto,
    /// A dispatch a pass; any size.
    Global,
    /// Whole islands in a workgroup.
    Tile,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Parameters {
    /// A name from [`solvers::list`].
    pub solver: &'static str,
    pub execution: Execution,
    /// Passes a substep of an iterative solver; 1 to 1000, usually 20.
    pub iterations: u32,
    /// Substeps a frame; 1 to 100. More make a whip crack truer; 4 divide its error by six.
    pub substeps: u32,
    /// Seconds a frame; 1e-5 to 0.1, usually 1/60.
    pub timestep: f64,
    /// m/s², components within ±1000.
    pub gravity: [f64; 3],
    /// ω in (0, 2]. Too high and trees and nets explode; `auto` never does.
    pub relaxation: Setting,
    /// The share w in [0, 1] of the last step's multipliers that the next solve starts from.
    pub warm_start: Setting,
    /// Baumgarte's β in [0, 1]: the share of the gap that one substep tries to close. Too high and solvers
    /// that have not converged gain energy; zero and gaps grow.
    pub stabilisation: Setting,
    /// Share of velocity lost a second, 0 to 10; damping times the substep must stay below 1.
    pub damping: f64,
    /// Raises a bead's inertia where its tension would make the step unstable.
    pub stiffness_guard: Guard,
}

pub const MAX_ITERATIONS: u32 = 1000;

impl Default for Parameters {
    fn default() -> Self {
        Self {
            solver: "auto",
            execution: Execution::Auto,
            iterations: 20,
            substeps: 1,
            timestep: 1.0 / 60.0,
            gravity: [0.0, -9.81, 0.0],
            relaxation: Setting::Auto,
            warm_start: Setting::Auto,
            stabilisation: Setting::Auto,
            damping: 0.0,
            stiffness_guard: Guard::Auto,
        }
    }
}

impl Parameters {
    /// h, the length of one substep in s.
    pub fn substep(&self) -> f64 {
        self.timestep / f64::from(self.substeps)
    }

    /// These parameters with `changes` made (names as in JSON), or the first fault and no change.
    pub fn with(&self, changes: &Map<String, Value>) -> Result<Parameters> {
        let mut next = self.clone();
        for (name, value) in changes {
            match name.as_str() {
                "solver" => {
                    let known = solvers::list().iter().find(|s| value.as_str() == Some(s.name));
                    next.solver = known.ok_or_else(|| refuse(name, &one_of_solvers(), value))?.name;
                }
                "execution" => {
                    next.execution = match value.as_str() {
                        Some("auto") => Execution::Auto,
                        Some("global") => Execution::Global,
                        Some("tile") => Execution::Tile,
                        _ => return Err(refuse(name, "'auto', 'global' or 'tile'", value)),
                    }
                }
                "iterations" => next.iterations = whole(name, value, 1, MAX_ITERATIONS)?,
                "substeps" => next.substeps = whole(name, value, 1, 100)?,
                "timestep" => next.timestep = number(name, value, 1e-5, 0.1, " s")?,
                "gravity" => next.gravity = gravity(name, value)?,
                "relaxation" => {
                    next.relaxation = setting(name, value, f64::MIN_POSITIVE, 2.0)?;
                }
                "warmStart" => next.warm_start = setting(name, value, 0.0, 1.0)?,
                "stabilisation" => next.stabilisation = setting(name, value, 0.0, 1.0)?,
                "damping" => next.damping = number(name, value, 0.0, 10.0, " a second")?,
                "stiffnessGuard" => {
                    next.stiffness_guard = match value {
                        Value::Bool(on) => Guard::Set(*on),
                        Value::String(s) if s == "auto" => Guard::Auto,
                        _ => return Err(refuse(name, "true, false or 'auto'", value)),
                    }
                }
                _ => {
                    return Err(BeadworkError::at(
                        Code::Parameter,
                        name.clone(),
                        format!("There is no parameter called '{}'.", printable(name)),
                    ));
                }
            }
        }
        if next.damping * next.substep() >= 1.0 {
            return Err(BeadworkError::at(
                Code::Parameter,
                "damping",
                "damping times the substep must stay below 1: lower the damping or the timestep, or take more substeps.",
            ));
        }
        Ok(next)
    }
}

fn one_of_solvers() -> String {
    let names: Vec<String> = solvers::list().iter().map(|s| format!("'{}'", s.name)).collect();
    format!("one of {}", names.join(", "))
}

/// Untrusted text shortened for a sentence.
fn printable(text: &str) -> String {
    text.chars().take(60).collect()
}

fn refuse(name: &str, wanted: &str, value: &Value) -> BeadworkError {
    let shown = printable(&value.to_string());
    BeadworkError::at(Code::Parameter, name, format!("{name} must be {wanted}, not {shown}."))
}

fn number(name: &str, value: &Value, min: f64, max: f64, unit: &str) -> Result<f64> {
    match value.as_f64() {
        Some(x) if x >= min && x <= max => Ok(x),
        _ => Err(refuse(name, &format!("a number from {min} to {max}{unit}"), value)),
    }
}

fn whole(name: &str, value: &Value, min: u32, max: u32) -> Result<u32> {
    match value.as_f64() {
        Some(x) if x.fract() == 0.0 && x >= f64::from(min) && x <= f64::from(max) => Ok(x as u32),
        _ => Err(refuse(name, &format!("a whole number from {min} to {max}"), value)),
    }
}

fn setting(name: &str, value: &Value, min: f64, max: f64) -> Result<Setting> {
    if value.as_str() == Some("auto") {
        return Ok(Setting::Auto);
    }
    match value.as_f64() {
        Some(x) if x >= min && x <= max => Ok(Setting::Value(x)),
        _ => {
            let low = if min > 0.0 { "above 0" } else { "from 0" };
            Err(refuse(name, &format!("'auto' or a number {low} up to {max}"), value))
        }
    }
}

fn gravity(name: &str, value: &Value) -> Result<[f64; 3]> {
    let wanted = "three numbers within ±1000 m/s²";
    let list = value.as_array().filter(|l| l.len() == 3).ok_or_else(|| refuse(name, wanted, value))?;
    let mut out = [0.0; 3];
    for (slot, item) in out.iter_mut().zip(list) {
        *slot = item.as_f64().filter(|x| x.abs() <= 1000.0).ok_or_else(|| refuse(name, wanted, value))?;
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn with(changes: Value) -> Result<Parameters> {
        Parameters::default().with(changes.as_object().unwrap())
    }

    #[test]
    fn the_defaults_are_their_own_json() {
        let json = serde_json::to_value(Parameters::default()).unwrap();
        assert_eq!(with(json.clone()).unwrap(), Parameters::default());
        assert_eq!(json["relaxation"], "auto");
        assert_eq!(json["iterations"], 20);
    }

    #[test]
    fn each_fault_names_its_parameter() {
        for changes in [
            json!({"iterations": 0}),
            json!({"iterations": 1001}),
            json!({"iterations": 2.5}),
            json!({"iterations": "many"}),
            json!({"substeps": 101}),
            json!({"timestep": 0.2}),
            json!({"timestep": null}),
            json!({"gravity": [0, 1]}),
            json!({"gravity": [0, 1001, 0]}),
            json!({"relaxation": 0}),
            json!({"relaxation": 2.1}),
            json!({"warmStart": -0.1}),
            json!({"stabilisation": "none"}),
            json!({"damping": 11}),
            json!({"stiffnessGuard": 1}),
            json!({"solver": "best"}),
            json!({"execution": "cpu"}),
            json!({"colour": 3}),
            json!({"__proto__": 3}),
        ] {
            let name = changes.as_object().unwrap().keys().next().unwrap().clone();
            let error = with(changes).unwrap_err();
            assert_eq!((error.code, error.path), (Code::Parameter, Some(name)), "{}", error.message);
        }
    }

    #[test]
    fn damping_must_leave_velocity_its_sign() {
        let error = with(json!({"damping": 10, "timestep": 0.1})).unwrap_err();
        assert_eq!(error.path.as_deref(), Some("damping"));
        assert!(with(json!({"damping": 10, "timestep": 0.1, "substeps": 2})).is_ok());
    }
}
