//! Joints of every kind on the twin: what a row is, and that a solve leaves nothing of its equations.

use crate::common::mixed::{KINDS, Random, joined, scene};
use crate::common::*;
use beadwork::cpu::Twin;
use beadwork::cpu::algebra::{Pair, Vec3 as CpuVec3, exponential};
use beadwork::cpu::ties::{Frames, Rows, by_component};
use beadwork::cpu::{Pose, Tie, Velocity};
use beadwork::scene::{Axis, JointKind, Softness};
use glam::Vec3;
use serde_json::json;

fn moved(pose: &Pose, v: &Velocity, t: f64) -> Pose {
    Pose {
        position: pose.position + v.linear * t,
        rotation: (exponential(v.angular * t) * pose.rotation).normalize(),
        ..*pose
    }
}

fn vector(random: &mut Random, size: f64) -> CpuVec3<f64> {
    CpuVec3::new(random.signed(size), random.signed(size), random.signed(size))
}

/// J V is the rate of C, for every kind, also where a joint is far open.
#[test]
fn rows_are_the_rates_of_what_they_hold() {
    let mut random = Random::new(7);
    let six = [Axis::Free, Axis::Fixed, Axis::Fixed, Axis::Fixed, Axis::Free, Axis::Fixed];
    let kinds = [
        (JointKind::Point, 1.0),
        (JointKind::Hinge, 1.0),
        (JointKind::Slider, 1e-5),
        (JointKind::Fixed, 1e-5),
        (JointKind::Universal, 1.0),
        (JointKind::rod(0.7), 1.0),
        (JointKind::six_dof(six), 1.0),
    ];
    for (kind, error) in kinds {
        for _ in 0..60 {
            let rotation = |random: &mut Random, size: f64| exponential(vector(random, size));
            let q = rotation(&mut random, 3.0);
            let frame = rotation(&mut random, 3.0);
            let a = Pose { position: vector(&mut random, 2.0), radius: 0.1, rotation: q };
            // the frames differ by `error`: where all turning is held, J is true to first order in it
            let turned = rotation(&mut random, error);
            let b = Pose { position: vector(&mut random, 2.0), radius: 0.1, rotation: turned * q };
            let tie =
                Tie { anchor_a: vector(&mut random, 0.5), a: 0, anchor_b: vector(&mut random, 0.5), b: 1 };
            let mut joint = joined(kind.clone());
            joint.frame_a = glam::DQuat::from(frame).as_quat();
            joint.frame_b = joint.frame_a;
            let frames = Frames::<f64>::of(&joint, &[], [1.0, 5.0]);
            let frames = Frames { frame_a: frame, frame_b: frame, ..frames };
            let (va, vb) = (
                Velocity { linear: vector(&mut random, 1.0), angular: vector(&mut random, 1.0) },
                Velocity { linear: vector(&mut random, 1.0), angular: vector(&mut random, 1.0) },
            );
            let of = |t: f64| {
                let (mut rows, c) = Rows::of(&frames, &tie, &moved(&a, &va, t), &moved(&b, &vb, t));
                let c = rows.only(frames.hold.held, c);
                (rows, c)
            };
            let e = 1e-6;
            let rate = (of(e).1 - of(-e).1) * (0.5 / e);
            let said = of(0.0).0.relative(&va, &vb);
            let allowed = if error < 1.0 { 1e-3 } else { 2e-8 };
            let off = (rate - said).to_array().into_iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            assert!(off < allowed, "{}: {rate:?}, not {said:?}", kind.name());
        }
    }
}

