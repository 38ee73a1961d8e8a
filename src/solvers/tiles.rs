//! Whole substeps by tiles: for the iterative solvers, where every island fits one (`lists/tiles.rs`).

use super::planner::Planner;
use crate::lists::{Domain, Table};
use crate::plan::{Facts, Step};

/// A whole substep: a `tile_*` kernel does all its stages, and publishes its residuals.
pub fn plan(planner: &mut Planner, domain: &Domain, kernel: &'static str, change: impl FnOnce(&mut Step)) {
    let Table { first, count } = domain.tiles;
    planner.grouped(kernel, first, count, count, change);
}

/// Plans `tile_relax`, with `blend` and `gain` as it takes them.
pub fn relax(planner: &mut Planner, domain: &Domain, blend: f64, gain: f64) {
    plan(planner, domain, "tile_relax", |step| {
        step.blend = blend;
        step.gain = gain;
    });
}

/// Where `tile_relax` is faster than one dispatch per pass.
pub fn relaxing_pays(facts: Facts) -> bool {
    !facts.slow_barriers
}
