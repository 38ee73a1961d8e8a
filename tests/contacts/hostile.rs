//! Scenes with faults of all kinds: nothing hangs, all stays finite, pairs without room are counted, and the bits are
//! the same twice.

use beadwork::Scene;
use beadwork::scene::{Body, Solid};
use beadwork::simulation::ContactReading;
use glam::{Quat, Vec3};
use pollster::block_on;

use crate::common::either::Either;
use crate::common::{measure, simulation, state, step};
use crate::{Dice, ball, contacts, cube, no_changes, plane, solid, touching, weighing, wishes};

/// One of every shape in turn, of about a metre.
fn shaped(k: usize, position: Vec3, rotation: Quat) -> Body {
    match k % 3 {
        0 => ball(position, 0.5),
        1 => cube(position, rotation),
        _ => solid(Solid::Capsule { radius: 0.3, half_height: 0.4 }, position, rotation),
    }
}

/// All numbers, and all of them within bounds, m and m/s. Returns the pairs that found no room since it was asked before.
fn sound(what: &str, machine: &mut Either, far: f64, fast: f64) -> u64 {
    let name = machine.name();
    let bodies = machine.bodies();
    for (i, body) in bodies.iter().enumerate() {
        let finite = body.x.is_finite() && body.q.is_finite() && body.v.is_finite() && body.omega.is_finite();
        assert!(finite, "{what} on the {name}: body {i} of {}: {body:?}", bodies.len());
        let within = body.x.length() <= far && body.v.length() <= fast;
        assert!(within, "{what} on the {name}: body {i} of {}: {body:?}", bodies.len());
    }
    let measures = machine.measure();
    assert!(measures.finite && measures.bad_body.is_none(), "{what} on the {name}: {:?}", measures.bad_body);
    let odd = |reading: &&ContactReading| {
        !(reading.force >= 0.0 && reading.depth.is_finite() && reading.friction.iter().all(|x| x.is_finite()))
    };
    let readings = contacts(machine.simulation());
    assert_eq!(readings.iter().find(odd), None, "{what} on the {name}");
    measures.contacts_dropped
}

/// So many frames on both machines, and the GPU's once more to the same bits; with how many pairs found no room in the first.
fn survive(what: &str, scene: &Scene, frames: u32, (far, fast): (f64, f64)) -> Vec<(Either, u64)> {
    let changes = wishes(scene, no_changes());
    let mut machines = Either::both(scene, &changes).map(|machine| (machine, 0));
    for (machine, dropped) in &mut machines {
        for frame in 0..frames {
            machine.step(1);
            let now = sound(what, machine, far, fast);
            if frame == 0 {
                *dropped = now;
            }
        }
    }
    let mut again = simulation(scene, changes);
    for _ in 0..frames {
        step(&mut again, 1);
    }
    let (first, second) = (state(machines[1].0.simulation()), state(&mut again));
    let moved = first.positions.iter().zip(&second.positions).position(|(x, y)| x.to_bits() != y.to_bits());
    assert_eq!(moved.map(|at| at / 3), None, "{what}: a body elsewhere the second time");
    assert!(first == second, "{what}: other bits the second time");
    machines.into()
}

#[test]
fn bodies_all_at_one_point_come_apart() {
    for (what, same) in [("spheres", true), ("all shapes", false)] {
        let mut dice = Dice::new(3);
        let at = Vec3::new(0.5, 3.0, -0.25);
        let bodies = (0..300).map(|k| {
            let turn = if k % 2 == 0 { Quat::IDENTITY } else { Quat::from_scaled_axis(dice.vector()) };
            if same { ball(at, 0.5) } else { shaped(k, at, turn) }
        });
        let scene = touching([plane()].into_iter().chain(bodies).collect());
        // 3 m/s for each of the few pairs that a body has room for, and what it falls
        for (machine, dropped) in survive(what, &scene, 20, (20.0, 60.0)) {
            // each has 299 beside it and room for 16; the few pairs whose both have room are as many as fit
            assert!(dropped >= 300 * (299 - 16), "{what} on the {}: {dropped}", machine.name());
        }
    }
}

