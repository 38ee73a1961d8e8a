//! What the drawing passes bind, by the names in their shaders.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::render::view::View;

/// The bind groups of the passes that read none of the simulations' buffers, each made when a picture first needs it.
pub(super) type Groups = RefCell<HashMap<&'static str, wgpu::BindGroup>>;

impl View {
    pub(super) fn shared(&self, name: &'static str) -> &wgpu::Buffer {
        match name {
            "frame" => &self.frame_buffer,
            "beads" => &self.stock.beads,
            "visible" => &self.stock.visible,
            "signals" => &self.stock.signals,
            "cords" => &self.stock.cords,
            "counters" => &self.counters,
            "occupancy" => &self.occupancy,
            "marks" => &self.screen.marks,
            "tiles" => &self.screen.tiles,
            "arriving" => &self.arriving,
            "wanted" => &self.wanted,
            "lit" => &self.stock.lit,
            "shapes" => &self.shapes,
            "planes" => &self.planes,
            "splats" => self.screen.splats.as_ref().unwrap_or(&self.nothing),
            _ => unreachable!("no drawing shader has a buffer called {name}"),
        }
    }

    pub(super) fn group(&self, pass: &'static str) -> wgpu::BindGroup {
        let bound = || {
            self.passes.get(pass).bind(&self.gpu.device, |name| match name {
                "seen" => wgpu::BindingResource::TextureView(&self.screen.seen.view),
                "shadows" => wgpu::BindingResource::TextureView(&self.shadows.view),
                "smooth_sampler" => wgpu::BindingResource::Sampler(&self.sampler),
                name => self.shared(name).as_entire_binding(),
            })
        };
        self.groups.borrow_mut().entry(pass).or_insert_with(bound).clone()
    }

    /// For buffers and textures that have changed: groups are made anew.
    pub(super) fn unbind(&mut self) {
        self.groups.get_mut().clear();
    }
}
