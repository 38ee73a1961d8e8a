//! The GPU as a machine: a scene's buffers, the program of its substep, and the kernels that a person edited.

use std::collections::HashMap;
use std::sync::Arc;

use glam::Vec3;

use super::buffers::{self, Buffers, Counts};
use super::clock::Clock;
use super::executor::{self, Program};
use super::kernels::{self, Specialisation};
use super::pipelines::Compiled;
use super::scopes::Scopes;
use super::watch::Watch;
use super::{Gpu, contacts, layout, readback, ties};
use crate::error::Result;
use crate::lists::Lists;
use crate::machine::{Found, Machine, Reading};
use crate::plan::{Dispatch, Facts, REDUCTION_GROUPS, WORKGROUP};
use crate::scene::{Body, Manner, Scene, Solid};
use crate::state::{self, ContactReading, Pull, Pushed, State, three};

pub struct GpuMachine {
    gpu: Arc<Gpu>,
    buffers: Buffers,
    specialisation: Specialisation,
    /// The substep's: as it is, and with its residuals recorded.
    programs: [Option<Program>; 2],
    /// Runs ahead of a frame's first substep.
    frame: Option<Program>,
    /// Looks for bodies that are not finite.
    watch: Option<Watch>,
    clock: Option<Clock>,
    /// One substep after each measurement is timed by stages; timing every one would cost passes.
    timing_due: bool,
    edits: HashMap<&'static str, Edit>,
    /// A body that the scene holds, and that is no sphere, has been let go.
    freed: bool,
}

/// An edited kernel: its text outlives the device that it was compiled for.
struct Edit {
    source: Arc<str>,
    compiled: Arc<Compiled>,
}

impl GpuMachine {
    pub fn new(gpu: Arc<Gpu>) -> Self {
        Self {
            buffers: Buffers::new(gpu.clone()),
            clock: Clock::new(&gpu),
            specialisation: Specialisation { few_lanes: gpu.slow_barriers(), ..Specialisation::NONE },
            gpu,
            programs: [None, None],
            frame: None,
            watch: None,
            timing_due: true,
            edits: HashMap::new(),
            freed: false,
        }
    }

    pub fn gpu(&self) -> &Arc<Gpu> {
        &self.gpu
    }

    /// The buffer that a shader calls `name`, for drawing. Made if it was not there.
    pub fn buffer(&mut self, name: &'static str) -> Result<&wgpu::Buffer> {
        self.buffers.get(name)
    }

    /// As `buffer`, but only if it is there.
    pub fn existing_buffer(&self, name: &str) -> Option<&wgpu::Buffer> {
        self.buffers.existing(name)
    }

    pub fn specialisation(&self) -> Specialisation {
        self.specialisation
    }

    /// Puts an edited kernel in the stock one's place; without `compiled` it is compiled here, as it was before.
    pub fn install(&mut self, name: &'static str, source: Arc<str>, compiled: Option<Arc<Compiled>>) {
        let compiled = compiled.unwrap_or_else(|| {
            let kernel = kernels::find(name).expect("only known kernels are edited");
            Arc::new(kernels::compile(&self.gpu.device, kernel, &source, self.specialisation))
        });
        self.edits.insert(name, Edit { source, compiled });
    }

    fn program_for(&mut self, plan: &[Dispatch]) -> Result<Program> {
        let (gpu, edits, specialisation) = (&self.gpu, &self.edits, self.specialisation);
        Program::new(gpu, plan, &mut self.buffers, |name| match edits.get(name) {
            Some(edit) => edit.compiled.clone(),
            None => kernels::compiled(gpu, name, specialisation),
        })
    }

    /// Room and pipelines for a scene of that many things. Whether what has to do with joints was made anew.
    fn fit(&mut self, counts: Counts) -> Result<bool> {
        let (isotropic, points) = (!counts.tensors, counts.points);
        let spheres = counts.slots == 1;
        let next = Specialisation { isotropic, points, spheres, ..self.specialisation };
        if next != self.specialisation {
            self.specialisation = next;
            self.take_edits(self.edits());
        }
        let slots = self.buffers.counts().slots;
        let made_anew = self.buffers.resize(counts)?;
        if slots != counts.slots && self.touches() {
            self.put_memory(&[])?;
        }
        Ok(made_anew)
    }

