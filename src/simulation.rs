//! A scene on a device, stepped and measured. No canvas, no browser, no loop of its own.
//!
//! Methods that need the device submit their work before they return and give a future for its end that holds
//! on to nothing here: calls queue up in the order they are made, whoever waits for what.

mod last_good;

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Quat, Vec3};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::{BeadworkError, Code, Result};
use crate::gpu::buffers::{Buffers, Counts};
use crate::gpu::executor::{self, Program};
use crate::gpu::kernels::{self, Compiled};
use crate::gpu::scopes::Scopes;
use crate::gpu::timings::{Timings, by_stage};
use crate::gpu::watch::Watch;
use crate::gpu::{Gpu, layout, readback};
use crate::parameters::{Execution, Parameters};
use crate::scene::Scene;
use crate::solvers::lists::Lists;
use crate::solvers::plan::{Dispatch, Planner, REDUCTION_GROUPS, Tuning};
use crate::solvers::{self};
use crate::topology::Topology;
use last_good::Good;
pub use last_good::{Seed, Snapshot};

/// Dispatches that one call may ask for: some ten seconds of a page's own thread, spent on telling the device.
const MOST_DISPATCHES: u64 = 5_000_000;

/// The whole state in flat arrays: 3, 4, 3, 3 numbers a body and 3 a joint.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub time: f64,
    pub positions: Vec<f32>,
    pub rotations: Vec<f32>,
    pub linear_velocities: Vec<f32>,
    pub angular_velocities: Vec<f32>,
    pub multipliers: Vec<f32>,
}

/// A few numbers that say how the last step went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Measures {
    /// Simulated seconds.
    pub time: f64,
    /// Frames since the last load.
    pub steps: u64,
    /// Largest and root mean square |C| in m.
    pub max_gap: f64,
    pub rms_gap: f64,
    /// Largest |C| over the smaller of the joint's two radii.
    pub max_gap_radii: f64,
    /// The joint with that gap.
    pub worst_joint: u32,
    /// Root mean square over joints of |J V + β C/h| in m/s, after the last substep's last iteration.
    pub residual: f64,
    /// The same after the warm start and after each iteration; empty unless asked for.
    pub residual_by_iteration: Vec<f32>,
    /// In J, with the true inertia.
    pub kinetic_energy: f64,
    /// In J, zero at y = 0, moving bodies only.
    pub potential_energy: f64,
    /// What `auto` chose; the solver's own name otherwise.
    pub solver: &'static str,
    /// What the solver goes by, `auto` settled.
    pub settled: solvers::Settled,
    /// The kernel or kernels that solved: which execution was taken.
    pub execution: String,
    /// False as soon as any position or velocity is not a number.
    pub finite: bool,
    /// The first body that is not finite.
    pub bad_body: Option<u32>,
    /// Milliseconds by stage of one substep; empty where the device has no timestamps.
    pub stage_milliseconds: Vec<(&'static str, f64)>,
}

/// A hand on one body: see shaders/step/apply_pull.wgsl for what it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull {
    pub body: usize,
    /// The touched point in body axes, m.
    pub local_point: Vec3,
    /// Where the hand is, m.
    pub goal: Vec3,
    /// N/m
    pub stiffness: f32,
    /// N s/m
    pub damping: f32,
    /// N
    pub most_force: f32,
    /// With which the body is drawn to the hand, m/s.
    pub most_speed: f32,
}

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

/// An edited kernel: its text outlives the device that it was compiled for.
struct Replacement {
    source: Arc<str>,
    compiled: Arc<Compiled>,
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

