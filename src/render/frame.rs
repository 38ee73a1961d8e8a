//! The numbers of one picture, which every drawing shader reads.

use glam::{Vec2, Vec3};

use crate::render::camera::Camera;
use crate::render::drawn::{Bounds, Facts};
use crate::render::resources::{Cord, DrawnRecord, Frame, MOST_DRAWN};
use crate::render::stage::{Overlays, Stage};
use crate::render::theme::{ColourBy, Rgb, hex, linear};

/// Nearer than this share of the camera's distance nothing is drawn.
const NEAR: f32 = 0.02;
/// Casters in the ground's map at most: shadows are soft, and some thousands stand for all.
const MOST_CASTERS: u32 = 1024;
/// Casters of the sky's wide shadows, which cost by their area.
const MOST_FAR_CASTERS: u32 = 128;
/// Fewer beads than this take no light from each other but by touching.
pub(super) const CROWD: u32 = 100;
/// Beads that look smaller than this radius in pixels show no reflections, which cost more than all else.
const DETAIL: f32 = 5.0;
/// The same on a CPU in a GPU's place, where there are many.
const DETAIL_OF_MANY: f32 = 9.0;
const MANY: u32 = 500;
/// Bars at most.
pub(super) const MOST_BARS: usize = 4;
/// A steel bar.
const BAR_COLOUR: Rgb = hex(0x8d949c);
/// Texels of the ground's map of shadows, a side.
pub(super) const MAP_SIZE: u32 = 256;

/// One of the simulations in the picture.
pub(super) struct Seen<'a> {
    pub facts: &'a Facts,
    pub record: &'a DrawnRecord,
    pub thread: Option<Rgb>,
    pub dashed: bool,
}

/// Settings that depend on the device that draws.
pub(super) struct Manner {
    /// Beads that look smaller than this many pixels are splatted.
    pub splat_radius: f32,
    /// By a CPU in a GPU's place.
    pub in_software: bool,
}

impl Frame {
    pub(super) fn look_from(&mut self, camera: &Camera, size: Vec2) {
        let axes = camera.axes();
        self.right = axes.right.to_array();
        self.up = axes.up.to_array();
        self.forward = axes.forward.to_array();
        self.eye = axes.eye.to_array();
        self.focal = camera.focal(size.y);
        self.near = NEAR * camera.distance;
        self.size = size.to_array();
    }

    pub(super) fn of(stage: &Stage, seen: &[Seen], beads: u32, manner: Manner) -> Self {
        let placed = |one: &Seen| one.facts.bounds.moved(Vec3::from_array(one.record.offset));
        let bounds = seen.iter().fold(Bounds::EMPTY, |sum, one| sum.with(placed(one)));
        let camera = stage.camera;
        let axes = camera.axes();
        let size = stage.size;
        let focal = camera.focal(size.y);
        let (middle, reach) = (bounds.middle(), bounds.half().length());
        let theme = stage.theme;
        let ground = ground_height(stage.ground, seen, middle);
        let thinnest = seen.iter().map(|one| one.facts.thinnest).fold(f32::INFINITY, f32::min);
        let farthest = axes.eye.distance(middle) + 2.0 * reach;
        let radius = manner.splat_radius;
        let splats = focal * thinnest / farthest < radius;
        // joints are not needed where all beads are splats of their own colour
        let thickest = seen.iter().map(|one| one.facts.thickest).fold(0.0, f32::max);
        let largest = focal * thickest / (0.8 * bounds.distance(axes.eye)).max(1e-6);
        let held = seen.iter().any(|one| one.record.held != u32::MAX);
        let own = !matches!(stage.colour_by, ColourBy::Load | ColourBy::Gap | ColourBy::Colour);
        let joints_known = !own || held || !splats || largest >= radius;
        // shadows fall away from the key lamp by about as much as things are high
        let map =
            middle.with_y(0.0) + Vec3::new(0.37, 0.0, -0.4) * (middle.y - ground).clamp(0.0, 4.0 * reach);
        let map_side = 2.0 * 1.9 * reach;
        let stride = beads.div_ceil(MOST_CASTERS).max(1);
        let far_stride = beads.div_ceil(MOST_FAR_CASTERS).max(1);
        let hairline = stage.overlays.hairline.map_or(-10.0, |height| {
            let off = camera.target.with_y(height) - axes.eye;
            0.5 * size.y - focal * off.dot(axes.up) / off.dot(axes.forward).max(1e-6)
        });
        let mut threads = [[0.0; 4]; MOST_DRAWN];
        for (thread, one) in threads.iter_mut().zip(seen) {
            let [r, g, b] = linear(one.thread.unwrap_or(theme.thread));
            *thread = [r, g, b, if one.dashed { 1.1 * thinnest } else { 0.0 }];
        }
        let [r, g, b] = linear(theme.hairline);
        let mut frame = Self {
            splat_radius: if splats { radius } else { 0.0 },
            ground_height: ground,
            beads,
            mode: stage.colour_by as u32,
            background: linear(theme.background),
            dark: if theme.dark { 1.0 } else { 0.0 },
            ground: linear(theme.ground),
            pool: 1.25 * reach,
            warning: linear(theme.warning),
            detail: if manner.in_software && beads > MANY { DETAIL_OF_MANY } else { DETAIL },
            middle: middle.to_array(),
            reach,
            map_corner: [map.x - 0.5 * map_side, map.z - 0.5 * map_side],
            map_side,
            casters: beads.div_ceil(stride),
            weight: stride as f32,
            cells: if beads >= CROWD { 2.2 * reach / 32.0 } else { 0.0 },
            hairline,
            texel: map_side / MAP_SIZE as f32,
            threads,
            line: [r, g, b, 0.5],
            joints_known: u32::from(joints_known),
            far_casters: beads.div_ceil(far_stride),
            far_weight: far_stride as f32,
            planes: seen.iter().map(|one| one.facts.planes).sum(),
            ..Self::default()
        };
        frame.look_from(&camera, size);
        frame
    }
}

/// The first plane's under the scene's middle, where it is not too steep to stand on, or else the view's own, m.
fn ground_height(own: Option<f32>, seen: &[Seen], middle: Vec3) -> f32 {
    let plane = seen.iter().find_map(|one| Some((one.facts.plane?, Vec3::from_array(one.record.offset))));
    match plane {
        Some(((point, normal), offset)) if normal.y > 0.2 => {
            let at = point + offset;
            at.y - (normal.x * (middle.x - at.x) + normal.z * (middle.z - at.z)) / normal.y
        }
        _ => own.unwrap_or(-1e6),
    }
}

/// The bars that things hang from, as cords.
pub(super) fn bars(overlays: &Overlays) -> Vec<Cord> {
    let bars = overlays.bars.iter().take(MOST_BARS);
    bars.map(|bar| Cord {
        from: bar.from.to_array(),
        to: bar.to.to_array(),
        radius: bar.radius,
        colour: linear(BAR_COLOUR),
        dash: -1.0,
        strain: 0.0,
    })
    .collect()
}
