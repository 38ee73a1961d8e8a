//! Dry friction of joints where the answer is known: alone, beside motors, servos and stops. It runs on both machines
//! and by all solvers that take rows with bounds.

use crate::common::either::{Either, close, each};
use crate::common::mixed::rubbed;
use crate::common::*;
use crate::limits::problem::Problem;
use crate::scenes::{Build, along, wheel};
use beadwork::Scene;
use beadwork::cpu::Twin;
use beadwork::scene::{Axis, Joint, JointKind, Motor, Servo, Travel};
use beadwork::simulation::JointState;
use glam::{DQuat, DVec3};
use serde_json::{Value, json};

const H: f64 = 1.0 / 240.0;
const MASS: f64 = 2.0;

fn exact() -> Vec<Value> {
    ["pulled", "projected"]
        .map(|positions| json!({"solver": "direct", "positions": positions, "timestep": H}))
        .into()
}

fn all() -> Vec<Value> {
    let others = ["jacobi", "gauss-seidel"]
        .map(|solver| json!({"solver": solver, "iterations": 60, "warmStart": 1, "timestep": H}));
    exact().into_iter().chain(others).collect()
}

/// A block on a rail that leans: g sin, m/s², is drawn downhill along x.
fn slope(downhill: f64, travel: Travel) -> Scene {
    let mut build = Build::new(DVec3::new(downhill, -8.0, 0.0));
    let wall = build.wall(DVec3::ZERO);
    let block = build.brick(MASS, DVec3::splat(0.1), DVec3::ZERO, DQuat::IDENTITY);
    build.join(JointKind::Slider, wall, block, DVec3::ZERO, along(DVec3::X)).travel = travel;
    build.scene
}

fn state_of(machine: &mut Either, k: usize) -> (JointState, f64) {
    let reading = &machine.readings()[0];
    (reading.states[k], reading.forces[k])
}

/// With F below m g sin it slides with   a = g sin − F/m,   above it stays, and bears m g sin.
#[test]
fn a_block_on_a_slope_sticks_or_slides() {
    let downhill = 6.0;
    let weight = MASS * downhill;
    for share in [0.0, 0.3, 0.95, 1.05, 4.0] {
        let friction = (share * weight) as f32;
        let scene = slope(downhill, Travel::FREE.rubbing(friction));
        each(&scene, &all(), |what, machine| {
            let what = &format!("{what}, {share} of its weight");
            machine.step(240);
            if share < 1.0 {
                let v = (downhill - f64::from(friction) / MASS) * 240.0 * H;
                close(what, machine.body(1).v.x, v, machine.allowed(1e-9, 5e-6 * v.max(1.0)));
                let (state, force) = state_of(machine, 0);
                close(what, force, -f64::from(friction), machine.allowed(1e-5, 1e-4));
                let told = if share == 0.0 { JointState::Free } else { JointState::Saturated };
                assert_eq!(state, told, "{what}");
            } else {
                let found = machine.body(1);
                // the way that it yields at first, 10⁻³ of a substep's fall
                close(what, found.x.x, 0.0, 1e-6);
                close(what, found.v.x, 0.0, machine.allowed(1e-9, 1e-6));
                let (state, force) = state_of(machine, 0);
                close(what, force, -weight, machine.allowed(1e-5, 1e-4));
                assert_eq!(state, JointState::Held, "{what}");
                machine.step(2400);
                close(what, machine.body(1).x.x, found.x.x, machine.allowed(1e-9, 2e-6));
            }
        });
    }
}

/// ω falls by F t/I, is 0 after ω I/F, and stays so.
#[test]
fn a_wheel_slows_down_evenly_and_stops() {
    let (spin, friction) = (4.0, 0.4f32);
    let (mut scene, moment) = wheel(Travel::FREE.rubbing(friction));
    scene.bodies[1].angular_velocity = glam::Vec3::Z * spin;
    let slower = f64::from(friction) * H / moment;
    let frames = (f64::from(spin) / slower) as u32;
    assert!(frames > 100);
    each(&scene, &all(), |what, machine| {
        machine.step(frames / 2);
        let truth = f64::from(spin) - slower * f64::from(frames / 2);
        close(what, machine.body(1).omega.z, truth, machine.allowed(1e-9, 1e-5));
        machine.step(frames / 2 + 4);
        close(what, machine.body(1).omega.z, 0.0, machine.allowed(1e-9, 1e-6));
        let at = machine.body(1).q.z;
        machine.step(1000);
        close(what, machine.body(1).q.z, at, machine.allowed(1e-9, 1e-6));
        close(what, machine.body(1).omega.z, 0.0, machine.allowed(1e-9, 1e-9));
    });
}

