//! The whole state in flat arrays, a hand that pulls, and pushes.

mod contacts;
mod events;
mod hash;
mod members;
mod rays;

use glam::{Quat, Vec3};

pub use contacts::{ContactReading, MOST_PAIRS, Place, Remembered, flat, read};
pub use events::{BEGAN, BROKE, ENDED, Event, in_order};
pub use rays::{Ray, RayHit, group_of};

use crate::scene::{Joint, Scene};

/// The whole state in flat arrays: 3, 4, 3, 3 numbers per body, 3 per joint, and what contacts remember.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub time: f64,
    pub positions: Vec<f32>,
    pub rotations: Vec<f32>,
    pub linear_velocities: Vec<f32>,
    pub angular_velocities: Vec<f32>,
    pub multipliers: Vec<f32>,
    /// Three numbers per joint, where some joint is more than a firm point; none means zeros.
    pub torques: Vec<f32>,
    /// By joint: how far it has twisted on, with whole turns, rad; none where none is past half a turn.
    pub wound: Vec<f32>,
    /// Joints that broke.
    pub broken: Vec<u32>,
    /// The forces of contacts, for the next solve to start from: only the code that made them can read them. None means
    /// that they bore nothing.
    pub contacts: Vec<f32>,
    /// What AVBD has learnt: by joint its penalty over k₀, by body how much of gravity it gave in to. None where it never ran.
    pub penalties: Vec<f32>,
    pub leans: Vec<f32>,
}

impl State {
    /// As the scene says.
    pub fn of(scene: &Scene) -> Self {
        let contacts = scene.contact_memory.clone();
        let mut state = State { time: scene.time, contacts, ..State::default() };
        state.take_learnt(&scene.solver_memory);
        for body in &scene.bodies {
            state.positions.extend(body.mass_position().to_array());
            state.rotations.extend(body.mass_rotation().to_array());
            state.linear_velocities.extend(body.linear_velocity.to_array());
            state.angular_velocities.extend(body.angular_velocity.to_array());
        }
        for joint in &scene.joints {
            state.multipliers.extend(joint.multiplier.to_array());
        }
        if !scene.joints.iter().all(Joint::is_plain) {
            state.torques = scene.joints.iter().flat_map(|joint| joint.torque.to_array()).collect();
        }
        if scene.joints.iter().any(|joint| joint.turns != 0) {
            state.wound = (0..scene.joints.len()).map(|l| scene.wound(l)).collect();
        }
        state
    }
}

impl State {
    /// What AVBD has learnt in one row of numbers, how many joints there are ahead of them; none where it has learnt nothing.
    pub fn learnt(&self) -> Vec<f32> {
        let numbers = || self.penalties.iter().chain(&self.leans);
        if numbers().all(|&x| x == 0.0) {
            return Vec::new();
        }
        [self.penalties.len() as f32].iter().chain(numbers()).copied().collect()
    }

    /// Where AVBD has learnt nothing, nothing need be said.
    pub(crate) fn forget_unlearnt(&mut self) {
        if self.penalties.iter().chain(&self.leans).all(|&x| x == 0.0) {
            (self.penalties, self.leans) = (Vec::new(), Vec::new());
        }
    }

    /// From such a row; a body without numbers has learnt nothing.
    pub fn take_learnt(&mut self, row: &[f32]) {
        let (joints, numbers) = row.split_first().map_or((0, row), |(&joints, rest)| (joints as usize, rest));
        let (penalties, leans) = numbers.split_at(joints.min(numbers.len()));
        (self.penalties, self.leans) = (penalties.to_vec(), leans.to_vec());
    }

    /// Where no joint is past half a turn, nothing need be said.
    pub(crate) fn forget_halves(&mut self) {
        if self.wound.iter().all(|wound| wound.abs() <= std::f32::consts::PI) {
            self.wound.clear();
        }
    }
}

/// A hand on one body: see shaders/step/apply_pull.wgsl.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull {
    pub body: usize,
    /// The touched point from the origin of the shape, body axes, m.
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

/// A body that is put elsewhere, of which the centre of mass is not the origin of its shape; a value of none stays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    pub body: usize,
    /// Of its shape, m.
    pub position: Option<Vec3>,
    pub rotation: Option<Quat>,
    /// Of mass, body axes, m.
    pub centre: Vec3,
}

/// A push on one body that acts in the next frame only, unless it `stays`; world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Push {
    /// N, all the frame long.
    pub force: Vec3,
    /// N m, all the frame long.
    pub torque: Vec3,
    /// N s, where the frame begins.
    pub impulse: Vec3,
    /// Where force and impulse act, m; at the body's centre unless given.
    pub at: Option<Vec3>,
    /// A joint of the body, whose other body gets the opposite of all torque.
    pub torque_between: Option<usize>,
    /// N m about the axis of that joint, which turns with its first body; all the frame long.
    pub torque_about_axis: f32,
    /// It acts in every frame until `clear_pushes`.
    pub stays: bool,
}

/// Forces or impulses on one body, added up: see shaders/step/apply_pushes.wgsl.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pushed {
    pub body: usize,
    /// At its centre, N or N s.
    pub force: Vec3,
    /// Beside it, at `point`, N or N s.
    pub beside: Vec3,
    /// m
    pub point: Vec3,
    /// N m or N m s.
    pub torque: Vec3,
    /// The body in whose axes `torque` is, where it is one between two; world axes where it is none.
    pub turns_with: Option<usize>,
}

/// Three numbers of a flat array.
pub fn three(numbers: &[f32], i: usize) -> [f32; 3] {
    [numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]]
}
