//! A scene on a machine, stepped and measured. No canvas, no browser, no loop of its own.
//!
//! Methods that need the machine submit their work before they return. They give a future for its end that holds on to
//! nothing here. Calls queue up in the order they are made, in whatever order their ends are awaited.

mod contacts;
mod events;
mod hand;
mod joints;
mod kernel_edits;
mod last_good;
pub mod measures;
mod members;
mod names;
mod numbers;
mod part_events;
mod pins_and_cuts;
pub(crate) mod poses;
mod push_fields;
mod pushes;
mod rays;
mod set_body;
mod set_joint;
mod split;
mod state;
mod stepping;
mod torques_between;
mod wishes;

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

pub use self::joints::{JointReading, JointState};
pub use self::kernel_edits::{KernelEdit, KernelMessage};
pub use self::last_good::{Seed, Snapshot};
pub use self::measures::Measures;
pub use self::names::Which;
pub use self::pushes::VelocityChange;
pub use self::rays::MOST_RAYS;
pub use self::wishes::Wishes;
pub use crate::scene::{BodyChange, PoseChange};
pub use crate::state::{ContactReading, Event, Pull, Push, Ray, RayHit, State};

use self::last_good::Good;
use self::names::Called;
use self::numbers::Members;
use self::part_events::Touching;
use self::pins_and_cuts::Connected;
pub(crate) use self::set_joint::manner;
use self::stepping::Prepared;
use crate::error::{BeadworkError, Code, Result};
use crate::gpu::{Gpu, GpuMachine};
use crate::lists::Lists;
use crate::machine::Machine;
use crate::parameters::Parameters;
use crate::plan::Dispatch;
use crate::scene::{Body, Joint, Scene};
use crate::solvers;

pub struct Simulation {
    machine: Box<dyn Machine>,
    /// As last loaded, with all changes since. Absent bodies and joints stand at numbers that are not in use, and behind the last number,
    /// where there may be room for more. Behind all bodies one stands for the world, where a joint is or was joined to that.
    scene: Scene,
    /// Numbers that are in use.
    members: Members,
    /// A body that the scene fixes may stand elsewhere than the scene says: it was let go, or a state was written.
    strayed: bool,
    /// Joints that were changed, as they were loaded.
    as_loaded: BTreeMap<usize, Joint>,
    /// Bodies alike.
    bodies_as_loaded: BTreeMap<usize, Body>,
    /// Some joints were changed and the machine is to hear of it before it runs.
    stale_joints: bool,
    called: Called,
    connected: Connected,
    /// The parameters in force.
    parameters: Parameters,
    /// The person's parameters: other where the scene's recommendation holds instead.
    own: Parameters,
    /// Residuals are recorded by iteration.
    record: bool,
    /// The substep with and without recording, as far as it is made.
    prepared: [Option<Prepared>; 2],
    /// Whether one was made since `take_other_kernels`.
    other_kernels: bool,
    /// Which of the two ran last.
    ran: Option<bool>,
    /// Puts the residuals of the last step, by the solver that took it, where `measure` looks; empty once done.
    unpublished: Vec<Dispatch>,
    /// A body was put elsewhere since the last step or measurement.
    moved: bool,
    /// A residual curve of the last step stands in the machine.
    recorded: bool,
    time: f64,
    steps: u64,
    revision: u64,
    /// Changes with every joint that is changed.
    joint_revision: u64,
    pull: Option<Pull>,
    /// Pushes that wait for the next frame.
    pushes: Vec<(usize, Push)>,
    /// Pushes that act in every frame until they are cleared.
    standing: Vec<(usize, Push)>,
    /// The velocities given to kinematic bodies since the state was put; as lasting as a pin.
    drives: BTreeMap<usize, VelocityChange>,
    good: Option<Good>,
    epoch: u64,
    /// A body that was put in a state that is not finite.
    suspect: Option<usize>,
    /// Which bodies touch that are compounds, as far as events were read.
    touching: Arc<Mutex<Touching>>,
    /// Events that were not read when parts got other numbers.
    aside: Vec<events::Written>,
}

