//! What a person can set while the simulation runs. One row per parameter: what the pages, the types and the checks know
//! of it is made from that row. Changes are all or nothing.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{BeadworkError, Code, Result};

mod named;
mod read;
mod values;

pub use named::Named;
pub(crate) use read::printable;
use read::{Readable, range_of, refused};
use values::EARTH;
pub use values::{
    AutoCount, ContactSoftness, ContactSolver, Execution, Forces, Gravity, PassOrder, Positions,
    RecoverySpeed, Setting, Switch,
};

/// What a parameter may be. Numbers have their smallest and largest value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// The name of a solver.
    Solver,
    Choice(&'static [&'static str]),
    Whole(u32, u32),
    Number(f64, f64),
    /// A number, or the solver's own choice.
    Auto(f64, f64),
    /// As `Auto`, without the smallest value itself.
    AutoAbove(f64, f64),
    /// A whole number, or the solver's own choice.
    AutoWhole(u32, u32),
    /// As `AutoAbove`, or this word.
    AutoAboveOr(&'static str, f64, f64),
    /// Three numbers, each within ± this.
    Vector(f64),
    /// Two numbers, or the scene's own choice.
    AutoPair(f64, f64),
    /// On, off, or the solver's own choice.
    AutoSwitch,
}

/// The part of a range that a slider covers, and its step; `None` where there is no slider.
pub type Slider = Option<(f64, f64, f64)>;

/// One row of the table, as the pages read it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    pub name: &'static str,
    pub title: &'static str,
    /// A sentence or two for a person.
    pub words: String,
    pub unit: &'static str,
    pub default: Value,
    #[serde(flatten)]
    pub range: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slider: Slider,
    #[serde(skip)]
    pub kind: Kind,
}

