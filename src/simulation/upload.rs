//! A scene and its lists as the device wants them.

use super::{Simulation, State};
use crate::error::Result;
use crate::gpu::layout;
use crate::scene::Body;

impl Simulation {
    pub(super) fn body_record(&self, i: usize) -> layout::Body {
        body_record(&self.scene.bodies[i], self.fixed[i])
    }

    pub(super) fn upload_lists(&mut self) -> Result<()> {
        self.buffers.fill("lists", bytemuck::cast_slice(&self.lists.words))?;
        self.program = None;
        self.revision += 1;
        Ok(())
    }

    pub(super) fn upload_scene(&mut self) -> Result<()> {
        let mut state = State { time: self.scene.time, ..State::default() };
        let mut facts = Vec::with_capacity(self.scene.bodies.len());
        for (i, body) in self.scene.bodies.iter().enumerate() {
            state.positions.extend(body.position.to_array());
            state.rotations.extend(body.rotation.to_array());
            state.linear_velocities.extend(body.linear_velocity.to_array());
            state.angular_velocities.extend(body.angular_velocity.to_array());
            facts.push(self.body_record(i));
        }
        let mut ties = Vec::with_capacity(self.scene.joints.len());
        for joint in &self.scene.joints {
            state.multipliers.extend(joint.multiplier.to_array());
            ties.push(layout::Tie {
                anchor_a: joint.anchor_a.to_array(),
                a: joint.a,
                anchor_b: joint.anchor_b.to_array(),
                b: joint.b,
            });
        }
        self.buffers.fill("bodies", bytemuck::cast_slice(&facts))?;
        self.buffers.fill("ties", bytemuck::cast_slice(&ties))?;
        self.put_state(&state)
    }
}

fn body_record(body: &Body, fixed: bool) -> layout::Body {
    let inverse = |x: f32| if fixed { 0.0 } else { 1.0 / x };
    layout::Body {
        inertia: body.inertia.to_array(),
        mass: body.mass,
        inverse_inertia: body.inertia.to_array().map(inverse),
        inverse_mass: inverse(body.mass),
    }
}
