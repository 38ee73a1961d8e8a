//! A scene on a device, stepped and measured. No canvas, no browser, no loop of its own.
//!
//! Methods that need the device submit their work before they return and give a future for its end that holds
//! on to nothing here: calls queue up in the order they are made, whoever waits for what.

mod hand;
mod kernel_edits;
mod last_good;
mod measures;
mod state;

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
use crate::error::{BeadworkError, Code, Result};
use crate::gpu::buffers::{Buffers, Counts};
use crate::gpu::executor::{self, Program};
use crate::gpu::kernels::Specialisation;
use crate::gpu::scopes::Scopes;
use crate::gpu::timings::Timings;
use crate::gpu::watch::Watch;
use crate::gpu::{Gpu, layout};
use crate::parameters::{Execution, Parameters};
use crate::scene::Scene;
use crate::solvers;
use crate::solvers::lists::Lists;
use crate::solvers::plan::{Dispatch, Planner};
use crate::topology::Topology;

/// Dispatches that one call may ask for: some ten seconds of a page's own thread, spent on telling the device.
const MOST_DISPATCHES: u64 = 5_000_000;

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
    timings: Option<Timings>,
    /// One step after each measurement is timed by stages; timing every step would cost passes.
    timing_due: bool,
    record: bool,
    /// J and C are those of the poses as they were put, not of a step.
    linearised: bool,
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
        let (topology, lists) = connect(&gpu, &scene, &fixed, &cut);
        runs(&gpu, &parameters, &lists, counts)?;
        let mut simulation = Self {
            buffers: Buffers::new(gpu.clone(), counts),
            timings: Timings::new(gpu.clone()),
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
            linearised: false,
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
        simulation.upload_topology(&topology)?;
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

    pub fn is_fixed(&self, body: usize) -> bool {
        self.fixed[body]
    }

    pub fn is_cut(&self, joint: usize) -> bool {
        self.cut[joint]
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

    /// Takes `frames` frames; the future resolves when the device has done them.
    pub fn step(&mut self, frames: u32) -> Result<impl Future<Output = Result<()>> + 'static + use<>> {
        self.gpu.check()?;
        // buffers and pipelines are made in the first step that needs them
        let scopes = self.program.is_none().then(|| Scopes::open(&self.gpu));
        let taken = self.take_frames(frames);
        let refused = scopes.map(Scopes::close);
        taken?;
        let done = self.gpu.done();
        Ok(async move {
            if let Some(refused) = refused {
                refused.await?;
            }
            done.await
        })
    }

    fn take_frames(&mut self, frames: u32) -> Result<()> {
        if frames == 0 {
            return Ok(());
        }
        self.ready()?;
        self.bearable(frames)?;
        if self.record {
            // only the last substep's curve is wanted, and the kernel adds to what is there
            self.submit_recording(frames);
        } else {
            self.submit(frames * self.parameters.substeps);
        }
        self.linearised = false;
        self.time += f64::from(frames) * self.parameters.timestep;
        self.steps += u64::from(frames);
        Ok(())
    }

    /// After a step that ended in `out-of-memory`: without what the solver had wanted, at the last good state.
    pub fn give_up_scratch(&mut self) -> Result<()> {
        self.program = None;
        self.watch = None;
        self.buffers.remove_scratch();
        self.go_back()
    }

    /// Refuses what would hold the whole page up for minutes.
    fn bearable(&self, frames: u32) -> Result<()> {
        let substep = self.program.as_ref().map_or(0, Program::dispatches) as u64;
        let asked = u64::from(frames) * u64::from(self.parameters.substeps) * substep;
        if asked <= MOST_DISPATCHES {
            return Ok(());
        }
        let frame = MOST_DISPATCHES / (u64::from(self.parameters.substeps) * substep).max(1);
        let message =
            format!("That is too much work for one call; with these parameters take at most {frame} frames.");
        Err(BeadworkError::at(Code::Limit, "frames", message))
    }

    fn submit(&mut self, times: u32) {
        let timings = if self.timing_due { self.timings.as_mut() } else { None };
        self.timing_due = false;
        if let Some(program) = &self.program {
            program.submit(times, timings);
        }
    }

    fn submit_recording(&mut self, frames: u32) {
        let times = frames * self.parameters.substeps;
        if times > 1 {
            self.submit(times - 1);
        }
        if let Some(partials) = self.buffers.existing("residual_partials") {
            let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
            encoder.clear_buffer(partials, 0, None);
            self.gpu.queue.submit([encoder.finish()]);
        }
        self.submit(1);
        self.recorded = true;
    }

    /// Makes the program for the parameters, topology and kernels as they are now.
    fn ready(&mut self) -> Result<()> {
        if self.program.is_none() {
            self.unguard()?;
            let mut plan = solvers::plan(&self.planned(), &self.lists, self.record);
            if self.pull.is_some() {
                plan.insert(0, solvers::pull(&self.parameters, &self.lists));
            }
            self.program = Some(self.program_for(&plan)?);
        }
        Ok(())
    }

    /// True inverse inertias beside the velocities, where the last solver may have left guarded ones.
    fn unguard(&mut self) -> Result<()> {
        let mut planner = Planner::new(&self.parameters, &self.lists, false);
        planner.over("compute_inertia", &self.lists.whole.bodies);
        let plan = planner.finish();
        self.program_for(&plan)?.submit(1, None);
        Ok(())
    }

    /// An edited kernel is meant to be seen at work, so it runs pass by pass unless tiles were asked for.
    fn planned(&self) -> Parameters {
        let edited = !self.replaced.is_empty() && self.parameters.execution == Execution::Auto;
        let execution = if edited { Execution::Global } else { self.parameters.execution };
        Parameters { execution, ..self.parameters.clone() }
    }

    fn program_for(&mut self, plan: &[Dispatch]) -> Result<Program> {
        let specialisation = self.specialisation();
        let (gpu, replaced) = (&self.gpu, &self.replaced);
        Program::new(gpu, plan, &mut self.buffers, |name| match replaced.get(name) {
            Some(edit) => edit.compiled.clone(),
            None => gpu.pipelines.get(&gpu.device, name, specialisation),
        })
    }

    /// Pins a body where it stands, or lets it go.
    pub fn set_fixed(&mut self, body: usize, fixed: bool) -> Result<()> {
        self.index("body", body, self.body_count())?;
        if self.fixed[body] == fixed {
            return Ok(());
        }
        let mut next = self.fixed.clone();
        next[body] = fixed;
        let cut = self.cut.clone();
        self.reconnect(next, cut)?;
        let record = self.body_record(body);
        let velocity = layout::Velocity {
            inverse_mass: record.inverse_mass,
            w: record.inverse_inertia[0],
            ..Default::default()
        };
        for (name, bytes) in [
            ("bodies", bytemuck::bytes_of(&record)),
            ("velocities", bytemuck::bytes_of(&velocity)),
            ("free_velocities", bytemuck::bytes_of(&velocity)),
        ] {
            self.gpu.queue.write_buffer(self.buffers.get(name)?, 32 * body as u64, bytes);
        }
        Ok(())
    }

    /// Cuts a joint. It keeps its index, holds nothing any more, and `describe` leaves it out.
    pub fn cut(&mut self, joint: usize) -> Result<()> {
        self.index("joint", joint, self.joint_count())?;
        if self.cut[joint] {
            return Ok(());
        }
        let mut next = self.cut.clone();
        next[joint] = true;
        let fixed = self.fixed.clone();
        self.reconnect(fixed, next)?;
        self.gpu.queue.write_buffer(self.buffers.get("multipliers")?, 16 * joint as u64, &[0; 16]);
        Ok(())
    }

    fn reconnect(&mut self, fixed: Vec<bool>, cut: Vec<bool>) -> Result<()> {
        self.gpu.check()?;
        let (topology, lists) = connect(&self.gpu, &self.scene, &fixed, &cut);
        runs(&self.gpu, &self.parameters, &lists, self.buffers.counts())?;
        let was = self.specialisation();
        (self.fixed, self.cut, self.lists) = (fixed, cut, lists);
        if was != self.specialisation() {
            self.refit_edits();
        }
        self.forget_motion();
        self.upload_topology(&topology)
    }

    /// What kernels write for moving bodies only, before every solve: a body that was just pinned would go on moving
    /// for its neighbours.
    fn forget_motion(&self) {
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        for name in ["mobility", "ang_mass_inv", "lin_vel_delta", "ang_vel_delta"] {
            if let Some(buffer) = self.buffers.existing(name) {
                encoder.clear_buffer(buffer, 0, None);
            }
        }
        self.gpu.queue.submit([encoder.finish()]);
    }

    fn specialisation(&self) -> Specialisation {
        Specialisation { isotropic: !self.buffers.counts().tensors, even_chains: self.lists.even_chains }
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

    fn index(&self, name: &str, index: usize, count: usize) -> Result<()> {
        if index < count {
            return Ok(());
        }
        let message = format!("There is no {name} {index}: the scene has {count}, counted from 0.");
        Err(BeadworkError::at(Code::Parameter, name, message))
    }

    fn body_record(&self, i: usize) -> layout::Body {
        body_record(&self.scene.bodies[i], self.fixed[i])
    }

    fn upload_topology(&mut self, topology: &Topology) -> Result<()> {
        let mut adjacency = topology.joints_by_body.offsets.clone();
        adjacency.extend_from_slice(&topology.joints_by_body.items);
        self.buffers.fill("adjacency", bytemuck::cast_slice(&adjacency))?;
        self.buffers.fill("order", bytemuck::cast_slice(&self.lists.order))?;
        self.program = None;
        self.revision += 1;
        Ok(())
    }

    fn upload_scene(&mut self) -> Result<()> {
        let mut state = State { time: self.scene.time, ..State::default() };
        let mut facts = Vec::with_capacity(self.scene.bodies.len());
        for (i, body) in self.scene.bodies.iter().enumerate() {
            state.positions.extend(body.position.to_array());
            state.rotations.extend(body.rotation.to_array());
            state.linear_velocities.extend(body.linear_velocity.to_array());
            state.angular_velocities.extend(body.angular_velocity.to_array());
            facts.push(self.body_record(i));
        }
        let mut joints = Vec::with_capacity(self.scene.joints.len());
        for joint in &self.scene.joints {
            state.multipliers.extend(joint.multiplier.to_array());
            joints.push(layout::Joint {
                anchor_a: joint.anchor_a.to_array(),
                a: joint.a,
                anchor_b: joint.anchor_b.to_array(),
                b: joint.b,
            });
        }
        self.buffers.fill("bodies", bytemuck::cast_slice(&facts))?;
        self.buffers.fill("joints", bytemuck::cast_slice(&joints))?;
        self.put_state(&state)
    }
}

/// Whether the solver takes the scene, and this device what the solver needs for it.
fn runs(gpu: &Gpu, parameters: &Parameters, lists: &Lists, counts: Counts) -> Result<()> {
    solvers::check(parameters, lists)?;
    executor::check(gpu, &solvers::plan(parameters, lists, false), counts)
}

fn connect(gpu: &Gpu, scene: &Scene, fixed: &[bool], cut: &[bool]) -> (Topology, Lists) {
    let pairs: Vec<(u32, u32)> = scene.joints.iter().map(|joint| (joint.a, joint.b)).collect();
    let topology = Topology::new(fixed, &pairs, cut);
    let mut lists = Lists::new(&topology, scene);
    lists.hardware = !gpu.in_software();
    lists.slow_barriers = gpu.slow_barriers();
    (topology, lists)
}

fn body_record(body: &crate::scene::Body, fixed: bool) -> layout::Body {
    let inverse = |x: f32| if fixed { 0.0 } else { 1.0 / x };
    layout::Body {
        inertia: body.inertia.to_array(),
        mass: body.mass,
        inverse_inertia: body.inertia.to_array().map(inverse),
        inverse_mass: inverse(body.mass),
    }
}
