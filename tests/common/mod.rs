//! What the tests share: a device, random scenes, comparing states.
#![allow(dead_code)]

pub mod either;
pub mod every_machine;
pub mod mixed;

use std::sync::{Arc, Mutex};

use beadwork::scene::{Body, Joint};
use beadwork::simulation::JointReading;
use beadwork::{Gpu, Parameters, Scene, Simulation, State, solvers};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The device of this test's thread, which no other test uses meanwhile: what is found on it is this test's doing. The next
/// one takes it over with all that was compiled. No adapter is a failure, not a reason to skip.
pub fn gpu() -> Arc<Gpu> {
    thread_local!(static LENT: Lent = Lent::now());
    LENT.with(|lent| lent.0.clone())
}

struct Lent(Arc<Gpu>);

static IDLE: Mutex<Vec<Arc<Gpu>>> = Mutex::new(Vec::new());

impl Lent {
    fn now() -> Self {
        let idle = IDLE.lock().expect("no test panics in here").pop();
        let fresh =
            || pollster::block_on(Gpu::new()).expect("a Vulkan, Metal or DX12 device; lavapipe will do");
        Self(idle.unwrap_or_else(fresh))
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        IDLE.lock().expect("no test panics in here").push(self.0.clone());
    }
}

/// Whether all is to run that takes long: with BEADWORK_LONG=1.
pub fn long() -> bool {
    std::env::var_os("BEADWORK_LONG").is_some_and(|set| set == "1")
}

/// How much of a thing that takes long is run: `usual`, or the `whole` of it.
pub fn part(usual: u32, whole: u32) -> u32 {
    if long() { whole } else { usual }
}

pub fn parameters(changes: Value) -> Parameters {
    Parameters::default().with(changes.as_object().expect("an object")).expect("valid parameters")
}

pub fn simulation(scene: &Scene, changes: Value) -> Simulation {
    pollster::block_on(Simulation::create(gpu(), scene.clone(), parameters(changes))).expect("a simulation")
}

pub fn step(simulation: &mut Simulation, frames: u32) {
    pollster::block_on(simulation.step(frames).expect("a step")).expect("a finished step");
    no_gpu_errors();
}

pub fn state(simulation: &mut Simulation) -> State {
    pollster::block_on(simulation.read_state().expect("a readback")).expect("a state")
}

pub fn measure(simulation: &mut Simulation) -> beadwork::Measures {
    pollster::block_on(simulation.measure(None).expect("a measurement")).expect("measures")
}

/// Of all joints.
pub fn readings(simulation: &mut Simulation) -> Vec<JointReading> {
    pollster::block_on(simulation.read_joints(None).expect("a reading")).expect("readings")
}

/// Any uncaptured GPU error fails the test that caused it.
pub fn no_gpu_errors() {
    if let Some(error) = gpu().take_error() {
        panic!("uncaptured GPU error: {error}");
    }
}

/// Largest difference of two arrays of vectors of `width` numbers, and where.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worst {
    pub index: usize,
    pub ours: f64,
    pub truth: f64,
    pub difference: f64,
}

pub fn worst<T: Copy + Into<f64>>(ours: &[T], truth: impl Iterator<Item = f64>) -> Worst {
    let mut worst = Worst::default();
    let mut count = 0;
    for (index, (&ours, truth)) in ours.iter().zip(truth).enumerate() {
        count += 1;
        let ours: f64 = ours.into();
        let difference = (ours - truth).abs();
        if difference.is_nan() || difference > worst.difference {
            worst = Worst { index, ours, truth, difference };
        }
    }
    assert_eq!(count, ours.len(), "arrays of different length");
    worst
}

/// Fails with the worst offender: where, what it is, what it should be, what was allowed.
pub fn assert_close(what: &str, width: usize, found: Worst, allowed: f64) {
    assert!(
        found.difference <= allowed,
        "{what}: item {} component {} is {:e}, should be {:e}: off by {:e}, allowed {:e}",
        found.index / width,
        found.index % width,
        found.ours,
        found.truth,
        found.difference,
        allowed
    );
}

/// How random bodies hang together.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Chain { fixed_first: bool, fixed_last: bool },
    Ring,
    Tree { branches: usize },
    Net { columns: usize },
}

