//! Bodies and joints that are added and removed while all others go on. Buffers that are too short are copied on the device; nothing is read
//! back.

use super::state::{at_rest, facts_of};
use super::{GpuMachine, layout, ties};
use crate::error::Result;
use crate::gpu::contacts;
use crate::gpu::layout::Multiplier;
use crate::gpu::sizes::Counts;
use crate::machine::{Changed, Machine};
use crate::plan::Dispatch;
use crate::scene::{Manner, Scene};

impl GpuMachine {
    pub(super) fn exchange(
        &mut self,
        scene: &Scene,
        fixed: &[bool],
        manner: Manner,
        changed: Changed,
        forget: &[Dispatch],
    ) -> Result<()> {
        let before = self.buffers.counts();
        let there = |&&body: &&usize| body < before.bodies as usize;
        if self.touches() && manner.touching {
            // the same queue: these bytes are read before they are written over
            for &body in changed.bodies.iter().filter(there) {
                self.write("surfaces", body, bytemuck::bytes_of(&contacts::changing()))?;
            }
            self.run_once(forget)?;
        }
        self.least.hold(before);
        let counts = self.counts_of(scene, manner);
        self.least.hold(counts);
        let room = |counts: Counts| {
            (
                counts.bodies,
                counts.joints,
                counts.slots,
                counts.points,
                counts.rubs,
                (counts.offset, counts.hulls, counts.compounds),
            )
        };
        let grown = room(before) != room(counts);
        if grown {
            self.buffers.refit(counts)?;
            self.forget_programs();
        }
        self.fit(counts)?;
        self.put_parts(scene)?;
        self.buffers.remove("ray_bodies");
        let facts: Vec<layout::Body> =
            scene.bodies.iter().zip(fixed).map(|(body, &fixed)| facts_of(body, fixed)).collect();
        if grown {
            self.buffers.fill("bodies", bytemuck::cast_slice(&facts))?;
            self.put_absent(before.bodies as usize, scene)?;
        }
        for &i in changed.bodies {
            self.put_one(i, &scene.bodies[i], &facts[i])?;
            self.forget_learnt(scene.joints.len() + i)?;
        }
        if manner.touching {
            self.renew_surfaces(scene, manner)?;
            if grown && self.buffers.existing("contact_rows").is_none() {
                self.put_memory(&[])?;
            }
            self.leave_rows_empty(before.bodies as usize, scene.bodies.len())?;
        }
        if grown || !changed.joints.is_empty() {
            self.buffers.fill("ties", bytemuck::cast_slice(&ties::words(scene, manner)))?;
        }
        for &l in changed.joints {
            self.forget_rows_of(l)?;
            self.forget_learnt(l)?;
            let joint = &scene.joints[l];
            self.put_wound(l, joint.wound_anew())?;
            let turning = scene.joints.len() + l;
            for (row, lambda) in [(l, joint.multiplier), (turning, joint.torque)]
                .into_iter()
                .take(if counts.points { 1 } else { 2 })
            {
                let record = Multiplier { lambda: lambda.to_array(), left: 0.0 };
                self.write("multipliers", row, bytemuck::bytes_of(&record))?;
            }
        }
        Ok(())
    }

    fn put_one(&mut self, i: usize, body: &crate::scene::Body, facts: &layout::Body) -> Result<()> {
        let pose = layout::Pose {
            position: body.mass_position().to_array(),
            radius: body.radius,
            rotation: body.mass_rotation().to_array(),
        };
        let velocity = layout::Velocity {
            linear: body.linear_velocity.to_array(),
            angular: body.angular_velocity.to_array(),
            ..at_rest(facts)
        };
        self.write("bodies", i, bytemuck::bytes_of(facts))?;
        self.write("poses", i, bytemuck::bytes_of(&pose))?;
        self.write("velocities", i, bytemuck::bytes_of(&velocity))?;
        self.write("free_velocities", i, bytemuck::bytes_of(&velocity))
    }

    /// Poses of places that are not in use yet.
    fn put_absent(&mut self, first: usize, scene: &Scene) -> Result<()> {
        if first >= scene.bodies.len() {
            return Ok(());
        }
        let absent: Vec<layout::Pose> = (first..scene.bodies.len())
            .map(|_| layout::Pose { rotation: [0.0, 0.0, 0.0, 1.0], ..Default::default() })
            .collect();
        let poses = self.buffers.get("poses")?;
        self.gpu.queue.write_buffer(
            poses,
            (size_of::<layout::Pose>() * first) as u64,
            bytemuck::cast_slice(&absent),
        );
        Ok(())
    }

    /// Their rows of neighbours, empty.
    fn leave_rows_empty(&mut self, first: usize, bodies: usize) -> Result<()> {
        if first >= bodies {
            return Ok(());
        }
        let empty = contacts::empty_rows(bodies - first);
        let rows = self.buffers.get("contact_rows")?;
        self.gpu.queue.write_buffer(rows, contacts::ROW_BYTES * first as u64, bytemuck::cast_slice(&empty));
        Ok(())
    }
}