    /// The edited kernels, by name.
    pub fn edits(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.replaced.iter().map(|(&name, edit)| (name, &*edit.source))
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

    /// Lays a hand on a body, moves it, or lets go. Moving it costs one small write.
    pub fn set_pull(&mut self, pull: Option<Pull>) -> Result<()> {
        self.gpu.check()?;
        if let Some(pull) = &pull {
            self.index("body", pull.body, self.body_count())?;
            let record = layout::Pull {
                local_point: pull.local_point.to_array(),
                body: pull.body as u32,
                goal: pull.goal.to_array(),
                stiffness: pull.stiffness,
                damping: pull.damping,
                most_force: pull.most_force,
                most_speed: pull.most_speed,
                pad: 0,
            };
            if !pull.local_point.is_finite() || !pull.goal.is_finite() {
                let message = "The pull's points must be finite numbers.";
                return Err(BeadworkError::at(Code::Parameter, "pull", message));
            }
            self.buffers.fill("pull", bytemuck::bytes_of(&record))?;
        }
        if pull.is_some() != self.pull.is_some() {
            self.program = None;
        }
        self.pull = pull;
        Ok(())
    }

    pub fn pull(&self) -> Option<&Pull> {
        self.pull.as_ref()
    }

    /// A gentle hand on `body` at `local_point`. The spring is critically damped at 12 Hz for all that moves with
    /// the body. Its force is at most twice that island's weight, and it draws no faster than 1.5 times a fall
    /// through the island's size, so that whatever the pointer does, the scene is neither torn nor launched.
    pub fn gentle_pull(&self, body: usize, local_point: Vec3, goal: Vec3) -> Pull {
        let (mass, size) = self.island_of(body);
        let g = self.parameters.gravity.iter().map(|x| x * x).sum::<f64>().sqrt().max(1.0) as f32;
        let omega = std::f32::consts::TAU * 12.0;
        Pull {
            body,
            local_point,
            goal,
            stiffness: mass * omega * omega,
            damping: 2.0 * mass * omega,
            most_force: 2.0 * mass * g,
            most_speed: 1.5 * (2.0 * g * size).sqrt(),
        }
    }

    /// Mass of all that hangs together with a body, in kg, and the longest side of the box it started in, in m.
    fn island_of(&self, body: usize) -> (f32, f32) {
        let bodies = &self.scene.bodies;
        let mut next: Vec<usize> = (0..bodies.len()).collect();
        fn root(next: &mut [usize], mut i: usize) -> usize {
            while next[i] != i {
                next[i] = next[next[i]];
                i = next[i];
            }
            i
        }
        for (joint, &cut) in self.scene.joints.iter().zip(&self.cut) {
            let (a, b) = (joint.a as usize, joint.b as usize);
            if !cut && !self.fixed[a] && !self.fixed[b] {
                let (a, b) = (root(&mut next, a), root(&mut next, b));
                next[a] = b;
            }
        }
        let ours = root(&mut next, body);
        let (mut mass, mut low, mut high) = (0.0, Vec3::INFINITY, Vec3::NEG_INFINITY);
        for (i, one) in bodies.iter().enumerate() {
            if root(&mut next, i) == ours {
                mass += one.mass;
                low = low.min(one.position - one.radius);
                high = high.max(one.position + one.radius);
            }
        }
        (mass, (high - low).max_element())
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
        let isotropic = self.isotropic();
        let (gpu, replaced) = (&self.gpu, &self.replaced);
        Program::new(gpu, plan, &mut self.buffers, |name| match replaced.get(name) {
            Some(edit) => edit.compiled.clone(),
            None => gpu.pipelines.get(&gpu.device, name, isotropic),
        })
    }

    /// How the last step went. With `by_iteration` residuals are recorded from the next step on.
    pub fn measure(
        &mut self,
        by_iteration: Option<bool>,
    ) -> Result<impl Future<Output = Result<Measures>> + 'static + use<>> {
        self.gpu.check()?;
        let parameters = self.planned();
        let mut planner = Planner::new(&parameters, &self.lists, false);
        let solver = solvers::chosen(&self.parameters, &self.lists);
        if self.linearised {
            solvers::publish_residual(&mut planner, &self.lists.whole);
        } else {
            for (part, domain) in solvers::parts(&self.parameters, &self.lists) {
                (part.publish)(&mut planner, domain);
            }
        }
        let joints = &self.lists.whole.joints;
        let live = joints.end - joints.start;
        planner.always("measure", joints.start, live, REDUCTION_GROUPS);
        planner.always("measure_total", 0, REDUCTION_GROUPS, 1);
        let plan = planner.finish();
        self.program_for(&plan)?.submit(1, None);

        let total_at = 32 * u64::from(REDUCTION_GROUPS);
        let curve = u64::from(if self.recorded { self.parameters.iterations + 1 } else { 0 });
        let stages = self.timings.as_ref().map(|t| t.stages.clone()).unwrap_or_default();
        let mut sources = vec![(self.buffers.get("measure_partials")?.clone(), total_at + 32)];
        if curve > 0 && solver.iterative {
            let partials = self.buffers.get("residual_partials")?.clone();
            sources.push((partials, 4 * u64::from(REDUCTION_GROUPS) * curve));
        }
        let curves = sources.len() > 1;
        let recorded_joints = match solvers::parts(&self.parameters, &self.lists).last() {
            Some((_, domain)) => domain.joints.len().max(1) as f64,
            None => 1.0,
        };
        if let Some(timings) = &self.timings {
            sources.push((timings.resolved.clone(), timings.resolved_bytes()));
        }
        let refs: Vec<(&wgpu::Buffer, u64)> = sources.iter().map(|(b, size)| (b, *size)).collect();
        let reading = readback::read(&self.gpu, &refs);

        let mut out = Measures {
            time: self.time,
            steps: self.steps,
            solver: solver.name,
            settled: solvers::settled(&self.parameters, &self.lists),
            execution: solvers::execution(&self.planned(), &self.lists),
            ..Measures::default()
        };
        let tick = self.gpu.queue.get_timestamp_period();
        self.timing_due = true;
        if let Some(record) = by_iteration {
            self.set_recording(record);
        }
        Ok(async move {
            let bytes = reading.await?;
            let total: layout::Partial = bytemuck::pod_read_unaligned(&bytes[0][total_at as usize..]);
            let joints = f64::from(live.max(1));
            let rms = |squares: f32| (f64::from(squares) / joints).sqrt();
            out.max_gap = f64::from(total.max_gap);
            out.max_gap_radii = f64::from(total.max_gap_radii);
            out.worst_joint = total.worst_joint;
            out.rms_gap = rms(total.gap_squares);
            out.residual = rms(total.residual_squares);
            out.kinetic_energy = f64::from(total.kinetic);
            out.potential_energy = f64::from(total.potential);
            out.finite = total.bad_body == u32::MAX;
            out.bad_body = (!out.finite).then_some(total.bad_body);
            if curves {
                out.residual_by_iteration = bytes[1]
                    .chunks_exact(4 * REDUCTION_GROUPS as usize)
                    .map(|row| {
                        let squares: f64 = row
                            .chunks_exact(4)
                            .map(|word| f64::from(bytemuck::pod_read_unaligned::<f32>(word)))
                            .sum();
                        (squares / recorded_joints).sqrt() as f32
                    })
                    .collect();
            }
            if let Some(last) = bytes.last().filter(|_| !stages.is_empty()) {
                out.stage_milliseconds = by_stage(&stages, last, tick);
            }
            Ok(out)
        })
    }

