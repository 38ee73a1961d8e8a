//! What a simulation runs on. `Simulation` holds the rules; a machine holds the arrays and runs plans over them.

use std::any::Any;
use std::pin::Pin;
use std::sync::Arc;

use glam::{Quat, Vec3};

use crate::error::Result;
use crate::lists::Lists;
use crate::plan::{Dispatch, Facts};
use crate::scene::{Body, Manner, Scene};
use crate::state::{ContactReading, Event, Placed, Pull, Pushed, Ray, RayHit, State};

/// Something that comes back later. It holds on to nothing of the machine, so other calls may come meanwhile.
pub type Reading<T> = Pin<Box<dyn Future<Output = Result<T>>>>;

/// Numbers at which bodies and joints came, went or took another's place, in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Changed<'a> {
    pub bodies: &'a [usize],
    pub joints: &'a [usize],
}

/// What a measurement finds, in SI units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    pub max_gap: f64,
    pub gap_squares: f64,
    pub max_gap_radii: f64,
    pub residual_squares: f64,
    /// rad
    pub max_angle: f64,
    /// m or rad
    pub max_overshoot: f64,
    pub rounds: u32,
    /// Points that push.
    pub contacts: u32,
    /// m
    pub max_depth: f64,
    /// Pairs that found no room since the last measurement.
    pub contacts_dropped: u32,
    /// Events that found no room since the last measurement.
    pub events_dropped: u32,
    pub kinetic: f64,
    pub potential: f64,
    /// kg m/s
    pub momentum: [f64; 3],
    /// kg m²/s, about the origin.
    pub angular_momentum: [f64; 3],
    pub worst_joint: u32,
    /// Islands whose substep was taken back since the last measurement.
    pub fell_back: u32,
    /// The first body with a number that is not finite.
    pub bad_body: Option<u32>,
    /// Σ|J V + β C/h|² after the warm start and after each pass, where a curve was asked for.
    pub curve: Vec<f64>,
    /// Milliseconds by stage of one substep, where the machine has a clock for them.
    pub stages: Vec<(&'static str, f64)>,
}

pub trait Machine: Any {
    /// As pages call it: `gpu` or `cpu`.
    fn name(&self) -> &'static str;

    fn facts(&self) -> Facts;

    /// Fails once the machine is lost.
    fn check(&self) -> Result<()>;

    /// Whether its results are there as soon as they were asked for.
    fn works_at_once(&self) -> bool {
        false
    }

    /// Another of its kind, for another scene.
    fn another(&self) -> Box<dyn Machine>;

    /// Refuses a scene or a plan that it cannot hold, before anything is made for it. `manner` here and below: what the
    /// parameters give to all joints.
    fn admits(&self, scene: &Scene, manner: Manner, plan: &[Dispatch]) -> Result<()>;

    /// From here until the function that it gives is called: what the machine refuses. Nothing may be awaited between.
    fn refusals(&self) -> Box<dyn FnOnce() -> Reading<()>>;

    /// Static facts of bodies and joints.
    fn put_scene(&mut self, scene: &Scene, fixed: &[bool], manner: Manner) -> Result<()>;

    /// Bodies and joints that came or went; there may be more room for them than before. They stand, move and bear as the scene says, and
    /// all others go on. `forget` is run once it is known which bodies these are: their contacts are others' then.
    fn put_members(
        &mut self,
        scene: &Scene,
        fixed: &[bool],
        manner: Manner,
        changed: Changed,
        forget: &[Dispatch],
    ) -> Result<()>;

    /// What a scene has needed since it was loaded, in the machine's own words. Only with the same kernels do bits stay the same.
    fn needed(&self) -> u32 {
        0
    }

    /// From the next exchange on it needs that too.
    fn need(&mut self, _: u32) {}

    /// Joints that were changed; the state stays. Whether something was made anew that others hold on to.
    fn put_joints(&mut self, scene: &Scene, manner: Manner) -> Result<bool>;

    /// A body that was pinned or let go; it stands still.
    fn put_body(&mut self, index: usize, body: &Body, fixed: bool) -> Result<()>;

    /// A body with a change that contacts or rays need to know; `big` ones stand in no cell.
    fn put_surface(&mut self, body: usize, what: &Body, big: bool) -> Result<()>;

