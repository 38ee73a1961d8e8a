//! One simulation among those of a picture: what is uploaded for drawing it, once after each change of its
//! scene, and the bind groups over its buffers.

use std::sync::Arc;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::render::drawn::{CUT, Facts, joint_colours, tint};
use crate::render::passes::Passes;
use crate::render::resources::{Buffer, DrawnRecord};
use crate::render::show::{Marks, Show};
use crate::simulation::Simulation;

pub struct Drawing {
    pub record: DrawnRecord,
    pub facts: Facts,
    poses: wgpu::Buffer,
    revision: u64,
    tints: Buffer,
    joint_colours: Buffer,
    pub drawn: Buffer,
    pub gather_joints: Option<wgpu::BindGroup>,
    pub gather_beads: Option<wgpu::BindGroup>,
    /// None until some are shown.
    pub marks: Option<MarksThere>,
}

/// What is drawn over the joints, on the device.
pub struct MarksThere {
    shown: Show,
    revision: u64,
    buffer: Buffer,
    pub straight: u32,
    pub winding: u32,
    pub group: Option<wgpu::BindGroup>,
}

impl Drawing {
    pub fn new(gpu: &Arc<Gpu>, simulation: &mut Simulation) -> Result<Self> {
        let tints: Vec<[u16; 4]> = simulation.scene().bodies.iter().map(tint).collect();
        let joint_colours = joint_colours(simulation);
        Ok(Self {
            record: DrawnRecord::default(),
            facts: Facts::of(simulation),
            revision: simulation.revision(),
            poses: simulation.buffer("poses")?.clone(),
            tints: Buffer::filled(gpu, "tints", bytemuck::cast_slice(&tints)),
            joint_colours: Buffer::filled(gpu, "joint colours", bytemuck::cast_slice(&joint_colours)),
            drawn: Buffer::uniform::<DrawnRecord>(gpu, "drawn"),
            gather_joints: None,
            gather_beads: None,
            marks: None,
        })
    }

    /// Whether this was made for the simulation's scene and topology as they are now.
    pub fn fits(&self, simulation: &mut Simulation) -> Result<bool> {
        // in this order: what waits to be put there may change the revision
        Ok(*simulation.buffer("poses")? == self.poses && self.revision == simulation.revision())
    }

    /// Binds the simulation's own buffers, read only, beside the view's.
    pub fn bind(
        &self,
        gpu: &Gpu,
        passes: &Passes,
        simulation: &mut Simulation,
        shared: &dyn Fn(&'static str) -> wgpu::Buffer,
    ) -> Result<(wgpu::BindGroup, wgpu::BindGroup)> {
        let theirs = ["poses", "velocities", "ties", "multipliers", "lists"];
        for name in theirs {
            simulation.buffer(name)?;
        }
        let machine = simulation.gpu_machine()?;
        let find = |name: &'static str| match name {
            "drawn" => self.drawn.clone(),
            "tints" => self.tints.clone(),
            "joint_colours" => self.joint_colours.clone(),
            name if theirs.contains(&name) => machine.existing_buffer(name).expect("made just above").clone(),
            name => shared(name),
        };
        let group = |pass: &str| {
            let pass = passes.get(pass);
            let buffers: Vec<(&'static str, wgpu::Buffer)> =
                pass.bindings.iter().map(|binding| (binding.name, find(binding.name))).collect();
            pass.bind(&gpu.device, |name| {
                buffers.iter().find(|(known, _)| *known == name).expect("found above").1.as_entire_binding()
            })
        };
        Ok((group("gather_joints"), group("gather_beads")))
    }

    /// Makes and binds the marks that are to be shown; there are none otherwise.
    pub fn mark(
        &mut self,
        gpu: &Arc<Gpu>,
        passes: &Passes,
        simulation: &mut Simulation,
        show: Show,
        frame: &wgpu::Buffer,
        depth: &wgpu::TextureView,
    ) -> Result<()> {
        if show == Show::default() {
            self.marks = None;
            return Ok(());
        }
        let revision = simulation.joint_revision();
        if self.marks.as_ref().is_none_or(|marks| (marks.shown, marks.revision) != (show, revision)) {
            let colours = joint_colours(simulation);
            let marks = Marks::of(simulation, show, |l| colours[l] == CUT);
            self.marks = Some(MarksThere {
                shown: show,
                revision,
                buffer: Buffer::filled(gpu, "marks of joints", bytemuck::cast_slice(&marks.all)),
                straight: marks.straight,
                winding: marks.winding,
                group: None,
            });
        }
        let Some(marks) = self.marks.as_mut().filter(|marks| marks.group.is_none()) else { return Ok(()) };
        for name in ["poses", "ties", "multipliers"] {
            simulation.buffer(name)?;
        }
        let machine = simulation.gpu_machine()?;
        marks.group = Some(passes.get("draw_joints").bind(&gpu.device, |name| match name {
            "depth" => wgpu::BindingResource::TextureView(depth),
            "frame" => frame.as_entire_binding(),
            "drawn" => self.drawn.as_entire_binding(),
            "marks" => marks.buffer.as_entire_binding(),
            name => machine.existing_buffer(name).expect("made just above").as_entire_binding(),
        }));
        Ok(())
    }

    pub fn place(&mut self, record: DrawnRecord) {
        if record != self.record {
            self.record = record;
            self.drawn.write(bytemuck::bytes_of(&record));
        }
    }
}
