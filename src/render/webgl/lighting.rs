//! `occupy_cells`, `light_cells` and `light_beads` of shaders/render: what beads in a crowd take of each other's light, on a coarse
//! grid over the scene.

use std::f32::consts::PI;

use glam::Vec3;

use super::{AS_PEARL, View, mean_radius, packed};
use crate::codes::cells;
use crate::codes::light_cells::STEPS;

/// A side.
const CELLS: usize = cells::CELLS as usize;
/// Towards the key lamp, as in shaders/render/studio.wgsl.
const KEY: Vec3 = Vec3::new(-0.4969, 0.6776, 0.5421);
/// Of a cell that is not worked out yet.
const UNKNOWN: [f32; 2] = [-1.0; 2];

fn index(cell: [usize; 3]) -> usize {
    (cell[2] * CELLS + cell[1]) * CELLS + cell[0]
}

/// Shadow areas over a cell's face, by cell.
struct Grid {
    areas: Vec<f32>,
}

impl Grid {
    /// Met on the way along d from a place, its own cell left out.
    fn thickness(&self, start: Vec3, d: Vec3) -> f32 {
        let mut sum = 0.0;
        for k in (1..=STEPS).map(|k| k as f32) {
            // longer and longer strides
            let at = start + d * k * (1.0 + 0.08 * k);
            if at.min_element() < 0.0 || at.max_element() >= CELLS as f32 {
                break;
            }
            sum += self.areas[index(at.to_array().map(|x| x as usize))] * (1.0 + 0.16 * k);
        }
        sum
    }

    /// From the sky and from the key lamp, T = exp(−Σ area over face).
    fn light(&self, cell: [usize; 3]) -> [f32; 2] {
        let start = Vec3::from_array(cell.map(|x| x as f32 + 0.5));
        let through = |x: f32, y: f32, z: f32| (-0.6 * self.thickness(start, Vec3::new(x, y, z))).exp();
        let sky = through(0.0, 1.0, 0.0)
            + through(0.8, 0.6, 0.0)
            + through(-0.8, 0.6, 0.0)
            + through(0.0, 0.6, -0.8)
            + through(0.0, 0.6, 0.8);
        [0.2 * sky, (-0.6 * self.thickness(start, KEY)).exp()]
    }
}

impl View {
    pub(super) fn light(&mut self) {
        let side = self.frame.cells;
        if side <= 0.0 {
            return;
        }
        let corner = Vec3::from_array(self.frame.middle) - 0.5 * CELLS as f32 * side;
        let place = |centre: [f32; 3]| (Vec3::from_array(centre) - corner) / side;
        let mut grid = Grid { areas: vec![0.0; CELLS * CELLS * CELLS] };
        for (bead, shape) in self.beads.iter().zip(&self.shapes) {
            let radius = mean_radius(*shape);
            let at = place(bead.centre).clamp(Vec3::ZERO, Vec3::splat(CELLS as f32 - 0.01));
            grid.areas[index(at.to_array().map(|x| x as usize))] += PI * radius * radius / (side * side);
        }
        let mut arriving = vec![UNKNOWN; CELLS * CELLS * CELLS];
        for bead in self.beads.iter_mut().filter(|bead| bead.kind & AS_PEARL != 0) {
            // smoothly between the eight cells around it
            let at = place(bead.centre) - 0.5;
            let low = at.floor();
            let f = at - low;
            let mut light = [0.0; 2];
            for k in 0..8u32 {
                let step = Vec3::new((k & 1) as f32, (k >> 1 & 1) as f32, (k >> 2) as f32);
                let inside = (low + step).clamp(Vec3::ZERO, Vec3::splat(CELLS as f32 - 1.0));
                let cell = inside.to_array().map(|x| x as usize);
                let known = &mut arriving[index(cell)];
                if *known == UNKNOWN {
                    *known = grid.light(cell);
                }
                let share = (step * f + (1.0 - step) * (1.0 - f)).element_product();
                light = std::array::from_fn(|c| light[c] + share * known[c]);
            }
            bead.light = packed(light[0], light[1]);
        }
    }
}
