//! The cost of bodies that come and go: one box beside 1,000 and 10,000 that touch, a body in each frame of a minute,
//! and 100,000.
//!   cargo run --release --example members            # on the CPU, in f32
//!   cargo run --release --example members -- gpu     # on the graphics device

use std::sync::atomic::Ordering;
use std::time::Instant;

use beadwork::cpu::CpuMachine;
use beadwork::gpu::GpuMachine;
use beadwork::machine::Machine;
use beadwork::scene::{Body, Joint, JointKind, Solid};
use beadwork::{Gpu, Parameters, Scene, Simulation};
use glam::Vec3;
use pollster::block_on;

fn boxed(x: f32, y: f32, z: f32) -> Body {
    Body { position: Vec3::new(x, y, z), ..Body::of(Solid::Box { half_extents: Vec3::splat(0.1) }, 0.0) }
}

/// Stacks of ten boxes on a plane.
fn stacks(boxes: usize) -> Scene {
    let side = ((boxes / 10) as f64).sqrt().ceil() as usize;
    let place = |i: usize| {
        let stack = i / 10;
        boxed(0.5 * (stack % side) as f32, 0.1 + 0.2 * (i % 10) as f32, 0.5 * (stack / side) as f32)
    };
    let bodies = std::iter::once(Body::of(Solid::Plane, 0.0)).chain((0..boxes).map(place)).collect();
    Scene { bodies, contacts: true, ..Scene::default() }
}

/// Chains of ten balls that hang.
fn chains(balls: usize) -> Scene {
    let ball = |i: usize| Body {
        position: Vec3::new(0.2 * (i % 10) as f32, 5.0, (i / 10) as f32),
        fixed: i.is_multiple_of(10),
        ..Body::of(Solid::Sphere, 0.1)
    };
    let joints = (0..balls as u32)
        .filter(|i| i % 10 > 0)
        .map(|i| Joint::new(JointKind::Point, (i - 1, 0.1 * Vec3::X), (i, -0.1 * Vec3::X)));
    Scene { bodies: (0..balls).map(ball).collect(), joints: joints.collect(), ..Scene::default() }
}

fn step(simulation: &mut Simulation, frames: u32) {
    block_on(simulation.step(frames).expect("a step")).expect("a step");
}

/// ms, the middle one of many.
fn middle(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn timed(act: impl FnOnce()) -> f64 {
    let began = Instant::now();
    act();
    1e3 * began.elapsed().as_secs_f64()
}

/// Bytes of the process that are in memory.
fn resident() -> f64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: f64 = pages.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(f64::NAN);
    4096.0 * pages
}

fn main() {
    let gpu = (std::env::args().nth(1).as_deref() == Some("gpu"))
        .then(|| block_on(Gpu::new()).expect("a graphics device"));
    let machine = || -> Box<dyn Machine> {
        match &gpu {
            Some(gpu) => Box::new(GpuMachine::new(gpu.clone())),
            None => Box::new(CpuMachine::<f32>::default()),
        }
    };
    let made = |scene: Scene| {
        block_on(Simulation::on(machine(), scene, Parameters::default())).expect("a simulation")
    };
    for (what, scene) in [
        ("1,000 boxes in stacks", stacks(1_000)),
        ("10,000 boxes in stacks", stacks(10_000)),
        ("1,000 balls in chains", chains(1_000)),
        ("10,000 balls in chains", chains(10_000)),
    ] {
        let mut simulation = made(scene);
        step(&mut simulation, 5);
        let (mut adding, mut removing, mut after, mut others) = (vec![], vec![], vec![], vec![]);
        let mut growing = 0.0;
        for i in 0..12 {
            let mut number = 0;
            let took = timed(|| {
                number = simulation.add_bodies(&[boxed(-5.0, 1.0, 0.0)]).expect("a box")[0];
            });
            after.push(timed(|| step(&mut simulation, 1)));
            others.push(timed(|| step(&mut simulation, 1)));
            let gone = timed(|| simulation.remove_bodies(&[number]).expect("the box"));
            step(&mut simulation, 1);
            if i == 0 {
                growing = took;
            } else {
                adding.push(took);
                removing.push(gone);
            }
        }
        println!(
            "{what}: the first box {growing:.2} ms with room for twice as many, another {:.2} ms, one goes {:.2} ms; the step after {:.2} ms, \
             others {:.2} ms",
            middle(adding),
            middle(removing),
            middle(after),
            middle(others)
        );
    }
    // a minute of rain: no more than 300 are there
    let mut simulation = made(stacks(100));
    let mut falling = std::collections::VecDeque::new();
    let (mut rooms, mut times) = (Vec::new(), Vec::new());
    let seconds = if gpu.is_some() { 20 } else { 60 };
    for frame in 0..60 * seconds {
        let (x, z) = (frame % 7, frame % 11);
        let coming = boxed(0.3 * x as f32, 4.0, 0.3 * z as f32);
        times.push(timed(|| {
            falling.push_back(simulation.add_bodies(&[coming]).expect("a box")[0]);
            if falling.len() > 200 {
                simulation.remove_bodies(&[falling.pop_front().expect("the first one")]).expect("a box");
            }
        }));
        step(&mut simulation, 1);
        if frame % (60 * seconds / 4) == 0 {
            rooms.push(simulation.scene().bodies.len());
        }
    }
    rooms.push(simulation.scene().bodies.len());
    let slowest = times.iter().copied().fold(0.0, f64::max);
    println!(
        "rain of {seconds} s: {:.2} ms a frame for one that comes and one that goes, {slowest:.2} ms at most; room for {rooms:?} bodies",
        middle(times)
    );
    let mut simulation = made(stacks(20));
    let count = if gpu.is_some() { 10_000 } else { 100_000 };
    let mut levels = Vec::new();
    for i in 0..=count {
        if i % (count / 4) == 0 {
            let device = gpu.as_ref().map(|gpu| gpu.allocated.load(Ordering::Relaxed));
            levels.push((resident() / 1e6, device));
        }
        let number = simulation.add_bodies(&[boxed(-5.0, 1.0, 0.0)]).expect("a box")[0];
        if i % 1_000 == 0 {
            step(&mut simulation, 1);
        }
        simulation.remove_bodies(&[number]).expect("the box");
    }
    println!("{count} that come and go: MB in memory, and bytes on the device: {levels:?}");
}