    fn set_recording(&mut self, record: bool) {
        if record != self.record {
            self.record = record;
            self.recorded &= record;
            self.program = None;
        }
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
        (self.fixed, self.cut, self.lists) = (fixed, cut, lists);
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

    /// Puts an edited kernel in place of the stock one, if it compiles; what it says either way.
    pub fn replace_kernel(
        &mut self,
        name: &str,
        own: &str,
    ) -> Result<impl Future<Output = Result<KernelEdit>> + 'static + use<>> {
        self.gpu.check()?;
        let kernel = kernels::find(name).ok_or_else(|| {
            BeadworkError::at(
                Code::Parameter,
                "name",
                "There is no kernel of that name; kernels() lists them.",
            )
        })?;
        let device = &self.gpu.device;
        let scope = device.push_error_scope(wgpu::ErrorFilter::Validation);
        let module = kernels::shader_module(device, kernel.name, own);
        let isotropic = self.isotropic();
        let compiled = kernels::compile(device, kernel, own, isotropic);
        let error = scope.pop();
        let gpu = self.gpu.clone();
        let (source, lines) = (Arc::from(own), own.lines().count() as u32);
        Ok(async move {
            gpu.settle();
            let mut messages: Vec<KernelMessage> =
                module.get_compilation_info().await.messages.iter().map(KernelMessage::from).collect();
            // a brace left open is found missing only in the parts that follow
            messages.iter_mut().for_each(|message| message.line = message.line.min(lines));
            let error = error.await;
            let failed = messages.iter().any(|message| message.kind == "error");
            if let Some(error) = error.as_ref().filter(|_| !failed) {
                messages.push(KernelMessage {
                    kind: "error",
                    message: error.to_string(),
                    line: 0,
                    column: 0,
                });
            }
            gpu.check()?;
            let compiled = error.is_none().then(|| Arc::new(compiled));
            Ok(KernelEdit { name: kernel.name, source, gpu, isotropic, compiled, messages })
        })
    }

