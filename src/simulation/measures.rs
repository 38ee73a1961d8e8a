//! How the last step went, reduced on the machine to a few numbers. One row per measure: what the pages and the types know
//! of it is made from that row.

use serde::Serialize;

use super::Simulation;
use crate::error::Result;
use crate::machine::Found;
use crate::solvers::{self, Settled, chores};

/// A measure's value, for code that shows all of them.
pub enum Figure<'a> {
    Number(f64),
    /// None where there is none.
    Index(Option<u32>),
    Flag(bool),
    Text(&'a str),
    Curve(&'a [f32]),
    Vector([f64; 3]),
    Numbers(Vec<(&'static str, Option<f64>)>),
}

/// One row of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub name: &'static str,
    pub unit: &'static str,
    pub words: String,
    /// In TypeScript.
    #[serde(skip)]
    pub kind: &'static str,
}

macro_rules! measures {
    ($($(#[doc = $words:literal])+ $field:ident: $type:ty, $name:literal, $unit:literal, $kind:literal;)+) => {
        /// A few numbers that say how the last step went.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Measures {
            $($(#[doc = $words])+ pub $field: $type,)+
        }

        pub fn table() -> Vec<Row> {
            vec![$(Row { name: $name, unit: $unit, words: concat!($($words),+).trim().into(), kind: $kind },)+]
        }

        impl Measures {
            /// Every measure by its name.
            pub fn figures(&self) -> Vec<(&'static str, Figure<'_>)> {
                vec![$(($name, self.$field.figure()),)+]
            }
        }
    };
}

measures! {
    /// Simulated time.
    time: f64, "time", "s", "number";
    /// Frames since the last load.
    steps: u64, "steps", "", "number";
    /// The largest gap |C| of any joint.
    max_gap: f64, "maxGap", "m", "number";
    /// The root mean square of the gaps.
    rms_gap: f64, "rmsGap", "m", "number";
    /// The largest gap over the smaller radius of its joint's bodies.
    max_gap_radii: f64, "maxGapRadii", "radii", "number";
    /// The largest angle by which a joint is open that is to hold one.
    max_angle: f64, "maxAngle", "rad", "number";
    /// The largest way by which a joint is beyond a stop, m or rad.
    max_overshoot: f64, "maxOvershoot", "m or rad", "number";
    /// The joint with that gap.
    worst_joint: u32, "worstJoint", "", "number";
    /// The root mean square over joints of |J V + β C/h|, after the last substep's last pass.
    residual: f64, "residual", "m/s", "number";
    /// The same after the warm start (entry 0) and after each pass; empty unless asked for. Where bodies touch, of their contacts: the
    /// root mean square over points that push of the speed by which each, alone, would still be put right.
    residual_by_iteration: Vec<f32>, "residualByIteration", "m/s", "Float32Array";
    /// The energy of movement and spin, with the true inertia.
    kinetic_energy: f64, "kineticEnergy", "J", "number";
    /// The energy of height: zero at y = 0, moving bodies only.
    potential_energy: f64, "potentialEnergy", "J", "number";
    /// The momentum of all that moves: x, y and z.
    momentum: [f64; 3], "momentum", "kg m/s", "[number, number, number]";
    /// Their angular momentum about the origin, with the true inertia.
    angular_momentum: [f64; 3], "angularMomentum", "kg m²/s", "[number, number, number]";
    /// Islands whose substep gained energy or came apart and was taken back and projected instead, since the last measurement;
    /// only `positions: symplectic` does so.
    fell_back: u64, "fellBack", "islands", "number";
    /// The most solves that limits and motors took in a substep, since the last measurement; 0 where there are none, or another solver
    /// than the exact one.
    rounds: u64, "rounds", "", "number";
    /// Points at which bodies push each other.
    contacts: u64, "contacts", "", "number";
    /// The largest depth of any body in another.
    max_depth: f64, "maxDepth", "m", "number";
    /// Pairs of bodies that touch and found no room to be taken, since the last measurement: counted in each frame.
    contacts_dropped: u64, "contactsDropped", "", "number";
    /// Events that found no room to wait in for `readEvents`, since the last measurement.
    events_dropped: u64, "eventsDropped", "", "number";
    /// The solver; under `auto` the one that it chose.
    solver: &'static str, "solver", "", "SolverName";
    /// The numbers that the solver goes by where a parameter says `auto`; null where it has no relaxation.
    settled: Settled, "tuning", "", "{ relaxation: number | null; warmStart: number; stabilisation: number }";
    /// The kernel or kernels that solved: which execution was taken.
    execution: String, "execution", "", "string";
    /// What it runs on.
    machine: &'static str, "machine", "", "'gpu' | 'cpu'";
    /// False as soon as a position or velocity is not a number.
    finite: bool, "finite", "", "boolean";
    /// The first body that is not finite.
    bad_body: Option<u32>, "badBody", "", "number | null";
    /// Milliseconds by stage of one substep; empty where the device has no timestamps.
    stage_milliseconds: Vec<(&'static str, f64)>, "stageMilliseconds", "ms", "Record<string, number>";
}

trait Measured {
    fn figure(&self) -> Figure<'_>;
}

impl Measured for f64 {
    fn figure(&self) -> Figure<'_> {
        Figure::Number(*self)
    }
}

impl Measured for u64 {
    fn figure(&self) -> Figure<'_> {
        Figure::Number(*self as f64)
    }
}

impl Measured for u32 {
    fn figure(&self) -> Figure<'_> {
        Figure::Index(Some(*self))
    }
}

impl Measured for Option<u32> {
    fn figure(&self) -> Figure<'_> {
        Figure::Index(*self)
    }
}

impl Measured for bool {
    fn figure(&self) -> Figure<'_> {
        Figure::Flag(*self)
    }
}

impl Measured for String {
    fn figure(&self) -> Figure<'_> {
        Figure::Text(self)
    }
}