/// A body that is drawn by less than F to its target does not move; one from farther away stops within F/k of it.
#[test]
fn a_servo_ends_within_its_friction() {
    let (stiffness, friction) = (200.0f32, 6.0f32);
    let reach = f64::from(friction / stiffness);
    for (target, most) in [(0.9 * reach, None), (0.5, None), (0.5, Some(80.0f32)), (-0.2, None)] {
        let spring = Servo::to(target as f32).spring(stiffness, 12.0);
        let servo = most.map_or(spring, |most| spring.at_most(most));
        let scene = slope(0.0, Travel::FREE.servo(servo).rubbing(friction));
        each(&scene, &all(), |what, machine| {
            let what = &format!("{what}, to {target}");
            machine.step(960);
            let x = machine.body(1).x.x;
            close(what, machine.body(1).v.x, 0.0, machine.allowed(1e-9, 1e-6));
            if target.abs() < reach {
                close(what, x, 0.0, 1e-6);
            } else {
                let left = (target - x).abs();
                assert!(
                    left <= reach * (1.0 + 1e-4),
                    "{what}: {left} from its target, friction takes {reach}"
                );
                assert!(left > 1e-6, "{what}: friction did not stop it");
            }
            machine.step(960);
            close(what, machine.body(1).x.x, x, machine.allowed(1e-9, 2e-6));
        });
    }
}

/// On the way to its target a servo is slowed by F:   v ← (v − h (k x ∓ F)/m)/(1 + h c/m + h² k/m).
#[test]
fn a_servo_is_slowed_by_its_friction() {
    let (stiffness, damping, friction) = (200.0f32, 12.0f32, 6.0f32);
    let servo = Servo::to(0.5).spring(stiffness, damping);
    let scene = slope(0.0, Travel::FREE.servo(servo).rubbing(friction));
    let [k, c, f] = [stiffness, damping, friction].map(f64::from);
    each(&scene, &exact(), |what, machine| {
        let (mut x, mut v) = (-0.5, 0.0);
        for _ in 0..40 {
            v = (v - H * (k * x + f) / MASS) / (1.0 + H * c / MASS + H * H * k / MASS);
            x += H * v;
        }
        assert!(v > 0.5 && x < -0.1);
        machine.step(40);
        // of what friction gives way by at first, 10⁻³ of its own
        close(what, machine.body(1).v.x, v, machine.allowed(1e-5, 1e-5));
        close(what, machine.body(1).x.x - 0.5, x, machine.allowed(1e-5, 1e-5));
    });
}

/// A motor of M beside friction F pushes with M − F; a load between M − F and M + F moves nothing, and one above goes its way.
#[test]
fn a_motor_pushes_with_what_friction_leaves() {
    let (most, friction) = (10.0f32, 3.0f32);
    let travel = Travel::FREE.driven(-2.0, most).rubbing(friction);
    for load in [0.0, 5.0, 8.0, 12.0, 15.0, 19.0] {
        let scene = slope(load / MASS, travel);
        let [m, f] = [most, friction].map(f64::from);
        let a = if load < m - f {
            -(m - f - load) / MASS
        } else if load > m + f {
            (load - m - f) / MASS
        } else {
            0.0
        };
        each(&scene, &all(), |what, machine| {
            let what = &format!("{what}, under {load} N");
            machine.step(48);
            let v = a * 48.0 * H;
            close(what, machine.body(1).v.x, v, machine.allowed(1e-5, 1e-5));
            machine.step(1200);
            let truth = match a {
                a if a < 0.0 => -2.0,
                a => a * 1248.0 * H,
            };
            close(what, machine.body(1).v.x, truth, machine.allowed(1e-5, 2e-5 * truth.abs().max(1.0)));
            let (_, force) = state_of(machine, 0);
            let truth = match a {
                a if a > 0.0 => -(m + f),
                _ => -load,
            };
            close(what, force, truth, machine.allowed(1e-4, 1e-4));
        });
    }
}

