//! The last good state, kept on the host. A simulation goes back to it when a number in it is not finite, and is made
//! anew from it when its device is lost.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::{BeadworkError, Code, Result};
use crate::gpu::{Gpu, GpuMachine};
use crate::machine::{Machine, Reading};
use crate::parameters::{Parameters, Setting};
use crate::scene::{Body, Joint, Scene, check};
use crate::solvers::chores;

use super::numbers::Members;
use super::pins_and_cuts::Connected;
use super::{Push, Simulation, State, VelocityChange, Wishes};

#[derive(Clone)]
pub(super) struct Good {
    state: State,
    steps: u64,
}

/// A state read back, to be kept if it is good and nothing else was put in its place meanwhile.
pub struct Snapshot {
    epoch: u64,
    /// The revision of the members that have the numbers.
    members: u64,
    good: Good,
}

/// All that makes a simulation but the data on its machine.
pub struct Seed {
    scene: Scene,
    fixed: Vec<bool>,
    cut: Vec<bool>,
    parameters: Parameters,
    own: Parameters,
    good: Option<Good>,
    kernels: Vec<(&'static str, Arc<str>)>,
    record: bool,
    epoch: u64,
    drives: BTreeMap<usize, VelocityChange>,
    standing: Vec<(usize, Push)>,
    as_loaded: BTreeMap<usize, Joint>,
    members: Members,
    strayed: bool,
    bodies_as_loaded: BTreeMap<usize, Body>,
}

impl Simulation {
    /// Counts the times that the state was put rather than stepped.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// The state as it stands, for `keep`.
    pub fn snapshot(&mut self) -> Result<impl Future<Output = Result<Snapshot>> + 'static + use<>> {
        let (epoch, members, steps) = (self.epoch, self.members.revision, self.steps);
        let reading = self.read_state()?;
        Ok(async move { Ok(Snapshot { epoch, members, good: Good { state: reading.await?, steps } }) })
    }

    /// Makes a snapshot the last good state, unless it is faulty or out of date.
    pub fn keep(&mut self, snapshot: Snapshot) {
        let Snapshot { epoch, members, .. } = snapshot;
        if (epoch, members) == (self.epoch, self.members.revision) && is_good(&snapshot.good.state) {
            self.good = Some(snapshot.good);
        }
    }

    /// For a state that was put: a good one is where to go back to from now on.
    pub(super) fn keep_written(&mut self, state: &State) {
        self.epoch += 1;
        self.suspect = self.first_faulty(state);
        if is_good(state) {
            self.good = Some(Good { state: state.clone(), steps: self.steps });
        }
    }

    /// The first body with a number that is not finite. By the time that the device looks, one step may have carried it
    /// along a whole chain.
    fn first_faulty(&self, state: &State) -> Option<usize> {
        let first =
            |numbers: &[f32], width: usize| Some(numbers.iter().position(|x| !x.is_finite())? / width);
        let body_of = |joint: usize| {
            let joint = &self.scene.joints[joint];
            if Some(joint.a) == self.scene.world() { joint.b as usize } else { joint.a as usize }
        };
        let bodies = [
            first(&state.positions, 3),
            first(&state.rotations, 4),
            first(&state.linear_velocities, 3),
            first(&state.angular_velocities, 3),
            first(&state.multipliers, 3).map(body_of),
            first(&state.torques, 3).map(body_of),
        ];
        bodies.into_iter().flatten().min()
    }

    /// Back to the last good state, or to the scene as loaded where none was kept.
    pub fn go_back(&mut self) -> Result<()> {
        self.epoch += 1;
        self.suspect = None;
        self.recorded = false;
        let good = self.good.clone();
        let Good { mut state, steps } =
            good.unwrap_or_else(|| Good { state: self.numbered(State::of(&self.scene)), steps: 0 });
        for (&body, drive) in &self.drives {
            drive.put(&mut state, body);
        }
        self.steps = steps;
        self.put_state(&state)
    }

    pub(super) fn good_state(&mut self) -> Option<&mut State> {
        self.good.as_mut().map(|good| &mut good.state)
    }

    /// The first body that is not finite, looked for on the machine after all that was asked for so far.
    pub fn find_fault(&mut self) -> Result<Reading<Option<usize>>> {
        self.machine.check()?;
        self.machine.find_fault(&chores::find_fault(&self.parameters, &self.connected.lists))
    }

