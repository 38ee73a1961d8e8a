//! Velocities that are set, and pushes: forces, torques and impulses that act in the next frame only, or until they are cleared.

use std::collections::BTreeMap;

use glam::{DVec3, Vec3};
use serde_json::{Map, Value};

use super::push_fields::{refuse_others, vector};
use super::{Simulation, Which};
use crate::error::{BeadworkError, Code, Result};
use crate::plan::Dispatch;
use crate::scene::check::{ANGULAR_VELOCITY, LINEAR_VELOCITY, MULTIPLIER, POSITION};
use crate::solvers::chores;
use crate::state::{Push, Pushed, State};

/// Pushes that may wait for one step: a caller that goes on pushing a paused simulation gets an error.
const MOST_WAITING: usize = 4_000_000;

/// A velocity to be set; a value of none stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VelocityChange {
    /// m/s
    pub linear: Option<Vec3>,
    /// rad/s, world axes.
    pub angular: Option<Vec3>,
}

impl VelocityChange {
    /// From JSON, where only these fields may stand.
    pub fn read(fields: &Map<String, Value>) -> Result<Self> {
        refuse_others(fields, &["linear", "angular"])?;
        Ok(Self { linear: vector(fields, "linear")?, angular: vector(fields, "angular")? })
    }

    /// This one, after another.
    fn after(self, other: VelocityChange) -> Self {
        Self { linear: self.linear.or(other.linear), angular: self.angular.or(other.angular) }
    }

    pub(super) fn put(self, state: &mut State, body: usize) {
        let arrays = [&mut state.linear_velocities, &mut state.angular_velocities];
        for (array, part) in arrays.into_iter().zip([self.linear, self.angular]) {
            if let Some(part) = part {
                array[3 * body..3 * body + 3].copy_from_slice(&part.to_array());
            }
        }
    }
}

fn within(name: &str, vector: Vec3, most: f32, unit: &str) -> Result<()> {
    // written so that NaN is refused
    if vector.to_array().iter().all(|x| x.abs() <= most) {
        return Ok(());
    }
    let message = format!("{name} must be three numbers from -{most:e} to {most:e} {unit}.");
    Err(BeadworkError::at(Code::Parameter, name, message))
}