#[derive(Clone, Debug)]
pub struct Recipe {
    pub shape: Shape,
    pub bodies: Vec<RandomBody>,
    /// Random order and orientation of joints, so that nothing leans on tidy indices.
    pub seed: u64,
    pub spheres: bool,
}

#[derive(Clone, Debug)]
pub struct RandomBody {
    pub mass_exponent: f32,
    pub inertia: [f32; 3],
    pub rotation: [f32; 4],
    pub linear: [f32; 3],
    pub angular: [f32; 3],
    pub jitter: [f32; 3],
    pub multiplier: [f32; 3],
}

fn random_body() -> impl Strategy<Value = RandomBody> {
    let three = |r: std::ops::Range<f32>| [r.clone(), r.clone(), r];
    (
        -1.0f32..1.0,
        three(0.5..0.99),
        [-1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0],
        three(-2.0..2.0),
        three(-4.0..4.0),
        three(-0.02..0.02),
        three(-5.0..5.0),
    )
        .prop_map(|(mass_exponent, inertia, rotation, linear, angular, jitter, multiplier)| RandomBody {
            mass_exponent,
            inertia,
            rotation,
            linear,
            angular,
            jitter,
            multiplier,
        })
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        (any::<bool>(), any::<bool>())
            .prop_map(|(fixed_first, fixed_last)| Shape::Chain { fixed_first, fixed_last }),
        Just(Shape::Ring),
        (2usize..5).prop_map(|branches| Shape::Tree { branches }),
        (2usize..5).prop_map(|columns| Shape::Net { columns }),
    ]
}

pub fn recipe() -> impl Strategy<Value = Recipe> {
    (shape(), prop::collection::vec(random_body(), 4..24), any::<u64>(), any::<bool>())
        .prop_map(|(shape, bodies, seed, spheres)| Recipe { shape, bodies, seed, spheres })
}

/// Chains, rings and trees only: what the exact solver takes.
pub fn exact_recipe() -> impl Strategy<Value = Recipe> {
    recipe().prop_filter("not a net", |r| !matches!(r.shape, Shape::Net { .. }))
}

/// Chains that may get a workgroup each, on both sides of a whole number of joints for a thread.
pub fn long_recipe() -> impl Strategy<Value = Recipe> {
    let ends = (any::<bool>(), any::<bool>());
    (ends, prop::collection::vec(random_body(), 66..200), any::<u64>(), any::<bool>()).prop_map(
        |((fixed_first, fixed_last), bodies, seed, spheres)| Recipe {
            shape: Shape::Chain { fixed_first, fixed_last },
            bodies,
            seed,
            spheres,
        },
    )
}

