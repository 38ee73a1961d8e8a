//! One simulation among those of a picture: its uploads, made once after each change of its scene, and the bind groups
//! over its buffers.

use std::sync::Arc;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::contacts::PAIRS;
use crate::render::drawn::{CUT, Facts, joint_colours, tints};
use crate::render::passes::Passes;
use crate::render::resources::{Buffer, DrawnRecord};
use crate::render::show::{ContactMarks, Marks, Show};
use crate::simulation::Simulation;

pub struct Drawing {
    pub record: DrawnRecord,
    pub facts: Facts,
    poses: wgpu::Buffer,
    revision: u64,
    tints: Buffer,
    pub joint_colours: Buffer,
    pub drawn: Buffer,
    pub gather_joints: Option<wgpu::BindGroup>,
    pub gather_beads: Option<wgpu::BindGroup>,
    /// None until some are shown.
    pub marks: Option<MarksThere>,
    /// The same.
    pub contacts: Option<ContactsThere>,
}

/// The marks over the joints, on the device.
pub struct MarksThere {
    shown: Show,
    revision: u64,
    buffer: Buffer,
    pub straight: u32,
    pub winding: u32,
    pub group: Option<wgpu::BindGroup>,
}

/// The arrays of contacts that are drawn from: `contact_numbers` is asked only how many pairs there are.
const OF_CONTACTS: [&str; 4] = ["contact_numbers", "pairs", "contact_reaches", "contact_forces"];

/// The marks where bodies touch.
pub struct ContactsThere {
    pub marks: ContactMarks,
    revision: u64,
    /// The simulation's own. They are others once contacts were off and on again.
    buffers: [wgpu::Buffer; OF_CONTACTS.len()],
    /// Of a draw call for each strip; the device's count of pairs is put among them for each picture.
    pub arguments: Buffer,
    pub group: Option<wgpu::BindGroup>,
}

impl ContactsThere {
    /// As many instances as there are pairs now.
    pub fn count(&self, encoder: &mut wgpu::CommandEncoder) {
        for (k, _) in self.marks.strips().enumerate() {
            let at = 16 * k as u64 + 4;
            encoder.copy_buffer_to_buffer(&self.buffers[0], 4 * PAIRS as u64, &self.arguments, at, 4);
        }
    }
}

impl Drawing {
    pub fn new(gpu: &Arc<Gpu>, simulation: &mut Simulation) -> Result<Self> {
        let tints = tints(simulation.scene());
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
            contacts: None,
        })
    }

    /// The buffers that the marks are bound to have changed.
    pub fn unbind_marks(&mut self) {
        self.marks.iter_mut().for_each(|marks| marks.group = None);
        self.contacts.iter_mut().for_each(|contacts| contacts.group = None);
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
        let group = |pass: &'static str| {
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
        if !show.of_joints() {
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

    /// Makes and binds the marks of contacts, where there are any.
    pub fn mark_contacts(
        &mut self,
        gpu: &Arc<Gpu>,
        passes: &Passes,
        simulation: &mut Simulation,
        show: Show,
        frame: &wgpu::Buffer,
        depth: &wgpu::TextureView,
    ) -> Result<()> {
        if !touches(simulation, show)? {
            self.contacts = None;
            return Ok(());
        }
        for name in OF_CONTACTS {
            simulation.buffer(name)?;
        }
        let revision = simulation.joint_revision();
        let slots = simulation.gpu_machine()?.slots();
        let machine = simulation.gpu_machine()?;
        let buffers = OF_CONTACTS.map(|name| machine.existing_buffer(name).expect("made just above").clone());
        let there = self.contacts.as_ref();
        let fits = |there: &ContactsThere| {
            there.revision == revision && there.marks.forces == show.forces && there.buffers == buffers
        };
        if !there.is_some_and(fits) {
            let colours = joint_colours(simulation);
            let marks = ContactMarks::of(simulation, slots, show.forces, |l| colours[l] == CUT);
            let usage = wgpu::BufferUsages::INDIRECT;
            let strips: Vec<[u32; 4]> =
                marks.strips().map(|[first, corners]| [corners, 0, first, 0]).collect();
            let arguments = Buffer::new(gpu, "arguments of contacts", 48, usage);
            arguments.write(bytemuck::cast_slice(&strips));
            self.contacts = Some(ContactsThere { marks, revision, buffers, arguments, group: None });
        }
        let Some(contacts) = self.contacts.as_mut().filter(|contacts| contacts.group.is_none()) else {
            return Ok(());
        };
        contacts.group = Some(passes.get("draw_contacts").bind(&gpu.device, |name| match name {
            "depth" => wgpu::BindingResource::TextureView(depth),
            "frame" => frame.as_entire_binding(),
            "drawn" => self.drawn.as_entire_binding(),
            "poses" => self.poses.as_entire_binding(),
            name => {
                let k = OF_CONTACTS.iter().position(|known| *known == name).expect("one of its arrays");
                contacts.buffers[k].as_entire_binding()
            }
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

/// Whether contacts are to be shown and there are any.
pub fn touches(simulation: &mut Simulation, show: Show) -> Result<bool> {
    Ok(show.contacts && simulation.gpu_machine()?.touches())
}
