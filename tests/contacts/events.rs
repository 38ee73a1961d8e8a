//! Events: which pairs began or ceased to touch, in which frame, on the twin and on the GPU. Sensors touch without a
//! force.

use beadwork::scene::{Body, Solid};
use beadwork::simulation::Event;
use beadwork::{Scene, Simulation};
use glam::{Quat, Vec3};
use pollster::block_on;
use serde_json::json;

use crate::common::either::{Either, close};
use crate::{ball, contacts, cube, no_changes, plane, touching, wishes};

const G: f64 = 9.81;
/// Frames in a second, and substeps in a frame.
const RATE: f64 = 60.0;
const SUBSTEPS: f64 = 8.0;

pub fn events(simulation: &mut Simulation) -> Vec<Event> {
    block_on(simulation.read_events().expect("asked")).expect("events")
}

fn told(body: Body) -> Body {
    Body { events: true, ..body }
}

fn sensor(body: Body) -> Body {
    Body { sensor: true, ..body }
}

fn both(scene: &Scene) -> [Either; 2] {
    Either::both(scene, &wishes(scene, no_changes()))
}

/// Steps both machines one frame after another; what happened is the same on both.
fn happened(scene: &Scene, frames: u32) -> Vec<Event> {
    let [twin, gpu] = both(scene).map(|mut machine| {
        machine.step(frames);
        events(machine.simulation())
    });
    assert_eq!(twin, gpu, "twin and GPU");
    twin
}

fn dropped(height: f64, restitution: f32) -> Scene {
    let falls = ball(Vec3::new(0.0, 0.5 + height as f32, 0.0), 0.5);
    touching(vec![plane(), told(Body { restitution, ..falls })])
}

/// The frames in which a ball meets the ground that leaves it with e of its speed: √(2H/g) after it is let go, then 2 eᵏ √(2H/g) after each other.
fn bounces(height: f64, e: f64) -> impl Iterator<Item = f64> {
    let fall = (2.0 * height / G).sqrt();
    (0..).scan((fall, 2.0 * fall), move |(next, between), _| {
        let now = *next * RATE;
        *between *= e;
        *next += *between;
        Some(now)
    })
}

#[test]
fn a_ball_that_bounces_meets_the_ground_in_the_frames_of_the_closed_form() {
    for (height, e, count) in [(1.0, 1.0, 5), (1.37, 0.5, 3), (2.5, 0.8, 5)] {
        let times: Vec<f64> = bounces(height, e).take(count).collect();
        let found = happened(&dropped(height, e as f32), times[count - 1] as u32 + 4);
        assert_eq!(found.len(), 2 * count, "{height} m, {e}: {found:?} at {times:?}");
        for (k, (pair, time)) in found.chunks(2).zip(&times).enumerate() {
            let [Event::Began { a: 0, b: 1, frame }, ended] = *pair else { panic!("{pair:?}") };
            assert_eq!(ended, Event::Ended { a: 0, b: 1, frame: frame + 1 });
            // in substeps: it turns where the next one would have brought it into the ground, up to one early on the
            // way down and up. Forces act once more after it turned than before, which takes g h of its speed and two
            // substeps of each flight after that
            let late = time - f64::from(frame - 1);
            let allowed = ((2 * k + 1) + k * (k + 1)) as f64 / SUBSTEPS;
            assert!(late > -0.05 && late < 1.0 + allowed, "{height} m, {e}: frame {frame} for {time}");
        }
    }
}

#[test]
fn what_does_not_bounce_goes_on_touching() {
    let lands = (bounces(0.7, 0.0).next().expect("a fall") + 1.0) as u32;
    assert_eq!(happened(&dropped(0.7, 0.0), 120), [Event::Began { a: 0, b: 1, frame: lands }]);
}

#[test]
fn a_stack_that_is_put_down_touches_from_below() {
    let on = |k: u32| told(cube(Vec3::new(0.0, 0.5 + k as f32 + 0.01 * (k + 1) as f32, 0.0), Quat::IDENTITY));
    let scene = touching(vec![plane(), on(0), on(1), on(2)]);
    let found = happened(&scene, 180);
    let pairs: Vec<(u32, u32)> = found
        .iter()
        .map(|event| match *event {
            Event::Began { a, b, .. } => (a, b),
            _ => panic!("{found:?}"),
        })
        .collect();
    assert_eq!(pairs, [(0, 1), (1, 2), (2, 3)]);
    assert!(found.is_sorted_by_key(Event::frame));
}

/// A ball goes at 3 m/s through a fixed sensor of 1 m, whose middle is 2 m ahead.
fn passing(of: impl Fn(Body) -> Body) -> Scene {
    let moves = Body { linear_velocity: Vec3::X * 3.0, ..ball(Vec3::ZERO, 0.25) };
    let still = Body { fixed: true, ..cube(Vec3::X * 2.0, Quat::IDENTITY) };
    Scene { gravity: Some(Vec3::ZERO), ..touching(vec![moves, of(still)]) }
}

