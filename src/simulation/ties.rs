//! What ties bodies together: pins and cuts, and the topology that follows from them.

use super::{Simulation, runs};
use crate::error::{BeadworkError, Code, Result};
use crate::gpu::{Gpu, layout};
use crate::scene::Scene;
use crate::solvers::lists::Lists;
use crate::topology::Topology;

impl Simulation {
    pub fn is_fixed(&self, body: usize) -> bool {
        self.fixed[body]
    }

    pub fn is_cut(&self, joint: usize) -> bool {
        self.cut[joint]
    }

    /// Pins a body where it stands, or lets it go.
    pub fn set_fixed(&mut self, body: usize, fixed: bool) -> Result<()> {
        self.index("body", body, self.body_count())?;
        if self.fixed[body] == fixed {
            return Ok(());
        }
        let mut next = self.fixed.clone();
        next[body] = fixed;
        let cut = self.cut.clone();
        self.reconnect(next, cut)?;
        let record = self.body_record(body);
        let velocity = layout::Velocity {
            inverse_mass: record.inverse_mass,
            w: record.inverse_inertia[0],
            ..Default::default()
        };
        for (name, bytes) in [
            ("bodies", bytemuck::bytes_of(&record)),
            ("velocities", bytemuck::bytes_of(&velocity)),
            ("free_velocities", bytemuck::bytes_of(&velocity)),
        ] {
            self.gpu.queue.write_buffer(self.buffers.get(name)?, 32 * body as u64, bytes);
        }
        Ok(())
    }

    /// Cuts a joint. It keeps its index, holds nothing any more, and `describe` leaves it out.
    pub fn cut(&mut self, joint: usize) -> Result<()> {
        self.index("joint", joint, self.joint_count())?;
        if self.cut[joint] {
            return Ok(());
        }
        let mut next = self.cut.clone();
        next[joint] = true;
        let fixed = self.fixed.clone();
        self.reconnect(fixed, next)?;
        self.gpu.queue.write_buffer(self.buffers.get("multipliers")?, 16 * joint as u64, &[0; 16]);
        Ok(())
    }

    pub(super) fn reconnect(&mut self, fixed: Vec<bool>, cut: Vec<bool>) -> Result<()> {
        self.gpu.check()?;
        let lists = connect(&self.gpu, &self.scene, &fixed, &cut);
        runs(&self.gpu, &self.parameters, &lists, self.buffers.counts())?;
        self.publish()?;
        let was = self.specialisation();
        (self.fixed, self.cut, self.lists) = (fixed, cut, lists);
        if was != self.specialisation() {
            self.refit_edits();
        }
        self.forget_motion();
        self.upload_lists()
    }

    /// What kernels write for moving bodies only, before every solve: a body that was just pinned would go on moving
    /// for its neighbours.
    fn forget_motion(&self) {
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        for name in ["mobility", "ang_mass_inv", "lin_vel_delta", "ang_vel_delta"] {
            if let Some(buffer) = self.buffers.existing(name) {
                encoder.clear_buffer(buffer, 0, None);
            }
        }
        self.gpu.queue.submit([encoder.finish()]);
    }

    pub(super) fn index(&self, name: &str, index: usize, count: usize) -> Result<()> {
        if index < count {
            return Ok(());
        }
        let message = format!("There is no {name} {index}: the scene has {count}, counted from 0.");
        Err(BeadworkError::at(Code::Parameter, name, message))
    }
}

pub(super) fn connect(gpu: &Gpu, scene: &Scene, fixed: &[bool], cut: &[bool]) -> Lists {
    let pairs: Vec<(u32, u32)> = scene.joints.iter().map(|joint| (joint.a, joint.b)).collect();
    let mut lists = Lists::new(&Topology::new(fixed, &pairs, cut), scene);
    lists.hardware = !gpu.in_software();
    lists.slow_barriers = gpu.slow_barriers();
    lists
}
