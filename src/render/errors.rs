//! The passes of colours that say how far a body is in error: beyond the stops of its joints, or deep in another. None of it is
//! there unless colours say so.

use crate::error::Result;
use crate::gpu::layout::{STEP_STRIDE, Step};
use crate::render::drawn::Drawn;
use crate::render::resources::{Buffer, MOST_DRAWN};
use crate::render::theme::ColourBy;
use crate::render::view::View;

/// One simulation's.
pub(super) struct Gathering {
    pub pass: &'static str,
    pub group: wgpu::BindGroup,
    /// Where its record of `step` stands, if the pass reads one.
    pub offsets: Vec<u32>,
    /// Threads, or where the device has counted them.
    pub items: std::result::Result<u32, wgpu::Buffer>,
}

pub(super) struct Errors {
    /// By bead of the picture, bits of m or rad.
    pub buffer: Buffer,
    /// For each simulation a record of which `gather_overshoots` reads the number of joints.
    steps: Buffer,
    pub gatherings: Vec<Gathering>,
    pub colour: wgpu::BindGroup,
}

impl View {
    /// Bound anew for each picture: which buffers there are may have changed.
    pub(super) fn find_errors(&mut self, drawn: &mut [Drawn]) -> Result<()> {
        let pass = match self.colour_by {
            ColourBy::Overshoot => "gather_overshoots",
            ColourBy::Depth => "gather_depths",
            _ => {
                self.errors = None;
                return Ok(());
            }
        };
        let size = 4 * u64::from(self.frame.beads);
        let before = self.errors.take().filter(|errors| errors.buffer.size() >= size);
        let room = STEP_STRIDE * MOST_DRAWN as u64;
        let (buffer, steps) = match before {
            Some(errors) => (errors.buffer, errors.steps),
            None => (
                Buffer::storage(&self.gpu, "errors", size),
                Buffer::new(&self.gpu, "steps of errors", room, wgpu::BufferUsages::UNIFORM),
            ),
        };
        let mut records = vec![0u8; room as usize];
        for (record, drawing) in records.chunks_exact_mut(STEP_STRIDE as usize).zip(&self.drawings) {
            let step = Step { joint_count: drawing.record.joints, ..Step::default() };
            record[..size_of::<Step>()].copy_from_slice(bytemuck::bytes_of(&step));
        }
        steps.write(&records);
        let names: Vec<&str> = self.passes.get(pass).bindings.iter().map(|binding| binding.name).collect();
        let mut gatherings = Vec::new();
        for (k, (drawing, one)) in self.drawings.iter().zip(drawn).enumerate() {
            let simulation = &mut *one.simulation;
            let there = match self.colour_by {
                ColourBy::Depth => simulation.gpu_machine()?.touches(),
                // hard points have no stops
                _ => drawing.record.points_only == 0,
            };
            if !there {
                continue;
            }
            let own = ["poses", "ties", "multipliers", "contact_numbers", "pairs", "contact_forces"];
            for name in own.into_iter().filter(|name| names.contains(name)) {
                simulation.buffer(name)?;
            }
            let machine = simulation.gpu_machine()?;
            let find = |name: &str| machine.existing_buffer(name).expect("made just above");
            let group = self.passes.get(pass).bind(&self.gpu.device, |name| match name {
                "errors" => buffer.as_entire_binding(),
                "step" => wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                    buffer: &steps,
                    offset: 0,
                    size: wgpu::BufferSize::new(size_of::<Step>() as u64),
                }),
                "drawn" => drawing.drawn.as_entire_binding(),
                "joint_colours" => drawing.joint_colours.as_entire_binding(),
                name => find(name).as_entire_binding(),
            });
            let items = match self.colour_by {
                ColourBy::Depth => Err(find("contact_arguments").clone()),
                _ => Ok(drawing.record.joints),
            };
            let told = names.contains(&"step");
            let offsets = if told { vec![STEP_STRIDE as u32 * k as u32] } else { Vec::new() };
            gatherings.push(Gathering { pass, group, offsets, items });
        }
        let colour = self.passes.get("colour_errors").bind(&self.gpu.device, |name| match name {
            "errors" => buffer.as_entire_binding(),
            name => self.shared(name).as_entire_binding(),
        });
        self.errors = Some(Errors { buffer, steps, gatherings, colour });
        Ok(())
    }
}
