//! Scenes that go through something in order: marbles in chutes, a cloth that is pulled away under dishes, a row of dominoes.

use beadwork::cpu::Twin;
use beadwork::scene::Solid;
use beadwork::simulation::Event;
use serde_json::json;

use crate::common::either::Either;
use crate::common::{measure, parameters, scene, simulation, state, step};
use crate::events::events;
use crate::{no_changes, wishes};

/// Every marble falls past the light barrier into the basket and stays there; one of them is faster than 5 m/s, and all meet thin boards.
#[test]
fn all_marbles_go_through_the_chutes_into_the_basket() {
    for count in [1, 7, 16, 24] {
        let scene = scene("chutes", json!({ "count": count }));
        let marbles: Vec<usize> =
            (0..scene.bodies.len()).filter(|&i| scene.bodies[i].solid == Solid::Sphere).collect();
        assert_eq!(marbles.len(), count);
        let barrier = scene.bodies.iter().position(|body| body.sensor).expect("a barrier");
        let mut twin = Twin::<f32>::of(&scene, parameters(wishes(&scene, no_changes()))).expect("a twin");
        let (mut fastest, mut seen) = (0.0f64, Vec::new());
        for _ in 0..1200 {
            twin.step(1);
            let speeds = marbles.iter().map(|&i| {
                let v = twin.world().velocities[i].linear;
                f64::from(v.x.hypot(v.y).hypot(v.z))
            });
            fastest = speeds.fold(fastest, f64::max);
            for event in events(&mut twin) {
                let Event::Began { a, b, .. } = event else { continue };
                assert!([a, b].contains(&(barrier as u32)), "{event:?}");
                seen.push((a + b) as usize - barrier);
            }
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, marbles, "of {count}");
        assert!(
            (5.0..9.0).contains(&fastest),
            "{fastest} m/s: the fall from the top alone would be more than 9"
        );
        let end = twin.state();
        for &i in &marbles {
            let y = end.positions[3 * i + 1];
            // on the basket's floor, 2 cm thick, in no more than two layers
            assert!((0.115..0.35).contains(&y), "marble {i} of {count} is {y} m up");
        }
        let measured = twin.measure();
        assert_eq!((measured.contacts_dropped, measured.events_dropped, measured.fell_back), (0, 0, 0));
        assert!(measured.max_depth < 0.005, "{} m", measured.max_depth);
    }
}

/// A pair whose points are all apart has no share of its bodies. What resists rolling divided by that share.
#[test]
fn a_marble_that_flies_past_a_board_stays_a_number() {
    for solver in ["mass-splitting", "chebyshev"] {
        let scene = scene("chutes", json!({ "count": 1 }));
        let mut changes = wishes(&scene, no_changes());
        changes["contactSolver"] = json!(solver);
        let mut twin = Twin::<f32>::of(&scene, parameters(changes.clone())).expect("a twin");
        twin.step(150);
        let measured = twin.measure();
        assert!(measured.finite && measured.max_depth < 0.005, "{solver}: {} m", measured.max_depth);
        let mut simulation = simulation(&scene, changes);
        step(&mut simulation, 90);
        assert!(measure(&mut simulation).finite, "{solver}");
    }
}

/// As far as the first of them fly, on both machines; from there on the least difference decides which marbles collide.
#[test]
fn the_gpu_runs_the_chutes_as_its_twin_does() {
    let scene = scene("chutes", json!({ "count": 3 }));
    let changes = wishes(&scene, no_changes());
    let mut twin = Twin::<f64>::of(&scene, parameters(changes.clone())).expect("a twin");
    let mut gpu = simulation(&scene, changes.clone());
    twin.step(40);
    step(&mut gpu, 40);
    let (ours, theirs) = (state(&mut gpu), twin.state());
    let off = ours.positions.iter().zip(&theirs.positions).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
    // of f32 at six metres
    assert!(off < 1e-3, "{off:e} m apart");
    assert_eq!(measure(&mut gpu).contacts_dropped, 0);
    let mut again = simulation(&scene, changes);
    step(&mut again, 40);
    assert_eq!(state(&mut again), ours, "the same bits twice");
}

