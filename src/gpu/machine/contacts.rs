//! The buffers of contacts: made and filled where bodies touch, and read. `gpu/contacts.rs` has what stands in them.

use std::collections::HashMap;

use super::GpuMachine;
use crate::error::Result;
use crate::gpu::contacts::{self, Memory, PAIRS};
use crate::gpu::hulls::Hulls;
use crate::gpu::layout::Surface;
use crate::gpu::sizes::{CONTACT_NUMBERS, Counts};
use crate::machine::Reading;
use crate::plan::WORKGROUP;
use crate::scene::{Manner, Scene};
use crate::state::{ContactReading, Remembered};

impl GpuMachine {
    pub(crate) fn touches(&self) -> bool {
        self.buffers.existing("surfaces").is_some()
    }

    /// Points that a pair of bodies may have.
    pub(crate) fn slots(&self) -> u32 {
        self.buffers.counts().slots as u32
    }

    /// Puts the surfaces of contacts, where there are any; earlier forces stay if there were some before.
    pub(super) fn put_surfaces(&mut self, scene: &Scene, manner: Manner) -> Result<()> {
        if !manner.touching {
            self.buffers.remove_contacts();
            return Ok(());
        }
        if !self.touches() {
            self.renew_surfaces(scene, manner)?;
            self.put_memory(&[])?;
        }
        Ok(())
    }

    /// Where parts of compounds stand in these, where there are any.
    pub(super) fn put_parts(&mut self, scene: &Scene) -> Result<()> {
        let parts = scene.parts();
        self.owners = parts.clone().map(|part| (part as u32, scene.owner_of(part) as u32)).collect();
        let of = |body| contacts::parts_of(scene, body).map(|parts| (body, parts));
        self.parts =
            if parts.is_empty() { HashMap::new() } else { (0..parts.start).filter_map(of).collect() };
        match self.buffers.counts().compounds {
            true => self.buffers.fill("parts", bytemuck::cast_slice(&contacts::parts(scene))),
            false => Ok(()),
        }
    }

    /// Surfaces of all bodies anew, and which stand beside the cells.
    pub(super) fn renew_surfaces(&mut self, scene: &Scene, manner: Manner) -> Result<()> {
        if !manner.touching {
            return Ok(());
        }
        self.hulls = Hulls::of(scene);
        let mut surfaces = contacts::surfaces(scene, manner, &self.hulls);
        if self.buffers.counts().offset {
            let whole = 2 * surfaces.len();
            surfaces.extend(contacts::centres(scene));
            surfaces.resize(whole, Surface::default());
        }
        self.buffers.fill("surfaces", bytemuck::cast_slice(&surfaces))
    }

    /// Puts the contacts that the next frame finds as those of the frame before.
    pub(super) fn put_memory(&mut self, remembered: &[Remembered]) -> Result<()> {
        let Counts { bodies, slots, compounds, .. } = self.buffers.counts();
        let owner_of = |body: u32| self.owners.get(&body).copied().unwrap_or(body);
        let memory = Memory::of(remembered, bodies as usize, slots as usize, owner_of);
        let pairs = memory.pairs.len() as u32;
        let mut numbers = vec![0u32; CONTACT_NUMBERS as usize];
        numbers[PAIRS] = pairs;
        let arguments = [pairs.div_ceil(WORKGROUP), 1, 1];
        let queue = self.gpu.queue.clone();
        let parts: [(&'static str, &[u8]); 7] = [
            ("contact_rows", bytemuck::cast_slice(&memory.rows)),
            ("contact_numbers", bytemuck::cast_slice(&numbers)),
            ("contact_arguments", bytemuck::cast_slice(&arguments)),
            ("pairs", bytemuck::cast_slice(&memory.pairs)),
            ("touches", bytemuck::cast_slice(&memory.touches)),
            ("contact_forces", bytemuck::cast_slice(&memory.forces)),
            ("contact_reaches", bytemuck::cast_slice(&memory.reaches)),
        ];
        // where other pairs act the next step finds
        if let Some(reaches) = self.buffers.existing("contact_reaches") {
            let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
            encoder.clear_buffer(reaches, 0, None);
            queue.submit([encoder.finish()]);
        }
        for (name, bytes) in parts {
            queue.write_buffer(self.buffers.get(name)?, 0, bytes);
        }
        if compounds {
            let pairs = self.buffers.get("pairs")?;
            queue.write_buffer(pairs, pairs.size() / 2, bytemuck::cast_slice(&memory.met));
        }
        Ok(())
    }

    /// The buffers that `contacts::remembered` reads.
    pub(super) fn memory(&mut self) -> Result<Vec<(wgpu::Buffer, u64)>> {
        self.whole(&["contact_numbers", "pairs", "touches", "contact_forces", "contact_reaches"])
    }

    pub(super) fn contact_readings(&mut self) -> Result<Reading<Vec<ContactReading>>> {
        if !self.touches() {
            return Ok(Box::pin(std::future::ready(Ok(Vec::new()))));
        }
        let sources =
            self.whole(&["contact_numbers", "pairs", "contact_reaches", "contact_forces", "poses"])?;
        let slots = self.buffers.counts().slots as usize;
        let reading = self.bring(&sources);
        Ok(Box::pin(async move { Ok(contacts::readings(&reading.await?, slots)) }))
    }

    /// Buffers from end to end: how many pairs stand in them is known on the device only.
    fn whole(&mut self, names: &[&'static str]) -> Result<Vec<(wgpu::Buffer, u64)>> {
        names
            .iter()
            .map(|name| self.buffers.get(name).map(|buffer| (buffer.clone(), buffer.size())))
            .collect()
    }
}