/// A number that no simulation has had: results made for one are never taken for another's.
fn next_revision() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed)
}

impl Simulation {
    /// A scene on a graphics device, or why not. Nothing is left allocated on failure.
    /// The scene's recommendations hold unless they are given here.
    pub async fn create(gpu: Arc<Gpu>, scene: Scene, parameters: impl Into<Wishes>) -> Result<Self> {
        gpu.check()?;
        Self::on(Box::new(GpuMachine::new(gpu)), scene, parameters).await
    }

    /// The same on any machine, one that is new.
    pub async fn on(machine: Box<dyn Machine>, scene: Scene, parameters: impl Into<Wishes>) -> Result<Self> {
        let refusals = machine.refusals();
        let made = Self::build(machine, scene, parameters.into());
        let refused = refusals().await;
        let made = made?;
        made.machine.check()?;
        refused?;
        Ok(made)
    }

    fn build(machine: Box<dyn Machine>, mut scene: Scene, wishes: Wishes) -> Result<Self> {
        scene.put_world(false);
        let [own, parameters] = wishes.settled_by(&scene)?;
        let manner = manner(&parameters, &scene);
        machine.admits(&scene, manner, &[])?;
        let connected = Connected::as_loaded(&scene, manner);
        let mut simulation = Self {
            machine,
            called: Called::of(&scene)?,
            connected,
            parameters,
            own,
            record: false,
            prepared: [None, None],
            other_kernels: false,
            ran: None,
            unpublished: Vec::new(),
            moved: false,
            recorded: false,
            time: scene.time,
            steps: 0,
            revision: next_revision(),
            joint_revision: next_revision(),
            pull: None,
            pushes: Vec::new(),
            standing: Vec::new(),
            drives: BTreeMap::new(),
            good: None,
            epoch: 0,
            suspect: None,
            touching: Arc::default(),
            aside: Vec::new(),
            as_loaded: BTreeMap::new(),
            bodies_as_loaded: BTreeMap::new(),
            stale_joints: false,
            members: Members::of(&scene),
            strayed: false,
            scene,
        };
        simulation.admits(&simulation.parameters, &simulation.connected.lists)?;
        simulation.machine.put_scene(&simulation.scene, &simulation.connected.held, manner)?;
        simulation.put_lists()?;
        simulation.put_scene_state()?;
        Ok(simulation)
    }

    /// Whether the solver takes the scene, and this machine what the solver needs for it.
    fn admits(&self, parameters: &Parameters, lists: &Lists) -> Result<()> {
        solvers::check(parameters, lists)?;
        solvers::check_turns(parameters, lists, self.machine.facts())?;
        let plan = solvers::plan(parameters, lists, self.machine.facts(), false);
        self.machine.admits(&self.scene, self.manner_under(parameters), &plan.substep)
    }

    /// Fails once the machine is lost.
    pub fn check(&self) -> Result<()> {
        self.machine.check()
    }

    /// The machine, if it is an `M`.
    pub fn machine<M: Machine>(&self) -> Option<&M> {
        let machine: &dyn Any = &*self.machine;
        machine.downcast_ref()
    }

    pub fn machine_mut<M: Machine>(&mut self) -> Option<&mut M> {
        let machine: &mut dyn Any = &mut *self.machine;
        machine.downcast_mut()
    }

    /// The device, where it runs on one.
    pub fn gpu(&self) -> Option<&Arc<Gpu>> {
        self.machine().map(GpuMachine::gpu)
    }

    /// For what only a GPU can do.
    pub(crate) fn gpu_machine(&mut self) -> Result<&mut GpuMachine> {
        let message = "This simulation runs on the CPU; that takes one on the GPU.";
        self.machine_mut().ok_or_else(|| BeadworkError::new(Code::NotApplicable, message))
    }

