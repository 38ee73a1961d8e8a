//! How many passes a solver needs from a cold start.

use beadwork::benchmark::figures::grouped;
use beadwork::cpu::{Twin, World};
use beadwork::lists::Lists;
use beadwork::plan::{Dispatch, Facts};
use beadwork::solvers::{self, Solver};
use beadwork::{Parameters, Scene};
use serde_json::json;

/// Of the residual of λ = 0.
pub const MARKS: [f64; 2] = [1e-3, 1e-6];
/// The article's number of passes.
pub const USUAL: u32 = 20;

pub struct Subject {
    pub what: &'static str,
    pub parameters: Parameters,
    pub lists: Lists,
    /// At the moment of the solve, without multipliers.
    pub world: World,
}

impl Subject {
    /// The scene after `seconds` under the exact solver, or the one that `auto` takes for it.
    pub fn of(what: &'static str, scene: &Scene, base: Parameters, seconds: f64) -> Self {
        let mut twin = Twin::new(scene, base).expect("a twin");
        twin.step((60.0 * seconds).round() as u32);
        twin.world_mut().multipliers.fill(Default::default());
        let (parameters, lists, world) =
            (twin.parameters().clone(), twin.lists().clone(), twin.world().clone());
        Self { what, parameters, lists, world }
    }
}

/// A solver with its settings.
pub struct Entry {
    pub title: String,
    pub solver: &'static Solver,
    pub relaxation: Option<f64>,
}

impl Entry {
    pub fn of(solver: &'static Solver) -> Self {
        Self { title: format!("`{}`", solver.name), solver, relaxation: None }
    }

    pub fn parameters(&self, subject: &Subject, passes: u32) -> Parameters {
        let mut changes = json!({"solver": self.solver.name, "warmStart": 0, "execution": "global"});
        if let Some(omega) = self.relaxation {
            changes["relaxation"] = json!(omega);
        }
        let changes = changes.as_object().cloned().unwrap_or_default();
        let parameters = subject.parameters.with(&changes).expect("valid parameters");
        // beyond what a person may set
        Parameters { iterations: passes, ..parameters }
    }

    /// Residual over that of λ = 0, after each of `passes` passes.
    fn curve(&self, subject: &Subject, passes: u32) -> Vec<f64> {
        let mut world = subject.world.clone();
        let plan = solvers::plan(&self.parameters(subject, passes), &subject.lists, Facts::default(), true);
        plan.substep.iter().for_each(|dispatch| world.run(dispatch));
        let squares = world.residual_curve(passes as usize + 1);
        squares.iter().map(|each| (each / squares[0]).sqrt()).collect()
    }

    /// True where a pass does the same whatever the number of passes.
    fn same_passes(&self, subject: &Subject) -> bool {
        let gains = |passes: u32| -> Vec<(f64, f64)> {
            let plan = plan(&self.parameters(subject, passes), &subject.lists);
            plan.iter().map(|dispatch| (dispatch.step.blend, dispatch.step.gain)).collect()
        };
        let (few, many) = (gains(10), gains(40));
        few.iter().zip(&many).take(few.len() - 1).all(|(a, b)| a == b)
    }
}

pub struct Found {
    /// Fewest passes to each mark, if within the cap.
    passes: [Option<u32>; 2],
    /// Relative residual after the usual number of passes.
    pub usual: f64,
    diverges: bool,
}

impl Found {
    /// Both counts, as a table has them.
    pub fn cell(&self, cap: u32) -> String {
        if self.diverges {
            return "diverges".into();
        }
        let count =
            |n: Option<u32>| n.map_or(format!("> {}", grouped(u64::from(cap))), |n| grouped(u64::from(n)));
        format!("{} / {}", count(self.passes[0]), count(self.passes[1]))
    }
}

pub fn search(subject: &Subject, entry: &Entry, cap: u32) -> Found {
    let usual = entry.curve(subject, USUAL)[USUAL as usize];
    let full = entry.curve(subject, cap);
    let last = full[full.len() - 1];
    let diverges = !last.is_finite() || last > 10.0;
    let passes = if entry.same_passes(subject) {
        MARKS.map(|mark| full.iter().position(|&r| r <= mark).map(|n| n as u32))
    } else {
        MARKS.map(|mark| {
            let reaches = |n: u32| entry.curve(subject, n)[n as usize] <= mark;
            let mut high = 8;
            while high < cap && !reaches(high) {
                high *= 2;
            }
            if high >= cap {
                return None;
            }
            let mut low = high / 2;
            while high - low > 1 {
                let middle = low.midpoint(high);
                if reaches(middle) { high = middle } else { low = middle }
            }
            Some(high)
        })
    };
    Found { passes, usual, diverges }
}

pub fn plan(parameters: &Parameters, lists: &Lists) -> Vec<Dispatch> {
    solvers::plan(parameters, lists, Facts::default(), false).substep
}
