//! One run on the f64 twin: a scene, a setting, and how it ends.

use beadwork::Scene;
use beadwork::benchmark::stability::in_parallel;
use beadwork::cpu::Twin;
use beadwork::plan::{Dispatch, Facts};
use beadwork::solvers;
use serde_json::{Value, json};

use super::columns::perturbed;
use super::document::parameters;

pub const SEEDS: u64 = 6;
/// Ten seconds.
pub const FRAMES: u32 = 600;

/// How contacts are solved.
#[derive(Clone, Debug)]
pub struct Setting {
    pub solver: &'static str,
    pub substeps: u32,
    pub passes: u32,
    /// `auto`, `hard` or Hz.
    pub softness: Value,
}

impl Setting {
    pub fn soft(substeps: u32, passes: u32) -> Self {
        Self { solver: "gauss-seidel", substeps, passes, softness: json!("auto") }
    }

    pub fn hard(substeps: u32, passes: u32) -> Self {
        Self { softness: json!("hard"), ..Self::soft(substeps, passes) }
    }

    pub fn at(self, hertz: f64) -> Self {
        Self { softness: json!(hertz), ..self }
    }

    pub fn by(self, solver: &'static str) -> Self {
        Self { solver, ..self }
    }

    fn is_hard(&self) -> bool {
        self.softness == json!("hard")
    }

    /// Passes over all contacts, those that relax among them.
    pub fn passes_a_frame(&self) -> u32 {
        self.substeps * self.passes * if self.is_hard() { 1 } else { 2 }
    }

    pub const HEADS: [&str; 5] =
        ["`contactSolver`", "`substeps`", "`contactPasses`", "`contactSoftness`", "passes a frame"];

    pub fn cells(&self) -> Vec<String> {
        let softness = match self.softness.as_f64() {
            Some(hertz) => format!("{hertz} Hz"),
            None => self.softness.as_str().expect("a word").to_string(),
        };
        let passes = if self.is_hard() { self.passes.to_string() } else { format!("{0} + {0}", self.passes) };
        let counts = [self.substeps.to_string(), passes, softness, self.passes_a_frame().to_string()];
        [self.solver.to_string()].into_iter().chain(counts).collect()
    }

    pub fn twin(&self, scene: &Scene) -> Twin {
        let changes = json!({
            "contactSolver": self.solver, "substeps": self.substeps, "contactPasses": self.passes,
            "contactSoftness": self.softness,
        });
        Twin::new(scene, parameters(changes)).expect("a twin")
    }
}

/// How far it may go and still stand, m.
#[derive(Clone, Copy)]
pub struct Bounds {
    pub sank: f64,
    pub aside: f64,
}

pub const BOUNDS: Bounds = Bounds { sank: 0.3, aside: 0.25 };

/// A run ends where a body has gone so far down or aside, m.
const GONE: f64 = 1.0;

/// As it is after the last frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ended {
    /// When a body went beyond the bounds, s, if at the end one is beyond them.
    pub fell: Option<f64>,
    /// The farthest that any body is lower, and aside, m.
    pub sank: f64,
    pub aside: f64,
    /// The farthest aside that any body ever was, as looked at ten times a second, m.
    pub swayed: f64,
    pub depth: f64,
    /// J
    pub energy: f64,
    /// Of the fastest body, m/s.
    pub speed: f64,
}

pub fn ended(scene: &Scene, twin: &mut Twin) -> Ended {
    let found = twin.measure();
    if !found.finite {
        let far = f64::INFINITY;
        return Ended { sank: far, aside: far, depth: far, energy: far, speed: far, ..Ended::default() };
    }
    let mut end = Ended { depth: found.max_depth, energy: found.kinetic_energy, ..Ended::default() };
    let world = twin.world();
    for (i, body) in scene.bodies.iter().enumerate() {
        let now: glam::DVec3 = world.poses[i].position.into();
        let way = now - body.position.as_dvec3();
        let v: glam::DVec3 = world.velocities[i].linear.into();
        end.sank = end.sank.max(-way.y);
        end.aside = end.aside.max(way.with_y(0.0).length());
        end.speed = end.speed.max(v.length());
    }
    end
}

