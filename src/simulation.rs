//! A scene on a device, stepped and measured. No canvas, no browser, no loop of its own.
//!
//! Methods that need the device submit their work before they return and give a future for its end that holds
//! on to nothing here: calls queue up in the order they are made, whoever waits for what.

mod hand;
mod kernel_edits;
mod last_good;
mod measures;
mod state;
mod stepping;
mod ties;
mod upload;

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};

pub use self::hand::Pull;
pub use self::kernel_edits::{KernelEdit, KernelMessage};
pub use self::last_good::{Seed, Snapshot};
pub use self::measures::Measures;
pub use self::state::State;

use self::kernel_edits::Replacement;
use self::last_good::Good;
use self::ties::connect;
use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::buffers::{Buffers, Counts};
use crate::gpu::clock::Clock;
use crate::gpu::executor::{self, Program};
use crate::gpu::kernels::Specialisation;
use crate::gpu::scopes::Scopes;
use crate::gpu::watch::Watch;
use crate::parameters::Parameters;
use crate::scene::Scene;
use crate::solvers;
use crate::solvers::lists::Lists;
use crate::solvers::plan::Dispatch;

pub struct Simulation {
    gpu: Arc<Gpu>,
    /// As last loaded; where `reset` goes back to.
    scene: Scene,
    fixed: Vec<bool>,
    cut: Vec<bool>,
    parameters: Parameters,
    lists: Lists,
    buffers: Buffers,
    replaced: HashMap<&'static str, Replacement>,
    program: Option<Program>,
    /// Looks for bodies that are not finite.
    watch: Option<Watch>,
    clock: Option<Clock>,
    /// One step after each measurement is timed by stages; timing every step would cost passes.
    timing_due: bool,
    record: bool,
    /// Puts the residuals of the last step, by the solver that took it, where `measure` looks; empty once done.
    unpublished: Vec<Dispatch>,
    /// Residuals stand in the buffer.
    recorded: bool,
    time: f64,
    steps: u64,
    revision: u64,
    pull: Option<Pull>,
    good: Option<Good>,
    epoch: u64,
    /// A body that somebody put in a state that is not finite.
    suspect: Option<usize>,
}

impl Simulation {
    /// A scene on the device, or why not. Nothing is left allocated on failure.
    pub async fn create(gpu: Arc<Gpu>, scene: Scene, parameters: Parameters) -> Result<Self> {
        gpu.check()?;
        let scopes = Scopes::open(&gpu);
        let made = Self::build(gpu.clone(), scene, parameters);
        let refused = scopes.close().await;
        gpu.check()?;
        let made = made?;
        refused?;
        Ok(made)
    }

    fn build(gpu: Arc<Gpu>, scene: Scene, parameters: Parameters) -> Result<Self> {
        let isotropic = scene.bodies.iter().all(|b| b.inertia.x == b.inertia.y && b.inertia.y == b.inertia.z);
        let counts = Counts {
            bodies: scene.bodies.len() as u64,
            joints: scene.joints.len() as u64,
            tensors: !isotropic,
        };
        Buffers::check(&gpu, counts)?;
        let fixed: Vec<bool> = scene.bodies.iter().map(|body| body.fixed).collect();
        let cut = vec![false; scene.joints.len()];
        let lists = connect(&gpu, &scene, &fixed, &cut);
        runs(&gpu, &parameters, &lists, counts)?;
        let mut simulation = Self {
            buffers: Buffers::new(gpu.clone(), counts),
            clock: Clock::new(&gpu),
            gpu,
            fixed,
            cut,
            parameters,
            lists,
            replaced: HashMap::new(),
            program: None,
            watch: None,
            timing_due: true,
            record: false,
            unpublished: Vec::new(),
            recorded: false,
            time: scene.time,
            steps: 0,
            revision: 0,
            pull: None,
            good: None,
            epoch: 0,
            suspect: None,
            scene,
        };
        simulation.upload_lists()?;
        simulation.upload_scene()?;
        Ok(simulation)
    }

    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// The buffer that a shader calls `name`, for drawing. Made if it was not there.
    pub fn buffer(&mut self, name: &'static str) -> Result<&wgpu::Buffer> {
        self.buffers.get(name)
    }

    /// As `buffer`, but only if it is there.
    pub fn existing_buffer(&self, name: &str) -> Option<&wgpu::Buffer> {
        self.buffers.existing(name)
    }

    /// Changes whenever bodies or joints are tied anew: a pin, a cut, another scene.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub fn body_count(&self) -> usize {
        self.scene.bodies.len()
    }

    pub fn joint_count(&self) -> usize {
        self.scene.joints.len()
    }

    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    pub fn time(&self) -> f64 {
        self.time
    }

    /// Whether residuals are recorded by iteration.
    pub fn is_recording(&self) -> bool {
        self.record
    }

    /// All of `changes` or none; what is under way keeps the old ones.
    pub fn set_parameters(&mut self, changes: &Map<String, Value>) -> Result<()> {
        let next = self.parameters.with(changes)?;
        self.replace_parameters(next)
    }

    pub fn replace_parameters(&mut self, next: Parameters) -> Result<()> {
        if next != self.parameters {
            runs(&self.gpu, &next, &self.lists, self.buffers.counts())?;
            self.parameters = next;
            self.program = None;
            // the curve in the buffer is another solve's
            self.recorded = false;
        }
        Ok(())
    }

    fn specialisation(&self) -> Specialisation {
        Specialisation {
            points: true,
            isotropic: !self.buffers.counts().tensors,
            even_chains: self.lists.even_chains,
        }
    }

    /// Another scene on the same device with the same parameters; on failure the old one goes on.
    pub async fn load(&mut self, scene: Scene) -> Result<()> {
        let next = Self::create(self.gpu.clone(), scene, self.parameters.clone()).await?;
        self.install(next);
        Ok(())
    }

    /// Takes the place of what runs now: edited kernels and recording stay.
    pub fn install(&mut self, mut next: Simulation) {
        next.record = self.record;
        next.epoch = self.epoch + 1;
        let same = Arc::ptr_eq(&next.gpu, &self.gpu) && next.specialisation() == self.specialisation();
        for (name, edit) in std::mem::take(&mut self.replaced) {
            if same {
                next.replaced.insert(name, edit);
            } else {
                next.replace(name, edit.source);
            }
        }
        *self = next;
    }

    /// Back to the scene as last loaded.
    pub fn reset(&mut self) -> Result<()> {
        self.gpu.check()?;
        let fixed = self.scene.bodies.iter().map(|body| body.fixed).collect();
        let cut = vec![false; self.scene.joints.len()];
        self.reconnect(fixed, cut)?;
        self.time = self.scene.time;
        self.steps = 0;
        self.recorded = false;
        self.set_pull(None)?;
        self.good = None;
        self.suspect = None;
        self.epoch += 1;
        self.upload_scene()
    }
}

/// Whether the solver takes the scene, and this device what the solver needs for it.
fn runs(gpu: &Gpu, parameters: &Parameters, lists: &Lists, counts: Counts) -> Result<()> {
    solvers::check(parameters, lists)?;
    executor::check(gpu, &solvers::plan(parameters, lists, false), counts)
}
