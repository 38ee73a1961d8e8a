//! The cases that are measured: scenes of a wanted size, and the solvers and executions that apply to them.

use serde_json::{Map, Value, json};

#[cfg(not(target_arch = "wasm32"))]
use super::peers;
use crate::error::Result;
use crate::lists::Lists;
use crate::parameters::{ContactSolver, Execution, Parameters, Positions};
use crate::plan::Facts;
use crate::scene::{Scene, built_in};
use crate::solvers::{self, Recommended};

/// Passes of the iterative solvers, the article's among them, whose row reads 1.00.
pub const ITERATIONS: u32 = 20;

/// Beads of a chain of `necklaces` and `curtain`.
pub const CHAIN: u64 = 40;

/// The scenes of the whole table.
#[cfg(not(target_arch = "wasm32"))]
pub const TABLE: [&str; 14] = [
    "necklaces",
    "pendant",
    "net",
    "ragdolls",
    "arm",
    "rope",
    "stack",
    "pyramid",
    "heap",
    "wrecking",
    "joint-grid",
    "many-pyramids",
    "box-columns",
    "brick-ring",
];

/// Options that give the scene `name` about `beads` beads.
pub fn options_for(name: &str, beads: u64) -> Map<String, Value> {
    let beads = beads.max(9);
    let side = (beads as f64).sqrt().round().max(3.0);
    let options = match name {
        "necklaces" => {
            let tilt = 30f64.to_radians();
            json!({"chains": (beads / CHAIN).max(1), "beads": CHAIN, "radius": 0.25, "tilt": tilt})
        }
        "curtain" => json!({"chains": (beads / CHAIN).max(1), "beads": CHAIN}),
        "pendant" => json!({"beads": beads.min(CHAIN), "massRatio": 1000, "radius": 0.25}),
        "tree" => json!({"branches": 2, "depth": (beads as f64).log2().round().max(2.0)}),
        "net" | "joint-grid" => json!({"rows": side, "columns": side}),
        "linkage" => json!({"bars": beads.min(1000)}),
        "track" => json!({"plates": beads}),
        "suspension" => json!({"planks": (beads / 3).clamp(4, 1000)}),
        "rope" => json!({"rods": beads.min(10_000), "massRatio": 1000, "slack": 0}),
        "springs" => json!({"count": (beads / 2).clamp(1, 8)}),
        // hinges, so that engines that are given no cones can be beside it
        "ragdolls" => json!({"count": (beads / 10).clamp(1, 10_000), "hinges": 1}),
        "ragdoll-drop" => json!({"count": (beads / 10).clamp(1, 10_000)}),
        "arm" | "car" | "tablecloth" => json!({}),
        "glider" => json!({"boxes": beads.min(1000)}),
        "stable-spherical-chain" => json!({"links": beads}),
        "stack" | "high-mass-ratio" => json!({"boxes": beads.min(100)}),
        // b (b + 1)/2 bricks over a base of b
        "pyramid" | "large-pyramid" => json!({"base": (2.0 * beads as f64).sqrt().floor().min(200.0)}),
        // larger ones from some size on, as Box3D has 196 of them
        "many-pyramids" if beads >= 4_000 => json!({"base": 10, "pyramids": (beads / 55).min(10_000)}),
        "many-pyramids" => json!({"base": 5, "pyramids": (beads / 15).clamp(1, 10_000)}),
        "chutes" => json!({"count": beads.min(24)}),
        "heap" => json!({"count": beads.min(1_000_000)}),
        "dominoes" => json!({"count": beads.min(10_000)}),
        "cradle" => json!({"balls": beads.min(100)}),
        "pour" => json!({"chains": (beads / 20).clamp(1, 10_000)}),
        "wrecking" => json!({"beads": beads.min(1000)}),
        // in the sizes that others publish times of, and more
        "box-columns" => json!({"side": (0.1 * beads as f64).sqrt().round(), "boxes": 10}),
        "brick-ring" if beads < 5_000 => json!({"radius": 5, "courses": 10, "tier": 2, "rows": 5}),
        "brick-ring" if beads < 60_000 => json!({"radius": 12, "courses": 20, "tier": 2, "rows": 10}),
        "brick-ring" => {
            let radius = 80.0 * (beads as f64 / 110_442.0).round().max(1.0);
            json!({"radius": radius, "courses": 40, "tier": 4, "rows": 10})
        }
        _ => json!({"beads": beads}),
    };
    match options {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// A scene, built-in or a peer's, and the parameters that it asks for.
pub fn build(name: &str, options: &Map<String, Value>) -> Result<(Scene, Parameters)> {
    #[cfg(not(target_arch = "wasm32"))]
    let scene = match peers::build(name, options) {
        Some(scene) => scene,
        None => built_in::build(name, options)?,
    };
    #[cfg(target_arch = "wasm32")]
    let scene = built_in::build(name, options)?;
    let parameters = Parameters { iterations: ITERATIONS, ..Parameters::default() };
    let parameters = parameters.with(&scene.recommendations())?;
    let parameters = parameters.settled_by(scene.gravity.map(|vector| vector.to_array()));
    Ok((scene, parameters))
}

/// What a scene whose bodies touch is judged by after ten seconds: no truth is known of where its bodies lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Judged {
    /// How deep one body lies in another: what is poured has no place to keep.
    Depth,
    /// How far a body is from where it stood: depth alone would praise a stack that has fallen.
    Moved,
    /// How far joints came apart.
    Gap,
}

impl Judged {
    pub fn of(name: &str, scene: &Scene) -> Option<Self> {
        match name {
            _ if !scene.contacts => None,
            _ if !scene.joints.is_empty() => Some(Self::Gap),
            "heap" | "chutes" | "cradle" | "dominoes" => Some(Self::Depth),
            _ => Some(Self::Moved),
        }
    }

    /// As it stands in the records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Depth => "depth",
            Self::Moved => "moved",
            Self::Gap => "gap",
        }
    }
}