    /// Room for the events of so many bodies.
    fn hold_events(&mut self, _watched: u32) -> Result<()> {
        Ok(())
    }

    /// Puts the lists of bodies and joints that hang together.
    fn put_lists(&mut self, lists: &Lists) -> Result<()>;

    fn put_state(&mut self, scene: &Scene, fixed: &[bool], state: &State) -> Result<()>;

    /// A value of none stays as it is.
    fn put_velocity(&mut self, body: usize, linear: Option<Vec3>, angular: Option<Vec3>) -> Result<()>;

    /// Alike.
    fn put_pose(&mut self, body: usize, position: Option<Vec3>, rotation: Option<Quat>) -> Result<()>;

    /// Puts the record of `place_body`.
    fn put_placed(&mut self, placed: &Placed) -> Result<()>;

    fn put_pull(&mut self, pull: &Pull) -> Result<()>;

    /// Puts the records of `apply_pushes` from now on.
    fn put_pushes(&mut self, pushes: &[Pushed]) -> Result<()>;

    /// A joint that was cut: it pulls no longer.
    fn forget_multiplier(&mut self, joint: usize) -> Result<()>;

    /// Turns of a joint are counted from here on.
    fn forget_turns(&mut self, joint: usize) -> Result<()>;

    /// The load of a joint begins anew; one that broke stays broken.
    fn forget_force(&mut self, joint: usize) -> Result<()>;

    /// The substep that `run` runs from now on; the one that records residuals stands beside the one that does not.
    fn prepare(&mut self, recorded: bool, substep: &[Dispatch]) -> Result<()>;

    /// The plans that `begin_frame` and `end_frame` run from now on.
    fn prepare_frame(&mut self, frame: &[Dispatch], ended: &[Dispatch]) -> Result<()>;

    /// Ahead of a frame's first substep.
    fn begin_frame(&mut self) -> Result<()>;

    /// Behind its last one; `number` frames were taken since the last load or reset.
    fn end_frame(&mut self, number: u32) -> Result<()>;

    /// `prepare`d substeps, one after the other, `before` ahead of each.
    fn run(&mut self, before: &[Dispatch], recorded: bool, times: u32) -> Result<()>;

    /// A plan that is not a step.
    fn run_once(&mut self, plan: &[Dispatch]) -> Result<()>;

    /// When all that was asked for is done.
    fn done(&self) -> Reading<()>;

    /// Sums of the residual curve start from zero.
    fn clear_curve(&mut self);

    /// The state after all that was asked for so far; its time is not a machine's to know.
    fn read_state(&mut self) -> Result<Reading<State>>;

    /// Seven numbers for each body: where its centre of mass is, m, and its quaternion, w last.
    fn read_poses(&mut self) -> Result<Reading<Vec<f32>>>;

    /// The load of every row of joints, forces first and then torques: the mean over the last substep.
    fn read_borne(&mut self) -> Result<Reading<Vec<[f32; 3]>>>;

    /// Where bodies touch, as the last substep left them.
    fn read_contacts(&mut self) -> Result<Reading<Vec<ContactReading>>>;

    /// Events since the last call, or since a state was put.
    fn read_events(&mut self) -> Result<Reading<Vec<Event>>>;
    /// Runs `plan` over rays whose directions are units, and gives what each met first.
    fn cast_rays(
        &mut self,
        scene: &Scene,
        rays: Vec<Ray>,
        plan: &[Dispatch],
    ) -> Result<Reading<Vec<Option<RayHit>>>>;

    /// Runs `plan` and gives its results, with the first `curve` entries of the residual curve.
    fn measure(&mut self, plan: &[Dispatch], curve: u32) -> Result<Reading<Found>>;

    /// Runs `plan` and gives the first body that it found not to be finite.
    fn find_fault(&mut self, plan: &[Dispatch]) -> Result<Reading<Option<usize>>>;

    /// Gives back the memory of whatever is not the scene; it is made again when it is asked for.
    fn give_up_scratch(&mut self) {}

    /// Kernels that a person edited, by name.
    fn edits(&self) -> Vec<(&'static str, Arc<str>)> {
        Vec::new()
    }

    /// Takes over the edited kernels of a machine before it: they compiled there.
    fn take_edits(&mut self, _edits: Vec<(&'static str, Arc<str>)>) {}

    /// The stock kernels again.
    fn restore_kernels(&mut self) {}
}