/// A motor without a largest force goes at its speed against any friction.
#[test]
fn friction_does_not_hold_back_what_cannot_be_held_back() {
    let motor = Some(Motor::at(-1.5));
    let scene = slope(0.4, Travel { motor, ..Travel::FREE }.rubbing(1e6));
    each(&scene, &all(), |what, machine| {
        machine.step(120);
        close(what, machine.body(1).v.x, -1.5, machine.allowed(1e-9, 2e-6));
    });
}

/// The stop bears what rests on it, and friction that is strong enough keeps it from getting there.
#[test]
fn friction_and_stops_are_one_row() {
    let downhill = 6.0;
    let weight = MASS * downhill;
    for (share, end) in [(0.5, 0.25), (1.5, 0.0)] {
        for servo in [None, Some(Servo::to(0.0).spring(1.0, 0.0))] {
            let travel = Travel { servo, ..Travel::FREE };
            let scene = slope(downhill, travel.limited(-0.25, 0.25).rubbing((share * weight) as f32));
            each(&scene, &all(), |what, machine| {
                let what = &format!("{what}, {share}, {servo:?}");
                machine.step(960);
                close(what, machine.body(1).x.x, end, 2e-5);
                close(what, machine.body(1).v.x, 0.0, machine.allowed(1e-9, 1e-6));
                let (state, force) = state_of(machine, 0);
                close(what, force, -weight, machine.allowed(1e-4, 1e-3));
                assert_eq!(state, if end > 0.0 { JointState::High } else { JointState::Held }, "{what}");
            });
        }
    }
}

/// A servo with as much force as it takes stops where its stop is, with friction and without.
#[test]
fn a_servo_without_a_largest_force_heeds_its_stop() {
    for friction in [None, Some(0.01f32)] {
        let servo = Some(Servo::to(1.2).hertz(3.0));
        let (scene, _) = wheel(Travel { limit: Some([-0.5, 0.5]), servo, friction, ..Travel::FREE });
        each(&scene, &all(), |what, machine| {
            for _ in 0..10 {
                machine.step(24);
                let q = machine.body(1).q;
                let angle = 2.0 * q.z.atan2(q.w);
                assert!(angle < 0.5 + 2e-5, "{what}, {friction:?}: {angle} is beyond its stop");
            }
            let q = machine.body(1).q;
            close(what, 2.0 * q.z.atan2(q.w), 0.5, machine.allowed(1e-6, 2e-5));
        });
    }
}

/// Of a cone joint its twist rubs, and nothing else.
#[test]
fn a_cone_joint_rubs_about_its_twist() {
    let (spin, friction) = (3.0f32, 0.02f32);
    let mut build = Build::new(DVec3::ZERO);
    let wall = build.wall(DVec3::ZERO);
    let top = build.brick(MASS, DVec3::splat(0.1), DVec3::ZERO, DQuat::IDENTITY);
    build.join(JointKind::Cone, wall, top, DVec3::ZERO, along(DVec3::Z)).travel =
        Travel::FREE.rubbing(friction);
    let moment = f64::from(build.scene.bodies[1].inertia.z);
    for (axis, slows) in [(DVec3::Z, true), (DVec3::X, false)] {
        build.scene.bodies[1].angular_velocity = spin * axis.as_vec3();
        each(&build.scene, &all(), |what, machine| {
            machine.step(30);
            let slower = if slows { f64::from(friction) * 30.0 * H / moment } else { 0.0 };
            let truth = f64::from(spin) - slower;
            close(what, machine.body(1).omega.dot(axis), truth, machine.allowed(1e-6, 1e-5));
        });
    }
}

/// Each axis of a six-DOF joint has its own, in its own direction.
#[test]
fn axes_rub_each_by_itself() {
    let frictions = [2.0f32, 3.0, 5.0];
    let mut axes = [Axis::Free; 6];
    for (axis, friction) in axes.iter_mut().zip(frictions) {
        *axis = Axis::moved(Travel::FREE.rubbing(friction));
    }
    axes[5] = Axis::moved(Travel::FREE.rubbing(0.01));
    let mut build = Build::new(DVec3::ZERO);
    let wall = build.wall(DVec3::ZERO);
    let block = build.brick(MASS, DVec3::splat(0.1), DVec3::ZERO, DQuat::IDENTITY);
    build.join(JointKind::six_dof(axes), wall, block, DVec3::ZERO, DQuat::IDENTITY);
    build.scene.joints[0].anchor_b = glam::Vec3::ZERO;
    build.scene.bodies[1].linear_velocity = glam::Vec3::new(4.0, -4.0, 4.0);
    each(&build.scene, &exact(), |what, machine| {
        machine.step(1);
        let v = machine.body(1).v;
        for (k, sign) in [1.0, -1.0, 1.0].into_iter().enumerate() {
            let truth = sign * (4.0 - f64::from(frictions[k]) * H / MASS);
            close(what, v[k], truth, machine.allowed(1e-5, 1e-5));
        }
    });
}