#[test]
fn a_crowd_in_one_cell_is_survived_and_counted() {
    let mut dice = Dice::new(7);
    // with 3000 lavapipe found other pairs in some runs, with 300 never. It is thought to end a shader's loops after
    // 65535 rounds, and a body of a crowd of n goes through n neighbours with 16 places to shift
    let spheres = (0..1500).map(|_| ball(Vec3::Y * 2.0 + 0.005 * dice.vector(), 0.2));
    let scene = touching([plane()].into_iter().chain(spheres).collect());
    for (machine, dropped) in survive("a crowd", &scene, 2, (10.0, 60.0)) {
        // each has 1499 beside it and room for 16
        assert_eq!(dropped, 1500 * (1499 - 16), "{}", machine.name());
    }
}

#[test]
fn bodies_a_million_metres_apart_do_as_near_ones_do() {
    let corner = |k: usize| Vec3::new([-1.0, 1.0][k & 1], [-1.0, 1.0][k >> 1 & 1], [-1.0, 1.0][k >> 2]) * 5e5;
    let mut bodies = Vec::new();
    for k in 0..8 {
        let at = corner(k);
        bodies.push(Body { linear_velocity: Vec3::X, ..ball(at, 0.5) });
        bodies.push(Body { linear_velocity: -Vec3::X, ..ball(at + Vec3::X * 2.0, 0.5) });
        bodies.push(cube(at + Vec3::Y * 5.0, Quat::IDENTITY));
        bodies.push(cube(at + Vec3::Y * 5.75, Quat::IDENTITY));
    }
    let scene = Scene { gravity: Some(Vec3::ZERO), ..touching(bodies) };
    let machines = survive("far apart", &scene, 60, (1e6, 4.0));
    for (mut machine, _) in machines {
        let name = machine.name();
        let readings = contacts(machine.simulation());
        for k in 0..8 {
            let [left, right] = [4 * k, 4 * k + 1].map(|i| machine.body(i).x.x);
            // a slop is 1 cm; f32 has 3 cm at 500 km, so that nothing slower than 15 m/s moves there
            assert!(
                name == "GPU" || (right - left - 1.0).abs() < 0.02,
                "{name}, corner {k}: {} m apart",
                right - left
            );
        }
        let stray = readings.iter().find(|reading| reading.a / 4 != reading.b / 4);
        assert_eq!(stray, None, "{name}: a contact across the world");
    }
}

/// A body that flies a quarter of a kilometre in a frame may pass. It must not break anything, and does not sink in a
/// plane for ever.
#[test]
fn what_flies_at_a_thousand_metres_a_second_breaks_nothing() {
    let mut dice = Dice::new(11);
    let mut bodies = vec![plane()];
    for k in 0..30 {
        let place = Vec3::new((k % 6) as f32 * 3.0, 1.0 + (k / 6) as f32 * 2.0, 0.0);
        let fast = 1000.0 * dice.vector().normalize();
        bodies.push(Body {
            linear_velocity: fast,
            angular_velocity: 100.0 * dice.vector(),
            ..shaped(k, place, Quat::IDENTITY)
        });
        bodies.push(shaped(k + 1, place + 10.0 * fast / 1000.0, Quat::IDENTITY));
    }
    let scene = touching(bodies);
    // they fly a kilometre in a second; a few may meet twice
    let machines = survive("fast", &scene, 60, (5000.0, 5000.0));
    for (mut machine, _) in machines {
        machine.step(240);
        let name = machine.name();
        let deep: Vec<_> =
            machine.bodies().iter().map(|body| body.x.y).enumerate().filter(|&(_, y)| y < -2.0).collect();
        assert!(deep.is_empty(), "{name}: under the ground: {deep:?}");
    }
}

#[test]
fn what_begins_in_the_ground_comes_up() {
    let mut bodies = vec![plane()];
    for k in 0..6 {
        // from half within to wholly within
        bodies.push(shaped(k, Vec3::new(3.0 * k as f32, -0.2 * k as f32, 0.0), Quat::IDENTITY));
    }
    let scene = touching(bodies);
    // 3 m/s, and what a frame of gravity adds on the way back
    let machines = survive("sunk", &scene, 90, (20.0, 4.0));
    for (mut machine, _) in machines {
        for k in 1..7 {
            let up = machine.body(k).x.y;
            // the flattest is a capsule that fell over, 0.3 m
            assert!(up > 0.28, "{}: body {k} at {up} m", machine.name());
        }
    }
}