#[test]
fn a_body_passes_through_a_sensor_which_tells_it() {
    let scene = passing(sensor);
    // touched while its centre is between 1.25 and 2.75 m: from the substep's end that is past the one until that which is past the other
    let first = (1.25_f64 / 3.0 * RATE).floor() as u32 + 1;
    let last = (2.75_f64 / 3.0 * RATE).floor() as u32 + 1;
    assert_eq!((first, last), (26, 56));
    let expected = [Event::Began { a: 0, b: 1, frame: 26 }, Event::Ended { a: 0, b: 1, frame: 56 }];
    let mut found = Vec::new();
    for mut machine in both(&scene) {
        let name = machine.name();
        for _ in 0..4 {
            machine.step(10);
        }
        let inside = machine.measure();
        assert_eq!((inside.contacts, inside.max_depth), (0, 0.0), "{name}");
        assert!(contacts(machine.simulation()).is_empty(), "{name}");
        machine.step(30);
        let end = machine.body(0);
        // nothing pushed: it moves as if nothing were there
        assert_eq!((end.v.x, end.omega.length()), (3.0, 0.0), "{name}");
        close(name, end.x.x, 3.0 * 70.0 / RATE, machine.allowed(1e-9, 1e-4));
        found.push(events(machine.simulation()));
        assert!(events(machine.simulation()).is_empty(), "{name}: told twice");
    }
    for events in found {
        // 26 begins with the ball just there: either side of it is right to rounding
        assert!(events == expected || events[0] == Event::Began { a: 0, b: 1, frame: 25 }, "{events:?}");
        assert_eq!(events[1..], expected[1..]);
    }
}

/// A ball that is in no frame inside a sensor of 1 m has an event all the same, and one that flies by has none.
#[test]
fn what_flies_through_a_sensor_in_a_frame_is_told_of() {
    let shot =
        |aside: f32| Body { linear_velocity: Vec3::X * 500.0, ..ball(Vec3::new(-3.0, aside, 0.0), 0.1) };
    let gate = sensor(Body { fixed: true, ..cube(Vec3::X * 2.0, Quat::IDENTITY) });
    let scene = Scene { gravity: Some(Vec3::ZERO), ..touching(vec![gate, shot(0.3), shot(0.7)]) };
    for substeps in [1, 4] {
        for mut machine in Either::both(&scene, &json!({ "substeps": substeps })) {
            machine.step(3);
            let expected = [Event::Began { a: 0, b: 1, frame: 1 }, Event::Ended { a: 0, b: 1, frame: 2 }];
            assert_eq!(events(machine.simulation()), expected, "{}, {substeps} substeps", machine.name());
            assert_eq!(machine.body(1).v.x, 500.0, "{}", machine.name());
        }
    }
}

/// Sensors of every shape, held or not, on top of each other or not. A body that moves has events with them, and two
/// that are held have none.
#[test]
fn sensors_may_be_held_or_move_and_are_of_any_shape() {
    let falls = |x: f32| ball(Vec3::new(x, 3.0, 0.0), 0.2);
    let held = |body: Body| Body { fixed: true, ..body };
    let at = |body: Body, x: f32, y: f32| Body { position: Vec3::new(x, y, 0.0), ..body };
    let rod = Body::of(Solid::Capsule { radius: 0.2, half_height: 0.3 }, 1.0);
    let up =
        Body { kinematic: true, linear_velocity: Vec3::Y, ..at(cube(Vec3::ZERO, Quat::IDENTITY), 9.0, 0.0) };
    let bodies = vec![
        // 0: events of everything below the ground, which stops nothing
        sensor(plane()),
        sensor(held(at(rod.clone(), 0.0, 1.5))),
        falls(0.05),
        sensor(held(ball(Vec3::new(3.0, 1.5, 0.0), 0.4))),
        falls(3.05),
        // one that moves meets one that is held and says nothing
        held(ball(Vec3::new(6.0, 1.5, 0.0), 0.4)),
        sensor(falls(6.05)),
        sensor(up),
        falls(9.05),
        // held things in a sensor that is held
        sensor(held(at(cube(Vec3::ZERO, Quat::IDENTITY), 12.0, 4.0))),
        held(at(cube(Vec3::ZERO, Quat::IDENTITY), 12.2, 4.2)),
        Body { kinematic: true, ..at(rod, 12.0, 4.0) },
    ];
    let found = happened(&touching(bodies), 90);
    let began: Vec<(u32, u32)> = found
        .iter()
        .filter_map(|event| match *event {
            Event::Began { a, b, .. } => Some((a, b)),
            _ => None,
        })
        .collect();
    let ended = found.len() - began.len();
    let mut pairs = began.clone();
    pairs.sort_unstable();
    assert_eq!(pairs, [(0, 2), (0, 4), (0, 6), (0, 8), (1, 2), (3, 4), (5, 6), (7, 8)], "{found:?}");
    // through the ground they go on for ever, through the four others they have gone
    assert_eq!(ended, 4, "{found:?}");
}