impl Recipe {
    pub fn scene(&self) -> Scene {
        let mut random = self.seed | 1;
        let mut next = move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        let count = self.bodies.len();
        let mut bodies = Vec::new();
        for (i, b) in self.bodies.iter().enumerate() {
            let fixed = match self.shape {
                Shape::Chain { fixed_first, fixed_last } => {
                    (fixed_first && i == 0) || (fixed_last && i == count - 1)
                }
                Shape::Ring => false,
                Shape::Tree { .. } | Shape::Net { .. } => i == 0,
            };
            let mass = 10f32.powf(b.mass_exponent);
            let radius = 0.1;
            let sphere = 0.4 * mass * radius * radius;
            let inertia =
                if self.spheres { Vec3::splat(sphere) } else { Vec3::from_array(b.inertia) * sphere };
            bodies.push(Body {
                position: place(self.shape, i, count) + Vec3::from_array(b.jitter),
                rotation: Quat::from_xyzw(b.rotation[0], b.rotation[1], b.rotation[2], b.rotation[3] + 1.5)
                    .normalize(),
                linear_velocity: if fixed { Vec3::ZERO } else { Vec3::from_array(b.linear) },
                angular_velocity: if fixed { Vec3::ZERO } else { Vec3::from_array(b.angular) },
                mass,
                inertia,
                fixed,
                ..Body::of(beadwork::scene::Solid::Sphere, 0.1)
            });
        }
        let pairs: Vec<(usize, usize)> = match self.shape {
            Shape::Chain { .. } => (1..count).map(|i| (i - 1, i)).collect(),
            Shape::Ring => (0..count).map(|i| (i, (i + 1) % count)).collect(),
            Shape::Tree { branches } => (1..count).map(|i| ((i - 1) / branches, i)).collect(),
            Shape::Net { columns } => (0..count)
                .flat_map(|i| {
                    let right = ((i + 1) % columns != 0 && i + 1 < count).then_some((i, i + 1));
                    let down = (i + columns < count).then_some((i, i + columns));
                    right.into_iter().chain(down)
                })
                .collect(),
        };
        let mut joints: Vec<Joint> = pairs
            .into_iter()
            .filter(|&(a, b)| !(bodies[a].fixed && bodies[b].fixed))
            .map(|(a, b)| {
                let (a, b) = if next() & 1 == 0 { (a, b) } else { (b, a) };
                let middle = 0.5 * (bodies[a].position + bodies[b].position);
                let local = |i: usize| bodies[i].rotation.inverse() * (middle - bodies[i].position);
                // a gap of a few millimetres, so that β has something to do
                let end_a = local(a) + Vec3::splat(0.003);
                Joint {
                    multiplier: Vec3::from_array(self.bodies[a].multiplier),
                    ..Joint::point((a as u32, end_a), (b as u32, local(b)))
                }
            })
            .collect();
        for i in (1..joints.len()).rev() {
            joints.swap(i, (next() % (i as u64 + 1)) as usize);
        }
        Scene { gravity: Some(Vec3::new(0.0, -9.81, 0.0)), bodies, joints, ..Scene::default() }
    }
}

/// Neighbours about 0.2 m apart, well away from straight.
fn place(shape: Shape, i: usize, count: usize) -> Vec3 {
    let x = i as f32;
    match shape {
        // a helix, so that coordinates stay small
        Shape::Chain { .. } if count > 64 => {
            Vec3::new(0.6 * (0.3 * x).cos(), -0.03 * x, 0.6 * (0.3 * x).sin())
        }
        Shape::Chain { .. } => Vec3::new(0.15 * x, -0.1 * x, 0.1 * (0.9 * x).sin()),
        Shape::Ring => {
            let angle = std::f32::consts::TAU * x / count as f32;
            let radius = 0.2 * count as f32 / std::f32::consts::TAU;
            Vec3::new(radius * angle.cos(), radius * angle.sin(), 0.05 * (3.0 * angle).sin())
        }
        Shape::Tree { branches } => {
            let depth = (x + 1.0).log2().floor();
            Vec3::new(0.15 * (x - depth * branches as f32), -0.2 * depth, 0.07 * (1.7 * x).sin())
        }
        Shape::Net { columns } => {
            Vec3::new(0.2 * (i % columns) as f32, -0.2 * (i / columns) as f32, 0.05 * (2.3 * x).sin())
        }
    }
}

/// Every solver of the list in every execution that the scene allows, as parameters.
pub fn ways(scene: &Scene) -> Vec<Value> {
    let twin = beadwork::cpu::Twin::<f64>::new(scene, Parameters::default()).expect("a twin");
    let mut ways = Vec::new();
    for solver in solvers::list() {
        for execution in ["global", "tile", "auto"] {
            let mut way = json!({"solver": solver.name, "execution": execution});
            if solver.recommended.is_some() {
                // as many as all have
                way["substeps"] = json!(1);
            }
            if solvers::check(&parameters(way.clone()), twin.lists()).is_ok() {
                ways.push(way);
            }
        }
    }
    ways
}

/// Ways that solve A λ = b for velocities.
pub fn ways_by_velocities(scene: &Scene) -> Vec<Value> {
    let solves = |way: &Value| solvers::find(way["solver"].as_str().expect("a name")).solves_the_equation();
    ways(scene).into_iter().filter(solves).collect()
}

/// `first` with the members of `second` added.
pub fn merged(first: &Value, second: Value) -> Value {
    let mut out = first.clone();
    let more = second.as_object().expect("an object").clone();
    out.as_object_mut().expect("an object").extend(more);
    out
}

pub fn scene(name: &str, options: Value) -> Scene {
    beadwork::scene::built_in::build(name, options.as_object().expect("an object")).expect("a built-in scene")
}
