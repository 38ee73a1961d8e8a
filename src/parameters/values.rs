//! The kinds of values that parameters have beside plain numbers: a person's own, or left to the solver or the scene.

use serde::Serialize;

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

/// Gravity in m/s²: the scene's own, or a person's. A simulation's is always given: by the scene where nothing else
/// gave it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f64; 3]")]
pub enum Gravity {
    OfScene,
    Given([f64; 3]),
}

/// Where neither person nor scene says.
pub(super) const EARTH: [f64; 3] = [0.0, -9.81, 0.0];

impl Gravity {
    pub fn vector(self) -> [f64; 3] {
        match self {
            Gravity::OfScene => EARTH,
            Gravity::Given(vector) => vector,
        }
    }
}

impl From<[f64; 3]> for Gravity {
    fn from(vector: [f64; 3]) -> Self {
        Gravity::Given(vector)
    }
}

impl From<Gravity> for [f64; 3] {
    fn from(gravity: Gravity) -> Self {
        gravity.vector()
    }
}

/// How fast joints are drawn together at most, in m/s and rad/s: as the scene says, or as a person does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RecoverySpeed {
    #[serde(serialize_with = "write_auto")]
    Auto,
    Given([f64; 2]),
}

impl RecoverySpeed {
    /// None: as the scene says.
    pub fn given(self) -> Option<[f32; 2]> {
        match self {
            RecoverySpeed::Auto => None,
            RecoverySpeed::Given(speeds) => Some(speeds.map(|speed| speed as f32)),
        }
    }
}

/// On, off, or as the solver or the scene says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Switch {
    #[serde(serialize_with = "write_auto")]
    Auto,
    Set(bool),
}

impl Switch {
    pub fn or(self, auto: bool) -> bool {
        match self {
            Switch::Auto => auto,
            Switch::Set(on) => on,
        }
    }
}

/// A count, or the solver's own choice of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum AutoCount {
    #[serde(serialize_with = "write_auto")]
    Auto,
    Count(u32),
}

impl AutoCount {
    pub fn or(self, auto: u32) -> u32 {
        match self {
            AutoCount::Auto => auto,
            AutoCount::Count(count) => count,
        }
    }
}

/// What solves for the forces of contacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContactSolver {
    Auto,
    GaussSeidel,
    Chebyshev,
    MassSplitting,
    Jacobi,
}

/// How firmly bodies that overlap are pushed apart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ContactSoftness {
    #[serde(serialize_with = "write_auto")]
    Auto,
    /// A share of the depth in each substep.
    #[serde(serialize_with = "write_hard")]
    Hard,
    /// As a spring that swings so often by itself.
    Hertz(f64),
}

fn write_auto<S: serde::Serializer>(serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str("auto")
}

fn write_hard<S: serde::Serializer>(serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str("hard")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Execution {
    Auto,
    Global,
    Tile,
}

/// Which places a pass over places reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassOrder {
    Auto,
    Coloured,
    SideBySide,
}

/// When gravity acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Forces {
    Each,
    Once,
}

/// How joints are kept shut in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Positions {
    Auto,
    Pulled,
    Projected,
    Symplectic,
}
