//! All numbers and buffers that the passes get, made ready before a picture.

use crate::error::{BeadworkError, Code, Result};
use crate::render::drawing::Drawing;
use crate::render::drawn::{self, Drawn, shapes, shapes_and_centres};
use crate::render::frame::{Manner, Seen};
use crate::render::resources::{BEAD_BYTES, Buffer, DrawnRecord, Frame, SPLAT_BYTES};
use crate::render::stores::Stock;
use crate::render::view::View;

/// Above so many beads splats start earlier: drawing quads costs by the quad.
const MANY: u32 = 5000;

impl View {
    /// For this list of simulations.
    pub(super) fn prepare(&mut self, drawn: &mut [Drawn]) -> Result<()> {
        drawn::check(drawn)?;
        let bodies: u64 = drawn.iter().map(|d| d.simulation.drawn_bodies() as u64).sum();
        let joints: u64 = drawn.iter().map(|d| d.simulation.joint_count() as u64).sum();
        let restocked = self.stock_up(bodies, joints)?;
        let renewed = self.fit_drawings(drawn)?;
        let rebound = self.fit_shapes(drawn, restocked || renewed);
        self.mark(drawn)?;
        self.place_drawings(drawn, restocked || rebound)?;
        self.fill_frame(drawn, bodies as u32);
        self.find_errors(drawn)
    }

    /// Room for so many beads; true if it is new and whatever binds it must bind anew.
    fn stock_up(&mut self, bodies: u64, joints: u64) -> Result<bool> {
        if BEAD_BYTES * bodies > self.gpu.limits.max_storage_buffer_binding_size {
            let message = format!("The picture would hold {bodies} beads, more than this device can draw.");
            return Err(BeadworkError::new(Code::Limit, message));
        }
        if (self.stock.bodies, self.stock.joints) == (bodies, joints) {
            return Ok(false);
        }
        self.stock = Stock::new(&self.gpu, bodies, joints);
        self.unbind();
        Ok(true)
    }

    /// A drawing for each simulation, made anew where its scene has changed; true if one was.
    fn fit_drawings(&mut self, drawn: &mut [Drawn]) -> Result<bool> {
        let mut renewed = self.drawings.len() != drawn.len();
        self.drawings.truncate(drawn.len());
        for (i, one) in drawn.iter_mut().enumerate() {
            match self.drawings.get_mut(i) {
                None => self.drawings.push(Drawing::new(&self.gpu, one.simulation)?),
                Some(drawing) if !drawing.fits(one.simulation)? => {
                    renewed = true;
                    *drawing = Drawing::new(&self.gpu, one.simulation)?;
                }
                Some(_) => {}
            }
        }
        Ok(renewed)
    }

    /// The shape of each bead, where some are no spheres, and the passes that look; true if groups must be bound anew.
    fn fit_shapes(&mut self, drawn: &[Drawn], renewed: bool) -> bool {
        let shaped = self.drawings.iter().any(|drawing| drawing.facts.shaped);
        if shaped == self.shaped && !(shaped && renewed) {
            return false;
        }
        if shaped != self.shaped {
            self.passes = self.passes_for(shaped);
            self.shaped = shaped;
        }
        let records = drawn.iter().filter(|_| shaped).flat_map(|one| shapes(one.simulation));
        let records: Vec<[f32; 4]> = records.collect();
        let shown = drawn.iter().filter(|_| shaped).map(|one| &*one.simulation);
        let all = shapes_and_centres(shown);
        self.shapes = Buffer::filled(&self.gpu, "shapes", bytemuck::cast_slice(&all));
        let kind = |record: &[f32; 4]| record[3] as usize;
        self.kinds =
            std::array::from_fn(|k| !shaped && k == 0 || records.iter().any(|record| kind(record) == k));
        let planes = (0u32..).zip(&records).filter(|(_, record)| kind(record) == 3).map(|(slot, _)| slot);
        let planes: Vec<u32> = planes.collect();
        self.planes = Buffer::filled(&self.gpu, "planes", bytemuck::cast_slice(&planes));
        self.unbind();
        true
    }

    /// Gives every drawing the places of its beads and joints among all, its offset and the bead that is held.
    fn place_drawings(&mut self, drawn: &mut [Drawn], restocked: bool) -> Result<()> {
        let (mut first_body, mut first_joint) = (0, 0);
        for (i, one) in drawn.iter_mut().enumerate() {
            let marks = self.drawings[i].contacts.as_ref().map(|contacts| contacts.marks);
            let mut record = DrawnRecord::of(one, i, first_body, first_joint).with(marks.unwrap_or_default());
            record.slots = one.simulation.gpu_machine()?.slots();
            first_body += record.bodies;
            first_joint += record.joints;
            self.drawings[i].place(record);
            if restocked || self.drawings[i].gather_beads.is_none() {
                let shared = |name| self.shared(name).clone();
                let (joints, beads) =
                    self.drawings[i].bind(&self.gpu, &self.passes, one.simulation, &shared)?;
                self.drawings[i].gather_joints = Some(joints);
                self.drawings[i].gather_beads = Some(beads);
            }
        }
        Ok(())
    }

    fn mark(&mut self, drawn: &mut [Drawn]) -> Result<()> {
        let show = self.show;
        for (drawing, one) in self.drawings.iter_mut().zip(drawn) {
            let (frame, depth) = (&self.frame_buffer, &self.screen.depth.view);
            drawing.mark(&self.gpu, &self.passes, one.simulation, show, frame, depth)?;
            drawing.mark_contacts(&self.gpu, &self.passes, one.simulation, show, frame, depth)?;
        }
        Ok(())
    }

    fn fill_frame(&mut self, drawn: &[Drawn], beads: u32) {
        let pairs = drawn.iter().zip(&self.drawings);
        let seen: Vec<Seen> = pairs
            .map(|(one, Drawing { facts, record, .. })| Seen {
                facts,
                record,
                thread: one.thread,
                dashed: one.dashed,
            })
            .collect();
        let manner = Manner { splat_radius: self.splat_radius(beads), in_software: self.gpu.in_software() };
        self.frame = Frame::of(&self.stage(), &seen, beads, manner);
        if self.frame.splat_radius > 0.0 && self.screen.splats.is_none() {
            let size = SPLAT_BYTES * u64::from(self.size.0) * u64::from(self.size.1);
            self.screen.splats = Some(Buffer::storage(&self.gpu, "splats", size));
            self.unbind();
        }
        self.frame_buffer.write(bytemuck::bytes_of(&self.frame));
    }

    /// The camera as it stands now, for kernels that run between two pictures.
    pub(super) fn fill_camera(&mut self) {
        let stage = self.stage();
        self.frame.look_from(&stage.camera, stage.size);
        self.frame_buffer.write(bytemuck::bytes_of(&self.frame));
    }

    /// Below which radius in pixels beads are splatted; 0 if the splats' picture would not fit the device.
    pub(super) fn splat_radius(&self, beads: u32) -> f32 {
        let size = SPLAT_BYTES * u64::from(self.size.0) * u64::from(self.size.1);
        if size > self.gpu.limits.max_storage_buffer_binding_size {
            return 0.0;
        }
        self.splat_radius.unwrap_or(if beads >= MANY { 4.0 } else { 1.5 })
    }
}