impl Measured for &'static str {
    fn figure(&self) -> Figure<'_> {
        Figure::Text(self)
    }
}

impl Measured for Vec<f32> {
    fn figure(&self) -> Figure<'_> {
        Figure::Curve(self)
    }
}

impl Measured for [f64; 3] {
    fn figure(&self) -> Figure<'_> {
        Figure::Vector(*self)
    }
}

impl Measured for Vec<(&'static str, f64)> {
    fn figure(&self) -> Figure<'_> {
        Figure::Numbers(self.iter().map(|&(name, value)| (name, Some(value))).collect())
    }
}

impl Measured for Settled {
    fn figure(&self) -> Figure<'_> {
        Figure::Numbers(vec![
            ("relaxation", self.relaxation),
            ("warmStart", Some(self.warm_start)),
            ("stabilisation", Some(self.stabilisation)),
        ])
    }
}

impl Measures {
    /// `joints` share the gaps and the residual, `curve_items` the curve.
    fn take(&mut self, found: Found, joints: usize, curve_items: usize) {
        let rms = |squares: f64, items: usize| (squares / items.max(1) as f64).sqrt();
        self.max_gap = found.max_gap;
        self.max_gap_radii = found.max_gap_radii;
        self.worst_joint = found.worst_joint;
        self.max_angle = found.max_angle;
        self.max_overshoot = found.max_overshoot;
        self.rounds = found.rounds.into();
        self.contacts = found.contacts.into();
        self.max_depth = found.max_depth;
        self.contacts_dropped = found.contacts_dropped.into();
        self.events_dropped = found.events_dropped.into();
        self.rms_gap = rms(found.gap_squares, joints);
        self.residual = rms(found.residual_squares, joints);
        self.residual_by_iteration =
            found.curve.into_iter().map(|squares| rms(squares, curve_items) as f32).collect();
        self.kinetic_energy = found.kinetic;
        self.potential_energy = found.potential;
        self.momentum = found.momentum;
        self.angular_momentum = found.angular_momentum;
        self.fell_back = found.fell_back.into();
        self.finite = found.bad_body.is_none();
        self.bad_body = found.bad_body;
        self.stage_milliseconds = found.stages;
    }
}

impl Simulation {
    /// How the last step went. With `by_iteration` residuals are recorded from the next step on, or no more.
    pub fn measure(
        &mut self,
        by_iteration: Option<bool>,
    ) -> Result<impl Future<Output = Result<Measures>> + 'static + use<>> {
        self.machine.check()?;
        self.publish()?;
        self.put_stale_joints()?;
        if std::mem::take(&mut self.moved) {
            self.linearise()?;
            self.publish()?;
        }
        let (parameters, lists) = (&self.parameters, &self.connected.lists);
        let part = solvers::last_part(parameters, lists);
        let (joints, curve_joints) = (lists.whole.joints.len(), part.domain.joints.len());
        let curve = if self.recorded { solvers::curve_entries(parameters, lists) } else { 0 };
        let touching = lists.contacts.is_some();
        let reading = self.machine.measure(&chores::measure(parameters, lists), curve)?;
        let mut out = Measures {
            time: self.time,
            steps: self.steps,
            solver: part.solver.name,
            machine: self.machine.name(),
            settled: solvers::settled(parameters, lists),
            execution: solvers::execution(&self.planned(), lists, self.machine.facts()),
            ..Measures::default()
        };
        if let Some(record) = by_iteration {
            self.record = record;
            self.recorded &= record;
        }
        Ok(async move {
            let found = reading.await?;
            let curve_items = if touching { found.contacts as usize } else { curve_joints };
            out.take(found, joints, curve_items);
            Ok(out)
        })
    }

    /// J, C and β C/h of the poses as they stand, so that a measurement before the next step is right.
    pub(super) fn linearise(&mut self) -> Result<()> {
        self.put_stale_joints()?;
        let plan = chores::linearise(&self.parameters, &self.connected.lists);
        self.machine.run_once(&plan.substep)?;
        self.unpublished = plan.publish;
        Ok(())
    }

    /// Before a measurement, and before the lists change that the last step went by.
    pub(super) fn publish(&mut self) -> Result<()> {
        if !self.unpublished.is_empty() {
            self.machine.run_once(&self.unpublished)?;
            self.unpublished.clear();
        }
        Ok(())
    }
}