/// Things whose middle is above the table's top.
fn on_the_table(machine: &mut Either, dishes: &[usize]) -> usize {
    let bodies = machine.bodies();
    dishes.iter().filter(|&&k| bodies[k].x.y > 0.7 && bodies[k].x.x.abs() < 0.95).count()
}

/// By inertia or along with the cloth: friction gives a dish μ g for as long as the cloth is below it.
#[test]
fn a_cloth_that_is_pulled_quickly_leaves_the_table_laid_and_slowly_clears_it() {
    let scene = scene("tablecloth", json!({}));
    let cloth = scene.joints[0].b as usize;
    let dishes: Vec<usize> = (cloth + 1..scene.bodies.len()).collect();
    assert_eq!(dishes.len(), 15);
    let pulled = |machine: &mut Either, target: f64| {
        let servo = json!({"servo": {"target": target, "hertz": 2.0, "maxForce": 500.0}});
        machine.simulation().set_joint(0, servo.as_object().expect("an object")).expect("a change");
    };
    for mut machine in Either::twin_and_in_long_runs_the_gpu(&scene, &wishes(&scene, no_changes())) {
        let what = machine.name();
        let start = machine.bodies();
        machine.step(60);
        pulled(&mut machine, 2.1);
        machine.step(180);
        assert_eq!(on_the_table(&mut machine, &dishes), 15, "{what}");
        let end = machine.bodies();
        assert!(end[cloth].x.x > 2.19, "{what}: the cloth is at {} m", end[cloth].x.x);
        for &k in &dishes {
            let way = end[k].x - start[k].x;
            // down by the cloth that is no longer below it, and aside by a few centimetres; fruit settles in its bowl
            assert!(way.with_y(0.0).length() < 0.12 && way.y.abs() < 0.06, "{what}, body {k}: went {way}");
            assert!(end[k].v.length() < 0.02, "{what}, body {k}: {} m/s", end[k].v.length());
        }
    }
    let mut machine = Either::twin(&scene, &wishes(&scene, no_changes()));
    for frame in 1..=420 {
        pulled(&mut machine, (f64::from(frame) * 0.35 / 60.0).min(2.1));
        machine.step(1);
    }
    assert_eq!(on_the_table(&mut machine, &dishes), 0);
}

/// The lift raises the marble, the marble knocks over the first stone, and all others fall after it, the last one through the barrier.
#[test]
fn a_marble_from_the_lift_fells_every_domino() {
    for (count, substeps) in [(2, 8), (12, 8), (40, 4), (40, 8), (40, 16), (100, 8)] {
        let scene = scene("dominoes", json!({ "count": count }));
        let barrier = scene.bodies.iter().position(|body| body.sensor).expect("a barrier") as u32;
        let stones = 1..=count;
        let changes = wishes(&scene, json!({ "substeps": substeps }));
        let mut twin = Twin::<f32>::of(&scene, parameters(changes)).expect("a twin");
        let mut through = Vec::new();
        for frame in 0..240 + 24 * count {
            twin.step(1);
            for event in events(&mut twin) {
                let Event::Began { a, b, .. } = event else { continue };
                assert!([a, b].contains(&barrier), "{event:?}");
                through.push(((a + b - barrier) as usize, frame));
            }
        }
        let world = twin.world();
        let upright =
            |&i: &usize| world.poses[i].rotation.rotate(beadwork::cpu::algebra::Vec3::new(0.0, 1.0, 0.0)).y;
        let standing: Vec<usize> = stones.filter(|i| upright(i) > 0.7).collect();
        assert!(standing.is_empty(), "{count} stones, {substeps} substeps: {standing:?} stand");
        assert!(through.iter().any(|&(stone, _)| stone == count), "{count}, {substeps}: {through:?}");
        let measured = twin.measure();
        assert_eq!((measured.contacts_dropped, measured.events_dropped, measured.fell_back), (0, 0, 0));
    }
}
