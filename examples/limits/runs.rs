//! A scene that runs on any machine while something is done to it, frame by frame.

use beadwork::{Push, Scene, Simulation};
use glam::DVec3;
use serde_json::json;

use super::bounded;
use super::mixed::Random;

/// An act on a scene before a frame.
#[derive(Clone, Copy, Debug)]
pub enum Act {
    Nothing,
    /// Every half a second some body is kicked by up to so many m/s along each axis.
    Kicked(f64),
    /// A hand goes round with this body, a metre about where it is.
    Dragged(usize),
    /// Every half a second all servos are given other targets.
    Driven,
}

/// Frames between two kicks or targets.
const EVERY: u32 = 30;

/// What the frames of a run came to.
#[derive(Clone, Debug, Default)]
pub struct Found {
    pub rounds: Vec<u64>,
    /// m or rad beyond a stop, by frame.
    pub overshoots: Vec<f64>,
    /// m, at most.
    pub gap: f64,
    /// J, the most of any frame above the start or the last kick.
    pub gained: f64,
}

impl Found {
    pub fn mean_rounds(&self) -> f64 {
        self.rounds.iter().sum::<u64>() as f64 / self.rounds.len() as f64
    }

    pub fn most_rounds(&self) -> u64 {
        self.rounds.iter().copied().max().unwrap_or(0)
    }

    /// All but a hundredth took no more.
    pub fn p99_rounds(&self) -> u64 {
        let mut sorted = self.rounds.clone();
        sorted.sort_unstable();
        sorted[(sorted.len() * 99).div_ceil(100) - 1]
    }

    pub fn join(&mut self, other: Found) {
        self.rounds.extend(other.rounds);
        self.overshoots.extend(other.overshoots);
        self.gap = self.gap.max(other.gap);
        self.gained = self.gained.max(other.gained);
    }
}

/// So many frames; `look` is shown the simulation after each.
pub fn run<S: std::ops::DerefMut<Target = Simulation>>(
    machine: &mut S,
    scene: &Scene,
    act: Act,
    frames: u32,
    mut look: impl FnMut(&mut S),
) -> Found {
    let mut random = Random::new(7);
    let mut out = Found::default();
    let mut start = None;
    for frame in 0..frames {
        let again = frame.is_multiple_of(EVERY);
        prepare(machine, scene, act, frame, &mut random);
        pollster::block_on(machine.step(1).expect("a step")).expect("a finished step");
        let found = pollster::block_on(machine.measure(None).expect("a measurement")).expect("measures");
        look(machine);
        if !found.finite {
            out.overshoots.push(f64::INFINITY);
            return Found { gap: f64::INFINITY, gained: f64::INFINITY, ..out };
        }
        let energy = found.kinetic_energy + found.potential_energy;
        // what a kick brings in is none of the solver's
        if again && matches!(act, Act::Kicked(_)) {
            start = None;
        }
        out.gained = out.gained.max(energy - *start.get_or_insert(energy));
        out.rounds.push(found.rounds);
        out.overshoots.push(found.max_overshoot);
        out.gap = out.gap.max(found.max_gap);
    }
    out
}

fn prepare(machine: &mut Simulation, scene: &Scene, act: Act, frame: u32, random: &mut Random) {
    match act {
        Act::Nothing => {}
        Act::Kicked(speed) => {
            if frame.is_multiple_of(EVERY) {
                let moving: Vec<usize> =
                    (0..scene.bodies.len()).filter(|&i| !scene.bodies[i].fixed).collect();
                let body = moving[random.below(moving.len())];
                let impulse = (f64::from(scene.bodies[body].mass) * random.vector(speed)).as_vec3();
                machine.push(body, Push { impulse, ..Push::default() }).expect("a push");
            }
        }
        Act::Dragged(body) => {
            let angle = 4.0 * f64::from(frame) / 60.0;
            let about = DVec3::new(angle.cos() - 1.0, 0.6 * (1.7 * angle).sin(), angle.sin());
            let goal = scene.bodies[body].position + about.as_vec3();
            let pull = machine.gentle_pull(body, glam::Vec3::ZERO, goal);
            machine.set_pull(Some(pull)).expect("a pull");
        }
        Act::Driven => {
            if frame.is_multiple_of(EVERY) {
                for joint in 0..scene.joints.len() {
                    let servo = bounded::servo(joint, random.signed(2.0));
                    let change = json!({"servo": {
                        "target": servo.target, "hertz": bounded::SERVO_HERTZ, "maxForce": servo.max_force,
                    }});
                    machine.set_joint(joint, change.as_object().expect("an object")).expect("a change");
                }
            }
        }
    }
}
