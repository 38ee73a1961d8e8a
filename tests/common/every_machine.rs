//! One scene on each machine: the CPU's in single and double precision, and a device.

use beadwork::cpu::{CpuMachine, Number};
use beadwork::{Scene, Simulation};
use serde_json::Value;

pub fn on_cpu<N: Number>(scene: &Scene, changes: &Value) -> Simulation {
    let machine = Box::new(CpuMachine::<N>::default());
    pollster::block_on(Simulation::on(machine, scene.clone(), super::parameters(changes.clone())))
        .expect("a simulation")
}

/// A simulation of a scene, with changed parameters.
pub type Made = fn(&Scene, &Value) -> Simulation;

pub const MACHINES: [(&str, Made); 3] = [
    ("CPU, f32", on_cpu::<f32>),
    ("CPU, f64", on_cpu::<f64>),
    ("GPU", |scene, changes| super::simulation(scene, changes.clone())),
];
