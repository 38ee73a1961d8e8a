//! Scenes that go through something in order: marbles in chutes.

use beadwork::cpu::Twin;
use beadwork::scene::Solid;
use beadwork::simulation::Event;
use serde_json::json;

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
