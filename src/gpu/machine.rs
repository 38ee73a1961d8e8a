//! The GPU as a machine: a scene's buffers, the program of its substep, and the kernels that a person edited.

mod contacts;
mod edits;
mod events;
mod hand;
mod measures;
mod members;
mod multipliers;
mod needs;
mod rays;
mod state;

use std::collections::HashMap;
use std::mem::offset_of;
use std::sync::Arc;

use glam::{Quat, Vec3};

use self::edits::Edit;
use super::buffers::Buffers;
use super::clock::Clock;
use super::contacts::surface;
use super::executor::{self, Program};
use super::hulls::Hulls;
use super::kernels::Specialisation;
use super::scopes::Scopes;
use super::sizes::{self, Counts};
use super::watch::Watch;
use super::{Gpu, layout, readback, ties};
use crate::error::Result;
use crate::lists::Lists;
use crate::machine::{Changed, Found, Machine, Reading};
use crate::plan::{Dispatch, Facts};
use crate::scene::{Body, Manner, Scene};
use crate::state::{ContactReading, Event, Placed, Pull, Pushed, Ray, RayHit, State, read};

pub struct GpuMachine {
    gpu: Arc<Gpu>,
    buffers: Buffers,
    specialisation: Specialisation,
    /// The most general specialisation that it may be compiled for: see `like`.
    most: Specialisation,
    /// The substep's: as it is, and with its residuals recorded.
    programs: [Option<Program>; 2],
    /// Run ahead of a frame's first substep, and behind its last one.
    frame: Option<Program>,
    ended: Option<Program>,
    /// The latter writes events.
    tells: bool,
    /// Looks for bodies that are not finite.
    watch: Option<Watch>,
    clock: Option<Clock>,
    /// One substep after each measurement is timed by stages; timing every one would cost passes.
    timing_due: bool,
    edits: HashMap<&'static str, Edit>,
    /// A body that the scene holds, and that is no sphere, has been let go.
    freed: bool,
    least: needs::Least,
    /// Where the rows of hulls stand behind the surfaces, and behind what rays know of bodies.
    hulls: Hulls,
    ray_hulls: Hulls,
    /// By part of a compound the number of that; and by compound its parts.
    owners: HashMap<u32, u32>,
    parts: HashMap<usize, [f32; 2]>,
}

impl GpuMachine {
    pub fn new(gpu: Arc<Gpu>) -> Self {
        Self {
            buffers: Buffers::new(gpu.clone()),
            clock: Clock::new(&gpu),
            specialisation: Specialisation { few_lanes: gpu.slow_barriers(), ..Specialisation::NONE },
            most: Specialisation { isotropic: true, even_chains: true, ..Specialisation::NONE },
            gpu,
            programs: [None, None],
            frame: None,
            ended: None,
            tells: false,
            watch: None,
            timing_due: true,
            edits: HashMap::new(),
            freed: false,
            least: needs::LEAST,
            hulls: Hulls::default(),
            ray_hulls: Hulls::default(),
            owners: HashMap::new(),
            parts: HashMap::new(),
        }
    }

    /// For a scene that is to run by the pipelines of another, whose bodies or chains may be less alike than its own.
    pub fn like(gpu: Arc<Gpu>, other: Specialisation) -> Self {
        Self { most: other, ..Self::new(gpu) }
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

    /// Arrays that kernels write for moving bodies only, before every solve: a body that was just pinned would go on
    /// moving for its neighbours.
    fn forget_motion(&self) {
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        for name in ["mobility", "spread", "stairs", "ang_mass_inv", "lin_vel_delta", "ang_vel_delta"] {
            if let Some(buffer) = self.buffers.existing(name) {
                encoder.clear_buffer(buffer, 0, None);
            }
        }
        self.gpu.queue.submit([encoder.finish()]);
    }

    /// The first bytes of each buffer, so many as said.
    fn bring(
        &self,
        sources: &[(wgpu::Buffer, u64)],
    ) -> impl Future<Output = Result<Vec<Vec<u8>>>> + 'static + use<> {
        let sources: Vec<(&wgpu::Buffer, u64)> =
            sources.iter().map(|(buffer, size)| (buffer, *size)).collect();
        readback::read(&self.gpu, &sources)
    }

    /// They hold on to buffers, and know how many bodies there are.
    fn forget_programs(&mut self) {
        self.programs = [None, None];
        self.frame = None;
        self.ended = None;
        self.watch = None;
    }

    /// Writes numbers from byte `at` of a buffer on; nothing without any.
    fn write_part<const N: usize>(
        &mut self,
        name: &'static str,
        at: usize,
        numbers: Option<[f32; N]>,
    ) -> Result<()> {
        let Some(numbers) = numbers else { return Ok(()) };
        self.gpu.queue.write_buffer(self.buffers.get(name)?, at as u64, bytemuck::cast_slice(&numbers));
        Ok(())
    }

