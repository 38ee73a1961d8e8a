//! Scenes known for their gaps: swings, a thousandfold weight, thin chains, a whip crack.

use serde_json::{Map, Value, json};

use super::cases;
use super::record::GapRow;
use crate::error::Result;
use crate::parameters::{Parameters, Positions};
use crate::scene::Scene;

/// Rows without their figures.
pub fn rows() -> Vec<GapRow> {
    let chain = |radius: f64, tilt: f64| json!({"chains": 4, "beads": 40, "radius": radius, "tilt": tilt});
    let (small, usual, flat) = (5f64.to_radians(), 30f64.to_radians(), 90f64.to_radians());
    let pendant = json!({"beads": 40, "radius": 0.25, "tilt": usual, "massRatio": 1000});
    let cases: [(&str, &str, Value, &[u32]); 6] = [
        ("necklaces, r = 0.25 m, tilt 30°", "necklaces", chain(0.25, usual), &[1, 4]),
        ("necklaces, r = 0.25 m, tilt 5°", "necklaces", chain(0.25, small), &[1, 4]),
        ("necklaces, r = 0.1 m, tilt 5°", "necklaces", chain(0.1, small), &[1]),
        ("necklaces, r = 0.05 m, tilt 5°", "necklaces", chain(0.05, small), &[1]),
        ("necklaces, r = 0.5 m, level (whip)", "necklaces", chain(0.5, flat), &[1, 2, 4, 8]),
        ("pendant 1000:1, r = 0.25 m, tilt 30°", "pendant", pendant, &[1, 4]),
    ];
    let mut rows = Vec::new();
    for (what, scene, options, substeps) in cases {
        for &substeps in substeps {
            for &positions in cases::ways("direct") {
                rows.push(GapRow {
                    what: what.into(),
                    scene: scene.into(),
                    options: options.clone(),
                    solver: "direct".into(),
                    positions: cases::positions_name(positions).map(String::from),
                    substeps,
                    stabilisation: (positions == Positions::Pulled).then_some(0.2),
                    ..GapRow::default()
                });
            }
        }
    }
    rows
}

impl GapRow {
    /// Its scene, the parameters that the scene asks for, and the row's.
    pub fn subject(&self) -> Result<(Scene, Parameters, Parameters)> {
        let none = Map::new();
        let (scene, base) = cases::build(&self.scene, self.options.as_object().unwrap_or(&none))?;
        let way = self.positions.as_deref().unwrap_or("auto");
        let changes = json!({"solver": self.solver, "substeps": self.substeps, "positions": way});
        let parameters = base.with(changes.as_object().unwrap_or(&none))?;
        Ok((scene, base, parameters))
    }

    pub fn is_like(&self, other: &GapRow) -> bool {
        let way = |row: &GapRow| (row.what.clone(), row.solver.clone(), row.positions.clone(), row.substeps);
        way(self) == way(other)
    }
}