/// One row: a solver in one execution.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    pub parameters: Parameters,
    /// The kernels that solve.
    pub kernels: String,
    pub iterative: bool,
}

impl Variant {
    /// Of contacts where bodies touch, of joints elsewhere; None for solvers without.
    pub fn passes(&self) -> Option<u32> {
        let Parameters { iterations, contact_passes, .. } = self.parameters;
        let passes = if self.contact_solver().is_some() { contact_passes.or(1) } else { iterations };
        self.iterative.then_some(passes)
    }

    /// As it stands in the records; None where nothing touches.
    pub fn contact_solver(&self) -> Option<&'static str> {
        match self.parameters.contact_solver {
            ContactSolver::Auto => None,
            ContactSolver::GaussSeidel => Some("gauss-seidel"),
            ContactSolver::Chebyshev => Some("chebyshev"),
            ContactSolver::MassSplitting => Some("mass-splitting"),
            ContactSolver::Jacobi => Some("jacobi"),
        }
    }
}

/// Ways to keep joints shut that are rows of their own: those of the exact solver.
pub fn ways(solver: &str) -> &'static [Positions] {
    match solver {
        "direct" => &[Positions::Pulled, Positions::Projected, Positions::Symplectic],
        _ => &[Positions::Auto],
    }
}

/// The rows of a scene: its solvers of contacts where bodies touch, of joints elsewhere.
pub fn variants(base: &Parameters, lists: &Lists) -> Vec<Variant> {
    if lists.contacts.is_some() { contact_variants(base, lists) } else { joint_variants(base, lists) }
}

/// Every solver of contacts, with the joints solved as `auto` does.
fn contact_variants(base: &Parameters, lists: &Lists) -> Vec<Variant> {
    use ContactSolver::{Chebyshev, GaussSeidel, Jacobi, MassSplitting};
    let variant = |contact_solver| {
        let parameters = Parameters { contact_solver, ..base.clone() };
        let kernels = solvers::execution(&parameters, lists, Facts::GPU);
        Variant { parameters, kernels, iterative: true }
    };
    [GaussSeidel, MassSplitting, Chebyshev, Jacobi].map(variant).into()
}

/// Every solver that takes the scene, by every execution and way that makes a difference. The article's comes first, where it does.
fn joint_variants(base: &Parameters, lists: &Lists) -> Vec<Variant> {
    let mut out: Vec<Variant> = Vec::new();
    for solver in solvers::list() {
        for &positions in ways(solver.name) {
            for execution in [Execution::Global, Execution::Tile, Execution::Auto] {
                let mut parameters = Parameters { solver: solver.name, execution, positions, ..base.clone() };
                if let Some(Recommended { substeps, iterations }) = solver.recommended {
                    (parameters.substeps, parameters.iterations) = (substeps, iterations);
                }
                if solvers::check(&parameters, lists).is_err() {
                    continue;
                }
                let kernels = solvers::execution(&parameters, lists, Facts::GPU);
                let same = |row: &Variant| {
                    (row.parameters.solver, row.parameters.positions, &row.kernels)
                        == (solver.name, positions, &kernels)
                };
                if !out.iter().any(same) {
                    let iterative = solvers::chosen(&parameters, lists).iterative;
                    out.push(Variant { parameters, kernels, iterative });
                }
            }
        }
    }
    out
}

/// A solver, and how it keeps joints shut where that is a row of its own.
pub fn row_name(solver: &str, positions: Positions) -> String {
    positions_name(positions).map_or(solver.into(), |way| format!("{solver}, {way}"))
}

/// As it stands in the records; None where there is nothing to choose.
pub fn positions_name(positions: Positions) -> Option<&'static str> {
    match positions {
        Positions::Auto => None,
        Positions::Pulled => Some("pulled"),
        Positions::Projected => Some("projected"),
        Positions::Symplectic => Some("symplectic"),
    }
}

/// As it stands in the records.
pub fn execution_name(execution: Execution) -> &'static str {
    match execution {
        Execution::Auto => "auto",
        Execution::Global => "global",
        Execution::Tile => "tile",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Joint;
    use crate::simulation::manner;
    use crate::topology::Topology;

    #[test]
    fn every_scene_comes_in_every_size() {
        for info in built_in::scenes() {
            for beads in [10, 1000] {
                let (scene, parameters) = build(info.name, &options_for(info.name, beads)).unwrap();
                let topology = Topology::of(&scene);
                let lists = Lists::with(&topology, &scene, manner(&parameters, &scene));
                let rows = variants(&parameters, &lists);
                // which takes nothing but points
                let points = scene.joints.iter().all(Joint::is_plain);
                if scene.contacts {
                    let solvers: Vec<_> = rows.iter().filter_map(Variant::contact_solver).collect();
                    assert_eq!(
                        solvers,
                        ["gauss-seidel", "mass-splitting", "chebyshev", "jacobi"],
                        "{}",
                        info.name
                    );
                    continue;
                }
                assert_eq!(rows[0].parameters.solver == "article", points, "{}", info.name);
                assert!(rows.len() >= 6, "{} has {} rows", info.name, rows.len());
            }
        }
    }
}