impl Simulation {
    /// Sets the velocity of a body from now on; how one drives a kinematic body. Part of the state like any other velocity.
    pub fn set_velocity<'a>(&mut self, body: impl Into<Which<'a>>, change: VelocityChange) -> Result<()> {
        self.machine.check()?;
        let body = self.body(body)?;
        if self.is_fixed(body) {
            let message = format!("Body {body} is fixed and does not move, so it has no velocity.");
            return Err(BeadworkError::at(Code::Parameter, "body", message));
        }
        let VelocityChange { linear, angular } = change;
        within("linear", linear.unwrap_or_default(), LINEAR_VELOCITY, "m/s")?;
        within("angular", angular.unwrap_or_default(), ANGULAR_VELOCITY, "rad/s")?;
        // the last step is measured by the velocities that it left
        self.publish()?;
        self.put_velocity(body, change)
    }

    /// A kinematic body is driven so from now on.
    pub(super) fn put_velocity(&mut self, body: usize, change: VelocityChange) -> Result<()> {
        self.machine.put_velocity(body, change.linear, change.angular)?;
        if self.scene.bodies[body].kinematic && change != VelocityChange::default() {
            let told = self.drives.entry(body).or_default();
            *told = change.after(*told);
        }
        Ok(())
    }

    /// Pushes a body: a force and a torque through the next frame, an impulse where it begins. Pushes add up.
    pub fn push<'a>(&mut self, body: impl Into<Which<'a>>, push: Push) -> Result<()> {
        self.machine.check()?;
        let body = self.body(body)?;
        let why = match () {
            () if self.is_fixed(body) => Some("is fixed and does not move, whatever pushes it"),
            () if self.scene.bodies[body].kinematic => {
                Some("is kinematic: it moves by its velocity, whatever pushes it. Set that instead")
            }
            () => None,
        };
        if let Some(why) = why {
            return Err(BeadworkError::at(Code::Parameter, "body", format!("Body {body} {why}.")));
        }
        within("force", push.force, MULTIPLIER, "N")?;
        within("torque", push.torque, MULTIPLIER, "N m")?;
        within("impulse", push.impulse, MULTIPLIER, "N s")?;
        within("at", push.at.unwrap_or_default(), POSITION, "m")?;
        self.bearable(body, &push)?;
        self.check_torque_between(body, &push)?;
        if push.stays && push.impulse != Vec3::ZERO {
            let message = "impulse acts at once, so it cannot stay; give a force.";
            return Err(BeadworkError::at(Code::Parameter, "impulse", message));
        }
        if self.pushes.len() + self.standing.len() >= MOST_WAITING {
            let message =
                format!("{MOST_WAITING} pushes wait already; take a step, or clear those that stay.");
            return Err(BeadworkError::new(Code::Limit, message));
        }
        let list = if push.stays { &mut self.standing } else { &mut self.pushes };
        list.push((body, push));
        Ok(())
    }

    /// Ends all pushes of a body that wait or stay, or of all bodies.
    pub fn clear_pushes<'a>(&mut self, body: Option<Which<'a>>) -> Result<()> {
        self.machine.check()?;
        let body = body.map(|body| self.body(body)).transpose()?;
        self.keep_pushes(|other, _| body.is_some_and(|body| body != other));
        Ok(())
    }

    /// All others end.
    pub(super) fn keep_pushes(&mut self, keeps: impl Fn(usize, &Push) -> bool) {
        self.pushes.retain(|(body, push)| keeps(*body, push));
        self.standing.retain(|(body, push)| keeps(*body, push));
    }

    /// A push leaves a body no faster than a body may be set to be.
    fn bearable(&self, body: usize, push: &Push) -> Result<()> {
        let (what, time) = (&self.scene.bodies[body], self.parameters.timestep as f32);
        let smallest = what.inertia.min_element();
        for (name, change, most, unit) in [
            ("force", time * push.force.length() / what.mass, LINEAR_VELOCITY, "m/s"),
            ("impulse", push.impulse.length() / what.mass, LINEAR_VELOCITY, "m/s"),
            ("torque", time * push.torque.length() / smallest, ANGULAR_VELOCITY, "rad/s"),
        ] {
            // a change that is not a number is refused too
            if change.is_nan() || change > most {
                let message = format!(
                    "{name} would change the speed of body {body} by {change:.1e} {unit}; {most:e} {unit} is the most."
                );
                return Err(BeadworkError::at(Code::Parameter, name, message));
            }
        }
        Ok(())
    }

    /// The pushes of the next frame, call by call: lasting ones, then those since the last frame.
    pub fn pushes(&self) -> Vec<(usize, Push)> {
        self.standing.iter().chain(&self.pushes).copied().collect()
    }

    /// Hands all pushes to the machine; gives the dispatches ahead of each of so many substeps, which are the next
    /// frame's.
    pub(super) fn take_pushes(&mut self) -> Result<Vec<(Vec<Dispatch>, u32)>> {
        let pushes = self.pushes();
        self.pushes.clear();
        if pushes.is_empty() {
            return Ok(Vec::new());
        }
        let (forces, impulses) = added_up(&pushes);
        let torques = self.torques_between(&pushes);
        let counts = [&forces, &impulses, &torques].map(|list| list.len() as u32);
        if counts == [0; 3] {
            return Ok(Vec::new());
        }
        self.machine.put_pushes(&[forces, impulses, torques].concat())?;
        let plan = |first| chores::push(&self.parameters, &self.connected.lists, counts, first);
        Ok(vec![(plan(true), 1), (plan(false), self.parameters.substeps - 1)])
    }
}

/// Pushes on one body as one: at its centre, and beside it at the first point that was named.
#[derive(Default)]
struct Sum {
    centre: DVec3,
    beside: DVec3,
    point: Option<DVec3>,
    torque: DVec3,
}

impl Sum {
    /// F at p is F at `point` and (p − point) × F.
    fn add(&mut self, force: Vec3, torque: Vec3, at: Option<Vec3>) {
        let force = force.as_dvec3();
        self.torque += torque.as_dvec3();
        let Some(at) = at.map(|at| at.as_dvec3()) else {
            self.centre += force;
            return;
        };
        self.beside += force;
        self.torque += (at - *self.point.get_or_insert(at)).cross(force);
    }

    fn of(self, body: usize) -> Pushed {
        let point = self.point.unwrap_or_default().as_vec3();
        Pushed {
            body,
            force: self.centre.as_vec3(),
            beside: self.beside.as_vec3(),
            point,
            torque: self.torque.as_vec3(),
            turns_with: None,
        }
    }
}

/// Forces by body, and impulses by body.
fn added_up(pushes: &[(usize, Push)]) -> (Vec<Pushed>, Vec<Pushed>) {
    let (mut forces, mut impulses) = (BTreeMap::<usize, Sum>::new(), BTreeMap::<usize, Sum>::new());
    for &(body, Push { force, torque, impulse, at, torque_between, .. }) in pushes {
        // torques between two bodies are added up on the machine
        let torque = if torque_between.is_some() { Vec3::ZERO } else { torque };
        if (force, torque) != (Vec3::ZERO, Vec3::ZERO) {
            forces.entry(body).or_default().add(force, torque, at);
        }
        if impulse != Vec3::ZERO {
            impulses.entry(body).or_default().add(impulse, Vec3::ZERO, at);
        }
    }
    let all = |sums: BTreeMap<usize, Sum>| sums.into_iter().map(|(body, sum)| sum.of(body)).collect();
    (all(forces), all(impulses))
}
