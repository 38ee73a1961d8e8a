//! One error type with stable codes. Whatever goes wrong reaches a person as one sentence with a code,
//! and, where a field is at fault, the path to it.

use std::fmt;

/// What kind of thing went wrong. The strings are part of the public API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    Parameter,
    Scene,
    NotApplicable,
    NotFound,
    Limit,
    NoWebGpu,
    NoAdapter,
    WrongDevice,
    DeviceLost,
    RecoveryRefused,
    OutOfMemory,
    NonFinite,
    Shader,
    Wasm,
    Csp,
    Busy,
    Destroyed,
    Internal,
}

impl Code {
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::Parameter => "parameter",
            Code::Scene => "scene",
            Code::NotApplicable => "not-applicable",
            Code::NotFound => "not-found",
            Code::Limit => "limit",
            Code::NoWebGpu => "no-webgpu",
            Code::NoAdapter => "no-adapter",
            Code::WrongDevice => "wrong-device",
            Code::DeviceLost => "device-lost",
            Code::RecoveryRefused => "recovery-refused",
            Code::OutOfMemory => "out-of-memory",
            Code::NonFinite => "non-finite",
            Code::Shader => "shader",
            Code::Wasm => "wasm",
            Code::Csp => "csp",
            Code::Busy => "busy",
            Code::Destroyed => "destroyed",
            Code::Internal => "internal",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// `code` says what kind of fault, `path` which field (`joints[3].anchorA`, `iterations`), `message` is a
/// whole sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BeadworkError {
    pub code: Code,
    pub path: Option<String>,
    pub message: String,
}

pub type Result<T> = std::result::Result<T, BeadworkError>;

/// A bound as people write it: 0, 0.001, 100, 1e30.
pub(crate) fn plainly(bound: f32) -> String {
    if bound == 0.0 || (1e-3..1e5).contains(&bound.abs()) { bound.to_string() } else { format!("{bound:e}") }
}

impl BeadworkError {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, path: None, message: message.into() }
    }

    pub fn at(code: Code, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code, path: Some(path.into()), message: message.into() }
    }
}