/// Ten seconds, or until it has fallen.
pub fn run(scene: &Scene, twin: &mut Twin, bounds: Bounds, step: impl Fn(&mut Twin)) -> Ended {
    let (mut beyond, mut swayed) = (None, 0.0f64);
    let mut last = Ended::default();
    for frame in 1..=FRAMES {
        step(twin);
        if frame % 6 == 0 {
            last = ended(scene, twin);
            swayed = swayed.max(last.aside);
            if last.sank > bounds.sank || last.aside > bounds.aside {
                beyond = beyond.or(Some(f64::from(frame) / 60.0));
            } else {
                beyond = None;
            }
            if last.sank.max(last.aside) > GONE {
                break;
            }
        }
    }
    Ended { fell: beyond, swayed, ..last }
}

/// Constants of contacts that are no parameters, and how they are for one run.
#[derive(Clone, Copy, Debug)]
pub struct Constants {
    /// Of every pair, in those that it has.
    pub slop: f64,
    /// ζ, where it is another.
    pub damping: Option<f64>,
    /// The share of λ that a substep begins with.
    pub warm: f64,
    pub relaxes: bool,
}

pub const AS_THEY_ARE: Constants = Constants { slop: 1.0, damping: None, warm: 1.0, relaxes: true };

/// A frame of a scene without joints, with these constants.
pub fn frame_with(constants: Constants) -> impl Fn(&mut Twin) {
    move |twin: &mut Twin| {
        let mut plan = solvers::plan(twin.parameters(), twin.lists(), Facts::default(), false);
        let (substeps, h) = (twin.parameters().substeps, twin.parameters().substep());
        if !constants.relaxes {
            let moved = plan.substep.iter().position(|dispatch| dispatch.kernel == "contact_prepare");
            plan.substep.truncate(moved.expect("bodies move") + 1);
        }
        if let Some(damping) = constants.damping {
            plan.substep.iter_mut().for_each(|dispatch| damped(dispatch, damping, h));
        }
        let world = twin.world_mut();
        for dispatch in &plan.frame {
            world.run(dispatch);
            if dispatch.kernel == "contact_collide" {
                world.contacts.twists.iter_mut().for_each(|twist| twist.slop *= constants.slop);
            }
        }
        for dispatch in (0..substeps).flat_map(|_| &plan.substep) {
            if dispatch.kernel == "contact_warm" && constants.warm != 1.0 {
                let forces = world.contacts.forces.iter_mut().flatten();
                forces.for_each(|push| push.lambda *= constants.warm);
            }
            world.run(dispatch);
        }
    }
}

/// κ, s and γ with another ζ, of 1/(4h), as src/solvers/contacts.rs has them; not of passes that relax.
fn damped(dispatch: &mut Dispatch, damping: f64, h: f64) {
    let step = &mut dispatch.step;
    if step.closing > 0.0 {
        let w = 2.0 * std::f64::consts::PI * 0.25 / h;
        let a1 = 2.0 * damping + h * w;
        let a2 = h * w * a1;
        let a3 = 1.0 / (1.0 + a2);
        (step.closing, step.firmness, step.yielding) = (w / a1, a2 * a3, a3);
    }
}

/// Six of a scene, each a little out of true in its own way, for every scene of a row.
pub fn six_each(
    scenes: &[Scene],
    run: impl Fn(&Scene) -> Ended + Sync,
    progress: impl Fn(usize),
) -> Vec<Vec<Ended>> {
    let runs: Vec<(&Scene, u64)> =
        scenes.iter().flat_map(|scene| (1..=SEEDS).map(move |seed| (scene, seed))).collect();
    let found = in_parallel(&runs, |&(scene, seed)| run(&perturbed(scene.clone(), seed)), progress);
    found.chunks(SEEDS as usize).map(<[Ended]>::to_vec).collect()
}

pub fn standing(ends: &[Ended]) -> Vec<Ended> {
    ends.iter().filter(|end| end.fell.is_none()).copied().collect()
}

pub fn median(ends: &[Ended], of: impl Fn(&Ended) -> f64) -> f64 {
    let mut all: Vec<f64> = ends.iter().map(of).collect();
    all.sort_by(f64::total_cmp);
    0.5 * (all[(all.len() - 1) / 2] + all[all.len() / 2])
}
