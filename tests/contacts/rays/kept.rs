//! Rays in simulations that run and were edited: they meet bodies where these are, change nothing and wait for nothing.

use super::truth::{between, standing};
use super::*;
use beadwork::simulation::VelocityChange;
use beadwork::{Pull, State};

/// People and boxes on the ground, beads on a fixed one, and a kinematic board.
fn busy() -> Scene {
    let mut scene = common::scene("ragdoll-drop", json!({ "count": 1 }));
    let board = Solid::Box { half_extents: Vec3::new(0.4, 0.05, 0.4) };
    let board = Body { kinematic: true, ..solid(board, Vec3::new(3.0, 2.0, 0.0), Quat::IDENTITY) };
    scene.bodies.push(board);
    scene.bodies.push(cube(Vec3::new(-3.0, 1.5, 0.5), Quat::from_rotation_x(0.4)));
    scene.bodies.push(ball(Vec3::new(-3.0, 3.5, 0.5), 0.3));
    scene
}

fn state(simulation: &mut Simulation) -> State {
    block_on(simulation.read_state().expect("a reading")).expect("a state")
}

fn step(simulation: &mut Simulation, frames: u32) {
    block_on(simulation.step(frames).expect("a step")).expect("a step");
}

/// From all around, at bodies as they stand.
fn at_all(simulation: &mut Simulation, seed: u64) -> Vec<Ray> {
    let mut random = Random::new(seed);
    let state = state(simulation);
    let places: Vec<DVec3> =
        state.positions.chunks_exact(3).map(|x| Vec3::from_slice(x).as_dvec3()).collect();
    let mut one = || {
        let origin = 8.0 * random.vector(1.0).normalize_or(DVec3::X) + DVec3::Y * 5.0;
        Ray::new(origin, places[random.below(places.len())] + random.vector(0.3) - origin)
    };
    (0..300).map(|_| one()).collect()
}

fn meets_all(what: &str, simulation: &mut Simulation, off: f64) {
    let rays = at_all(simulation, 7);
    let hits = cast_all(simulation, &rays);
    let all = standing(&simulation.scene().bodies.clone(), &state(simulation));
    // a state is read in f32, which is how exactly the truth knows where bodies are
    let off = 20.0 * f64::max(off, 1e-6);
    for (ray, hit) in rays.iter().zip(&hits) {
        let [least, most] = between(&all, ray, off);
        let found = hit.map_or(f64::INFINITY, |hit| hit.distance);
        assert!(
            found >= least - 2.0 * off && found <= most + 2.0 * off,
            "{what}: {hit:?} of {ray:?}, should be from {least} to {most}"
        );
    }
    let met: std::collections::BTreeSet<usize> = hits.iter().flatten().map(|hit| hit.body).collect();
    assert!(met.len() > all.len() / 2, "{what}: only {met:?} of {}", all.len());
}

#[test]
fn bodies_are_met_where_they_are_whatever_was_done_to_them() {
    for (name, mut simulation, off) in everywhere(&busy()) {
        let [board, brick] = [simulation.body_count() - 3, simulation.body_count() - 2];
        let meets =
            |what: &str, simulation: &mut Simulation| meets_all(&format!("{name}, {what}"), simulation, off);
        meets("at the start", &mut simulation);
        let driven = VelocityChange { linear: Some(Vec3::new(0.0, 1.0, 0.5)), angular: Some(Vec3::Y) };
        simulation.set_velocity(board, driven).expect("it is kinematic");
        step(&mut simulation, 20);
        meets("driven", &mut simulation);
        simulation.set_fixed(1, true).expect("a pin");
        simulation.cut(2).expect("a cut");
        simulation
            .set_pull(Some(Pull {
                body: brick,
                local_point: Vec3::splat(0.5),
                goal: Vec3::new(-4.0, 6.0, 2.0),
                stiffness: 1e5,
                damping: 1e3,
                most_force: 1e6,
                most_speed: 10.0,
            }))
            .expect("a hand");
        meets("pinned, cut and pulled", &mut simulation);
        step(&mut simulation, 20);
        meets("after that", &mut simulation);
        let before = state(&mut simulation);
        let moved = State { positions: before.positions.iter().map(|x| x + 0.25).collect(), ..before };
        simulation.write_state(&moved).expect("a state");
        meets("written", &mut simulation);
        simulation.reset().expect("a reset");
        meets("reset", &mut simulation);
        block_on(simulation.load(row_of_three())).expect("a load");
        let down = ray([2.0, 9.0, 0.0], [0.0, -1.0, 0.0]);
        assert_eq!(cast(&mut simulation, down).map(|hit| hit.body), Some(2), "{name}: another scene");
    }
    common::no_gpu_errors();
}

fn row_of_three() -> Scene {
    bodies((0..3).map(|i| ball(Vec3::new(i as f32, 0.0, 0.0), 0.3)).collect())
}

/// Nothing is waited for, and the bits are those of a simulation without rays. A ray meets bodies where all steps asked for before it
/// leave them, and those asked for after it do not matter.
#[test]
fn rays_change_nothing_and_stand_in_the_order_of_calls() {
    let alone = everywhere(&busy()).map(|(_, mut simulation, _)| {
        step(&mut simulation, 10);
        let ray = at_all(&mut simulation, 3);
        let hits = cast_all(&mut simulation, &ray);
        step(&mut simulation, 10);
        (ray, hits, state(&mut simulation))
    });
    for ((name, mut simulation, _), (rays, hits, end)) in everywhere(&busy()).into_iter().zip(alone) {
        let first = simulation.step(10).expect("a step");
        let early = simulation.cast_rays(&rays).expect("rays");
        let single = simulation.cast_ray(&rays[5]).expect("a ray");
        let more = simulation.step(10).expect("a step");
        let late = simulation.cast_rays(&rays[..200]).expect("rays");
        let late = block_on(late).expect("hits");
        assert_eq!(block_on(single).expect("a hit"), hits[5], "{name}");
        assert_eq!(block_on(early).expect("hits"), hits, "{name}");
        assert_ne!(late, hits[..200], "{name}: nothing moved");
        block_on(first).expect("a step");
        block_on(more).expect("a step");
        assert_eq!(state(&mut simulation), end, "{name}");
    }
}
