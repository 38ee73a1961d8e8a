//! Rays against intersections that are worked out otherwise, on the twin, on the CPU in f32 and on the GPU. Also what
//! they meet of a simulation that was edited, and what is refused.

mod exact;
mod kept;
mod refused;
mod truth;

use super::*;
use beadwork::cpu::{CpuMachine, Number};
use beadwork::scene::Hull;
use beadwork::{Ray, RayHit};
use common::mixed::Random;
use glam::{DQuat, DVec3};

fn on_cpu<N: Number>(scene: &Scene) -> Simulation {
    let machine = Box::new(CpuMachine::<N>::default());
    block_on(Simulation::on(machine, scene.clone(), common::parameters(wishes(scene, json!({})))))
        .expect("a simulation")
}

/// In f64, in f32 and on the device, each with how far off its numbers may be, over what a coordinate is.
fn everywhere(scene: &Scene) -> [(&'static str, Simulation, f64); 3] {
    [
        ("f64", on_cpu::<f64>(scene), 1e-12),
        // seven operations each of some last digits, 6e-8
        ("f32", on_cpu::<f32>(scene), 1e-6),
        ("GPU", common::simulation(scene, wishes(scene, json!({}))), 1e-6),
    ]
}

fn cast(simulation: &mut Simulation, ray: Ray) -> Option<RayHit> {
    block_on(simulation.cast_ray(&ray).expect("a ray")).expect("a hit or none")
}

fn cast_all(simulation: &mut Simulation, rays: &[Ray]) -> Vec<Option<RayHit>> {
    block_on(simulation.cast_rays(rays).expect("rays")).expect("hits")
}

fn ray(origin: [f64; 3], direction: [f64; 3]) -> Ray {
    Ray::new(DVec3::from_array(origin), DVec3::from_array(direction))
}

fn bodies(bodies: Vec<Body>) -> Scene {
    Scene { gravity: Some(Vec3::ZERO), bodies, ..Scene::default() }
}

fn any_turn(random: &mut Random) -> Quat {
    let axis = random.vector(1.0).normalize_or(DVec3::X);
    DQuat::from_axis_angle(axis, random.signed(std::f64::consts::PI)).as_quat()
}

fn any_solid(random: &mut Random) -> Body {
    let mut size = || (0.05 + 0.6 * random.unit()) as f32;
    let (a, b, c) = (size(), size(), size());
    let of = match random.below(5) {
        0 => Body::of(Solid::Sphere, f64::from(a)),
        1 => Body::of(Solid::Box { half_extents: Vec3::new(a, b, c) }, 1.0),
        2 => Body::of(Solid::Cylinder { radius: a, half_height: b }, 1.0),
        3 => {
            let points: Vec<Vec3> = (0..12).map(|_| (random.vector(0.6) + 0.1).as_vec3()).collect();
            // rays know nothing of centres of mass here
            Body { centre: Vec3::ZERO, ..Body::of(Solid::Hull(Hull::of(&points).expect("a hull")), 1.0) }
        }
        _ => Body::of(Solid::Capsule { radius: a, half_height: b }, 1.0),
    };
    // some stand straight, so that rays along the axes are parallel to faces
    let rotation = if random.below(4) == 0 { Quat::IDENTITY } else { any_turn(random) };
    Body { position: random.vector(4.0).as_vec3(), rotation, ..of }
}

/// Forty bodies of all kinds, and a tilted ground below most of them.
fn crowd(random: &mut Random) -> Scene {
    let mut all: Vec<Body> = (0..40).map(|_| any_solid(random)).collect();
    let tilt = Quat::from_axis_angle(random.vector(1.0).normalize_or(DVec3::X).as_vec3(), 0.4);
    let ground = Body { position: Vec3::new(0.0, -3.0, 0.0), rotation: tilt, ..plane() };
    all.insert(random.below(40), ground);
    bodies(all)
}

/// In every direction, at a body, along an axis, of any length; some from inside.
fn any_ray(random: &mut Random, scene: &Scene) -> Ray {
    let place = |random: &mut Random| scene.bodies[random.below(scene.bodies.len())].position.as_dvec3();
    let origin = match random.below(8) {
        0 => place(random) + random.vector(0.2),
        _ => random.vector(6.0),
    };
    let way = match random.below(4) {
        0 => DVec3::AXES[random.below(3)] * if random.below(2) == 0 { 1.0 } else { -1.0 },
        1 => random.vector(1.0),
        _ => place(random) + random.vector(0.8) - origin,
    };
    Ray::new(origin, way * 10f64.powf(random.signed(20.0)))
}
