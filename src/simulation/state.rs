//! The whole state: read, written, and described as a scene.

use glam::{Quat, Vec3};

use super::{Simulation, State};
use crate::error::{BeadworkError, Code, Result};
use crate::scene::Scene;
use crate::state::three;

/// A quaternion whose numbers are all smaller is as good as 0.
const LEAST_TURN: f32 = 1e-3;

impl Simulation {
    /// The state after all steps asked for so far.
    pub fn read_state(&mut self) -> Result<impl Future<Output = Result<State>> + 'static + use<>> {
        self.machine.check()?;
        let reading = self.machine.read_state()?;
        let time = self.time;
        let (counts, absent) = ([self.body_count(), self.joint_count()], self.absent_bodies());
        Ok(async move {
            let mut state = State { time, ..reading.await? };
            state.resize(counts[0], counts[1]);
            absent.into_iter().for_each(|body| state.rotations[4 * body..4 * body + 4].fill(0.0));
            Ok(state)
        })
    }

    /// Puts bodies and multipliers where `state` says; fixed bodies move but get no velocity.
    pub fn write_state(&mut self, state: &State) -> Result<()> {
        self.put_state(state)?;
        self.strayed = true;
        self.drives.clear();
        self.keep_written(state);
        Ok(())
    }

    /// Where another instance of this simulation has brought the bodies, for the picture. Nothing is computed from it, and nothing else
    /// changes but the epoch, where the other one `went_back`.
    pub fn follow(&mut self, state: &State, went_back: bool) -> Result<()> {
        self.epoch += u64::from(went_back);
        self.time = state.time;
        let state = self.with_room(state.clone());
        self.machine.put_state(&self.scene, &self.connected.held, &state)?;
        self.pose_parts()
    }

    pub(super) fn put_state(&mut self, state: &State) -> Result<()> {
        self.machine.check()?;
        let (bodies, joints) = (self.body_count(), self.joint_count());
        for (name, have, want) in [
            ("positions", state.positions.len(), 3 * bodies),
            ("rotations", state.rotations.len(), 4 * bodies),
            ("linearVelocities", state.linear_velocities.len(), 3 * bodies),
            ("angularVelocities", state.angular_velocities.len(), 3 * bodies),
            ("multipliers", state.multipliers.len(), 3 * joints),
        ] {
            if have != want {
                let message = format!("{name} must hold {want} numbers for this scene, not {have}.");
                return Err(BeadworkError::at(Code::Parameter, name, message));
            }
        }
        // a removed body's is 0, and a body that came to its number since then must not take that
        let turns = |body: usize| {
            state.rotations[4 * body..4 * body + 4].iter().any(|x| x.is_nan() || x.abs() >= LEAST_TURN)
        };
        if let Some(body) = self.bodies().into_iter().find(|&body| !turns(body)) {
            let message = format!("The quaternion of body {body} is 0, which is no rotation.");
            return Err(BeadworkError::at(Code::Parameter, "rotations", message));
        }
        if !state.torques.is_empty() && state.torques.len() != 3 * joints {
            let (have, want) = (state.torques.len(), 3 * joints);
            let message = format!("torques must hold {want} numbers for this scene or none, not {have}.");
            return Err(BeadworkError::at(Code::Parameter, "torques", message));
        }
        if !state.wound.is_empty() && state.wound.len() != joints {
            let message = format!(
                "wound must hold {joints} numbers for this scene or none, not {}.",
                state.wound.len()
            );
            return Err(BeadworkError::at(Code::Parameter, "wound", message));
        }
        if state.learnt().iter().any(|x| !x.is_finite() || *x < 0.0) {
            let message =
                "solverMemory must hold finite numbers that are not negative, as readState gave them.";
            return Err(BeadworkError::at(Code::Parameter, "solverMemory", message));
        }
        if let Some(joint) = state.broken.iter().find(|&&joint| joint as usize >= joints) {
            let message = format!("There is no joint {joint}: the scene has {joints}, counted from 0.");
            return Err(BeadworkError::at(Code::Parameter, "broken", message));
        }
        if !state.time.is_finite() {
            return Err(BeadworkError::at(
                Code::Parameter,
                "time",
                "time must be a finite number of seconds.",
            ));
        }
        let held = self.with_room(self.at_rest_where_held(state));
        self.machine.put_state(&self.scene, &self.connected.held, &held)?;
        self.pose_parts()?;
        self.touching = Default::default();
        self.aside.clear();
        self.time = state.time;
        self.forget_new();
        self.linearise()
    }

    /// Fixed bodies do not move, and cut joints do not pull.
    fn at_rest_where_held(&self, state: &State) -> State {
        let mut state = state.clone();
        for body in (0..self.body_count()).filter(|&body| self.is_fixed(body)) {
            state.linear_velocities[3 * body..3 * body + 3].fill(0.0);
            state.angular_velocities[3 * body..3 * body + 3].fill(0.0);
        }
        for joint in (0..self.joint_count()).filter(|&joint| self.is_cut(joint)) {
            state.multipliers[3 * joint..3 * joint + 3].fill(0.0);
            if !state.torques.is_empty() {
                state.torques[3 * joint..3 * joint + 3].fill(0.0);
            }
        }
        state
    }

    /// The scene as it stands now: `Scene::from_json` of its JSON resumes to the same bits.
    pub fn describe(&mut self) -> Result<impl Future<Output = Result<Scene>> + 'static + use<>> {
        let reading = self.read_state()?;
        let mut scene = self.scene.clone();
        for (body, &fixed) in scene.bodies.iter_mut().zip(&self.connected.fixed) {
            body.fixed = fixed;
        }
        scene.gravity = Some(Vec3::from_array(self.parameters.gravity.vector().map(|x| x as f32)));
        // so that what resumes from it goes on alike
        let mut recommended = self.parameters.as_json();
        let names = scene.recommendations();
        recommended.retain(|name, _| names.contains_key(name));
        scene.recommend(recommended);
        let cut = self.connected.cut.clone();
        let (bodies, joints) = (self.bodies(), self.joint_count());
        Ok(async move {
            let state = reading.await?;
            scene.time = state.time;
            for &i in &bodies {
                let body = &mut scene.bodies[i];
                body.put_mass_rotation(Quat::from_slice(&state.rotations[4 * i..4 * i + 4]));
                body.put_mass(Vec3::from_array(three(&state.positions, i)));
                body.linear_velocity = Vec3::from_array(three(&state.linear_velocities, i));
                body.angular_velocity = Vec3::from_array(three(&state.angular_velocities, i));
            }
            for (l, joint) in scene.joints.iter_mut().enumerate().take(joints) {
                // joints that did break are left out below
                joint.once_brittle = false;
                joint.multiplier = Vec3::from_array(three(&state.multipliers, l));
                if !state.torques.is_empty() && joint.kind.has_angular_rows() {
                    joint.torque = Vec3::from_array(three(&state.torques, l));
                }
            }
            for l in 0..joints {
                scene.count_turns(l, state.wound.get(l).copied().unwrap_or_default());
            }
            // a joint between two bodies that were both pinned holds nothing, and a scene may not have it
            let fixed = |body: u32| scene.bodies[body as usize].is_held();
            let mut cut = cut;
            state.broken.iter().for_each(|&l| cut[l as usize] = true);
            let held = |(cut, j): (&bool, &crate::scene::Joint)| !(*cut || fixed(j.a) && fixed(j.b));
            let kept: Vec<bool> = cut.iter().zip(&scene.joints).map(held).collect();
            scene.solver_memory = state.learnt_by(&kept, &bodies);
            let mut kept = kept.into_iter();
            scene.joints.retain(|_| kept.next().unwrap_or(true));
            let parts = scene.parts();
            scene.take_world();
            let mut anew = scene.keep_bodies(&bodies);
            // parts stand behind all bodies, in the same order
            anew.resize(parts.start, 0);
            anew.extend(parts.zip(scene.bodies.len() as u32..).map(|(_, part)| part));
            scene.contact_memory = state.contacts_between(&anew);
            if scene.bodies.is_empty() {
                let message = "A scene needs at least one body, and all were removed.";
                return Err(BeadworkError::at(Code::Scene, "bodies", message));
            }
            if let Err(fault) = scene.check() {
                let path = fault.path.unwrap_or_default();
                let message = format!("The state has numbers that no scene may have, first at {path}.");
                return Err(BeadworkError::at(Code::NonFinite, path, message));
            }
            Ok(scene)
        })
    }
}
