//! What the drawing passes bind, by the names in their shaders.

use crate::render::passes;
use crate::render::view::View;

/// The bind groups of the passes that read none of the simulations' buffers.
pub(super) struct Groups {
    pub occupy_cells: wgpu::BindGroup,
    pub light_cells: wgpu::BindGroup,
    pub list_tiles: wgpu::BindGroup,
    pub place_beads: wgpu::BindGroup,
    pub list_lit: wgpu::BindGroup,
    pub light_beads: wgpu::BindGroup,
    pub draw_beads: wgpu::BindGroup,
    pub draw_shadows: wgpu::BindGroup,
    pub draw_ground: wgpu::BindGroup,
    pub draw_plane: wgpu::BindGroup,
    pub resolve: wgpu::BindGroup,
    pub draw_cords: wgpu::BindGroup,
    pub draw_hairline: wgpu::BindGroup,
}

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

    pub(super) fn bind(&self) -> Groups {
        let group = |pass: &str| {
            self.passes.get(pass).bind(&self.gpu.device, |name| match name {
                "seen" => wgpu::BindingResource::TextureView(&self.screen.seen.view),
                "shadows" => wgpu::BindingResource::TextureView(&self.shadows.view),
                "smooth_sampler" => wgpu::BindingResource::Sampler(&self.sampler),
                name => self.shared(name).as_entire_binding(),
            })
        };
        Groups {
            occupy_cells: group("occupy_cells"),
            light_cells: group("light_cells"),
            list_tiles: group("list_tiles"),
            place_beads: group("place_beads"),
            list_lit: group("list_lit"),
            light_beads: group("light_beads"),
            draw_beads: group("draw_beads"),
            draw_shadows: group("draw_shadows"),
            draw_ground: group("draw_ground"),
            draw_plane: group("draw_plane"),
            resolve: group(passes::RESOLVES[0]),
            draw_cords: group("draw_cords"),
            draw_hairline: group("draw_hairline"),
        }
    }
}