/// The equations of a substep in islands with joints that are more than firm points: J V + bias − γ h λ = 0 in every row, and V = V* − h M⁻¹ Σ Jᵀ λ on every body. There is one
/// solution only, so nothing else need be compared.
fn residuals(twin: &Twin, h: f64) -> [f64; 2] {
    let world = twin.world();
    let mut worst = [0.0f64; 2];
    let mixed = &twin.lists().whole.mixed;
    let listed = |range: &std::ops::Range<u32>| {
        let words = &world.lists[range.start as usize..range.end as usize];
        words.iter().map(|&item| item as usize).collect::<Vec<usize>>()
    };
    for l in listed(&mixed.joints) {
        let (tie, rows) = (world.ties[l], world.rows[l]);
        let own = || rows.own_blocks(&world.mobility_at(tie.a), &world.mobility_at(tie.b));
        let yielding = rows.yielding(own, world.lambda(l) * h);
        let left =
            rows.relative(&world.velocities[tie.a], &world.velocities[tie.b]) + world.biases[l] - yielding;
        let size = 1.0 + yielding.dot(yielding).sqrt();
        worst[0] = worst[0].max(left.dot(left).sqrt() / size);
    }
    for body in listed(&mixed.bodies) {
        let (free, v, m) = (world.free_velocities[body], world.velocities[body], world.mobility_at(body));
        let mut told = free;
        for (l, side) in world.ties_of(body) {
            let (rows, lambda) = (world.rows[l], world.lambda(l) * -h);
            let on =
                if side == 0 { rows.wrench(rows.arm_a, lambda) } else { rows.wrench(rows.arm_b, -lambda) };
            told.linear += m.inverse_mass * on.force;
            told.angular += m.turn(on.torque);
        }
        let off = (told.linear - v.linear).length().max((told.angular - v.angular).length());
        worst[1] = worst[1].max(off / (1.0 + v.linear.length() + v.angular.length()));
    }
    worst
}

#[test]
fn trees_of_all_kinds_are_solved_to_rounding() {
    let h = 1.0 / 60.0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let ratio = [1.0, 100.0, 1e4][seed as usize % 3];
        let scene = scene(&mut random, 2 + seed as usize % 23, ratio, &KINDS, 0);
        let mut twin = Twin::new(&scene, parameters(json!({"solver": "direct", "positions": "pulled"})))
            .expect("a twin");
        twin.step(1);
        let found = residuals(&twin, h);
        assert!(found[0] < 1e-10 && found[1] < 1e-10, "tree {seed}: {found:?}");
    }
}

/// What keeps a loop regular acts on the change of λ: (A + γ + ε D) Δq = r, with D the diagonal of A.
#[test]
fn loops_of_all_kinds_are_solved_to_what_keeps_them_regular() {
    let h = 1.0 / 60.0;
    for seed in 0..40 {
        let mut random = Random::new(1000 + seed);
        let scene = scene(&mut random, 8 + seed as usize % 12, [1.0, 100.0][seed as usize % 2], &KINDS, 3);
        let mut twin = Twin::new(&scene, parameters(json!({"solver": "direct", "positions": "pulled"})))
            .expect("a twin");
        twin.step(1);
        assert!(residuals(&twin, h)[1] < 1e-9, "{seed}: V and its multipliers do not belong together");
        let world = twin.world();
        let mixed = &twin.lists().whole.mixed;
        // whether a joint is of one of these islands, whose records begin with where their ties stand and how many
        let within = |l: usize, islands: beadwork::lists::Table| {
            (0..islands.count).any(|k| {
                let record = (islands.first + 6 * k) as usize;
                let [first, count] = [world.lists[record] as usize, world.lists[record + 1] as usize];
                world.lists[first..first + count].iter().any(|&tie| tie as usize >> 1 == l)
            })
        };
        for l in twin.lists().whole.mixed.joints.clone().map(|word| world.lists[word as usize] as usize) {
            let (tie, rows, joint) = (world.ties[l], world.rows[l], &scene.joints[l]);
            let own = rows.own_blocks(&world.mobility_at(tie.a), &world.mobility_at(tie.b));
            let yielding = rows.yielding(|| own, world.lambda(l) * h);
            let left = rows.relative(&world.velocities[tie.a], &world.velocities[tie.b]) + world.biases[l];
            let before = Pair { linear: joint.multiplier.into(), angular: joint.torque.into() };
            let live = rows.dead() * -1.0 + Pair::from_array([1.0; 6]);
            let change = world.lambda(l) - by_component(live, before);
            // in trees only where a second held body is a leaf
            let added = if within(l, mixed.meshes) { 1e-3 } else { 1e-6 };
            let held = by_component(own.diagonal() * added, change * h);
            let tree = !within(l, mixed.meshes) && !within(l, mixed.rings);
            let mut off = left - yielding - held;
            if tree && off.dot(off) > 1e-18 {
                off = left - yielding;
            }
            let size = 1.0 + yielding.dot(yielding).sqrt();
            assert!(off.dot(off).sqrt() < 1e-8 * size, "{seed}, joint {l}: {off:?}");
        }
    }
}

