//! What the twin finds in a case, and what that is due to.

use std::sync::Arc;

use beadwork::cpu::CpuMachine;
use beadwork::gpu::GpuMachine;
use beadwork::gpu::kernels::{self, Specialisation};
use beadwork::self_check::cases::Case;
use beadwork::self_check::distance;
use beadwork::self_check::truth::{Truth, named};
use beadwork::{Gpu, Simulation};

/// A case is said to show a kernel if it ends this many times farther off without it than is allowed.
const CLEARLY: f32 = 5.0;

/// m/s: numbers are stored to that, which packs well and is little beside what is allowed.
const GRAIN: f32 = 1.0 / 8192.0;

/// The case on the twin, without one kernel where that is said: its numbers, and what ran in its last step.
fn twin(case: &Case, left_out: Option<&'static str>) -> (Vec<f32>, Vec<&'static str>) {
    let mut machine = CpuMachine::<f64>::default();
    machine.world.left_out = left_out;
    let twin = Simulation::on(Box::new(machine), (case.scene)(), case.parameters());
    let mut twin = pollster::block_on(twin).expect("a twin");
    let numbers = pollster::block_on(case.play(&mut twin)).expect("the twin's numbers");
    (numbers, twin.kernels())
}

/// As special as the case can be compiled.
fn most(case: &Case, gpu: &Arc<Gpu>) -> Specialisation {
    let simulation = Simulation::create(gpu.clone(), (case.scene)(), case.parameters());
    let simulation = pollster::block_on(simulation).expect("a simulation");
    let machine: &GpuMachine = simulation.machine().expect("made on it");
    Specialisation { few_lanes: false, ..machine.specialisation() }
}

pub fn truth(case: &Case, gpu: &Arc<Gpu>) -> Truth {
    let (numbers, ran) = twin(case, None);
    let shows = |name: &&'static str| {
        // the twin may stumble over numbers that were never written
        let without = std::panic::catch_unwind(|| twin(case, Some(name)).0).unwrap_or_default();
        let off = distance(&without, &numbers);
        off.is_nan() || off > CLEARLY * case.allowed
    };
    let names = kernels::list().iter().map(|kernel| kernel.name);
    let shows: Vec<&str> = names.filter(shows).collect();
    Truth {
        most: most(case, gpu),
        shows: named(&shows),
        runs: named(&ran),
        numbers: numbers.iter().map(|x| (x / GRAIN).round() * GRAIN).collect(),
    }
}
