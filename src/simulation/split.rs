//! The default numbers of substeps and passes: those that the solver recommends, if it recommends any.

use super::Simulation;
use crate::parameters::{Named, Parameters};
use crate::solvers::{self, Recommended};

/// These parameters, with the solver's recommended substeps and passes in place of defaults. `said` has those that were
/// chosen.
pub(super) fn split_by_solver(mut parameters: Parameters, said: impl Fn(&str) -> bool) -> Parameters {
    let usual = Parameters::default();
    if let Some(Recommended { substeps, iterations }) = solvers::find(parameters.solver).recommended {
        if !said("substeps") && parameters.substeps == usual.substeps {
            parameters.substeps = substeps;
        }
        if !said("iterations") && parameters.iterations == usual.iterations {
            parameters.iterations = iterations;
        }
        // a copy of these parameters keeps these two
        parameters.named.add("substeps");
        parameters.named.add("iterations");
    }
    parameters
}

impl Simulation {
    /// `next`, of which `named` was given by name: with another solver goes what the one before recommended, and comes what this one does.
    pub(super) fn split_anew(&self, mut next: Parameters, named: &Named) -> Parameters {
        let now = &self.parameters;
        if next.solver == now.solver {
            return next;
        }
        let of_scene = self.scene.recommendations();
        let said = |name: &str| named.has(name) || of_scene.contains_key(name);
        if let Some(before) = solvers::find(now.solver).recommended {
            if !said("substeps") && now.substeps == before.substeps {
                next.substeps = self.own.substeps;
            }
            if !said("iterations") && now.iterations == before.iterations {
                next.iterations = self.own.iterations;
            }
        }
        split_by_solver(next, said)
    }
}
