//! What rays cost: 1,000 of them, and one, against heaps of bodies on the CPU in f32 and on the device.
//!   cargo run --example rays

use std::time::Instant;

use beadwork::cpu::CpuMachine;
use beadwork::scene::{Body, Solid};
use beadwork::{Gpu, Parameters, Ray, Scene, Simulation};
use glam::{DVec3, Quat, Vec3};
use pollster::block_on;

/// So many of each are timed, and the fastest counts: something else may run beside.
const TIMES: usize = 5;

/// Balls, boxes and capsules in a cube, as dense as a loose heap.
fn heap(count: usize) -> Scene {
    let side = (count as f32).cbrt().ceil();
    let body = |i: usize| {
        let (x, y, z) = (i as f32 % side, (i as f32 / side).floor() % side, (i as f32 / side / side).floor());
        let solid = match i % 3 {
            0 => Solid::Sphere,
            1 => Solid::Box { half_extents: Vec3::new(0.3, 0.2, 0.25) },
            _ => Solid::Capsule { radius: 0.2, half_height: 0.2 },
        };
        let turn = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), i as f32);
        Body { position: Vec3::new(x, y, z), rotation: turn, ..Body::of(solid, 0.3) }
    };
    Scene { bodies: (0..count).map(body).collect(), ..Scene::default() }
}

/// From a sphere around the heap, each at some place in it.
fn rays(count: usize, side: f64) -> Vec<Ray> {
    let place = |i: f64| DVec3::new((12.9 * i).sin(), (78.2 * i).sin(), (37.7 * i).sin());
    let one = |i: usize| {
        let origin = side * (DVec3::splat(0.5) + 2.0 * place(i as f64 + 1.0).normalize());
        Ray::new(origin, side * (0.5 * place(i as f64 + 0.5) + 0.5) - origin)
    };
    (0..count).map(one).collect()
}

fn milliseconds(simulation: &mut Simulation, rays: &[Ray]) -> (f64, usize) {
    let mut met = 0;
    let mut time = || {
        let began = Instant::now();
        let hits = block_on(simulation.cast_rays(rays).expect("rays")).expect("hits");
        met = hits.iter().flatten().count();
        1e3 * began.elapsed().as_secs_f64()
    };
    let fastest = (0..TIMES).map(|_| time()).fold(f64::INFINITY, f64::min);
    (fastest, met)
}

fn main() {
    let gpu = block_on(Gpu::new()).expect("a graphics device");
    println!("{}", gpu.adapter_name());
    for bodies in [1_000, 10_000] {
        let scene = heap(bodies);
        let side = (bodies as f64).cbrt();
        let cpu =
            Simulation::on(Box::new(CpuMachine::<f32>::default()), scene.clone(), Parameters::default());
        let mut on_cpu = block_on(cpu).expect("a simulation");
        let mut on_gpu =
            block_on(Simulation::create(gpu.clone(), scene, Parameters::default())).expect("a simulation");
        for count in [1, 1_000] {
            let rays = rays(count, side);
            let ((cpu, met), (device, _)) =
                (milliseconds(&mut on_cpu, &rays), milliseconds(&mut on_gpu, &rays));
            println!(
                "{count:6} rays, {bodies:6} bodies, {met:5} met: CPU {cpu:8.3} ms, device {device:8.3} ms"
            );
        }
    }
}
