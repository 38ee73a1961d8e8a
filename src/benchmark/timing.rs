//! The clock: rows of one scene timed in turns on one simulation, every run from the same state.

use std::sync::Arc;
use std::time::Instant;

use serde_json::{Map, Value};

use super::bytes::ByteModel;
use super::cases::{self, Variant};
use super::contract;
use super::peers;
use super::record::{Row, SceneReport};
use super::statistics::Spread;
use crate::error::Result;
use crate::gpu::Gpu;
use crate::lists::Lists;
use crate::parameters::Parameters;
use crate::scene::Scene;
use crate::simulation::{Simulation, State, manner};
use crate::topology::Topology;

/// Milliseconds that one run should take at least, so that submitting and waiting are a small share of it.
const RUN_MILLISECONDS: f64 = 40.0;
/// Frames of a run at most.
const MOST_FRAMES: u32 = 4096;
/// Frames before the clock starts, under `auto`: the scene should be moving.
const FRAMES_BEFORE: u32 = 30;
/// The same where bodies touch: what falls should lie.
const FRAMES_TO_REST: u32 = 240;

pub struct Bench {
    gpu: Arc<Gpu>,
    simulation: Simulation,
    start: State,
    rows: Vec<Timed>,
    report: SceneReport,
    round: usize,
}

struct Timed {
    variant: Variant,
    /// The result of another run stands in `row`.
    known: bool,
    frames: u32,
    wall: Vec<f64>,
    gpu: Vec<f64>,
    stages: Vec<(&'static str, Vec<f64>)>,
    row: Row,
}

impl Bench {
    /// The scene `name`, built and loaded against the clock.
    pub async fn new(gpu: &Arc<Gpu>, name: &str, options: &Map<String, Value>) -> Result<Self> {
        let clock = Instant::now();
        let (scene, parameters) = cases::build(name, options)?;
        let usual = if scene.contacts { FRAMES_TO_REST } else { FRAMES_BEFORE };
        let before = peers::frames_before(name).unwrap_or(usual);
        let build_milliseconds = milliseconds(clock);
        let clock = Instant::now();
        let topology = Topology::of(&scene);
        let topology_milliseconds = milliseconds(clock);
        let rows = rows(&scene, &topology, &parameters);
        let contract = contract::id(&scene);

        let clock = Instant::now();
        let mut simulation = Simulation::create(gpu.clone(), scene, parameters).await?;
        gpu.done().await?;
        let load_milliseconds = milliseconds(clock);
        simulation.step(before)?.await?;
        let start = simulation.read_state()?.await?;
        let report = SceneReport {
            scene: name.into(),
            options: Value::Object(options.clone()),
            beads: simulation.body_count() as u64,
            joints: simulation.joint_count() as u64,
            contract: Some(contract),
            build_milliseconds: Some(build_milliseconds),
            topology_milliseconds: Some(topology_milliseconds),
            load_milliseconds,
            ..SceneReport::default()
        };
        Ok(Self { gpu: gpu.clone(), simulation, start, rows, report, round: 0 })
    }

    /// Rows that another run timed in so many rounds are not timed again; of other rows the known measures are kept.
    pub fn keep(&mut self, found: &[Row], rounds: usize) {
        for timed in &mut self.rows {
            let Some(found) = found.iter().find(|found| found.is_like(&timed.row)) else { continue };
            timed.known = found.is_timed(rounds);
            if timed.known {
                timed.row = found.clone();
            } else {
                timed.row.quality = found.quality.clone();
            }
        }
    }

    /// Every row once; there and back by turns. `begins` is called with each before its turn, and may end the round: it says whether
    /// to go on.
    pub async fn round(&mut self, mut begins: impl FnMut(&Variant) -> bool) -> Result<()> {
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        if self.round % 2 == 1 {
            order.reverse();
        }
        for index in order {
            if !begins(&self.rows[index].variant) {
                break;
            }
            if let Err(error) = self.sample(index).await {
                self.gpu.check()?;
                self.rows[index].row.fault = Some(error.message);
            }
        }
        self.round += 1;
        Ok(())
    }

    async fn sample(&mut self, index: usize) -> Result<()> {
        let row = &mut self.rows[index];
        if row.known || row.row.fault.is_some() {
            return Ok(());
        }
        self.simulation.replace_parameters(row.variant.parameters.clone())?;
        self.simulation.write_state(&self.start)?;
        // the first frame compiles the pipelines; the one after a measurement is timed by stages
        self.simulation.step(1)?.await?;
        self.simulation.measure(None)?.await?;
        self.simulation.step(1)?.await?;
        let stages = self.simulation.measure(None)?.await?.stage_milliseconds;
        if !stages.is_empty() {
            let substeps = f64::from(row.variant.parameters.substeps);
            row.gpu.push(substeps * stages.iter().map(|(_, ms)| ms).sum::<f64>());
            for (stage, ms) in stages {
                match row.stages.iter_mut().find(|(name, _)| *name == stage) {
                    Some((_, all)) => all.push(ms),
                    None => row.stages.push((stage, vec![ms])),
                }
            }
        }
        let clock = Instant::now();
        self.simulation.step(1)?.await?;
        if row.frames == 0 {
            let frames = RUN_MILLISECONDS / milliseconds(clock).max(1e-3);
            row.frames = (frames.ceil() as u32).clamp(1, MOST_FRAMES);
        }
        self.simulation.write_state(&self.start)?;
        self.gpu.done().await?;
        let clock = Instant::now();
        self.simulation.step(row.frames)?.await?;
        row.wall.push(milliseconds(clock) / f64::from(row.frames));
        Ok(())
    }

    /// The rows that are known by now.
    pub fn report(&self) -> SceneReport {
        let mut report = self.report.clone();
        report.device_bytes = self.gpu.allocated.load(std::sync::atomic::Ordering::Relaxed);
        for timed in &self.rows {
            let mut row = timed.row.clone();
            if timed.known {
                report.rows.push(row);
                continue;
            }
            row.wall = Spread::of(&timed.wall);
            row.gpu = Spread::of(&timed.gpu);
            row.frames_a_run = timed.frames;
            row.stages = timed
                .stages
                .iter()
                .filter_map(|(name, all)| Some((name.to_string(), Spread::of(all)?.median)))
                .collect();
            report.rows.push(row);
        }
        report
    }
}

fn rows(scene: &Scene, topology: &Topology, parameters: &Parameters) -> Vec<Timed> {
    let lists = Lists::with(topology, scene, manner(parameters, scene));
    let mut model = ByteModel::new(scene, topology, &lists);
    cases::variants(parameters, &lists)
        .into_iter()
        .map(|variant| {
            let row = Row {
                solver: variant.parameters.solver.into(),
                execution: cases::execution_name(variant.parameters.execution).into(),
                positions: cases::positions_name(variant.parameters.positions).map(String::from),
                contact_solver: variant.contact_solver().map(String::from),
                kernels: variant.kernels.clone(),
                iterations: variant.passes(),
                substeps: variant.parameters.substeps,
                dispatches: Some(model.dispatches(&variant.parameters)),
                bytes: Some(model.frame(&variant.parameters)),
                ..Row::default()
            };
            Timed {
                variant,
                known: false,
                frames: 0,
                wall: Vec::new(),
                gpu: Vec::new(),
                stages: Vec::new(),
                row,
            }
        })
        .collect()
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}