macro_rules! parameters {
    ($($(#[doc = $words:literal])+ $field:ident: $type:ty = $default:expr, $kind:expr,
       $name:literal, $title:literal, $unit:literal, $slider:expr;)+) => {
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(rename_all = "camelCase")]
        pub struct Parameters {
            $($(#[doc = $words])+ pub $field: $type,)+
            /// Parameters that were given by name, at whatever value; without them parameters may be equal.
            #[serde(skip)]
            pub named: Named,
        }

        impl Default for Parameters {
            fn default() -> Self {
                Self { $($field: $default,)+ named: Named::default() }
            }
        }

        /// The table, in the order in which people meet the parameters.
        pub fn table(solvers: &[&'static str]) -> Vec<Row> {
            let defaults = Parameters::default();
            vec![$(Row {
                name: $name,
                title: $title,
                words: concat!($($words),+).trim().into(),
                unit: $unit,
                default: serde_json::to_value(&defaults.$field).unwrap_or_default(),
                range: range_of($kind, solvers),
                slider: $slider,
                kind: $kind,
            },)+]
        }

        impl Parameters {
            fn set(&mut self, name: &str, value: &Value, solvers: &[&'static str]) -> Result<()> {
                match name {
                    $($name => {
                        let read = Readable::read(value, $kind, solvers);
                        self.$field = read.ok_or_else(|| refused(name, $kind, $unit, solvers, value))?;
                        self.named.add($name);
                    })+
                    _ => {
                        let message = format!("There is no parameter called '{}'.", printable(name));
                        return Err(BeadworkError::at(Code::Parameter, name, message));
                    }
                }
                Ok(())
            }

            /// All that there are.
            pub(crate) fn every() -> Named {
                let mut every = Named::default();
                $(every.add($name);)+
                every
            }

            /// Those whose values are others.
            pub(crate) fn differing(&self, other: &Parameters) -> Named {
                let mut differing = Named::default();
                $(if self.$field != other.$field {
                    differing.add($name);
                })+
                differing
            }

            /// Takes these values, and no others, from `other`.
            pub(crate) fn take(&mut self, which: &Named, other: &Parameters) {
                $(if which.has($name) {
                    self.$field = other.$field.clone();
                })+
            }
        }
    };
}

parameters! {
    /// What solves for the forces; `auto` takes what fits each island of the scene.
    solver: &'static str = "auto", Kind::Solver, "solver", "Solver", "", None;
    /// How a solver runs. `global`: one dispatch per pass, any size. `tile`: whole islands in one workgroup. `auto`: the
    /// faster of the two by a fixed rule.
    execution: Execution = Execution::Auto, Kind::Choice(&["auto", "global", "tile"]), "execution", "Execution", "", None;
    /// Passes of an iterative solver in each substep.
    iterations: u32 = 20, Kind::Whole(1, MAX_ITERATIONS), "iterations", "Passes", "", Some((1.0, 500.0, 1.0));
    /// Substeps of each frame. More of them make fast motion truer: 4 divide the error of a whip crack by six.
    substeps: u32 = 1, Kind::Whole(1, 100), "substeps", "Substeps", "", Some((1.0, 20.0, 1.0));
    /// The simulated time of one frame.
    timestep: f64 = 1.0 / 60.0, Kind::Number(1e-5, 0.1), "timestep", "Timestep", "s", None;
    /// Acceleration of all that moves; a scene may bring its own.
    gravity: Gravity = Gravity::OfScene, Kind::Vector(1000.0), "gravity", "Gravity", "m/s²", None;
    /// When gravity acts. `each`: in every substep. `once`: all of a frame's at its start, as TGS does where an engine does not ask for more.
    /// Then more substeps shut joints, and leave the error of one step.
    forces: Forces = Forces::Each, Kind::Choice(&["each", "once"]), "forces", "Gravity acts", "", None;
    /// ω: how far an iterative solver goes in each pass. Too high, and trees and nets explode; `auto` is safe.
    relaxation: Setting = Setting::Auto, Kind::AutoAbove(0.0, 2.0), "relaxation", "Relaxation", "", Some((0.05, 2.0, 0.05));
    /// The places that a pass of `xpbd` uses. `coloured`: a colour of joints at a time, so that each joint knows of those before it.
    /// `side-by-side`: all joints at once from the same places, each held back by how many joints its bodies have; two dispatches a pass
    /// whatever is joined to what. `auto`: `coloured`. The other solvers have an order of their own.
    pass_order: PassOrder = PassOrder::Auto, Kind::Choice(&["auto", "coloured", "side-by-side"]), "passOrder", "Order of passes", "", None;
    /// How far every firm joint yields under its load with `xpbd`, in metres for each newton. 0: not at all. Rows that hold an angle yield
    /// by as much in radians for each newton metre. The other solvers have springs by joint alone.
    compliance: f64 = 0.0, Kind::Number(0.0, 1.0), "compliance", "Compliance", "m/N", Some((0.0, 1e-3, 1e-6));
    /// The highest frequency of joints with `soft-step`, which are springs until bodies have moved. `auto`: a quarter of the substeps in a
    /// second. With a number more substeps make joints no firmer.
    softness: Setting = Setting::Auto, Kind::Auto(0.1, 1e4), "softness", "Softness", "Hz", Some((10.0, 300.0, 10.0));
    /// κ: the least penalty of a joint with `avbd`, as a multiple of k₀. That is the stiffness that would close its gap in one substep
    /// if its bodies had no other joint.
    penalty: f64 = 1.0, Kind::Number(1e-3, 1e4), "penalty", "Penalty", "", Some((0.1, 100.0, 0.1));
    /// By how much a pass of `avbd` raises a joint's penalty for each radius that it stands open, as a multiple of k₀. 0: it stays at
    /// `penalty`.
    penalty_growth: f64 = 30.0, Kind::Number(0.0, 1e4), "penaltyGrowth", "Growth of penalties", "", Some((0.0, 300.0, 1.0));
    /// γ: the share of its penalty that a joint keeps from one substep to the next with `avbd`.
    penalty_kept: f64 = 0.999, Kind::Number(0.0, 1.0), "penaltyKept", "Penalty kept", "", Some((0.9, 1.0, 0.001));
    /// α: the share of a gap that `avbd` leaves in each substep, so that it is not closed at a blow.
    gap_kept: f64 = 0.99, Kind::Number(0.0, 1.0), "gapKept", "Gap kept", "", Some((0.0, 1.0, 0.01));
    /// Whether joints of `avbd` learn their forces. `auto`: they do. `false` leaves them springs of stiffness `penalty`, which is VBD: they yield under
    /// their load, however many passes there are.
    hard: Switch = Switch::Auto, Kind::AutoSwitch, "hard", "Hard joints", "", None;
    /// The share of the last substep's forces that a solve starts from. `auto`: 1 for `direct`, 0.9 for the others.
    warm_start: Setting = Setting::Auto, Kind::Auto(0.0, 1.0), "warmStart", "Warm start", "", Some((0.0, 1.0, 0.05));
    /// β: the share of a gap that one substep tries to close. With 0 gaps grow; too much adds energy where a solver does
    /// not converge. `auto`: 0.2 for `direct`, 0.05 for the others.
    stabilisation: Setting = Setting::Auto, Kind::Auto(0.0, 1.0), "stabilisation", "Stabilisation", "", Some((0.0, 1.0, 0.05));
    /// How the exact solver keeps joints shut in place. `pulled`: a share of each gap is closed by the velocities.
    /// `projected`: gaps are closed after the step. `symplectic`: the forces are those that close them, of second order and
    /// without drift of energy; where bodies touch, it is for what touches nothing. `auto`: `symplectic`, where bodies touch
    /// `projected`, and `pulled` where `stabilisation` is a number. The other solvers know only `pulled`.
    positions: Positions = Positions::Auto, Kind::Choice(&["auto", "pulled", "projected", "symplectic"]), "positions", "Positions", "", None;
    /// How fast a joint that stands open is drawn together at most, in m/s and rad/s, unless it has a `recoverySpeed` of its own.
    /// `auto`: 1 and 5 in a scene where some joint holds an angle, no bound in others. With two numbers, firm points are solved
    /// like joints of any kind, which takes longer.
    recovery_speed: RecoverySpeed = RecoverySpeed::Auto, Kind::AutoPair(1e-6, 1e6), "recoverySpeed", "Recovery speed", "", None;
    /// How often the exact solver solves at most in each substep where a joint has limits, or a motor or servo with a largest force. It
    /// stops as soon as every limit and motor is right, mostly after two or three.
    rounds: u32 = 8, Kind::Whole(2, 32), "rounds", "Rounds", "", Some((2.0, 32.0, 1.0));
    /// The share of velocity lost per second; damping times the substep must stay below 1.
    damping: f64 = 0.0, Kind::Number(0.0, 10.0), "damping", "Damping", "per second", Some((0.0, 5.0, 0.1));
    /// Raises a bead's inertia where its tension would make the step unstable.
    stiffness_guard: Switch = Switch::Auto, Kind::AutoSwitch, "stiffnessGuard", "Stiffness guard", "", None;
    /// Whether bodies that touch push each other apart and rub. `auto`: as the scene says.
    contacts: Switch = Switch::Auto, Kind::AutoSwitch, "contacts", "Contacts", "", None;
    /// What solves for the forces of contacts. `gauss-seidel`: a colour at a time, so that each contact knows of those before it.
    /// `mass-splitting`: all contacts at once, each with a share of its bodies' masses; it needs more passes. `chebyshev`: the
    /// same with momentum, better with heavy loads. `jacobi`: all at once and held back until it is stable; stacks sink in it.
    /// `auto`: `gauss-seidel`.
    contact_solver: ContactSolver = ContactSolver::Auto, Kind::Choice(&["auto", "gauss-seidel", "chebyshev", "mass-splitting", "jacobi"]), "contactSolver", "Contact solver", "", None;
    /// Passes over all contacts in each substep before bodies move, and as many again after that where contacts are soft: these
    /// take back the speed that the pushing left. `auto`: 1. More substeps do more than more passes.
    contact_passes: AutoCount = AutoCount::Auto, Kind::AutoWhole(1, 64), "contactPasses", "Contact passes", "", Some((1.0, 16.0, 1.0));
    /// How firmly bodies that overlap are pushed apart: by springs that would swing so often, with five times critical damping.
    /// `auto`: a quarter of the substeps in a second; by softer ones tall or loaded stacks buckle. `hard` closes a fifth of the
    /// depth in each substep instead, and leaves that as speed: it takes more passes for the same stack.
    contact_softness: ContactSoftness = ContactSoftness::Auto, Kind::AutoAboveOr("hard", 0.0, 1e4), "contactSoftness", "Contact softness", "Hz", None;
}

pub const MAX_ITERATIONS: u32 = 1000;

impl Parameters {
    /// h, the length of one substep in s.
    pub fn substep(&self) -> f64 {
        self.timestep / f64::from(self.substeps)
    }

    /// By name, as pages have them.
    pub fn as_json(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }

    /// How joints are kept shut in place by a solver that can choose. A person who sets β means it, so gaps are then
    /// pulled.
    pub fn chosen_positions(&self) -> Positions {
        match (self.positions, self.stabilisation) {
            (Positions::Auto, Setting::Auto) => Positions::Symplectic,
            (Positions::Auto, Setting::Value(_)) => Positions::Pulled,
            (chosen, _) => chosen,
        }
    }

    /// These parameters for a scene with this gravity, which holds unless one was given.
    pub fn settled_by(&self, scene: Option<[f32; 3]>) -> Parameters {
        let gravity = match self.gravity {
            Gravity::OfScene => scene.map_or(EARTH, |vector| vector.map(as_written)),
            Gravity::Given(vector) => vector,
        };
        Parameters { gravity: Gravity::Given(gravity), ..self.clone() }
    }

    /// These parameters with `changes` made (names as in JSON), or the first fault and no change.
    pub fn changed(&self, changes: &Map<String, Value>, solvers: &[&'static str]) -> Result<Parameters> {
        let mut next = self.clone();
        for (name, value) in changes {
            next.set(name, value, solvers)?;
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

/// −9.81, as a person would write it, rather than the f64 of its f32.
fn as_written(x: f32) -> f64 {
    let short = serde_json::from_str(&x.to_string()).unwrap_or(f64::NAN);
    if short as f32 == x { short } else { f64::from(x) }
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
        assert_eq!(with(json.clone()).unwrap(), Parameters::default().settled_by(None));
        assert_eq!(json["relaxation"], "auto");
        assert_eq!(json["iterations"], 20);
    }

    #[test]
    fn every_row_is_named_as_its_json_and_has_words() {
        let json = serde_json::to_value(Parameters::default()).unwrap();
        let rows = table(&["auto"]);
        assert_eq!(rows.len(), json.as_object().unwrap().len());
        for row in rows {
            assert_eq!(json[row.name], row.default, "{}", row.name);
            assert!(row.words.ends_with('.') && !row.words.contains("  "), "{}: {}", row.name, row.words);
        }
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
            json!({"recoverySpeed": 1}),
            json!({"recoverySpeed": [1]}),
            json!({"recoverySpeed": [1, 5, 1]}),
            json!({"recoverySpeed": [1, 0]}),
            json!({"recoverySpeed": [2e6, 5]}),
            json!({"recoverySpeed": [1, null]}),
            json!({"recoverySpeed": "slow"}),
            json!({"damping": 11}),
            json!({"stiffnessGuard": 1}),
            json!({"contacts": "on"}),
            json!({"contacts": null}),
            json!({"contactSolver": "direct"}),
            json!({"contactSolver": true}),
            json!({"contactPasses": 0}),
            json!({"contactPasses": 65}),
            json!({"contactPasses": 1.5}),
            json!({"contactPasses": "hard"}),
            json!({"contactSoftness": 0}),
            json!({"contactSoftness": -30}),
            json!({"contactSoftness": 10001}),
            json!({"contactSoftness": "soft"}),
            json!({"contactSoftness": [30]}),
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
    fn contacts_are_read_and_written() {
        let defaults = Parameters::default();
        assert!(defaults.contacts.or(true) && !defaults.contacts.or(false));
        assert_eq!((defaults.contact_solver, defaults.contact_passes.or(1)), (ContactSolver::Auto, 1));
        assert_eq!(defaults.contact_softness, ContactSoftness::Auto);
        for solver in ["auto", "gauss-seidel", "chebyshev", "mass-splitting", "jacobi"] {
            for (softness, read) in [
                (json!("auto"), ContactSoftness::Auto),
                (json!("hard"), ContactSoftness::Hard),
                (json!(120.0), ContactSoftness::Hertz(120.0)),
            ] {
                let changes = json!({
                    "contacts": false, "contactSolver": solver, "contactPasses": 64, "contactSoftness": softness,
                });
                let parameters = with(changes.clone()).unwrap();
                assert_eq!(parameters.contacts, Switch::Set(false));
                assert_eq!(parameters.contact_passes, AutoCount::Count(64));
                assert_eq!(parameters.contact_softness, read);
                let json = serde_json::to_value(&parameters).unwrap();
                for (name, value) in changes.as_object().unwrap() {
                    assert_eq!(&json[name], value, "{name}");
                }
            }
        }
        let message = with(json!({"contactSoftness": "soft"})).unwrap_err().message;
        assert_eq!(
            message,
            "contactSoftness must be 'auto', 'hard' or a number above 0 and up to 10000 Hz, not \"soft\"."
        );
    }

    #[test]
    fn what_is_named_is_known_at_whatever_value() {
        let parameters = with(json!({"substeps": 1, "iterations": 30})).unwrap();
        assert!(parameters.named.has("substeps") && parameters.named.has("iterations"));
        assert!(!parameters.named.has("timestep") && !Parameters::default().named.has("substeps"));
        let differing = parameters.differing(&Parameters::default());
        assert!(differing.has("iterations") && !differing.has("substeps"));
        let mut taken = Parameters::default();
        taken.take(&differing, &Parameters { substeps: 3, ..parameters });
        assert_eq!((taken.iterations, taken.substeps), (30, 1));
    }

    #[test]
    fn damping_must_leave_velocity_its_sign() {
        let error = with(json!({"damping": 10, "timestep": 0.1})).unwrap_err();
        assert_eq!(error.path.as_deref(), Some("damping"));
        assert!(with(json!({"damping": 10, "timestep": 0.1, "substeps": 2})).is_ok());
    }
}
