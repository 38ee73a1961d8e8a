//! A state as the device's records, and back.

use super::GpuMachine;
use crate::error::Result;
use crate::gpu::contacts::remembered;
use crate::gpu::layout::{self, Multiplier, Pose, Velocity};
use crate::gpu::sizes::Counts;
use crate::machine::Reading;
use crate::scene::{Body, Scene};
use crate::state::{State, flat, three};

pub(super) fn poses_and_velocities(
    scene: &Scene,
    fixed: &[bool],
    state: &State,
) -> (Vec<Pose>, Vec<Velocity>) {
    let mut poses = Vec::with_capacity(scene.bodies.len());
    let mut velocities = Vec::with_capacity(scene.bodies.len());
    for (i, body) in scene.bodies.iter().enumerate() {
        poses.push(Pose {
            position: three(&state.positions, i),
            radius: body.radius,
            rotation: std::array::from_fn(|k| state.rotations[4 * i + k]),
        });
        velocities.push(Velocity {
            linear: three(&state.linear_velocities, i),
            angular: three(&state.angular_velocities, i),
            ..at_rest(&facts_of(body, fixed[i]))
        });
    }
    (poses, velocities)
}

/// Of the buffer `poses`: seven numbers each.
pub(super) fn poses_of(bytes: &[u8]) -> Vec<f32> {
    let records = bytes.chunks_exact(size_of::<Pose>()).map(bytemuck::pod_read_unaligned::<Pose>);
    records.flat_map(|pose| pose.position.into_iter().chain(pose.rotation)).collect()
}

/// Of the buffers `poses`, `velocities` and `multipliers`.
pub(super) fn of([poses, velocities, multipliers]: [&[u8]; 3], joints: usize) -> State {
    let mut state = State::default();
    for pose in poses.chunks_exact(32).map(bytemuck::pod_read_unaligned::<Pose>) {
        state.positions.extend(pose.position);
        state.rotations.extend(pose.rotation);
    }
    for v in velocities.chunks_exact(32).map(bytemuck::pod_read_unaligned::<Velocity>) {
        state.linear_velocities.extend(v.linear);
        state.angular_velocities.extend(v.angular);
    }
    let lambdas = |bytes: &[u8]| -> Vec<f32> {
        let records = bytes.chunks_exact(16).map(bytemuck::pod_read_unaligned::<Multiplier>);
        records.flat_map(|record| record.lambda).collect()
    };
    let (forces, rest) = multipliers.split_at(16 * joints);
    let torques = &rest[..rest.len().min(16 * joints)];
    (state.multipliers, state.torques) = (lambdas(forces), lambdas(torques));
    let wound = rest.chunks_exact(16).skip(3 * joints).map(bytemuck::pod_read_unaligned::<Multiplier>);
    state.wound = wound.map(|record| record.lambda[0]).collect();
    state.forget_halves();
    let marks = torques.chunks_exact(16).map(bytemuck::pod_read_unaligned::<Multiplier>);
    let broken = (0..).zip(marks).filter(|(_, mark)| mark.left != 0.0);
    state.broken = broken.map(|(l, _)| l).collect();
    state
}

pub(super) fn facts_of(body: &Body, fixed: bool) -> layout::Body {
    let inverse = |x: f32| if fixed { 0.0 } else { 1.0 / x };
    // a part resists as its compound does, and weighs nothing
    let weight = if body.part.is_some() { 0.0 } else { 1.0 };
    layout::Body {
        inertia: (weight * body.inertia).to_array(),
        mass: weight * body.mass,
        inverse_inertia: body.inertia.to_array().map(inverse),
        inverse_mass: inverse(body.mass),
    }
}

pub(super) fn at_rest(facts: &layout::Body) -> Velocity {
    Velocity { inverse_mass: facts.inverse_mass, w: facts.inverse_inertia[0], ..Velocity::default() }
}

impl GpuMachine {
    /// What AVBD has learnt, by joint and then by body; where it never ran, nothing is kept for it.
    pub(super) fn put_learnt(&mut self, scene: &Scene, state: &State) -> Result<()> {
        if state.penalties.is_empty() && state.leans.is_empty() && self.buffers.existing("learnt").is_none() {
            return Ok(());
        }
        let (joints, bodies) = (scene.joints.len(), scene.bodies.len());
        let row = |row: &[f32], count: usize| -> Vec<f32> {
            row.iter().copied().chain(std::iter::repeat(0.0)).take(count).collect()
        };
        let numbers = [row(&state.penalties, joints), row(&state.leans, bodies)].concat();
        self.buffers.fill("learnt", bytemuck::cast_slice(&numbers))
    }

    /// Of one joint or, behind all joints, of one body.
    pub(super) fn forget_learnt(&mut self, at: usize) -> Result<()> {
        match self.buffers.existing("learnt") {
            Some(_) => self.write("learnt", at, bytemuck::bytes_of(&0f32)),
            None => Ok(()),
        }
    }

    /// Read back as a whole.
    pub(super) fn whole_state(&mut self) -> Result<Reading<State>> {
        let size = |count: u64, bytes: u64| count * bytes;
        let Counts { bodies, joints, points, .. } = self.buffers.counts();
        // of others than points, to the last: how far they have twisted on
        let halves = if points { 1 } else { 5 };
        let mut sources = vec![
            (self.buffers.get("poses")?.clone(), size(bodies, 32)),
            (self.buffers.get("velocities")?.clone(), size(bodies, 32)),
            (self.buffers.get("multipliers")?.clone(), size(halves * joints, 16)),
        ];
        let learnt = self.buffers.existing("learnt").map(|learnt| (learnt.clone(), 4 * (joints + bodies)));
        let learns = usize::from(learnt.is_some());
        sources.extend(learnt);
        if self.touches() {
            sources.extend(self.memory()?);
        }
        let Counts { slots, compounds, .. } = self.buffers.counts();
        let slots = slots as usize;
        let reading = self.bring(&sources);
        Ok(Box::pin(async move {
            let bytes = reading.await?;
            let mut state = of([&bytes[0], &bytes[1], &bytes[2]], joints as usize);
            if learns == 1 {
                let numbers: Vec<f32> = bytemuck::pod_collect_to_vec(&bytes[3]);
                let (penalties, leans) = numbers.split_at(joints as usize);
                (state.penalties, state.leans) = (penalties.to_vec(), leans.to_vec());
                state.forget_unlearnt();
            }
            if bytes.len() > 3 + learns {
                state.contacts = flat(remembered(&bytes[3 + learns..], slots, compounds));
            }
            Ok(state)
        }))
    }
}
