//! Chapter 7: one chain begun in three ways, and whether what a step leaves of an error dies away.

use beadwork::cpu::dense;
use nalgebra::{DMatrix, Matrix2};
use serde_json::{Value, json};

const BEADS: usize = 12;
const PASSES: u32 = 10;
const FRAMES: u32 = 30;
/// Frames after which the page is compared.
const SHOWN: [u32; 3] = [2, 10, FRAMES];

pub fn values() -> Value {
    let worst: Vec<Value> = [(10, 1.0), (9, 1.0), (1, 0.5), (3, 0.8), (21, 0.95)]
        .map(|(passes, omega)| worst(passes, omega))
        .to_vec();
    let roots: Vec<Value> =
        [0.3, -0.3, -0.34, -1.0, 0.9].map(|p| json!({ "p": p, "roots": roots(p) })).to_vec();
    json!({
        "starts": {
            "passes": PASSES,
            "article": run(json!({"solver": "article"})),
            "warm": run(jacobi(0.9)),
            "cold": run(jacobi(0.0)),
        },
        "worst": worst, "roots": roots,
    })
}

fn jacobi(warm_start: f64) -> Value {
    json!({"solver": "jacobi", "execution": "global", "relaxation": 1, "warmStart": warm_start})
}

/// Gap and residual by pass at the frames shown.
fn run(mut changes: Value) -> Vec<Value> {
    changes["iterations"] = json!(PASSES);
    let scene = super::pendant(json!({"beads": BEADS, "tilt": 0.09, "massRatio": 1}));
    let mut twin = super::twin(&scene, changes);
    (1..=FRAMES)
        .filter_map(|frame| {
            let residuals = twin.step_recorded();
            let shown = json!({ "frame": frame, "gap": twin.measure().max_gap, "residuals": residuals });
            SHOWN.contains(&frame).then_some(shown)
        })
        .collect()
}

/// p = (1 − ωμ)^N of the mode that fares worst, with μ the eigenvalues of D⁻¹A of the straight chain.
fn worst(passes: i32, omega: f64) -> Value {
    let growth = |p: f64| roots(p).iter().fold(0.0, |most: f64, [re, im]| most.max(re.hypot(*im)));
    let p = spectrum()
        .into_iter()
        .map(|mu| (1.0 - omega * mu).powi(passes))
        .max_by(|p, q| growth(*p).total_cmp(&growth(*q)))
        .expect("a chain has modes");
    json!({ "passes": passes, "omega": omega, "p": p, "growth": growth(p) })
}

/// Eigenvalues of L⁻¹ A L⁻ᵀ, which are those of D⁻¹A, with D = L Lᵀ the 3 × 3 blocks on A's diagonal.
fn spectrum() -> Vec<f64> {
    let scene = super::pendant(json!({"beads": BEADS, "tilt": 0, "massRatio": 1}));
    let mut twin = super::twin(&scene, json!({"solver": "jacobi", "stiffnessGuard": false}));
    twin.step(1);
    let joints: Vec<usize> = (0..twin.world().ties.len()).collect();
    let j = dense::jacobian(twin.world(), &joints);
    let rows = dense::delassus(&j, &dense::inverse_mass(twin.world()));
    let a = DMatrix::from_fn(rows.len(), rows.len(), |r, c| rows[r][c]);
    let d = a.map_with_location(|r, c, x| if r / 3 == c / 3 { x } else { 0.0 });
    let l = d.cholesky().expect("blocks are positive").l();
    let half = l.solve_lower_triangular(&a).expect("L is regular");
    let whole = l.solve_lower_triangular(&half.transpose()).expect("L is regular");
    whole.symmetric_eigenvalues().iter().copied().collect()
}

/// Roots of z² − 2pz + p, as eigenvalues of its companion, by their imaginary and then their real part.
fn roots(p: f64) -> Vec<[f64; 2]> {
    let companion = Matrix2::new(2.0 * p, -p, 1.0, 0.0);
    let mut found: Vec<[f64; 2]> = companion.complex_eigenvalues().iter().map(|z| [z.re, z.im]).collect();
    found.sort_by(|a, b| b[1].total_cmp(&a[1]).then(b[0].total_cmp(&a[0])));
    found
}
