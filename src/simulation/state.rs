//! The whole state, read, written and told as a scene.

use glam::{Quat, Vec3};

use super::Simulation;
use crate::error::{BeadworkError, Code, Result};
use crate::gpu::{layout, readback};
use crate::scene::Scene;

/// The whole state in flat arrays: 3, 4, 3, 3 numbers a body and 3 a joint.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub time: f64,
    pub positions: Vec<f32>,
    pub rotations: Vec<f32>,
    pub linear_velocities: Vec<f32>,
    pub angular_velocities: Vec<f32>,
    pub multipliers: Vec<f32>,
}

impl Simulation {
    /// The state after all steps asked for so far.
    pub fn read_state(&mut self) -> Result<impl Future<Output = Result<State>> + 'static + use<>> {
        self.gpu.check()?;
        let (bodies, joints) = (self.body_count(), self.joint_count());
        let sources = [
            (self.buffers.get("poses")?.clone(), 32 * bodies as u64),
            (self.buffers.get("velocities")?.clone(), 32 * bodies as u64),
            (self.buffers.get("multipliers")?.clone(), 16 * joints as u64),
        ];
        let refs: Vec<(&wgpu::Buffer, u64)> = sources.iter().map(|(b, size)| (b, *size)).collect();
        let reading = readback::read(&self.gpu, &refs);
        let time = self.time;
        Ok(async move {
            let bytes = reading.await?;
            let mut state = State { time, ..State::default() };
            for pose in bytes[0].chunks_exact(32).map(bytemuck::pod_read_unaligned::<layout::Pose>) {
                state.positions.extend(pose.position);
                state.rotations.extend(pose.rotation);
            }
            for v in bytes[1].chunks_exact(32).map(bytemuck::pod_read_unaligned::<layout::Velocity>) {
                state.linear_velocities.extend(v.linear);
                state.angular_velocities.extend(v.angular);
            }
            for m in bytes[2].chunks_exact(16).map(bytemuck::pod_read_unaligned::<layout::Multiplier>) {
                state.multipliers.extend(m.lambda);
            }
            Ok(state)
        })
    }

    /// Puts bodies and multipliers where `state` says; fixed bodies move but get no velocity.
    pub fn write_state(&mut self, state: &State) -> Result<()> {
        self.put_state(state)?;
        self.keep_written(state);
        Ok(())
    }

    pub(super) fn put_state(&mut self, state: &State) -> Result<()> {
        self.gpu.check()?;
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
        if !state.time.is_finite() {
            return Err(BeadworkError::at(
                Code::Parameter,
                "time",
                "time must be a finite number of seconds.",
            ));
        }
        let mut poses = Vec::with_capacity(bodies);
        let mut velocities = Vec::with_capacity(bodies);
        for (i, body) in self.scene.bodies.iter().enumerate() {
            poses.push(layout::Pose {
                position: three(&state.positions, i),
                radius: body.radius,
                rotation: std::array::from_fn(|k| state.rotations[4 * i + k]),
            });
            let facts = self.body_record(i);
            let still = self.fixed[i];
            velocities.push(layout::Velocity {
                linear: if still { [0.0; 3] } else { three(&state.linear_velocities, i) },
                inverse_mass: facts.inverse_mass,
                angular: if still { [0.0; 3] } else { three(&state.angular_velocities, i) },
                w: facts.inverse_inertia[0],
            });
        }
        let multipliers: Vec<layout::Multiplier> = (0..joints)
            .map(|l| {
                let lambda = if self.cut[l] { [0.0; 3] } else { three(&state.multipliers, l) };
                layout::Multiplier { lambda, left: 0.0 }
            })
            .collect();
        self.buffers.fill("poses", bytemuck::cast_slice(&poses))?;
        self.buffers.fill("velocities", bytemuck::cast_slice(&velocities))?;
        self.buffers.fill("free_velocities", bytemuck::cast_slice(&velocities))?;
        self.buffers.fill("multipliers", bytemuck::cast_slice(&multipliers))?;
        self.time = state.time;
        self.linearise()
    }

    /// The scene as it stands now: `Scene::from_json` of its JSON resumes to the same bits.
    pub fn describe(&mut self) -> Result<impl Future<Output = Result<Scene>> + 'static + use<>> {
        let reading = self.read_state()?;
        let mut scene = self.scene.clone();
        for (body, &fixed) in scene.bodies.iter_mut().zip(&self.fixed) {
            body.fixed = fixed;
        }
        scene.gravity = Some(Vec3::from_array(self.parameters.gravity.map(|x| x as f32)));
        let cut = self.cut.clone();
        Ok(async move {
            let state = reading.await?;
            scene.time = state.time;
            for (i, body) in scene.bodies.iter_mut().enumerate() {
                body.position = Vec3::from_array(three(&state.positions, i));
                body.rotation = Quat::from_slice(&state.rotations[4 * i..4 * i + 4]);
                body.linear_velocity = Vec3::from_array(three(&state.linear_velocities, i));
                body.angular_velocity = Vec3::from_array(three(&state.angular_velocities, i));
            }
            for (l, joint) in scene.joints.iter_mut().enumerate() {
                joint.multiplier = Vec3::from_array(three(&state.multipliers, l));
            }
            // a joint between two bodies that were both pinned holds nothing, and a scene may not have it
            let fixed = |body: u32| scene.bodies[body as usize].fixed;
            let held = |(cut, j): (&bool, &crate::scene::Joint)| !(*cut || fixed(j.a) && fixed(j.b));
            let kept: Vec<bool> = cut.iter().zip(&scene.joints).map(held).collect();
            let mut kept = kept.into_iter();
            scene.joints.retain(|_| kept.next().unwrap_or(true));
            if let Err(fault) = scene.check() {
                let path = fault.path.unwrap_or_default();
                let message = format!("The state has numbers that no scene may have, first at {path}.");
                return Err(BeadworkError::at(Code::NonFinite, path, message));
            }
            Ok(scene)
        })
    }
}

fn three(numbers: &[f32], i: usize) -> [f32; 3] {
    [numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]]
}