    /// What kernels write for moving bodies only, before every solve: a body that was just pinned would go on moving
    /// for its neighbours.
    fn forget_motion(&self) {
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        for name in ["mobility", "spread", "stairs", "ang_mass_inv", "lin_vel_delta", "ang_vel_delta"] {
            if let Some(buffer) = self.buffers.existing(name) {
                encoder.clear_buffer(buffer, 0, None);
            }
        }
        self.gpu.queue.submit([encoder.finish()]);
    }

    /// Joints whose multipliers have a second half, of what turns.
    fn turning_joints(&self) -> std::ops::Range<usize> {
        let Counts { joints, points, .. } = self.buffers.counts();
        0..if points { 0 } else { joints as usize }
    }

    /// What contacts go by, where there are any; what they did stays if there were some before.
    fn put_surfaces(&mut self, scene: &Scene, manner: Manner) -> Result<()> {
        if !manner.touching {
            self.buffers.remove_contacts();
            return Ok(());
        }
        if self.buffers.existing("surfaces").is_none() {
            self.buffers.fill("surfaces", bytemuck::cast_slice(&contacts::surfaces(scene)))?;
            self.put_memory(&[])?;
        }
        Ok(())
    }

    /// What the next frame's contacts are to find.
    fn put_memory(&mut self, remembered: &[state::Remembered]) -> Result<()> {
        let Counts { bodies, slots, .. } = self.buffers.counts();
        let memory = contacts::Memory::of(remembered, bodies as usize, slots as usize);
        let pairs = memory.pairs.len() as u32;
        let mut numbers = vec![0u32; buffers::CONTACT_NUMBERS as usize];
        numbers[0] = pairs;
        let arguments = [pairs.div_ceil(WORKGROUP), 1, 1];
        let queue = self.gpu.queue.clone();
        let parts: [(&'static str, &[u8]); 6] = [
            ("contact_rows", bytemuck::cast_slice(&memory.rows)),
            ("contact_numbers", bytemuck::cast_slice(&numbers)),
            ("contact_arguments", bytemuck::cast_slice(&arguments)),
            ("pairs", bytemuck::cast_slice(&memory.pairs)),
            ("touches", bytemuck::cast_slice(&memory.touches)),
            ("contact_forces", bytemuck::cast_slice(&memory.forces)),
        ];
        for (name, bytes) in parts {
            queue.write_buffer(self.buffers.get(name)?, 0, bytes);
        }
        Ok(())
    }

    fn touches(&self) -> bool {
        self.buffers.existing("surfaces").is_some()
    }

    /// Buffers to be read as far as there are pairs; how many there are is known on the device only.
    fn whole(&mut self, names: &[&'static str]) -> Result<Vec<(wgpu::Buffer, u64)>> {
        names
            .iter()
            .map(|name| self.buffers.get(name).map(|buffer| (buffer.clone(), buffer.size())))
            .collect()
    }

    /// Writes one item of a buffer.
    fn write(&mut self, name: &'static str, index: usize, bytes: &[u8]) -> Result<()> {
        let at = (bytes.len() * index) as u64;
        self.gpu.queue.write_buffer(self.buffers.get(name)?, at, bytes);
        Ok(())
    }
}

impl Machine for GpuMachine {
    fn facts(&self) -> Facts {
        Facts { hardware: !self.gpu.in_software(), slow_barriers: self.gpu.slow_barriers() }
    }

    fn check(&self) -> Result<()> {
        self.gpu.check()
    }

    fn another(&self) -> Box<dyn Machine> {
        Box::new(Self::new(self.gpu.clone()))
    }

    fn admits(&self, scene: &Scene, manner: Manner, plan: &[Dispatch]) -> Result<()> {
        let counts = counts_of(scene, manner, self.freed);
        buffers::check(&self.gpu, counts)?;
        executor::check(&self.gpu, plan, counts)
    }

    fn refusals(&self) -> Box<dyn FnOnce() -> Reading<()>> {
        let scopes = Scopes::open(&self.gpu);
        Box::new(move || Box::pin(scopes.close()))
    }

    fn put_scene(&mut self, scene: &Scene, fixed: &[bool], manner: Manner) -> Result<()> {
        self.fit(counts_of(scene, manner, self.freed))?;
        let bodies: Vec<layout::Body> =
            scene.bodies.iter().zip(fixed).map(|(body, &fixed)| body_record(body, fixed)).collect();
        self.buffers.fill("bodies", bytemuck::cast_slice(&bodies))?;
        self.buffers.fill("ties", bytemuck::cast_slice(&ties::words(scene, manner)))?;
        self.put_surfaces(scene, manner)
    }

    fn put_joints(&mut self, scene: &Scene, manner: Manner) -> Result<bool> {
        let made_anew = self.fit(counts_of(scene, manner, self.freed))?;
        self.put_surfaces(scene, manner)?;
        let words = ties::words(scene, manner);
        let bytes: &[u8] = bytemuck::cast_slice(&words);
        match self.buffers.existing("ties") {
            // settings that fewer joints differ in leave room behind them
            Some(ties) if !made_anew && ties.size() >= bytes.len() as u64 => {
                self.gpu.queue.write_buffer(ties, 0, bytes);
                Ok(false)
            }
            _ => self.buffers.fill("ties", bytes).map(|()| true),
        }
    }

    fn put_body(&mut self, index: usize, body: &Body, fixed: bool) -> Result<()> {
        if !fixed && (is_tensor(body) || !is_sphere(body)) {
            let Counts { tensors, slots, .. } = self.buffers.counts();
            let (tensors, slots) = (tensors || is_tensor(body), if is_sphere(body) { slots } else { 4 });
            self.freed = true;
            self.fit(Counts { tensors, slots, ..self.buffers.counts() })?;
        }
        let record = body_record(body, fixed);
        let velocity = layout::Velocity {
            inverse_mass: record.inverse_mass,
            w: record.inverse_inertia[0],
            ..Default::default()
        };
        self.write("bodies", index, bytemuck::bytes_of(&record))?;
        self.write("velocities", index, bytemuck::bytes_of(&velocity))?;
        self.write("free_velocities", index, bytemuck::bytes_of(&velocity))
    }

    fn put_lists(&mut self, lists: &Lists) -> Result<()> {
        if self.specialisation.even_chains != lists.even_chains {
            self.specialisation.even_chains = lists.even_chains;
            self.take_edits(self.edits());
        }
        self.forget_motion();
        self.buffers.hold_blocks(lists.blocks().into());
        self.buffers.fill("lists", bytemuck::cast_slice(&lists.words))
    }

    fn put_state(&mut self, scene: &Scene, fixed: &[bool], state: &State) -> Result<()> {
        let mut poses = Vec::with_capacity(scene.bodies.len());
        let mut velocities = Vec::with_capacity(scene.bodies.len());
        for (i, body) in scene.bodies.iter().enumerate() {
            let facts = body_record(body, fixed[i]);
            poses.push(layout::Pose {
                position: three(&state.positions, i),
                radius: body.radius,
                rotation: std::array::from_fn(|k| state.rotations[4 * i + k]),
            });
            velocities.push(layout::Velocity {
                linear: three(&state.linear_velocities, i),
                inverse_mass: facts.inverse_mass,
                angular: three(&state.angular_velocities, i),
                w: facts.inverse_inertia[0],
            });
        }
        let mut multipliers: Vec<layout::Multiplier> = (0..scene.joints.len())
            .map(|l| three(&state.multipliers, l))
            .chain(self.turning_joints().map(|l| match state.torques.is_empty() {
                true => [0.0; 3],
                false => three(&state.torques, l),
            }))
            .map(|lambda| layout::Multiplier { lambda, left: 0.0 })
            .collect();
        let joints = scene.joints.len();
        for half in state.broken.iter().map(|&l| joints + l as usize) {
            if let Some(multiplier) = multipliers.get_mut(half) {
                multiplier.left = 1.0;
            }
        }
        self.buffers.fill("poses", bytemuck::cast_slice(&poses))?;
        self.buffers.fill("velocities", bytemuck::cast_slice(&velocities))?;
        self.buffers.fill("free_velocities", bytemuck::cast_slice(&velocities))?;
        self.buffers.fill("multipliers", bytemuck::cast_slice(&multipliers))?;
        if self.touches() {
            self.put_memory(&state::read(&state.contacts, scene.bodies.len()).unwrap_or_default())?;
        }
        Ok(())
    }

    fn put_velocity(&mut self, body: usize, linear: Option<Vec3>, angular: Option<Vec3>) -> Result<()> {
        let velocities = self.buffers.get("velocities")?;
        let parts = [
            (std::mem::offset_of!(layout::Velocity, linear), linear),
            (std::mem::offset_of!(layout::Velocity, angular), angular),
        ];
        for (offset, part) in parts {
            if let Some(part) = part {
                let at = (size_of::<layout::Velocity>() * body + offset) as u64;
                self.gpu.queue.write_buffer(velocities, at, bytemuck::cast_slice(&part.to_array()));
            }
        }
        Ok(())
    }

    fn put_pull(&mut self, pull: &Pull) -> Result<()> {
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
        self.buffers.fill("pull", bytemuck::bytes_of(&record))
    }

    fn put_pushes(&mut self, pushes: &[Pushed]) -> Result<()> {
        let records: Vec<layout::Pushed> = pushes
            .iter()
            .map(|pushed| layout::Pushed {
                force: pushed.force.to_array(),
                body: pushed.body as u32,
                beside: pushed.beside.to_array(),
                point: pushed.point.to_array(),
                torque: pushed.torque.to_array(),
                ..Default::default()
            })
            .collect();
        self.buffers.fill_start("pushes", bytemuck::cast_slice(&records))
    }

    fn forget_multiplier(&mut self, joint: usize) -> Result<()> {
        if !self.buffers.counts().points {
            let half = self.buffers.counts().joints as usize + joint;
            self.write("multipliers", half, bytemuck::bytes_of(&layout::Multiplier::default()))?;
        }
        self.write("multipliers", joint, bytemuck::bytes_of(&layout::Multiplier::default()))
    }

    fn prepare(&mut self, recorded: bool, substep: &[Dispatch]) -> Result<()> {
        // freed first: the new program may need the memory
        self.programs[usize::from(recorded)] = None;
        self.programs[usize::from(recorded)] = Some(self.program_for(substep)?);
        Ok(())
    }

    fn prepare_frame(&mut self, frame: &[Dispatch]) -> Result<()> {
        self.frame = None;
        self.frame = if frame.is_empty() { None } else { Some(self.program_for(frame)?) };
        Ok(())
    }

    fn begin_frame(&mut self) -> Result<()> {
        if let Some(frame) = &self.frame {
            frame.submit(None, 1, None);
        }
        Ok(())
    }

    fn run(&mut self, before: &[Dispatch], recorded: bool, times: u32) -> Result<()> {
        if times == 0 {
            return Ok(());
        }
        let before = if before.is_empty() { None } else { Some(self.program_for(before)?) };
        let clock = self.clock.as_ref().filter(|_| self.timing_due);
        if let Some(program) = &self.programs[usize::from(recorded)] {
            self.timing_due = false;
            program.submit(before.as_ref(), times, clock);
        }
        Ok(())
    }

    fn run_once(&mut self, plan: &[Dispatch]) -> Result<()> {
        self.program_for(plan)?.submit(None, 1, None);
        Ok(())
    }

    fn done(&self) -> Reading<()> {
        Box::pin(self.gpu.done())
    }

    fn clear_curve(&mut self) {
        if let Some(partials) = self.buffers.existing("residual_partials") {
            let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
            encoder.clear_buffer(partials, 0, None);
            self.gpu.queue.submit([encoder.finish()]);
        }
    }

    fn read_state(&mut self) -> Result<Reading<State>> {
        let size = |count: u64, bytes: u64| count * bytes;
        let Counts { bodies, joints, points, .. } = self.buffers.counts();
        let halves = if points { 1 } else { 2 };
        let mut sources = vec![
            (self.buffers.get("poses")?.clone(), size(bodies, 32)),
            (self.buffers.get("velocities")?.clone(), size(bodies, 32)),
            (self.buffers.get("multipliers")?.clone(), size(halves * joints, 16)),
        ];
        if self.touches() {
            sources.extend(self.whole(&["contact_numbers", "pairs", "touches", "contact_forces"])?);
        }
        let slots = self.buffers.counts().slots as usize;
        let refs: Vec<(&wgpu::Buffer, u64)> = sources.iter().map(|(b, size)| (b, *size)).collect();
        let reading = readback::read(&self.gpu, &refs);
        Ok(Box::pin(async move {
            let bytes = reading.await?;
            let mut state = State::default();
            for pose in bytes[0].chunks_exact(32).map(bytemuck::pod_read_unaligned::<layout::Pose>) {
                state.positions.extend(pose.position);
                state.rotations.extend(pose.rotation);
            }
            for v in bytes[1].chunks_exact(32).map(bytemuck::pod_read_unaligned::<layout::Velocity>) {
                state.linear_velocities.extend(v.linear);
                state.angular_velocities.extend(v.angular);
            }
            let lambdas = |bytes: &[u8]| -> Vec<f32> {
                let records = bytes.chunks_exact(16).map(bytemuck::pod_read_unaligned::<layout::Multiplier>);
                records.flat_map(|record| record.lambda).collect()
            };
            let (forces, torques) = bytes[2].split_at(16 * joints as usize);
            (state.multipliers, state.torques) = (lambdas(forces), lambdas(torques));
            let marks = torques.chunks_exact(16).map(bytemuck::pod_read_unaligned::<layout::Multiplier>);
            let broken = (0..).zip(marks).filter(|(_, mark)| mark.left != 0.0);
            state.broken = broken.map(|(l, _)| l).collect();
            if bytes.len() > 3 {
                state.contacts = state::flat(contacts::remembered(&bytes[3..], slots));
            }
            Ok(state)
        }))
    }

    fn read_contacts(&mut self) -> Result<Reading<Vec<ContactReading>>> {
        if !self.touches() {
            return Ok(Box::pin(std::future::ready(Ok(Vec::new()))));
        }
        let sources =
            self.whole(&["contact_numbers", "pairs", "contact_reaches", "contact_forces", "poses"])?;
        let slots = self.buffers.counts().slots as usize;
        let refs: Vec<(&wgpu::Buffer, u64)> = sources.iter().map(|(b, size)| (b, *size)).collect();
        let reading = readback::read(&self.gpu, &refs);
        Ok(Box::pin(async move { Ok(contacts::readings(&reading.await?, slots)) }))
    }

    fn measure(&mut self, plan: &[Dispatch], curve: u32) -> Result<Reading<Found>> {
        self.run_once(plan)?;
        let total_at = size_of::<layout::Partial>() as u64 * u64::from(REDUCTION_GROUPS);
        let total =
            (self.buffers.get("measure_partials")?.clone(), total_at + size_of::<layout::Partial>() as u64);
        let mut sources = vec![total];
        if curve > 0 {
            sources.push((self.buffers.get("residual_partials")?.clone(), ROW * u64::from(curve)));
        }
        let touching = if self.touches() {
            sources.push((self.buffers.get("contact_numbers")?.clone(), 32));
            Some(sources.len() - 1)
        } else {
            None
        };
        let mut by_stage = None;
        if let Some(((resolved, size), read)) = self.clock.as_ref().map(Clock::reading) {
            sources.push((resolved.clone(), size));
            by_stage = Some(read);
        }
        let sources: Vec<(&wgpu::Buffer, u64)> = sources.iter().map(|(b, size)| (b, *size)).collect();
        let reading = readback::read(&self.gpu, &sources);
        self.timing_due = true;
        if let (Some(_), Some(numbers)) = (touching, self.buffers.existing("contact_numbers")) {
            // counted anew from here
            self.gpu.queue.write_buffer(numbers, 4 * LOST as u64, &[0; 4]);
        }
        Ok(Box::pin(async move {
            let bytes = reading.await?;
            let mut found = found(bytemuck::pod_read_unaligned(&bytes[0][total_at as usize..]));
            if curve > 0 {
                found.curve = bytes[1].chunks_exact(ROW as usize).map(sum).collect();
            }
            if let Some(at) = touching {
                let words: Vec<u32> = bytes[at].chunks_exact(4).map(bytemuck::pod_read_unaligned).collect();
                found.contacts_dropped = words[LOST];
                found.max_depth = f32::from_bits(words[DEEPEST]).into();
                found.contacts = words[PUSHING];
            }
            if let (Some(read), Some(ticks)) = (by_stage, bytes.last()) {
                found.stages = read(ticks);
            }
            Ok(found)
        }))
    }

    fn find_fault(&mut self, plan: &[Dispatch]) -> Result<Reading<Option<usize>>> {
        if self.watch.is_none() {
            let program = self.program_for(plan)?;
            let fault = self.buffers.get("fault")?.clone();
            self.watch = Some(Watch::new(&self.gpu, program, fault));
        }
        let watch = self.watch.as_ref().expect("made just above");
        Ok(Box::pin(watch.look()))
    }

    fn give_up_scratch(&mut self) {
        self.programs = [None, None];
        self.frame = None;
        self.watch = None;
        self.buffers.remove_scratch();
    }

    fn edits(&self) -> Vec<(&'static str, Arc<str>)> {
        self.edits.iter().map(|(&name, edit)| (name, edit.source.clone())).collect()
    }

    fn take_edits(&mut self, edits: Vec<(&'static str, Arc<str>)>) {
        for (name, source) in edits {
            self.install(name, source, None);
        }
    }

    fn restore_kernels(&mut self) {
        self.edits.clear();
    }
}

/// Words of `contact_numbers` (shaders/common/contact_rows.wgsl).
const LOST: usize = 3;
const DEEPEST: usize = 4;
const PUSHING: usize = 5;

/// Bytes of one entry of the residual curve: a sum from each workgroup.
const ROW: u64 = 4 * REDUCTION_GROUPS as u64;

fn sum(row: &[u8]) -> f64 {
    row.chunks_exact(4).map(|bytes| f64::from(bytemuck::pod_read_unaligned::<f32>(bytes))).sum()
}

fn found(total: layout::Partial) -> Found {
    Found {
        max_gap: f64::from(total.max_gap),
        gap_squares: f64::from(total.gap_squares),
        max_gap_radii: f64::from(total.max_gap_radii),
        residual_squares: f64::from(total.residual_squares),
        kinetic: f64::from(total.kinetic),
        potential: f64::from(total.potential),
        worst_joint: total.worst_joint,
        fell_back: total.fell_back,
        max_angle: f64::from(total.max_angle),
        max_overshoot: f64::from(total.max_overshoot),
        rounds: total.rounds as u32,
        bad_body: (total.bad_body != u32::MAX).then_some(total.bad_body),
        ..Found::default()
    }
}

/// Where bodies touch, most are alike and stand among others that are held: those count once they are let go.
fn counts_of(scene: &Scene, manner: Manner, freed: bool) -> Counts {
    let mut moving = scene.bodies.iter().filter(|body| freed || !manner.touching || !body.fixed);
    Counts {
        bodies: scene.bodies.len() as u64,
        joints: scene.joints.len() as u64,
        points: scene.is_of_points(manner),
        slots: if moving.clone().all(is_sphere) { 1 } else { 4 },
        tensors: moving.any(is_tensor),
        // known with the lists
        blocks: 0,
    }
}

fn is_sphere(body: &Body) -> bool {
    body.solid == Solid::Sphere
}

fn is_tensor(body: &Body) -> bool {
    let inertia = body.inertia;
    inertia.x != inertia.y || inertia.y != inertia.z
}

fn body_record(body: &Body, fixed: bool) -> layout::Body {
    let inverse = |x: f32| if fixed { 0.0 } else { 1.0 / x };
    layout::Body {
        inertia: body.inertia.to_array(),
        mass: body.mass,
        inverse_inertia: body.inertia.to_array().map(inverse),
        inverse_mass: inverse(body.mass),
    }
}
