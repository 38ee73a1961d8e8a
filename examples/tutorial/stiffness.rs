//! Chapter 10: how fast a hanging chain swings at most, by the twin's own J and λ, and what the guard makes of it.

use beadwork::cpu::{Twin, dense};
use beadwork::parameters::{Parameters, Switch};
use nalgebra::DMatrix;
use serde_json::{Value, json};

const FRAME: f64 = 1.0 / 60.0;
/// The exercise's chain.
const ASKED: usize = 24;

pub fn values() -> Value {
    let swings: Vec<Value> = [(40, 0.09), (40, 0.05), (24, 0.1), (4, 0.25)]
        .iter()
        .map(|&(beads, radius)| {
            let (homega, bound) = swing(beads, radius);
            json!({ "beads": beads, "radius": radius, "homega": homega, "bound": bound })
        })
        .collect();
    // ω² goes with 1/r
    let critical = 0.1 * (0.5 * swing(ASKED, 0.1).0).powi(2);
    let runs: Vec<Value> =
        [(40, 0.09, false, 10), (40, 0.05, false, 6), (40, 0.09, true, 10), (40, 0.03, true, 10)]
            .map(|(beads, radius, guard, frames)| run(beads, radius, guard, frames))
            .to_vec();
    json!({ "swings": swings, "critical": critical, "runs": runs })
}

fn hanging(beads: usize, radius: f64, tilt: f64, guard: bool) -> Twin {
    let scene = super::pendant(json!({"beads": beads, "radius": radius, "tilt": tilt, "massRatio": 1}));
    super::twin(&scene, json!({"solver": "direct", "stiffnessGuard": guard}))
}

/// h ω of the fastest way to swing, and of the topmost bead alone.
///
/// In the hanging pose the joints' x rows say G_x x + G_θ θ = 0 for beads that move by x and turn by θ, so
/// x = X θ. Then (I + Xᵀ m X) θ̈ = −K θ with K = Σ|λ||a| on its diagonal.
fn swing(beads: usize, radius: f64) -> (f64, f64) {
    let mut twin = hanging(beads, radius, 0.0, false);
    // the first steps of the exact solver leave a millionth
    twin.step(10);
    let world = twin.world();
    let free = beads - 1;
    let joints: Vec<usize> = (0..free).collect();
    let j = dense::jacobian(world, &joints);
    let part = |at: usize| DMatrix::from_fn(free, free, |row, bead| j[3 * row][6 * (bead + 1) + at]);
    let x = -(part(0).lu().solve(&part(5)).expect("a bead for each joint"));
    let diagonal =
        |of: &dyn Fn(usize) -> f64| DMatrix::from_fn(free, free, |r, c| if r == c { of(r + 1) } else { 0.0 });
    let inertia = diagonal(&|bead| world.bodies[bead].inertia.z)
        + x.transpose() * diagonal(&|bead| world.bodies[bead].mass) * &x;
    let pull = |bead: usize| {
        world
            .ties_of(bead)
            .map(|(joint, side)| {
                let arms = world.arms[joint];
                world.multipliers[joint].lambda.length() * [arms.arm_a, arms.arm_b][side].length()
            })
            .sum::<f64>()
    };
    let l = inertia.cholesky().expect("masses are positive").l();
    let half = l.solve_lower_triangular(&diagonal(&pull)).expect("L is regular");
    let whole = l.solve_lower_triangular(&half.transpose()).expect("L is regular");
    let fastest = whole.symmetric_eigenvalues().max().sqrt();
    (FRAME * fastest, FRAME * (pull(1) / world.bodies[1].inertia.z).sqrt())
}

/// The largest gap in radii and what the topmost moving bead's inertia is raised by, after a few frames.
fn run(beads: usize, radius: f64, guard: bool, frames: u32) -> Value {
    let mut twin = hanging(beads, radius, 0.01, guard);
    twin.step(frames);
    let gap = twin.measure().max_gap_radii;
    // the guard of a step looks at the forces of the one before
    let guarded = Parameters { stiffness_guard: Switch::Set(true), ..twin.parameters().clone() };
    twin.replace_parameters(guarded).expect("the same solver");
    twin.step(1);
    let raised = twin.world().bodies[1].inverse_inertia.z / twin.world().mobility[1].diagonal.z;
    json!({ "beads": beads, "radius": radius, "guard": guard, "frames": frames, "gapRadii": gap, "raised": raised })
}