/// Changed while it runs: it begins to rub, rubs more beside a servo, and ceases to.
#[test]
fn friction_is_set_while_it_runs() {
    let downhill = 6.0;
    let scene = slope(downhill, Travel::FREE);
    for way in all() {
        for mut machine in Either::both(&scene, &way) {
            let what = format!("{way} on the {}", machine.name());
            let set = |machine: &mut Either, changes: Value| {
                machine.simulation().set_joint(0, changes.as_object().expect("an object")).expect("a change");
            };
            set(&mut machine, json!({"friction": 100}));
            machine.step(60);
            close(&what, machine.body(1).x.x, 0.0, 1e-6);
            set(&mut machine, json!({"servo": {"target": 0.1, "stiffness": 500, "damping": 20}}));
            machine.step(60);
            close(&what, machine.body(1).x.x, 0.0, 2e-6);
            set(&mut machine, json!({"servo": null, "friction": 4}));
            machine.step(60);
            let a = downhill - 4.0 / MASS;
            close(&what, machine.body(1).v.x, a * 60.0 * H, machine.allowed(2e-3, 2e-3));
            set(&mut machine, json!({"friction": null}));
            let before = machine.body(1).v.x;
            machine.step(60);
            close(&what, machine.body(1).v.x - before, downhill * 60.0 * H, machine.allowed(1e-6, 1e-5));
        }
    }
}

/// Every row on its staircase, and where 20,000 sweeps of projected Gauss-Seidel come to.
#[test]
fn the_exact_solver_puts_every_row_on_its_staircase() {
    let way = json!({"solver": "direct", "positions": "pulled", "rounds": 32});
    for seed in 0..40 {
        let scene = rubbed(seed, 3 + seed as usize % 16, [1.0, 20.0, 400.0][seed as usize % 3], 0);
        let mut twin = Twin::new(&scene, parameters(way.clone())).expect("a twin");
        for frame in 0..4 {
            twin.step(1);
            let left = twin.measure().residual;
            assert!(left < 1e-9, "tree {seed}, frame {frame}: {left:e}");
        }
        if seed < 12 {
            let scene = rubbed(100 + seed, 3 + seed as usize % 5, 5.0, 0);
            let mut twin = Twin::new(&scene, parameters(way.clone())).expect("a twin");
            twin.step(1);
            let off = Problem::of(&twin).off(&twin, 20_000);
            assert!(off < 1e-7, "tree {seed}: {off:e}");
        }
    }
}

/// On the GPU as on the twin, by every solver, also where it begins beside a drive.
#[test]
fn the_gpu_does_what_the_twin_does() {
    let ways = [
        json!({"solver": "direct", "positions": "pulled", "rounds": 32}),
        json!({"solver": "direct", "positions": "projected", "rounds": 32}),
        json!({"solver": "gauss-seidel", "iterations": 10}),
        json!({"solver": "jacobi", "iterations": 10}),
    ];
    for seed in 0..4 {
        let scene = rubbed(200 + seed, 4 + 3 * seed as usize, 4.0, usize::from(seed >= 2));
        assert!(scene.joints.iter().any(Joint::has_friction));
        for way in &ways {
            let mut twin = Twin::new(&scene, parameters(way.clone())).expect("a twin");
            let mut gpu = simulation(&scene, way.clone());
            for frame in 1..=3 {
                twin.step(1);
                step(&mut gpu, 1);
                let (ours, truth) = (state(&mut gpu), twin.state());
                let found =
                    worst(&ours.linear_velocities, truth.linear_velocities.iter().map(|&x| f64::from(x)));
                assert_close(&format!("tree {seed}, {way}, frame {frame}"), 3, found, 2e-3);
            }
        }
    }
    no_gpu_errors();
}
