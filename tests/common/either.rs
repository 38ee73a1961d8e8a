//! One scene on the twin and on the GPU, asked the same things in the same way.

use beadwork::cpu::Twin;
use beadwork::simulation::JointReading;
use beadwork::{Measures, Scene, Simulation, State};
use glam::{DQuat, DVec3};
use serde_json::Value;

pub enum Either {
    Twin(Box<Twin>),
    Gpu(Box<Simulation>),
}

/// A body as it stands and moves.
#[derive(Clone, Copy, Debug)]
pub struct Moving {
    pub x: DVec3,
    pub q: DQuat,
    pub v: DVec3,
    pub omega: DVec3,
}

impl Either {
    pub fn twin(scene: &Scene, changes: &Value) -> Self {
        Self::Twin(Box::new(Twin::new(scene, super::parameters(changes.clone())).expect("a twin")))
    }

    /// On the twin, then on the GPU.
    pub fn both(scene: &Scene, changes: &Value) -> [Self; 2] {
        [Self::twin(scene, changes), Self::Gpu(Box::new(super::simulation(scene, changes.clone())))]
    }

    /// On the GPU only where all is to run that takes long: lavapipe compiles what the scene needs for minutes.
    pub fn twin_and_in_long_runs_the_gpu(scene: &Scene, changes: &Value) -> Vec<Self> {
        let gpu = || Self::Gpu(Box::new(super::simulation(scene, changes.clone())));
        std::iter::once(Self::twin(scene, changes)).chain(super::long().then(gpu)).collect()
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Twin(_) => "twin",
            Self::Gpu(_) => "GPU",
        }
    }

    /// The tolerance on this machine: of an f64, or of an f32.
    pub fn allowed(&self, twin: f64, gpu: f64) -> f64 {
        match self {
            Self::Twin(_) => twin,
            Self::Gpu(_) => gpu,
        }
    }

    pub fn simulation(&mut self) -> &mut Simulation {
        match self {
            Self::Twin(twin) => twin,
            Self::Gpu(simulation) => simulation,
        }
    }

    pub fn step(&mut self, frames: u32) {
        match self {
            Self::Twin(twin) => twin.step(frames),
            Self::Gpu(simulation) => super::step(simulation, frames),
        }
    }

    pub fn measure(&mut self) -> Measures {
        match self {
            Self::Twin(twin) => twin.measure(),
            Self::Gpu(simulation) => super::measure(simulation),
        }
    }

    pub fn readings(&mut self) -> Vec<JointReading> {
        match self {
            Self::Twin(twin) => super::readings(twin),
            Self::Gpu(simulation) => super::readings(simulation),
        }
    }

    /// All bodies, as precise as the machine is.
    pub fn bodies(&mut self) -> Vec<Moving> {
        match self {
            Self::Twin(twin) => {
                let world = twin.world();
                let of = |i: usize| Moving {
                    x: world.poses[i].position.into(),
                    q: world.poses[i].rotation.into(),
                    v: world.velocities[i].linear.into(),
                    omega: world.velocities[i].angular.into(),
                };
                (0..world.poses.len()).map(of).collect()
            }
            Self::Gpu(simulation) => {
                let state = super::state(simulation);
                (0..state.positions.len() / 3).map(|i| moving(&state, i)).collect()
            }
        }
    }

    pub fn body(&mut self, i: usize) -> Moving {
        self.bodies()[i]
    }

    /// λ of a joint: N, and N m.
    pub fn multiplier(&mut self, l: usize) -> [DVec3; 2] {
        match self {
            Self::Twin(twin) => {
                let lambda = twin.world().lambda(l);
                [lambda.linear.into(), lambda.angular.into()]
            }
            Self::Gpu(simulation) => {
                let state = super::state(simulation);
                [vector(&state.multipliers, l), vector(&state.torques, l)]
            }
        }
    }
}

fn vector(numbers: &[f32], i: usize) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|k| f64::from(numbers[3 * i + k])))
}

fn moving(state: &State, i: usize) -> Moving {
    let q: [f64; 4] = std::array::from_fn(|k| f64::from(state.rotations[4 * i + k]));
    Moving {
        x: vector(&state.positions, i),
        q: DQuat::from_array(q).normalize(),
        v: vector(&state.linear_velocities, i),
        omega: vector(&state.angular_velocities, i),
    }
}

/// Every one of `ways`, on both machines where it is exact; tests/joints/joints.rs and tests/joints/limits.rs hold the GPU's passes to those of the twin.
pub fn each(scene: &Scene, ways: &[Value], mut look: impl FnMut(&str, &mut Either)) {
    for way in ways {
        let machines = match way["solver"].as_str() {
            Some("direct") => Vec::from(Either::both(scene, way)),
            _ => vec![Either::twin(scene, way)],
        };
        for mut machine in machines {
            let what = format!("{} on the {}", way, machine.name());
            look(&what, &mut machine);
        }
    }
}

pub fn close(what: &str, found: f64, truth: f64, allowed: f64) {
    assert!(
        (found - truth).abs() <= allowed,
        "{what}: {found}, should be {truth}: off by {:e}, allowed {allowed:e}",
        (found - truth).abs()
    );
}
