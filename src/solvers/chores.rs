//! Work on a simulation between its steps, as plans of their own.

use super::planner::{Planner, Tuning};
use super::{direct, joints, parts};
use crate::codes::contact_size::OF_MEASURE;
use crate::lists::{Domain, Lists};
use crate::parameters::{Parameters, Positions};
use crate::plan::{Dispatch, Facts, Plan, REDUCTION_GROUPS};

fn planner<'a>(parameters: &'a Parameters, lists: &'a Lists) -> Planner<'a> {
    // none of these depends on what the machine is like
    Planner::new(parameters, lists, Facts::default(), false)
}

/// True inverse inertias beside the velocities, where the last solver may have left guarded ones.
pub fn unguard(parameters: &Parameters, lists: &Lists) -> Vec<Dispatch> {
    let mut planner = planner(parameters, lists);
    planner.over("compute_inertia", &lists.whole.bodies);
    planner.finish().substep
}

/// J, C and β C/h of the poses as they stand, for a measurement before the next step. Each island has the β of the
/// solver that takes it.
pub fn linearise(parameters: &Parameters, lists: &Lists) -> Plan {
    let mut planner = planner(parameters, lists);
    for part in parts(parameters, lists) {
        let stabilisation = part.pull(parameters);
        planner.tune(Tuning { stabilisation, ..part.tuning(parameters) });
        let Domain { bodies, joints, mixed, .. } = part.domain;
        planner.over("compute_inertia", bodies);
        planner.over("compute_jacobian_and_delassus", joints);
        planner.publish("publish_residual", joints);
        joints::look(&mut planner, mixed);
        planner.publish("joint_misses", &mixed.courses);
        planner.publish("joint_publish", &mixed.joints);
    }
    planner.finish()
}

/// Comes before a substep's own dispatches while a hand is on a body.
pub fn pull(parameters: &Parameters, lists: &Lists) -> Dispatch {
    let mut planner = planner(parameters, lists);
    planner.always("apply_pull", 0, 1, 1);
    planner.finish().substep.remove(0)
}

/// Comes before each substep of a frame that was pushed in. So many records of `pushes` hold forces. Behind them stand
/// so many impulses, which act in the frame's first substep, and behind these so many torques between bodies.
pub fn push(
    parameters: &Parameters,
    lists: &Lists,
    [forces, impulses, torques]: [u32; 3],
    first: bool,
) -> Vec<Dispatch> {
    let mut planner = planner(parameters, lists);
    let behind = forces + impulses;
    planner.with("apply_pushes", &(0..forces), |step| step.gain = step.h);
    planner.with("apply_pushes", &(forces..behind), |step| step.gain = f64::from(u8::from(first)));
    planner.with("apply_torques", &(behind..behind + torques), |_| {});
    planner.finish().substep
}

/// Gives the held body's number to the kernels that must project its island.
pub fn hold(plan: &mut Plan, body: usize) {
    for dispatch in &mut plan.substep {
        if ["symplectic_chains", "solve_islands", "solve_small_islands", "joint_judge"]
            .contains(&dispatch.kernel)
        {
            dispatch.step.extra[1] = body as u32 + 1;
        }
    }
}

/// Gaps, residuals and energies of all, reduced to one record.
pub fn measure(parameters: &Parameters, lists: &Lists) -> Vec<Dispatch> {
    let joints = &lists.whole.joints;
    let mut planner = planner(parameters, lists);
    if !lists.points {
        planner.over("joint_gaps", joints);
    }
    planner.always("measure", joints.start, joints.end - joints.start, REDUCTION_GROUPS);
    if lists.drags.scaled {
        let records = lists.drags.records;
        planner.grouped("measure_gravity", records.first, records.count, REDUCTION_GROUPS, |_| {});
    }
    if lists.contacts.is_some() {
        planner.grouped("contact_size", 0, 1, 1, |step| step.extra[0] = OF_MEASURE);
        planner.pairs("contact_measure", |_| {});
    }
    if direct::positions(planner.parameters, lists) == Positions::Symplectic {
        planner.always("count_falls", 0, lists.body_count, REDUCTION_GROUPS);
    }
    planner.always("measure_total", 0, REDUCTION_GROUPS, 1);
    planner.finish().substep
}

/// Puts a body elsewhere; the machine has its record.
pub fn place(parameters: &Parameters, lists: &Lists) -> Vec<Dispatch> {
    let mut planner = planner(parameters, lists);
    planner.always("place_body", 0, 1, 1);
    planner.pose_parts();
    planner.finish().substep
}

/// Parts of compounds where their compounds are.
pub fn pose_parts(parameters: &Parameters, lists: &Lists) -> Vec<Dispatch> {
    let mut planner = planner(parameters, lists);
    planner.pose_parts();
    planner.finish().substep
}

/// Forgets the contacts of bodies that come or go, or of one that was put elsewhere.
pub fn forget(parameters: &Parameters, lists: &Lists, elsewhere: Option<usize>) -> Vec<Dispatch> {
    let body = elsewhere.map_or(u32::MAX, |body| body as u32);
    forget_by(parameters, lists, [body, 0])
}

/// The same where numbers become those of other bodies: they touched nothing, so no event tells that they end.
pub fn forget_touch(parameters: &Parameters, lists: &Lists) -> Vec<Dispatch> {
    forget_by(parameters, lists, [u32::MAX, 1])
}

fn forget_by(parameters: &Parameters, lists: &Lists, what: [u32; 2]) -> Vec<Dispatch> {
    let mut planner = planner(parameters, lists);
    if lists.contacts.is_some() {
        planner.pairs("contact_forget", |step| step.extra = what);
    }
    planner.finish().substep
}

/// The first body that is not finite.
pub fn find_fault(parameters: &Parameters, lists: &Lists) -> Vec<Dispatch> {
    let mut planner = planner(parameters, lists);
    planner.over("find_fault", &(0..lists.body_count));
    planner.finish().substep
}

/// A workgroup for each of so many rays.
pub fn cast_rays(parameters: &Parameters, lists: &Lists, rays: u32) -> Vec<Dispatch> {
    let mut planner = planner(parameters, lists);
    planner.always("cast_rays", 0, rays, rays);
    planner.finish().substep
}