#[test]
fn who_is_not_to_be_told_of_is_not() {
    let scene = touching(vec![plane(), ball(Vec3::Y * 0.6, 0.5), told(ball(Vec3::new(4.0, 0.6, 0.0), 0.5))]);
    let found = happened(&scene, 60);
    assert!(matches!(found[..], [Event::Began { a: 0, b: 2, .. }]), "{found:?}");
    let mut silent = scene;
    silent.bodies[2].events = false;
    for mut machine in both(&silent) {
        machine.step(30);
        assert!(events(machine.simulation()).is_empty());
        let kernels = machine.simulation().kernels();
        assert!(
            !kernels.iter().any(|name| name.contains("touching") || name.contains("events")),
            "{kernels:?}"
        );
        if let Some(gpu) = machine.simulation().machine::<beadwork::gpu::GpuMachine>() {
            assert!(
                gpu.existing_buffer("events").is_none() && gpu.existing_buffer("contact_touching").is_none()
            );
        }
    }
}

/// 1,100 balls come down on one ground with events, which has room for 1,024.
#[test]
fn what_finds_no_room_is_counted() {
    let balls = (0..1100).map(|k| ball(Vec3::new((k % 40) as f32, 0.45, (k / 40) as f32), 0.4));
    let scene = touching(std::iter::once(told(plane())).chain(balls).collect());
    for mut machine in both(&scene) {
        machine.step(12);
        assert_eq!(machine.measure().events_dropped, 76, "{}", machine.name());
        assert_eq!(machine.measure().events_dropped, 0, "{}", machine.name());
        let found = events(machine.simulation());
        assert_eq!(found.len(), 1024, "{}", machine.name());
        assert!(found.iter().all(|event| matches!(event, Event::Began { a: 0, .. })));
        machine.simulation().reset().expect("a reset");
        machine.step(12);
        assert_eq!(events(machine.simulation()).len(), 1024, "{}", machine.name());
    }
}

/// Frames are counted from the last load or reset. Waiting events are forgotten with the state that they were of, and
/// bodies that touch begin to anew.
#[test]
fn a_state_that_is_put_forgets_what_waits() {
    let scene = dropped(0.3, 0.0);
    let lands = 15;
    for mut machine in both(&scene) {
        let name = machine.name();
        machine.step(30);
        let state = crate::common::state(machine.simulation());
        machine.simulation().write_state(&state).expect("a state");
        assert!(events(machine.simulation()).is_empty(), "{name}: after writeState");
        machine.step(2);
        assert_eq!(events(machine.simulation()), [Event::Began { a: 0, b: 1, frame: 31 }], "{name}");
        machine.step(5);
        machine.simulation().reset().expect("a reset");
        machine.step(40);
        assert_eq!(events(machine.simulation()), [Event::Began { a: 0, b: 1, frame: lands }], "{name}");
        machine.simulation().reset().expect("a reset");
        machine.step(20);
        block_on(machine.simulation().load(scene.clone())).expect("a scene");
        assert!(events(machine.simulation()).is_empty(), "{name}: after load");
        machine.step(20);
        machine.simulation().go_back().expect("the scene as loaded");
        machine.step(20);
        assert_eq!(events(machine.simulation()), [Event::Began { a: 0, b: 1, frame: lands }], "{name}");
    }
}

/// The owner of a pair may change when one of the two is pinned: they go on touching. Two that are both held touch no
/// more.
#[test]
fn pins_end_nothing_but_what_stands_still_on_both_sides() {
    let rest = |x: f32| told(Body { friction: 0.0, ..ball(Vec3::X * x, 0.5) });
    let push = |x: f32, v: f32| Body { linear_velocity: Vec3::X * v, ..rest(x) };
    let scene = Scene { gravity: Some(Vec3::ZERO), ..touching(vec![push(-0.495, 0.01), push(0.495, -0.01)]) };
    for mut machine in both(&scene) {
        let name = machine.name();
        machine.step(1);
        assert_eq!(events(machine.simulation()), [Event::Began { a: 0, b: 1, frame: 1 }], "{name}");
        machine.simulation().set_fixed(0, true).expect("a pin");
        machine.step(1);
        assert!(events(machine.simulation()).is_empty(), "{name}: one is pinned");
        machine.simulation().set_fixed(1, true).expect("a pin");
        machine.step(1);
        assert_eq!(events(machine.simulation()), [Event::Ended { a: 0, b: 1, frame: 3 }], "{name}");
        machine.simulation().set_fixed(0, false).expect("no pin");
        machine.step(1);
        assert_eq!(events(machine.simulation()), [Event::Began { a: 0, b: 1, frame: 4 }], "{name}");
    }
}

/// Many frames in one call are many frames.
#[test]
fn how_many_frames_a_call_takes_does_not_matter() {
    let scene = dropped(0.9, 0.7);
    let all = happened(&scene, 90);
    let mut machine = Either::twin(&scene, &wishes(&scene, no_changes()));
    let mut found = Vec::new();
    for frames in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12] {
        machine.step(frames);
        found.extend(events(machine.simulation()));
    }
    assert_eq!(found, all);
}