#[test]
fn masses_a_million_to_one_stay_finite() {
    let heavy = |body: Body| {
        let mass = body.mass * 1e3;
        weighing(body, mass)
    };
    let light = |body: Body| {
        let mass = body.mass * 1e-3;
        weighing(body, mass)
    };
    let mut bodies = vec![plane()];
    for k in 0..6 {
        let at = |y: f32| Vec3::new(3.0 * k as f32, y, 0.0);
        let (below, above) = (shaped(k, at(0.5), Quat::IDENTITY), shaped(k / 2, at(1.5), Quat::IDENTITY));
        match k % 2 {
            0 => bodies.extend([light(below), heavy(above)]),
            _ => bodies.extend([heavy(below), light(above)]),
        }
    }
    let scene = touching(bodies);
    // a body squeezed out from under may fly: this is what it may do at worst
    let machines = survive("a million to one", &scene, 120, (1000.0, 1000.0));
    for (mut machine, _) in machines {
        let name = machine.name();
        let deep: Vec<_> =
            machine.bodies().iter().map(|body| body.x.y).enumerate().filter(|&(_, y)| y < -0.5).collect();
        assert!(deep.is_empty(), "{name}: under the ground: {deep:?}");
    }
}

/// A body whose place is no number is found, and touches no other: the others do as if it were not there.
#[test]
fn a_body_that_is_no_number_is_found_and_touches_nobody() {
    let bodies = |k: usize| shaped(k, Vec3::new(0.9 * k as f32, 0.6, 0.0), Quat::IDENTITY);
    let scene = touching([plane()].into_iter().chain((0..9).map(bodies)).collect());
    for mut machine in Either::both(&scene, &wishes(&scene, no_changes())) {
        machine.step(2);
        let name = machine.name();
        let simulation = machine.simulation();
        let mut broken = block_on(simulation.read_state().expect("a state")).expect("a state");
        broken.positions[3 * 4 + 1] = f32::NAN;
        simulation.write_state(&broken).expect("a state is put as it is");
        // on the GPU a step says so once the numbers are read
        block_on(simulation.step(1).expect("a step")).expect("a step");
        let found = block_on(simulation.find_fault().expect("a look")).expect("an answer");
        assert_eq!(found, Some(4), "{name}");
        let spoilt: Vec<usize> = machine
            .bodies()
            .iter()
            .enumerate()
            .filter(|(_, body)| !body.x.is_finite())
            .map(|(i, _)| i)
            .collect();
        assert_eq!(spoilt, [4], "{name}");
    }
}

/// A large ball on a bed of many small ones: more pairs than a row of sixteen, or than there are colours.
#[test]
fn a_large_ball_rests_on_a_bed_of_small_ones() {
    let mut bodies = vec![plane()];
    for k in 0..144 {
        let place = Vec3::new((k % 12) as f32 - 5.5, 0.0, (k / 12) as f32 - 5.5) * 0.2 + Vec3::Y * 0.1;
        bodies.push(Body { rolling_resistance: 0.01, ..ball(place, 0.1) });
    }
    bodies.push(weighing(ball(Vec3::Y * 1.45, 1.2), 100.0));
    let large = bodies.len() - 1;
    let scene = touching(bodies);
    let changes = wishes(&scene, no_changes());
    for mut machine in Either::both(&scene, &changes) {
        machine.step(180);
        let name = machine.name();
        let now = machine.body(large);
        let measures = machine.measure();
        // it may press the small ones aside; it must not pass through them, or hang above them
        assert!(now.x.y > 1.2 - 0.02 && now.x.y < 1.45, "{name}: {now:?}");
        assert!(now.v.length() < 0.2, "{name}: {now:?}");
        assert!(measures.max_depth < 0.02, "{name}: {} m deep", measures.max_depth);
    }
    let mut gpu = simulation(&scene, changes);
    step(&mut gpu, 1);
    assert_eq!(measure(&mut gpu).contacts_dropped, 0);
}