#[test]
fn the_iterative_solvers_arrive_at_the_same() {
    for solver in ["jacobi", "chebyshev", "gauss-seidel"] {
        for seed in 0..6 {
            let mut random = Random::new(100 + seed);
            let scene = scene(&mut random, 6, 3.0, &KINDS, 0);
            let changes =
                json!({"solver": solver, "iterations": 1000, "stiffnessGuard": false, "stabilisation": 0.2});
            let mut twin = Twin::new(&scene, parameters(changes)).expect("a twin");
            twin.step(1);
            let [left, _] = residuals(&twin, 1.0 / 60.0);
            assert!(left < 1e-5, "{solver}, tree {seed}: {left:e} is left");
        }
    }
}

/// By how much two states differ, m.
fn apart(one: &beadwork::State, other: &beadwork::State) -> f64 {
    let pairs = one.positions.iter().zip(&other.positions);
    pairs.map(|(a, b)| f64::from(a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn the_gpu_does_what_the_twin_does() {
    for changes in [
        json!({"solver": "direct", "positions": "pulled"}),
        json!({"solver": "direct", "positions": "projected"}),
        json!({"solver": "direct", "positions": "projected", "substeps": 4}),
        json!({"solver": "jacobi"}),
        json!({"solver": "chebyshev"}),
        json!({"solver": "gauss-seidel"}),
    ] {
        for seed in 0..8 {
            let mut random = Random::new(200 + seed);
            let loops = if seed % 2 == 0 { 0 } else { 2 };
            let scene = scene(&mut random, 12, 5.0, &KINDS, loops);
            let mut twin = Twin::new(&scene, parameters(changes.clone())).expect("a twin");
            let mut gpu = simulation(&scene, changes.clone());
            for frames in [1, 9] {
                twin.step(frames);
                step(&mut gpu, frames);
                let off = apart(&twin.state(), &state(&mut gpu));
                assert!(
                    off < 2e-5 * f64::from(frames),
                    "{changes}, tree {seed}, {frames} frames: {off:e} m apart"
                );
                let (ours, theirs) = (measure(&mut gpu), twin.measure());
                let near = |a: f64, b: f64| (a - b).abs() <= 1e-5 + 1e-3 * b.abs();
                assert!(
                    near(ours.max_gap, theirs.max_gap),
                    "{changes}: gap {} {}",
                    ours.max_gap,
                    theirs.max_gap
                );
                assert!(
                    near(ours.max_angle, theirs.max_angle),
                    "{changes}: {} {}",
                    ours.max_angle,
                    theirs.max_angle
                );
            }
        }
    }
}

/// Both kernels for trees, with runs that meet, roots that are held and roots that move, and held leaves.
#[test]
fn the_gpu_solves_trees_of_every_sort() {
    let angles = [Axis::Soft(Softness::Spring { stiffness: 30.0, damping: 1.0 }), Axis::Fixed, Axis::Free];
    let pivots = [
        JointKind::Point,
        JointKind::Hinge,
        JointKind::Fixed,
        JointKind::Universal,
        JointKind::Cone,
        JointKind::six_dof([[Axis::Fixed; 3], angles].concat().try_into().expect("six")),
    ]
    .map(|kind| (kind, None));
    let (mut of_pivots, mut of_any) = (0, 0);
    for positions in ["pulled", "projected"] {
        for seed in 0..16 {
            let mut random = Random::new(500 + seed);
            let kinds = if seed % 2 == 0 { &pivots[..] } else { &KINDS };
            let mut scene = scene(&mut random, 16, 5.0, kinds, 0);
            if seed % 4 > 1 {
                let held = &mut scene.bodies[15];
                (held.fixed, held.linear_velocity, held.angular_velocity) = (true, Vec3::ZERO, Vec3::ZERO);
            }
            let changes = json!({"solver": "direct", "positions": positions});
            let mut twin = Twin::new(&scene, parameters(changes.clone())).expect("a twin");
            let mixed = &twin.lists().whole.mixed;
            (of_pivots, of_any) = (of_pivots + mixed.pivots.count, of_any + mixed.trees.count);
            let mut gpu = simulation(&scene, changes);
            twin.step(3);
            step(&mut gpu, 3);
            let off = apart(&twin.state(), &state(&mut gpu));
            assert!(off < 6e-5, "{positions}, tree {seed}: {off:e} m apart");
        }
    }
    assert!(of_pivots > 10 && of_any > 10, "{of_pivots} and {of_any}");
}

/// A symplectic substep is the same backwards. Where none is taken back, the motion returns to where it began, but for
/// the error of the forces, 1e-5 of a radius a substep. Projected, it does not.
#[test]
fn what_is_symplectic_runs_backwards() {
    let firm: Vec<(JointKind, Option<Softness>)> = [
        JointKind::Point,
        JointKind::Hinge,
        JointKind::Slider,
        JointKind::Fixed,
        JointKind::Universal,
        JointKind::Cone,
        JointKind::rod(0.5),
    ]
    .map(|kind| (kind, None))
    .to_vec();
    let mut returned = 0;
    for seed in 0..12 {
        let mut random = Random::new(700 + seed);
        let scene = scene(&mut random, 5, 3.0, &firm, usize::from(seed % 3 == 0));
        let run = |positions: &str| {
            let changes = json!({"solver": "direct", "positions": positions, "substeps": 4, "damping": 0});
            let mut twin = Twin::new(&scene, parameters(changes)).expect("a twin");
            // bodies scattered at random come together first
            twin.step(10);
            let (start, falls) = (twin.state(), twin.world().falls);
            twin.step(30);
            let away = apart(&start, &twin.state());
            for v in &mut twin.world_mut().velocities {
                *v = Velocity { linear: -v.linear, angular: -v.angular };
            }
            twin.step(30);
            (away, apart(&start, &twin.state()), twin.world().falls - falls)
        };
        let (away, back, falls) = run("symplectic");
        if falls == 0 {
            let (_, projected, _) = run("projected");
            assert!(away > 0.2 && back < 1e-4, "{seed}: {away} m away, and {back:e} m from the start");
            assert!(back < 0.1 * projected, "{seed}: projected is as near, {projected:e} m");
            returned += 1;
        }
    }
    assert!(returned >= 8, "of 12 only {returned} were never taken back");
}

/// What yields stands open while it is used. It pushes both bodies at one place all the same, so that what turns two free balls
/// turns them against one another, to rounding.
#[test]
fn a_soft_joint_keeps_angular_momentum() {
    let spring = Softness::Spring { stiffness: 300.0, damping: 2.0 };
    let often = Softness::Frequency { hertz: 4.0, damping_ratio: 0.7 };
    for (kind, softness) in
        [(JointKind::Fixed, often), (JointKind::Hinge, spring), (JointKind::Point, spring)]
    {
        let mut random = Random::new(11);
        let mut scene = scene(&mut random, 2, 4.0, &[(kind.clone(), Some(softness))], 0);
        scene.gravity = Some(glam::Vec3::ZERO);
        for body in &mut scene.bodies {
            body.fixed = false;
            body.inertia = glam::Vec3::splat(body.inertia.x);
            body.angular_velocity += 1.0;
        }
        let mut twin = Twin::new(&scene, parameters(json!({"solver": "direct"}))).expect("a twin");
        let momentum = |twin: &Twin| {
            let world = twin.world();
            let of = |i: usize| {
                let (x, v) = (world.poses[i].position, world.velocities[i]);
                x.cross(v.linear) * world.bodies[i].mass + world.bodies[i].inertia * v.angular
            };
            of(0) + of(1)
        };
        let start = momentum(&twin);
        twin.step(60);
        let off = (momentum(&twin) - start).length() / start.length();
        assert!(off < 1e-13, "{}: off by {off:e}", kind.name());
    }
}