    /// Takes over a kernel that compiled.
    pub fn install_kernel(&mut self, edit: &KernelEdit) {
        if let Some(compiled) = &edit.compiled {
            // the scene or the device may have changed while it compiled
            if Arc::ptr_eq(&edit.gpu, &self.gpu) && edit.isotropic == self.isotropic() {
                let replacement = Replacement { source: edit.source.clone(), compiled: compiled.clone() };
                self.replaced.insert(edit.name, replacement);
            } else {
                self.replace(edit.name, edit.source.clone());
            }
            self.program = None;
        }
    }

    /// A text that compiled before, for this device and scene.
    fn replace(&mut self, name: &'static str, source: Arc<str>) {
        let kernel = kernels::find(name).expect("only known kernels are replaced");
        let compiled = Arc::new(kernels::compile(&self.gpu.device, kernel, &source, self.isotropic()));
        self.replaced.insert(name, Replacement { source, compiled });
    }

    fn isotropic(&self) -> bool {
        !self.buffers.counts().tensors
    }

    pub fn restore_kernels(&mut self) {
        self.replaced.clear();
        self.program = None;
    }

    /// The state after all steps asked for so far.
    pub fn read_state(&mut self) -> Result<impl Future<Output = Result<State>> + 'static + use<>> {
        self.gpu.check()?;
        let (bodies, joints) = (self.body_count(), self.joint_count());
        let sources = [
            (self.buffers.get("poses")?.clone(), 32 * bodies as u64),
            (self.buffers.get("velocities")?.clone(), 32 * bodies as u64),
            (self.buffers.get("multipliers")?.clone(), 16 * joints as u64),
        ];
        let refs: Vec<(&wgpu::Buffer, u64)> = sources.iter().map(|(b, size)| (b, *size)).collect();
        let reading = readback::read(&self.gpu, &refs);
        let time = self.time;
        Ok(async move {
            let bytes = reading.await?;
            let mut state = State { time, ..State::default() };
            for pose in bytes[0].chunks_exact(32).map(bytemuck::pod_read_unaligned::<layout::Pose>) {
                state.positions.extend(pose.position);
                state.rotations.extend(pose.rotation);
            }
            for v in bytes[1].chunks_exact(32).map(bytemuck::pod_read_unaligned::<layout::Velocity>) {
                state.linear_velocities.extend(v.linear);
                state.angular_velocities.extend(v.angular);
            }
            for m in bytes[2].chunks_exact(16).map(bytemuck::pod_read_unaligned::<[f32; 4]>) {
                state.multipliers.extend(&m[..3]);
            }
            Ok(state)
        })
    }

    /// Puts bodies and multipliers where `state` says; fixed bodies move but get no velocity.
    pub fn write_state(&mut self, state: &State) -> Result<()> {
        self.put_state(state)?;
        self.keep_written(state);
        Ok(())
    }

    fn put_state(&mut self, state: &State) -> Result<()> {
        self.gpu.check()?;
        let (bodies, joints) = (self.body_count(), self.joint_count());
        for (name, have, want) in [
            ("positions", state.positions.len(), 3 * bodies),
            ("rotations", state.rotations.len(), 4 * bodies),
            ("linearVelocities", state.linear_velocities.len(), 3 * bodies),
            ("angularVelocities", state.angular_velocities.len(), 3 * bodies),
            ("multipliers", state.multipliers.len(), 3 * joints),
        ] {
            if have != want {
                let message = format!("{name} must hold {want} numbers for this scene, not {have}.");
                return Err(BeadworkError::at(Code::Parameter, name, message));
            }
        }
        if !state.time.is_finite() {
            return Err(BeadworkError::at(
                Code::Parameter,
                "time",
                "time must be a finite number of seconds.",
            ));
        }
        let mut poses = Vec::with_capacity(bodies);
        let mut velocities = Vec::with_capacity(bodies);
        for (i, body) in self.scene.bodies.iter().enumerate() {
            poses.push(layout::Pose {
                position: three(&state.positions, i),
                radius: body.radius,
                rotation: std::array::from_fn(|k| state.rotations[4 * i + k]),
            });
            let facts = self.body_record(i);
            let still = self.fixed[i];
            velocities.push(layout::Velocity {
                linear: if still { [0.0; 3] } else { three(&state.linear_velocities, i) },
                inverse_mass: facts.inverse_mass,
                angular: if still { [0.0; 3] } else { three(&state.angular_velocities, i) },
                w: facts.inverse_inertia[0],
            });
        }
        let multipliers: Vec<[f32; 4]> = (0..joints)
            .map(|l| {
                let [x, y, z] = three(&state.multipliers, l);
                if self.cut[l] { [0.0; 4] } else { [x, y, z, 0.0] }
            })
            .collect();
        self.buffers.fill("poses", bytemuck::cast_slice(&poses))?;
        self.buffers.fill("velocities", bytemuck::cast_slice(&velocities))?;
        self.buffers.fill("free_velocities", bytemuck::cast_slice(&velocities))?;
        self.buffers.fill("multipliers", bytemuck::cast_slice(&multipliers))?;
        self.time = state.time;
        self.linearise()
    }

    /// The scene as it stands now: `Scene::from_json` of its JSON resumes to the same bits.
    pub fn describe(&mut self) -> Result<impl Future<Output = Result<Scene>> + 'static + use<>> {
        let reading = self.read_state()?;
        let mut scene = self.scene.clone();
        for (body, &fixed) in scene.bodies.iter_mut().zip(&self.fixed) {
            body.fixed = fixed;
        }
        scene.gravity = Some(Vec3::from_array(self.parameters.gravity.map(|x| x as f32)));
        let cut = self.cut.clone();
        Ok(async move {
            let state = reading.await?;
            scene.time = state.time;
            for (i, body) in scene.bodies.iter_mut().enumerate() {
                body.position = Vec3::from_array(three(&state.positions, i));
                body.rotation = Quat::from_slice(&state.rotations[4 * i..4 * i + 4]);
                body.linear_velocity = Vec3::from_array(three(&state.linear_velocities, i));
                body.angular_velocity = Vec3::from_array(three(&state.angular_velocities, i));
            }
            for (l, joint) in scene.joints.iter_mut().enumerate() {
                joint.multiplier = Vec3::from_array(three(&state.multipliers, l));
            }
            // a joint between two bodies that were both pinned holds nothing, and a scene may not have it
            let fixed = |body: u32| scene.bodies[body as usize].fixed;
            let held = |(cut, j): (&bool, &crate::scene::Joint)| !(*cut || fixed(j.a) && fixed(j.b));
            let kept: Vec<bool> = cut.iter().zip(&scene.joints).map(held).collect();
            let mut kept = kept.into_iter();
            scene.joints.retain(|_| kept.next().unwrap_or(true));
            if let Err(fault) = scene.check() {
                let path = fault.path.unwrap_or_default();
                let message = format!("The state has numbers that no scene may have, first at {path}.");
                return Err(BeadworkError::at(Code::NonFinite, path, message));
            }
            Ok(scene)
        })
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
        let same = Arc::ptr_eq(&next.gpu, &self.gpu) && next.isotropic() == self.isotropic();
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

    /// J, C and β C/h of the poses as they stand, so that a measurement before the next step is right.
    fn linearise(&mut self) -> Result<()> {
        let tuning = solvers::tuning_of(solvers::find(self.parameters.solver), &self.parameters);
        let mut planner = Planner::new(&self.parameters, &self.lists, false);
        planner.tune(Tuning { warm_start: 1.0, ..tuning });
        planner.over("compute_inertia", &self.lists.whole.bodies);
        planner.over("compute_jacobian_and_delassus", &self.lists.whole.joints);
        let plan = planner.finish();
        self.program_for(&plan)?.submit(1, None);
        self.linearised = true;
        Ok(())
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
    let mut lists = Lists::new(&topology, scene.bodies.len(), scene.joints.len());
    lists.few_chains = gpu.few_chains();
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

fn three(numbers: &[f32], i: usize) -> [f32; 3] {
    [numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]]
}

/// One line from the shader compiler; line and column count from 1 in the kernel's own text, 0 where unknown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KernelMessage {
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub message: String,
    pub line: u32,
    pub column: u32,
}

impl From<&wgpu::CompilationMessage> for KernelMessage {
    fn from(message: &wgpu::CompilationMessage) -> Self {
        let kind = match message.message_type {
            wgpu::CompilationMessageType::Error => "error",
            wgpu::CompilationMessageType::Warning => "warning",
            wgpu::CompilationMessageType::Info => "info",
        };
        let (line, column) = message.location.map_or((0, 0), |at| (at.line_number, at.line_position));
        Self { kind, message: message.message.clone(), line, column }
    }
}

/// An edited kernel after compilation; `compiled` is there only if it can run.
pub struct KernelEdit {
    name: &'static str,
    source: Arc<str>,
    gpu: Arc<Gpu>,
    isotropic: bool,
    compiled: Option<Arc<Compiled>>,
    pub messages: Vec<KernelMessage>,
}
