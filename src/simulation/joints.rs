//! What a joint does now: its coordinates, how fast they change, and what it bears. Worked out on the host in f64 from a state.

use std::f64::consts::TAU;

use serde::Serialize;

use super::{Simulation, State};
use crate::cpu::algebra::{Pair, Quat, Vec3};
use crate::cpu::ties::{Frames, Rows};
use crate::cpu::{Pose, Tie, Velocity};
use crate::error::Result;
use crate::scene::turns::turns_of;
use crate::scene::{Angular, Course, Linear, Scene};
use crate::state::three;

/// Six of each: x, y, z and the angles about them, of b seen from a. NaN where the kind has no such coordinate.
#[derive(Clone, Debug, PartialEq)]
pub struct JointReading {
    pub joint: usize,
    /// m and rad; of a distance joint x is how far its anchors are apart, of a cone ry is the swing.
    pub coordinates: [f64; 6],
    /// m/s and rad/s
    pub speeds: [f64; 6],
    /// N and N m that the joint pushes b with, towards larger coordinates.
    pub forces: [f64; 6],
    pub states: [JointState; 6],
    /// |C| over the hard rows: m and rad.
    pub gap: f64,
    pub angle: f64,
    /// Whole turns of the twist since the scene was loaded or the joint changed: coordinate + 2π turns goes on past half a turn. 0 where the
    /// kind has no twist.
    pub turns: i32,
}

/// What keeps a coordinate where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum JointState {
    /// Nothing.
    Free,
    /// A hold, a spring, a drive or friction.
    Held,
    /// Its lower stop.
    Low,
    /// Its upper stop.
    High,
    /// A hold, a drive or friction with all the force that it has; drive and friction with the sum of theirs.
    Saturated,
}

/// A driven row is at a stop if it stands so close to it: of the smaller bounding radius, or rad.
const AT_A_STOP: f64 = 4e-4;
/// What rounding leaves of a largest force.
const ROUNDING: f64 = 1e-5;
/// N or N m: far above what a solve leaves of a force that is given as 0, and far below what the lightest body weighs.
const NOTHING: f64 = 1e-12;

impl JointState {
    /// Of a row that is driven or bounded, at s and borne by `force`, both towards larger s.
    ///
    /// Where nothing drives it, all of its force is a stop's: the lower one pushes up, the upper one down. Otherwise
    /// the force is that of drive and stop together, and a stop may take from the drive's work: s says so.
    fn of(course: &Course, s: f64, force: f64, size: f64) -> Self {
        let most = course.most();
        if let Some([least, greatest]) = course.stops.map(|stops| stops.map(f64::from)) {
            if least == greatest {
                return Self::Held;
            }
            let (above, below) = (s - least, greatest - s);
            let (stands, low) = if most > 0.0 {
                (above.min(below) <= AT_A_STOP * size, above < below)
            } else {
                (force.abs() > NOTHING, force > 0.0)
            };
            if stands {
                return if low { Self::Low } else { Self::High };
            }
        }
        match most {
            0.0 => Self::Free,
            most if force.abs() >= most * (1.0 - ROUNDING) => Self::Saturated,
            _ => Self::Held,
        }
    }
}

impl Simulation {
    /// The joints' readings after all steps asked for so far, in the order asked for; None asks for all that are there.
    pub fn read_joints(
        &mut self,
        joints: Option<&[usize]>,
    ) -> Result<impl Future<Output = Result<Vec<JointReading>>> + 'static + use<>> {
        let asked: Vec<usize> = joints.map_or_else(|| self.joints(), <[usize]>::to_vec);
        asked.iter().try_for_each(|&joint| self.joint(joint).map(drop))?;
        let reading = self.read_state()?;
        let borne = self.machine.read_borne()?;
        let cut = self.connected.cut.clone();
        let scene = self.scene.clone();
        Ok(async move {
            let mut state = reading.await?;
            // with a place for the body that stands for the world
            let joints = state.multipliers.len() / 3;
            state.resize(scene.bodies.len(), joints);
            bear(&mut state, &borne.await?, scene.joints.len());
            let gone = |joint: usize| cut[joint] || state.broken.contains(&(joint as u32));
            Ok(asked.into_iter().map(|joint| read(&scene, &state, joint, gone(joint))).collect())
        })
    }
}