    /// The buffer that a shader calls `name`, for drawing. Made if it was not there.
    pub fn buffer(&mut self, name: &'static str) -> Result<&wgpu::Buffer> {
        self.put_stale_joints()?;
        self.gpu_machine()?.buffer(name)
    }

    /// As last loaded, with its joints as they are now. Where bodies or joints went, or where there is room for more, it has `Body::absent()`
    /// and `Joint::absent()`: see `has_body` and `has_joint`. Joints to the world are at one more body behind all others, which stands for it.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    pub fn lists(&self) -> &Lists {
        &self.connected.lists
    }

    /// Changes whenever a pin, a cut or another scene changes which bodies hang together.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The same of how joints hold, which changes more often.
    pub fn joint_revision(&self) -> u64 {
        self.joint_revision
    }

    /// One more than the largest number that a body has had since the scene was loaded.
    pub fn body_count(&self) -> usize {
        self.members.bodies.count()
    }

    /// The numbers of bodies that pictures show: of parts of compounds too, which stand behind all others.
    pub fn drawn_bodies(&self) -> usize {
        let parts = self.scene.parts();
        if parts.is_empty() { self.body_count() } else { parts.end }
    }

    /// The same of joints.
    pub fn joint_count(&self) -> usize {
        self.members.joints.count()
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

    fn put_parameters(&mut self, next: Parameters) -> Result<()> {
        if next != self.parameters {
            let manner = self.manner_under(&next);
            if manner == self.manner() {
                self.admits(&next, &self.connected.lists)?;
                self.parameters = next;
                self.plan_anew();
            } else {
                self.machine.check()?;
                let connected = self.connected_with(manner);
                self.admits(&next, &connected.lists)?;
                self.publish()?;
                self.parameters = next;
                self.tie_anew(connected)?;
            }
            // the curve in the machine is another solve's
            self.recorded = false;
        }
        Ok(())
    }

    /// Another scene on the same machine with the person's parameters, but for the gravity and the recommendations that
    /// the scene has. The recommendations of the scene before are taken back. On failure the old one goes on.
    pub async fn load(&mut self, scene: Scene) -> Result<()> {
        let wishes = self.wishes_for(&scene);
        let next = Self::on(self.machine.another(), scene, wishes).await?;
        self.install(next);
        Ok(())
    }

    /// Takes the place of what runs now: edited kernels and recording stay.
    pub fn install(&mut self, mut next: Simulation) {
        next.record = self.record;
        next.epoch = self.epoch + 1;
        next.machine.take_edits(self.machine.edits());
        *self = next;
    }

    /// Back to the scene as last loaded.
    pub fn reset(&mut self) -> Result<()> {
        self.machine.check()?;
        if !self.bring_back_loaded()? {
            self.swap_changed_joints();
            self.swap_changed_bodies();
            if let Err(refused) = self.reconnect(Connected::as_loaded(&self.scene, self.manner())) {
                self.swap_changed_joints();
                self.swap_changed_bodies();
                return Err(refused);
            }
            self.as_loaded.clear();
        }
        self.machine.put_scene(&self.scene, &self.connected.held, self.manner())?;
        for body in std::mem::take(&mut self.bodies_as_loaded).into_keys() {
            // one that came after the scene was loaded is gone
            if body < self.scene.bodies.len() {
                self.put_surface(body)?;
            }
        }
        self.time = self.scene.time;
        self.steps = 0;
        self.recorded = false;
        self.set_pull(None)?;
        self.pushes.clear();
        self.standing.clear();
        self.drives.clear();
        self.good = None;
        self.suspect = None;
        self.strayed = false;
        self.epoch += 1;
        self.put_scene_state()
    }

    fn put_scene_state(&mut self) -> Result<()> {
        let state = self.numbered(State::of(&self.scene));
        self.put_state(&state)
    }
}
