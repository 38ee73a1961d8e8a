//! What rounding leaves of one solve from nothing, in f32 on the CPU and on the device.

use std::fmt::Write as _;
use std::sync::Arc;

use beadwork::benchmark::figures::figure;
use beadwork::cpu::algebra::{Pair, Vec3 as Vec3N};
use beadwork::cpu::{Twin, Velocity};
use beadwork::scene::JointKind;
use beadwork::{Gpu, Parameters, Scene, Simulation};
use glam::{DVec3, Vec3};
use serde_json::json;

use super::scenes::{Axes, Chain};
use super::{head, parameters, row};

const LENGTHS: [usize; 3] = [10, 40, 200];

const AS_ANY: &str = "point, as one of any kind";

/// m/s, of the bodies before the solve.
const SPEED: f64 = 0.3;

const KINDS: [(&str, JointKind, Axes); 5] = [
    ("point", JointKind::Point, Axes::Parallel),
    // by the kernels for joints of any kind
    (AS_ANY, JointKind::Point, Axes::Parallel),
    ("hinges, alternating", JointKind::Hinge, Axes::Alternating),
    ("hinges, parallel", JointKind::Hinge, Axes::Parallel),
    ("fixed (beam)", JointKind::Fixed, Axes::Parallel),
];

/// Which bodies are heavy, where masses differ.
#[derive(Clone, Copy)]
enum Heavy {
    Last,
    EveryOther,
}

pub fn table(out: &mut String, gpu: &Arc<Gpu>) {
    let _ = write!(
        out,
        "\n## What one cold solve leaves in f32\n\nThe largest |J V + β C/h| of any row, m/s or rad/s, after one `direct` solve, `pulled`, from λ = 0: bars of 0.2 m in a zigzag of ±0.2 rad on a wall, with speeds of {SPEED} m/s at random. J and C are those of the f64 twin, of the same f32 poses; V is the machine's. Of 10,000:1 the last bar or every other bar is heavy.\n\n"
    );
    let heads: Vec<String> = LENGTHS
        .iter()
        .flat_map(|n| [format!("{n}, 1:1"), format!("{n}, last 1e4"), format!("{n}, every other 1e4")])
        .collect();
    let mut titles = vec!["joints", "machine"];
    titles.extend(heads.iter().map(String::as_str));
    head(out, &titles);
    for (name, kind, axes) in KINDS {
        let scenes: Vec<Scene> = LENGTHS
            .iter()
            .flat_map(|&bars| {
                [(1.0, Heavy::Last), (1e4, Heavy::Last), (1e4, Heavy::EveryOther)]
                    .map(|(ratio, heavy)| scene(name, kind.clone(), axes, bars, ratio, heavy))
            })
            .collect();
        for (machine, solve) in
            [("CPU", &on_cpu as &dyn Fn(&Scene) -> Vec<Velocity>), ("GPU", &|scene| on_gpu(gpu, scene))]
        {
            let cells = scenes.iter().map(|scene| figure(left(scene, &solve(scene))));
            row(out, &[name.to_string(), machine.to_string()].into_iter().chain(cells).collect::<Vec<_>>());
        }
    }
}

fn scene(name: &str, kind: JointKind, axes: Axes, bars: usize, ratio: f64, heavy: Heavy) -> Scene {
    let end = if matches!(heavy, Heavy::Last) { ratio } else { 1.0 };
    let mut scene = Chain { length: 0.2, bend: 0.4, end, ..Chain::of(kind, axes, bars) }.scene();
    if matches!(heavy, Heavy::EveryOther) {
        for body in scene.bodies.iter_mut().skip(2).step_by(2) {
            body.mass *= ratio as f32;
            body.inertia *= ratio as f32;
        }
    }
    if name == AS_ANY {
        scene.joints.iter_mut().for_each(|joint| joint.recovery_speed = Some([f32::MAX; 2]));
    }
    let mut random = Random(1);
    for body in scene.bodies.iter_mut().filter(|body| !body.fixed) {
        body.linear_velocity = random.vector(SPEED);
        body.angular_velocity = random.vector(SPEED / 0.1);
    }
    scene
}

/// Numbers that are the same everywhere.
struct Random(u64);

impl Random {
    fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self, size: f64) -> Vec3 {
        (size * DVec3::new(self.signed(), self.signed(), self.signed())).as_vec3()
    }
}

fn cold() -> Parameters {
    parameters(json!({"solver": "direct", "positions": "pulled"}))
}

fn on_cpu(scene: &Scene) -> Vec<Velocity> {
    let mut twin = Twin::<f32>::of(scene, cold()).expect("a twin");
    twin.step(1);
    let wide = |v: Vec3N<f32>| Vec3N::of(v.to_array().map(f64::from));
    let of = |v: &Velocity<f32>| Velocity { linear: wide(v.linear), angular: wide(v.angular) };
    twin.world().velocities.iter().map(of).collect()
}

fn on_gpu(gpu: &Arc<Gpu>, scene: &Scene) -> Vec<Velocity> {
    let mut simulation =
        pollster::block_on(Simulation::create(gpu.clone(), scene.clone(), cold())).expect("a simulation");
    pollster::block_on(simulation.step(1).expect("a step")).expect("a finished step");
    let state = pollster::block_on(simulation.read_state().expect("a readback")).expect("a state");
    let three = |numbers: &[f32], i: usize| Vec3N::of([0, 1, 2].map(|k| f64::from(numbers[3 * i + k])));
    (0..scene.bodies.len())
        .map(|i| Velocity {
            linear: three(&state.linear_velocities, i),
            angular: three(&state.angular_velocities, i),
        })
        .collect()
}

/// The largest of J V + β C/h in any row, with J and C of the scene as it was before the step.
fn left(scene: &Scene, velocities: &[Velocity]) -> f64 {
    let mut truth = Twin::new(scene, cold()).expect("a twin");
    truth.step(1);
    let world = truth.world();
    let mut most = 0f64;
    for (l, tie) in world.ties.iter().enumerate() {
        let left = match world.rows.get(l) {
            Some(rows) => rows.relative(&velocities[tie.a], &velocities[tie.b]) + world.biases[l],
            // a scene of nothing but point joints
            None => {
                let moves = tie.relative(&world.arms[l], &velocities[tie.a], &velocities[tie.b]);
                Pair { linear: moves + world.blocks[l].bias, ..Default::default() }
            }
        };
        most = left
            .to_array()
            .into_iter()
            .fold(most, |most, x| if x.is_nan() { f64::INFINITY } else { most.max(x.abs()) });
    }
    most
}