/// Puts the forces that joints bear in the place of λ, with which the next step begins.
fn bear(state: &mut State, borne: &[[f32; 3]], room: usize) {
    let (forces, torques) = borne.split_at(borne.len().min(room));
    let put = |numbers: &mut Vec<f32>, borne: &[[f32; 3]]| {
        let count = numbers.len();
        numbers.copy_from_slice(&borne.as_flattened()[..count]);
    };
    put(&mut state.multipliers, forces);
    if torques.len() == room {
        put(&mut state.torques, torques);
    }
}

fn read(scene: &Scene, state: &State, l: usize, gone: bool) -> JointReading {
    let joint = &scene.joints[l];
    let vector = |numbers: &[f32], i: usize| Vec3::of(three(numbers, i));
    let pose = |body: u32| {
        let rotation: [f32; 4] = std::array::from_fn(|k| state.rotations[4 * body as usize + k]);
        let q = rotation.map(f64::from);
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        Pose {
            position: vector(&state.positions, body as usize),
            radius: f64::from(scene.bodies[body as usize].radius),
            rotation: Quat::from_array(q.map(|x| x / length)),
        }
    };
    let velocity = |body: u32| Velocity {
        linear: vector(&state.linear_velocities, body as usize),
        angular: vector(&state.angular_velocities, body as usize),
    };
    let frames = Frames::<f64>::of(joint, &scene.bodies, [f32::MAX; 2]);
    let (a, b) = (pose(joint.a), pose(joint.b));
    let (mut rows, c) = Rows::of(&frames, &Tie::of(joint, &scene.bodies), &a, &b);
    let moving = rows.relative(&velocity(joint.a), &velocity(joint.b));
    let torque = if state.torques.is_empty() { Vec3::ZERO } else { vector(&state.torques, l) };
    let mut lambda = Pair { linear: vector(&state.multipliers, l), angular: torque };

    let hold = frames.hold;
    let hard = std::array::from_fn(|k| hold.held[k] && hold.softness[k].is_none() && !gone);
    let shut = rows.only(hard, c);
    let (mut s, mut rates) = (-c, -moving);
    match hold.linear {
        Linear::Distance => s.linear.x = f64::from(hold.length) - c.linear.x,
        Linear::Frame => {}
        Linear::World => {
            // along the axes of a's frame, as all others
            let axes = a.rotation * frames.frame_a;
            for v in [&mut s.linear, &mut rates.linear, &mut lambda.linear] {
                *v = axes.rotate_back(*v);
            }
        }
    }
    let known = coordinates(hold.linear, hold.angular);
    let pick = |pair: Pair<f64>| {
        let numbers = pair.to_array();
        std::array::from_fn(|k| if known[k] { numbers[k] } else { f64::NAN })
    };
    let (mut places, bears) = (s.to_array(), lambda.to_array());
    let wound = f64::from(state.wound.get(l).copied().unwrap_or_default());
    let turns = if hold.twists() { turns_of(places[3], wound) } else { 0 };
    if hold.goes_on {
        places[3] += TAU * f64::from(turns);
    }
    let size = scene.bodies[joint.a as usize].radius.min(scene.bodies[joint.b as usize].radius);
    let states: [JointState; 6] = std::array::from_fn(|k| match &hold.courses[k] {
        _ if gone => JointState::Free,
        Some(course) => {
            JointState::of(course, places[k], bears[k], if k < 3 { f64::from(size) } else { 1.0 })
        }
        None if hold.held[k] => JointState::Held,
        None => JointState::Free,
    });
    JointReading {
        joint: l,
        coordinates: pick(s),
        speeds: pick(rates),
        forces: std::array::from_fn(|k| match (hold.is_live(k) && !gone, known[k]) {
            (true, _) => bears[k],
            (false, true) => 0.0,
            (false, false) => f64::NAN,
        }),
        states,
        gap: shut.linear.length(),
        angle: shut.angular.length(),
        turns,
    }
}

/// Which coordinates a kind has.
fn coordinates(linear: Linear, angular: Angular) -> [bool; 6] {
    let along = if linear == Linear::Distance { [true, false, false] } else { [true; 3] };
    let about = match angular {
        Angular::Swing | Angular::Weld => [true; 3],
        Angular::Hooke => [true, false, false],
        Angular::Cone => [true, true, false],
        Angular::None => [false; 3],
    };
    let [x, y, z] = along;
    let [rx, ry, rz] = about;
    [x, y, z, rx, ry, rz]
}
