//! What a benchmark writes down. The browser's page fills in the same fields (www/bench/record.ts has their types).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::statistics::Spread;
#[cfg(not(target_arch = "wasm32"))]
use super::{record_text::record_text, report};

/// One run of the benchmark.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub format: u32,
    /// Makes it again.
    pub command: String,
    /// YYYY-MM-DD.
    pub date: String,
    pub beadwork: String,
    pub machine: Machine,
    /// Bytes a second read and written together by the device's own copy of one buffer into another.
    pub copy_bandwidth: Option<f64>,
    pub copies: Vec<CopyTiming>,
    /// What a dispatch costs that computes next to nothing; none on the CPU, and in records from before there were any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub launches: Vec<Launch>,
    pub scenes: Vec<SceneReport>,
    pub gaps: Vec<GapRow>,
    /// One scene with rows at several settings of each solver, for what an error costs; a page measures it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<SceneReport>,
    /// What a reader should know: what was left out, and why.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Machine {
    pub adapter: String,
    pub backend: String,
    pub driver: String,
    /// A driver that computes on the CPU.
    pub software: bool,
    pub processor: String,
    pub threads: usize,
    /// GiB.
    pub memory: f64,
    pub system: String,
    /// Empty where it ran natively.
    pub browser: String,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CopyTiming {
    pub bytes: u64,
    pub bytes_per_second: f64,
}

/// A dispatch that computes next to nothing, started in some way.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Launch {
    pub what: String,
    pub microseconds: f64,
}

/// One scene in one size.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SceneReport {
    pub scene: String,
    pub options: Value,
    pub beads: u64,
    pub joints: u64,
    /// What `contract::id` makes of the scene; None in records from before there were any.
    #[serde(default)]
    pub contract: Option<String>,
    /// What a curve's errors are, where bodies touch: `depth`, `moved` or `gap`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged: Option<String>,
    /// Milliseconds of: making the scene, its topology, and putting it on the device (topology included). A page knows
    /// the last one only.
    pub build_milliseconds: Option<f64>,
    pub topology_milliseconds: Option<f64>,
    pub load_milliseconds: f64,
    /// Bytes of buffers on the device once every row had its own.
    pub device_bytes: u64,
    pub rows: Vec<Row>,
    /// Whether every row asked for is there: a curve without a truth says so only then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// Why it was not measured, or not to its end.
    #[serde(default)]
    pub fault: Option<String>,
}

/// One solver in one execution, or another engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    pub solver: String,
    pub execution: String,
    /// How the exact solver keeps joints shut; None where nothing was chosen.
    pub positions: Option<String>,
    /// What solves contacts; None where nothing touches.
    #[serde(default)]
    pub contact_solver: Option<String>,
    /// The kernels that solve.
    pub kernels: String,
    /// Passes of each substep, over contacts where bodies touch; None for solvers without.
    pub iterations: Option<u32>,
    pub substeps: u32,
    /// Hz, of contacts; as the scene has it where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_softness: Option<f64>,
    /// Wall clock of a frame, from submission to the device being done.
    pub wall: Option<Spread>,
    /// Frames in each of the runs that were timed.
    pub frames_a_run: u32,
    /// Sum of a frame's stages by the device's own clock.
    pub gpu: Option<Spread>,
    /// Median by stage, milliseconds.
    pub stages: Vec<(String, f64)>,
    pub bead_steps_per_second: Option<f64>,
    /// Of a frame; None where nothing is dispatched, and in records from before they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispatches: Option<u64>,
    /// Those, at what one costs that waits for the one before, over the time of a frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_share: Option<f64>,
    /// By the model, a frame.
    pub bytes: Option<u64>,
    /// Of the device's own copy bandwidth, by the device's clock where there is one.
    pub copy_share: Option<f64>,
    /// Against the article's solver with 20 passes on the same scene.
    pub times_faster: Option<f64>,
    pub quality: Option<Quality>,
    /// Why something is missing.
    pub fault: Option<String>,
}

/// What ten seconds leave behind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Quality {
    /// Beads of the scene that it was found on; chains of a scene are alike, so fewer do.
    pub beads: u64,
    pub frames: u32,
    /// Largest over all joints and frames.
    pub max_gap_radii: f64,
    /// Largest way beyond a stop, m or rad; None where nothing went beyond one.
    #[serde(default)]
    pub max_overshoot: Option<f64>,
    /// Deepest that bodies lay in one another, m: of all frames, and after the last; None where nothing touches.
    #[serde(default)]
    pub max_depth: Option<f64>,
    #[serde(default)]
    pub depth: Option<f64>,
    /// Largest distance in m of any bead after two seconds from where the truth has it (`quality::Truth`); None where
    /// there is none.
    pub error: Option<f64>,
    /// After the last frame, m/s; None where the engine does not say.
    pub residual: Option<f64>,
    /// Energy at the end less that at the start, over m g L/2 and in J.
    pub energy_drift: f64,
    pub energy_drift_joules: f64,
    /// Largest energy of any frame above the start, over m g L/2.
    pub energy_gain: f64,
    pub finite: bool,
    /// Hash of every bit of the state after the last frame (`State::hash`), where two runs ended in the same. None
    /// where they did not, or were not compared.
    #[serde(default)]
    pub hash: Option<String>,
}

/// A scene known for its gaps.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GapRow {
    pub what: String,
    pub scene: String,
    pub options: Value,
    pub solver: String,
    pub positions: Option<String>,
    pub substeps: u32,
    /// None for an engine that has another.
    pub stabilisation: Option<f64>,
    pub quality: Quality,
}

/// What `report` makes of the records, which it reads as JSON.
#[cfg(not(target_arch = "wasm32"))]
impl Report {
    /// Fills in what follows from other fields.
    pub fn derive(&mut self) -> serde_json::Result<()> {
        let mut records = serde_json::to_value(&self)?;
        report::derive(&mut records);
        *self = serde_json::from_value(records)?;
        Ok(())
    }

    /// The contents of `path`.json; None where there is no such file.
    pub fn read(path: &str) -> std::io::Result<Option<Self>> {
        match std::fs::read_to_string(format!("{path}.json")) {
            Ok(text) => Ok(Some(serde_json::from_str(&text)?)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub fn markdown(&self) -> serde_json::Result<String> {
        Ok(report::markdown(&serde_json::to_value(self)?))
    }

    /// `path`.md and `path`.json, each whole or as it was: an interrupted run leaves the last complete files.
    pub fn write(&self, path: &str) -> std::io::Result<()> {
        report::put(&format!("{path}.json"), &record_text(&serde_json::to_value(self)?))?;
        report::put(&format!("{path}.md"), &self.markdown()?)
    }
}

impl Row {
    /// Whether both are of one solver, gone about in one way.
    pub fn is_like(&self, other: &Row) -> bool {
        let way = |row: &Row| {
            let Row { solver, execution, positions, contact_solver, iterations, substeps, .. } = row.clone();
            (solver, execution, positions, contact_solver, iterations, substeps)
        };
        way(self) == way(other)
    }

    /// Whether its clock ran so often, or can't.
    pub fn is_timed(&self, rounds: usize) -> bool {
        self.fault.is_some() || self.wall.is_some_and(|wall| wall.runs >= rounds)
    }

    /// Whether it was looked at for so many frames, or until it blew up.
    pub fn is_judged(&self, frames: u32) -> bool {
        self.quality.as_ref().is_some_and(|found| !found.finite || found.frames >= frames)
    }

    /// Median wall clock of a frame.
    pub fn milliseconds(&self) -> Option<f64> {
        self.wall.map(|wall| wall.median)
    }
}