    /// Writes one item of a buffer.
    fn write(&mut self, name: &'static str, index: usize, bytes: &[u8]) -> Result<()> {
        let at = (bytes.len() * index) as u64;
        self.gpu.queue.write_buffer(self.buffers.get(name)?, at, bytes);
        Ok(())
    }
}

impl Machine for GpuMachine {
    fn name(&self) -> &'static str {
        "gpu"
    }

    fn facts(&self) -> Facts {
        self.gpu.facts()
    }

    fn check(&self) -> Result<()> {
        self.gpu.check()
    }

    fn another(&self) -> Box<dyn Machine> {
        Box::new(Self::new(self.gpu.clone()))
    }

    fn admits(&self, scene: &Scene, manner: Manner, plan: &[Dispatch]) -> Result<()> {
        let counts = self.counts_of(scene, manner);
        sizes::check(&self.gpu, counts)?;
        executor::check(&self.gpu, plan, counts)
    }

    fn refusals(&self) -> Box<dyn FnOnce() -> Reading<()>> {
        let scopes = Scopes::open(&self.gpu);
        Box::new(move || Box::pin(scopes.close()))
    }

    fn put_scene(&mut self, scene: &Scene, fixed: &[bool], manner: Manner) -> Result<()> {
        self.least = needs::LEAST;
        let counts = self.counts_of(scene, manner);
        let before = self.buffers.counts();
        if (before.bodies, before.joints) != (counts.bodies, counts.joints) {
            self.buffers.clear(counts);
            self.forget_programs();
        }
        let kept = |counts: Counts| (counts.offset, counts.hulls, counts.compounds);
        if kept(before) != kept(counts) {
            // they hold on to surfaces, pairs and parts
            self.forget_programs();
        }
        self.fit(counts)?;
        self.buffers.remove("ray_bodies");
        let bodies: Vec<layout::Body> =
            scene.bodies.iter().zip(fixed).map(|(body, &fixed)| state::facts_of(body, fixed)).collect();
        self.buffers.fill("bodies", bytemuck::cast_slice(&bodies))?;
        self.buffers.fill("ties", bytemuck::cast_slice(&ties::words(scene, manner)))?;
        self.put_parts(scene)?;
        self.put_surfaces(scene, manner)?;
        self.renew_surfaces(scene, manner)
    }

    fn put_members(
        &mut self,
        scene: &Scene,
        fixed: &[bool],
        manner: Manner,
        changed: Changed,
        forget: &[Dispatch],
    ) -> Result<()> {
        self.exchange(scene, fixed, manner, changed, forget)
    }

    fn needed(&self) -> u32 {
        self.least.bits()
    }

    fn need(&mut self, needed: u32) {
        self.least.hold_bits(needed);
    }

    fn put_joints(&mut self, scene: &Scene, manner: Manner) -> Result<bool> {
        let made_anew = self.fit(self.counts_of(scene, manner))?;
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
        if !fixed {
            self.fit_freed(body)?;
        }
        let facts = state::facts_of(body, fixed);
        let velocity = state::at_rest(&facts);
        self.write("bodies", index, bytemuck::bytes_of(&facts))?;
        self.write("velocities", index, bytemuck::bytes_of(&velocity))?;
        self.write("free_velocities", index, bytemuck::bytes_of(&velocity))
    }

    fn put_surface(&mut self, body: usize, what: &Body, big: bool) -> Result<()> {
        if self.touches() {
            let first = self.hulls.row(what, self.buffers.counts().bodies as usize);
            let parts = self.parts.get(&body).copied();
            self.write("surfaces", body, bytemuck::bytes_of(&surface(what, big, first, parts)))?;
        }
        self.renew_ray_body(body, what)
    }

    fn hold_events(&mut self, watched: u32) -> Result<()> {
        self.buffers.resize(Counts { watched: watched.into(), ..self.buffers.counts() }).map(drop)
    }

    fn put_lists(&mut self, lists: &Lists) -> Result<()> {
        let even_chains = lists.even_chains && self.most.even_chains;
        if self.specialisation.even_chains != even_chains {
            self.specialisation.even_chains = even_chains;
            self.take_edits(self.edits());
        }
        self.forget_motion();
        self.buffers.hold_islands(lists.blocks().into(), lists.carries());
        self.buffers.fill("lists", bytemuck::cast_slice(&lists.words))
    }

    fn put_state(&mut self, scene: &Scene, fixed: &[bool], state: &State) -> Result<()> {
        let (poses, velocities) = state::poses_and_velocities(scene, fixed, state);
        let multipliers = multipliers::of(scene.joints.len(), self.buffers.counts().points, state);
        self.buffers.fill("poses", bytemuck::cast_slice(&poses))?;
        self.buffers.fill("velocities", bytemuck::cast_slice(&velocities))?;
        self.buffers.fill("free_velocities", bytemuck::cast_slice(&velocities))?;
        self.buffers.fill("multipliers", bytemuck::cast_slice(&multipliers))?;
        self.put_learnt(scene, state)?;
        if self.touches() {
            self.put_memory(&read(&state.contacts, scene.bodies.len()).unwrap_or_default())?;
        }
        self.forget_events()
    }

    fn put_velocity(&mut self, body: usize, linear: Option<Vec3>, angular: Option<Vec3>) -> Result<()> {
        let at = |offset| size_of::<layout::Velocity>() * body + offset;
        self.write_part(
            "velocities",
            at(offset_of!(layout::Velocity, linear)),
            linear.map(|v| v.to_array()),
        )?;
        self.write_part(
            "velocities",
            at(offset_of!(layout::Velocity, angular)),
            angular.map(|v| v.to_array()),
        )
    }

    fn put_pose(&mut self, body: usize, position: Option<Vec3>, rotation: Option<Quat>) -> Result<()> {
        let at = |offset| size_of::<layout::Pose>() * body + offset;
        self.write_part("poses", at(offset_of!(layout::Pose, position)), position.map(|v| v.to_array()))?;
        self.write_part("poses", at(offset_of!(layout::Pose, rotation)), rotation.map(|q| q.to_array()))
    }

    fn put_placed(&mut self, placed: &Placed) -> Result<()> {
        self.buffers.fill("placed", bytemuck::bytes_of(&hand::placed(placed)))
    }

    fn put_pull(&mut self, pull: &Pull) -> Result<()> {
        self.buffers.fill("pull", bytemuck::bytes_of(&hand::pull(pull)))
    }

    fn put_pushes(&mut self, pushes: &[Pushed]) -> Result<()> {
        let records: Vec<layout::Pushed> = pushes.iter().map(hand::push).collect();
        self.buffers.fill_start("pushes", bytemuck::cast_slice(&records))
    }

    fn forget_multiplier(&mut self, joint: usize) -> Result<()> {
        self.forget_learnt(joint)?;
        self.forget_rows_of(joint)
    }

    fn forget_turns(&mut self, joint: usize) -> Result<()> {
        self.put_wound(joint, 0.0)
    }

    fn forget_force(&mut self, joint: usize) -> Result<()> {
        self.forget_learnt(joint)?;
        self.forget_lambdas_of(joint)
    }

    fn prepare(&mut self, recorded: bool, substep: &[Dispatch]) -> Result<()> {
        self.forget_means();
        // freed first: the new program may need the memory
        self.programs[usize::from(recorded)] = None;
        self.programs[usize::from(recorded)] = Some(self.program_for(substep)?);
        Ok(())
    }

    fn prepare_frame(&mut self, frame: &[Dispatch], ended: &[Dispatch]) -> Result<()> {
        (self.frame, self.ended) = (None, None);
        self.frame = if frame.is_empty() { None } else { Some(self.program_for(frame)?) };
        self.ended = if ended.is_empty() { None } else { Some(self.program_for(ended)?) };
        self.tells = ended.iter().any(|dispatch| dispatch.kernel.ends_with("_events"));
        Ok(())
    }

    fn begin_frame(&mut self) -> Result<()> {
        if let Some(frame) = &self.frame {
            frame.submit(None, 1, None);
        }
        Ok(())
    }

    fn end_frame(&mut self, number: u32) -> Result<()> {
        if self.tells {
            self.put_frame(number)?;
        }
        if let Some(ended) = &self.ended {
            ended.submit(None, 1, None);
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
        self.whole_state()
    }

    fn read_poses(&mut self) -> Result<Reading<Vec<f32>>> {
        let bytes = self.buffers.counts().bodies * size_of::<layout::Pose>() as u64;
        let poses = self.buffers.get("poses")?.clone();
        let reading = self.bring(&[(poses, bytes)]);
        Ok(Box::pin(async move { Ok(state::poses_of(&reading.await?[0])) }))
    }

    fn read_borne(&mut self) -> Result<Reading<Vec<[f32; 3]>>> {
        self.borne()
    }

    fn read_contacts(&mut self) -> Result<Reading<Vec<ContactReading>>> {
        self.contact_readings()
    }

    fn read_events(&mut self) -> Result<Reading<Vec<Event>>> {
        self.events()
    }

    fn cast_rays(
        &mut self,
        scene: &Scene,
        rays: Vec<Ray>,
        plan: &[Dispatch],
    ) -> Result<Reading<Vec<Option<RayHit>>>> {
        self.cast(scene, rays, plan)
    }

    fn measure(&mut self, plan: &[Dispatch], curve: u32) -> Result<Reading<Found>> {
        self.run_once(plan)?;
        self.found(curve)
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
        self.forget_programs();
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