    /// Goes back, unless that was done since `epoch`; the error names the bead that left all bounds.
    pub fn go_back_from(&mut self, body: usize, epoch: u64) -> Result<BeadworkError> {
        let written = self.suspect;
        if self.epoch == epoch {
            self.go_back()?;
        }
        let body = written.unwrap_or(body);
        let advice = self.advice(written.is_some());
        let message =
            format!("Bead {body} left all bounds; the simulation went back to {:.2} s. {advice}.", self.time);
        Ok(BeadworkError::at(Code::NonFinite, format!("bodies[{body}]"), message))
    }

    /// The advice that is most likely to help, the first that applies.
    fn advice(&self, written: bool) -> &'static str {
        let Parameters { solver, relaxation, warm_start, stabilisation, substeps, .. } = self.parameters;
        let set = |setting| setting != Setting::Auto;
        match () {
            () if written => "The state that was written has a number there that is not finite",
            () if !self.edits().is_empty() => "An edited kernel is at work: restore the kernels",
            () if solver == "article" => "The article's solver does this: choose another",
            () if set(relaxation) => "Set relaxation to 'auto'",
            () if set(warm_start) || set(stabilisation) => "Set warmStart and stabilisation to 'auto'",
            () if substeps < 8 => "Take more substeps or a shorter timestep",
            () => "Take a shorter timestep, or masses and sizes that differ less",
        }
    }

    /// For a fresh device; pending edits, pulls, pushes that wait and recorded curves are left behind.
    pub fn seed(&self) -> Seed {
        Seed {
            scene: self.scene.clone(),
            fixed: self.connected.fixed.clone(),
            cut: self.connected.cut.clone(),
            parameters: self.parameters.clone(),
            own: self.own.clone(),
            good: self.good.clone(),
            kernels: self.machine.edits(),
            record: self.record,
            epoch: self.epoch,
            drives: self.drives.clone(),
            standing: self.standing.clone(),
            as_loaded: self.as_loaded.clone(),
            members: self.members.clone(),
            strayed: self.strayed,
            bodies_as_loaded: self.bodies_as_loaded.clone(),
        }
    }
}

impl Seed {
    /// The same simulation on another device, at its last good state.
    pub async fn rebuild(self, gpu: Arc<Gpu>) -> Result<Simulation> {
        self.rebuild_on(Box::new(GpuMachine::new(gpu))).await
    }

    /// The same on any machine, one that is new.
    pub async fn rebuild_on(self, machine: Box<dyn Machine>) -> Result<Simulation> {
        let mut simulation = Simulation::on(machine, self.scene, Wishes::exactly(self.parameters)).await?;
        simulation.own = self.own;
        simulation.take_members(self.members);
        simulation.strayed = self.strayed;
        let connected = &simulation.connected;
        let in_cells = simulation.members.in_cells.is_some();
        if in_cells || (&connected.fixed, &connected.cut) != (&self.fixed, &self.cut) {
            let next = Connected::new(&simulation.scene, simulation.manner(), self.fixed, self.cut);
            simulation.reconnect(next)?;
            let manner = simulation.manner();
            simulation.machine.put_scene(&simulation.scene, &simulation.connected.held, manner)?;
        }
        simulation.machine.take_edits(self.kernels);
        simulation.record = self.record;
        simulation.good = self.good;
        simulation.epoch = self.epoch;
        simulation.drives = self.drives;
        simulation.standing = self.standing;
        simulation.as_loaded = self.as_loaded;
        simulation.bodies_as_loaded = self.bodies_as_loaded;
        simulation.go_back()?;
        simulation.check()?;
        Ok(simulation)
    }
}

/// Within the ranges that a scene may have: a state far outside is finite, but nothing good follows from it.
fn is_good(state: &State) -> bool {
    let within = |numbers: &[f32], most: f32| numbers.iter().all(|x| x.abs() <= most);
    within(&state.positions, check::POSITION)
        && within(&state.rotations, 2.0)
        && within(&state.linear_velocities, check::LINEAR_VELOCITY)
        && within(&state.angular_velocities, check::ANGULAR_VELOCITY)
        && within(&state.multipliers, check::MULTIPLIER)
        && within(&state.torques, check::MULTIPLIER)
        && state.contacts.iter().all(|x| x.is_finite())
        && (0.0..=check::TIME).contains(&state.time)
}
