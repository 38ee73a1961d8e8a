//! Values of parameters from JSON: what each kind allows, said as a range for the pages and as a sentence where a value is refused.

use serde_json::Value;

use super::{
    AutoCount, ContactSoftness, ContactSolver, Execution, Forces, Gravity, Kind, PassOrder, Positions,
    RecoverySpeed, Setting, Switch,
};
use crate::error::{BeadworkError, Code, plainly};

/// A field's value from JSON, where it is one that `kind` allows.
pub(super) trait Readable: Sized {
    fn read(value: &Value, kind: Kind, solvers: &[&'static str]) -> Option<Self>;
}

impl Readable for &'static str {
    fn read(value: &Value, _: Kind, solvers: &[&'static str]) -> Option<Self> {
        solvers.iter().copied().find(|name| value.as_str() == Some(name))
    }
}

impl Readable for Execution {
    fn read(value: &Value, _: Kind, _: &[&'static str]) -> Option<Self> {
        match value.as_str()? {
            "auto" => Some(Execution::Auto),
            "global" => Some(Execution::Global),
            "tile" => Some(Execution::Tile),
            _ => None,
        }
    }
}

impl Readable for Positions {
    fn read(value: &Value, _: Kind, _: &[&'static str]) -> Option<Self> {
        match value.as_str()? {
            "auto" => Some(Positions::Auto),
            "pulled" => Some(Positions::Pulled),
            "projected" => Some(Positions::Projected),
            "symplectic" => Some(Positions::Symplectic),
            _ => None,
        }
    }
}

impl Readable for PassOrder {
    fn read(value: &Value, _: Kind, _: &[&'static str]) -> Option<Self> {
        match value.as_str()? {
            "auto" => Some(PassOrder::Auto),
            "coloured" => Some(PassOrder::Coloured),
            "side-by-side" => Some(PassOrder::SideBySide),
            _ => None,
        }
    }
}

impl Readable for Forces {
    fn read(value: &Value, _: Kind, _: &[&'static str]) -> Option<Self> {
        match value.as_str()? {
            "each" => Some(Forces::Each),
            "once" => Some(Forces::Once),
            _ => None,
        }
    }
}

impl Readable for ContactSolver {
    fn read(value: &Value, _: Kind, _: &[&'static str]) -> Option<Self> {
        match value.as_str()? {
            "auto" => Some(ContactSolver::Auto),
            "gauss-seidel" => Some(ContactSolver::GaussSeidel),
            "chebyshev" => Some(ContactSolver::Chebyshev),
            "mass-splitting" => Some(ContactSolver::MassSplitting),
            "jacobi" => Some(ContactSolver::Jacobi),
            _ => None,
        }
    }
}

impl Readable for f64 {
    fn read(value: &Value, kind: Kind, _: &[&'static str]) -> Option<Self> {
        let x = value.as_f64()?;
        let within = match kind {
            Kind::Number(min, max) | Kind::Auto(min, max) | Kind::AutoPair(min, max) => x >= min && x <= max,
            Kind::AutoAbove(min, max) | Kind::AutoAboveOr(_, min, max) => x > min && x <= max,
            Kind::Whole(min, max) | Kind::AutoWhole(min, max) => {
                x.fract() == 0.0 && x >= f64::from(min) && x <= f64::from(max)
            }
            Kind::Vector(most) => x.abs() <= most,
            _ => false,
        };
        within.then_some(x)
    }
}

impl Readable for u32 {
    fn read(value: &Value, kind: Kind, solvers: &[&'static str]) -> Option<Self> {
        f64::read(value, kind, solvers).map(|x| x as u32)
    }
}

impl Readable for Setting {
    fn read(value: &Value, kind: Kind, solvers: &[&'static str]) -> Option<Self> {
        if value.as_str() == Some("auto") {
            return Some(Setting::Auto);
        }
        f64::read(value, kind, solvers).map(Setting::Value)
    }
}

impl Readable for Switch {
    fn read(value: &Value, _: Kind, _: &[&'static str]) -> Option<Self> {
        match value {
            Value::Bool(on) => Some(Switch::Set(*on)),
            Value::String(word) if word == "auto" => Some(Switch::Auto),
            _ => None,
        }
    }
}

impl Readable for AutoCount {
    fn read(value: &Value, kind: Kind, solvers: &[&'static str]) -> Option<Self> {
        match value.as_str() {
            Some("auto") => Some(AutoCount::Auto),
            _ => u32::read(value, kind, solvers).map(AutoCount::Count),
        }
    }
}

impl Readable for ContactSoftness {
    fn read(value: &Value, kind: Kind, solvers: &[&'static str]) -> Option<Self> {
        match value.as_str() {
            Some("auto") => Some(ContactSoftness::Auto),
            Some("hard") => Some(ContactSoftness::Hard),
            _ => f64::read(value, kind, solvers).map(ContactSoftness::Hertz),
        }
    }
}

impl<const N: usize> Readable for [f64; N] {
    fn read(value: &Value, kind: Kind, solvers: &[&'static str]) -> Option<Self> {
        let list = value.as_array().filter(|list| list.len() == N)?;
        let mut out = [0.0; N];
        for (slot, item) in out.iter_mut().zip(list) {
            *slot = f64::read(item, kind, solvers)?;
        }
        Some(out)
    }
}

impl Readable for Gravity {
    fn read(value: &Value, kind: Kind, solvers: &[&'static str]) -> Option<Self> {
        <[f64; 3]>::read(value, kind, solvers).map(Gravity::Given)
    }
}

impl Readable for RecoverySpeed {
    fn read(value: &Value, kind: Kind, solvers: &[&'static str]) -> Option<Self> {
        if value.as_str() == Some("auto") {
            return Some(RecoverySpeed::Auto);
        }
        <[f64; 2]>::read(value, kind, solvers).map(RecoverySpeed::Given)
    }
}

/// A range as the pages read it.
pub(super) fn range_of(kind: Kind, solvers: &[&'static str]) -> Value {
    use serde_json::json;
    match kind {
        Kind::Solver => json!({"kind": "choice", "choices": solvers}),
        Kind::Choice(choices) => json!({"kind": "choice", "choices": choices}),
        Kind::Whole(min, max) => json!({"kind": "whole", "min": min, "max": max}),
        Kind::Number(min, max) => json!({"kind": "number", "min": min, "max": max}),
        Kind::Auto(min, max) => json!({"kind": "number", "auto": true, "min": min, "max": max}),
        Kind::AutoAbove(min, max) => {
            json!({"kind": "number", "auto": true, "min": min, "above": true, "max": max})
        }
        Kind::AutoWhole(min, max) => json!({"kind": "whole", "auto": true, "min": min, "max": max}),
        Kind::AutoAboveOr(word, min, max) => {
            json!({"kind": "number", "auto": true, "choices": [word], "min": min, "above": true, "max": max})
        }
        Kind::Vector(most) => json!({"kind": "vector", "min": -most, "max": most}),
        Kind::AutoPair(min, max) => json!({"kind": "pair", "auto": true, "min": min, "max": max}),
        Kind::AutoSwitch => json!({"kind": "switch", "auto": true}),
    }
}

pub(super) fn refused(
    name: &str,
    kind: Kind,
    unit: &str,
    solvers: &[&'static str],
    value: &Value,
) -> BeadworkError {
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    let quoted = |names: &[&str]| names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    let wanted = match kind {
        Kind::Solver => format!("one of {}", quoted(solvers)),
        Kind::Choice(choices) => format!("one of {}", quoted(choices)),
        Kind::Whole(min, max) => format!("a whole number from {min} to {max}"),
        Kind::Number(min, max) => format!("a number from {min} to {max}{unit}"),
        Kind::Auto(min, max) => format!("'auto' or a number from {min} to {max}"),
        Kind::AutoAbove(min, max) => format!("'auto' or a number above {min} and up to {max}"),
        Kind::AutoWhole(min, max) => format!("'auto' or a whole number from {min} to {max}"),
        Kind::AutoAboveOr(word, min, max) => {
            format!("'auto', '{word}' or a number above {min} and up to {max}{unit}")
        }
        Kind::Vector(most) => format!("three numbers within ±{most}{unit}"),
        Kind::AutoPair(min, max) => {
            format!("'auto' or two numbers from {} to {}", plainly(min as f32), plainly(max as f32))
        }
        Kind::AutoSwitch => "true, false or 'auto'".into(),
    };
    let shown = printable(&value.to_string());
    BeadworkError::at(Code::Parameter, name, format!("{name} must be {wanted}, not {shown}."))
}

/// Untrusted text shortened for a sentence.
pub(crate) fn printable(text: &str) -> String {
    text.chars().take(60).collect()
}
