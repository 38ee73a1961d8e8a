//! One picture: the numbers that its passes get, and their order.

use std::mem::offset_of;

use glam::Vec2;

use crate::render::camera::Camera;
use crate::render::drawing::Bounds;
use crate::render::groups::Groups;
use crate::render::passes::{self, Items};
use crate::render::resources::{Cord, Counters, Frame};
use crate::render::show;
use crate::render::theme::{ColourBy, Rgb, hex, linear};
use crate::render::view::{MOST_BARS, View};

/// Nearer than this share of the camera's distance nothing is drawn.
const NEAR: f32 = 0.02;
/// Casters in the ground's map at most: shadows are soft, and some thousands stand for all.
const MOST_CASTERS: u32 = 1024;
/// Casters of the sky's wide shadows, which cost by their area.
const MOST_FAR_CASTERS: u32 = 128;
/// Fewer beads than this take no light from each other but by touching.
const CROWD: u32 = 100;
/// Beads that look smaller than this radius in pixels show no reflections, which cost more than all else.
const DETAIL: f32 = 5.0;
/// The same on a CPU in a GPU's place, where there are many.
const DETAIL_OF_MANY: f32 = 9.0;
const MANY: u32 = 500;
/// A steel bar.
const BAR_COLOUR: Rgb = hex(0x8d949c);

pub(super) fn fill_camera(frame: &mut Frame, camera: &Camera, size: Vec2) {
    let axes = camera.axes();
    frame.right = axes.right.to_array();
    frame.up = axes.up.to_array();
    frame.forward = axes.forward.to_array();
    frame.eye = axes.eye.to_array();
    frame.focal = camera.focal(size.y);
    frame.near = NEAR * camera.distance;
    frame.size = size.to_array();
}

/// Fills the frame's record; true if some beads may look small enough to be splatted.
pub(super) fn fill_frame(
    view: &mut View,
    threads: &[(Option<Rgb>, bool)],
    bounds: Bounds,
    beads: u32,
) -> bool {
    let camera = view.glide.now;
    let axes = camera.axes();
    let size = view.size_vector();
    let focal = camera.focal(size.y);
    let (middle, reach) = (bounds.middle(), bounds.half().length());
    let theme = view.theme;
    let ground = ground_height(view, middle.x, middle.z);
    let thinnest = view.drawings.iter().map(|d| d.thinnest).fold(f32::INFINITY, f32::min);
    let farthest = axes.eye.distance(middle) + 2.0 * reach;
    let radius = view.splat_radius(beads);
    let splats = focal * thinnest / farthest < radius;
    // nobody needs the joints where all beads are splats of their own colour
    let thickest = view.drawings.iter().map(|d| d.thickest).fold(0.0, f32::max);
    let largest = focal * thickest / (0.8 * bounds.distance(axes.eye)).max(1e-6);
    let held = view.drawings.iter().any(|d| d.record.held != u32::MAX);
    let own = matches!(view.colour_by, ColourBy::Bead | ColourBy::Speed);
    let joints_known = !own || held || !splats || largest >= radius;
    // shadows fall away from the key lamp by about as much as things are high
    let map =
        middle.with_y(0.0) + glam::Vec3::new(0.37, 0.0, -0.4) * (middle.y - ground).clamp(0.0, 4.0 * reach);
    let map_side = 2.0 * 1.9 * reach;
    let stride = beads.div_ceil(MOST_CASTERS).max(1);
    let far_stride = beads.div_ceil(MOST_FAR_CASTERS).max(1);
    let hairline = view.overlays.hairline.map_or(-10.0, |height| {
        let off = camera.target.with_y(height) - axes.eye;
        0.5 * size.y - focal * off.dot(axes.up) / off.dot(axes.forward).max(1e-6)
    });
    let mut records = [[0.0; 4]; crate::render::resources::MOST_DRAWN];
    for (record, (thread, dashed)) in records.iter_mut().zip(threads) {
        let [r, g, b] = linear(thread.unwrap_or(theme.thread));
        *record = [r, g, b, if *dashed { 1.1 * thinnest } else { 0.0 }];
    }
    let [r, g, b] = linear(theme.hairline);
    view.frame = Frame {
        splat_radius: if splats { radius } else { 0.0 },
        ground_height: ground,
        beads,
        mode: view.colour_by as u32,
        background: linear(theme.background),
        dark: if theme.dark { 1.0 } else { 0.0 },
        ground: linear(theme.ground),
        pool: 1.25 * reach,
        warning: linear(theme.warning),
        detail: if view.gpu.in_software() && beads > MANY { DETAIL_OF_MANY } else { DETAIL },
        middle: middle.to_array(),
        reach,
        map_corner: [map.x - 0.5 * map_side, map.z - 0.5 * map_side],
        map_side,
        casters: beads.div_ceil(stride),
        weight: stride as f32,
        cells: if beads >= CROWD { 2.2 * reach / 32.0 } else { 0.0 },
        hairline,
        texel: map_side / view.shadows.texture.width() as f32,
        threads: records,
        line: [r, g, b, 0.5],
        joints_known: u32::from(joints_known),
        far_casters: beads.div_ceil(far_stride),
        far_weight: far_stride as f32,
        planes: view.drawings.iter().map(|drawing| drawing.planes).sum(),
        ..Frame::default()
    };
    fill_camera(&mut view.frame, &camera, size);
    splats
}

/// The first plane's under the scene's middle, where it is not too steep to stand on, or else the view's own, m.
fn ground_height(view: &View, x: f32, z: f32) -> f32 {
    let plane = view.drawings.iter().find_map(|d| Some((d.plane?, glam::Vec3::from_array(d.record.offset))));
    match plane {
        Some(((point, normal), offset)) if normal.y > 0.2 => {
            let at = point + offset;
            at.y - (normal.x * (x - at.x) + normal.z * (z - at.z)) / normal.y
        }
        _ => view.ground.unwrap_or(-1e6),
    }
}

pub(super) fn submit(view: &View, canvas: &wgpu::TextureView) {
    let groups = view.groups.as_ref().expect("made by prepare");
    let bars = lay_bars(view);
    let counters = Counters {
        beads: [4, 0, 0, 0],
        cords: [4, bars, 0, 0],
        tiles: [[4, 0, 0, 0]; 3],
        cells: [0, 1, 1, 0],
        lit: [0, 1, 1, 0],
        ..Counters::default()
    };
    view.counters.write(bytemuck::bytes_of(&counters));

    if let Some(clock) = &view.clock {
        clock.begin();
    }
    let mut encoder = view.gpu.device.create_command_encoder(&Default::default());
    let splats = view.screen.splats.as_ref().filter(|_| view.frame.splat_radius > 0.0);
    if let Some(splats) = splats {
        encoder.clear_buffer(splats, 0, None);
    }
    encoder.clear_buffer(&view.screen.marks, 0, None);
    let crowd = view.frame.beads >= CROWD;
    if crowd {
        encoder.clear_buffer(&view.occupancy, 0, None);
    }
    compute(view, groups, &mut encoder, crowd, splats.is_some());
    draw_shadows(view, groups, &mut encoder);
    draw_beads(view, groups, &mut encoder);
    finish(view, groups, &mut encoder, canvas);
    if let Some(clock) = &view.clock {
        clock.resolve(&mut encoder);
    }
    view.gpu.queue.submit([encoder.finish()]);
}

/// Bars lie in front of the threads; returns how many there are.
fn lay_bars(view: &View) -> u32 {
    let bars: Vec<Cord> = view
        .overlays
        .bars
        .iter()
        .take(MOST_BARS)
        .map(|bar| Cord {
            from: bar.from.to_array(),
            to: bar.to.to_array(),
            radius: bar.radius,
            colour: linear(BAR_COLOUR),
            dash: -1.0,
            strain: 0.0,
        })
        .collect();
    if !bars.is_empty() {
        view.stock.cords.write(bytemuck::cast_slice(&bars));
    }
    bars.len() as u32
}

fn compute(view: &View, groups: &Groups, encoder: &mut wgpu::CommandEncoder, crowd: bool, splats: bool) {
    let beads = view.frame.beads;
    // one pass for all, but where each is to be timed
    let mut whole = None;
    let mut run = |name: &'static str, group: &wgpu::BindGroup, items: Items| {
        let found = view.passes.get(name);
        match &view.clock {
            Some(clock) => {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: Some(name),
                    timestamp_writes: clock.compute(name),
                });
                passes::dispatch(found, &mut pass, group, 0, items);
            }
            None => {
                let pass = whole
                    .get_or_insert_with(|| encoder.begin_compute_pass(&Default::default()).forget_lifetime());
                passes::dispatch(found, pass, group, 0, items);
            }
        }
    };
    for drawing in view.drawings.iter().filter(|_| view.frame.joints_known == 1) {
        if let Some(group) = &drawing.gather_joints {
            run("gather_joints", group, Items::Count(drawing.record.joints.max(1)));
        }
    }
    for drawing in &view.drawings {
        if let Some(group) = &drawing.gather_beads {
            run("gather_beads", group, Items::Count(drawing.record.bodies));
        }
    }
    let counted = |at| Items::Indirect(&view.counters, at);
    if crowd {
        run("occupy_cells", &groups.occupy_cells, Items::Count(beads));
        run("light_cells", &groups.light_cells, counted(offset_of!(Counters, cells)));
    }
    run("place_beads", &groups.place_beads, Items::Count(beads));
    run("list_tiles", &groups.list_tiles, Items::Count(view.screen.tile_count));
    if crowd || splats {
        run("list_lit", &groups.list_lit, Items::Count(beads));
        run("light_beads", &groups.light_beads, counted(offset_of!(Counters, lit)));
    }
}

fn colour_attachment(
    view: &wgpu::TextureView,
    clear: wgpu::Color,
) -> Option<wgpu::RenderPassColorAttachment<'_>> {
    Some(wgpu::RenderPassColorAttachment {
        view,
        depth_slice: None,
        resolve_target: None,
        ops: wgpu::Operations { load: wgpu::LoadOp::Clear(clear), store: wgpu::StoreOp::Store },
    })
}

fn draw_shadows(view: &View, groups: &Groups, encoder: &mut wgpu::CommandEncoder) {
    if view.ground.is_none() && view.frame.planes == 0 {
        return;
    }
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("shadows"),
        color_attachments: &[colour_attachment(&view.shadows.view, wgpu::Color::WHITE)],
        timestamp_writes: view.clock.as_ref().and_then(|clock| clock.draw("shadows")),
        ..Default::default()
    });
    set(view, "draw_shadows", &groups.draw_shadows, &mut pass);
    pass.draw(0..4, 0..view.frame.casters + view.frame.far_casters);
}

fn draw_beads(view: &View, groups: &Groups, encoder: &mut wgpu::CommandEncoder) {
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("beads"),
        color_attachments: &[colour_attachment(&view.screen.seen.view, wgpu::Color::TRANSPARENT)],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: &view.screen.depth.view,
            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Store }),
            stencil_ops: None,
        }),
        timestamp_writes: view.clock.as_ref().and_then(|clock| clock.draw("beads")),
        ..Default::default()
    });
    for (name, _) in passes::DRAWS.iter().zip(view.kinds).filter(|(_, there)| *there) {
        set(view, name, &groups.draw_beads, &mut pass);
        pass.draw_indirect(&view.counters, 0);
    }
}

fn finish(view: &View, groups: &Groups, encoder: &mut wgpu::CommandEncoder, canvas: &wgpu::TextureView) {
    let [r, g, b] = view.frame.background.map(f64::from);
    let background = wgpu::Color { r, g, b, a: 1.0 };
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("picture"),
        color_attachments: &[colour_attachment(canvas, background)],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: &view.screen.depth.view,
            depth_ops: None,
            stencil_ops: None,
        }),
        timestamp_writes: view.clock.as_ref().and_then(|clock| clock.draw("picture")),
        ..Default::default()
    });
    if view.frame.planes > 0 {
        set(view, "draw_plane", &groups.draw_plane, &mut pass);
        pass.draw(0..4, 0..view.frame.planes);
    } else if view.ground.is_some_and(|ground| view.frame.eye[1] > ground) {
        set(view, "draw_ground", &groups.draw_ground, &mut pass);
        pass.draw(0..4, 0..1);
    }
    for (kind, name) in passes::RESOLVES.iter().enumerate() {
        set(view, name, &groups.resolve, &mut pass);
        pass.draw_indirect(&view.counters, 32 + 16 * kind as u64);
    }
    if view.overlays.hairline.is_some() {
        set(view, "draw_hairline", &groups.draw_hairline, &mut pass);
        pass.draw(0..4, 0..1);
    }
    set(view, "draw_cords", &groups.draw_cords, &mut pass);
    pass.draw_indirect(&view.counters, 16);
    draw_joints(view, &mut pass);
}

/// Over all else, where it is asked for.
fn draw_joints<'a>(view: &'a View, pass: &mut wgpu::RenderPass<'a>) {
    for marks in view.drawings.iter().filter_map(|drawing| drawing.marks.as_ref()) {
        let Some(group) = &marks.group else { continue };
        set(view, "draw_joints", group, pass);
        let ranges = [0..marks.straight, marks.straight..marks.straight + marks.winding];
        // straight ones over those that wind; and browsers complain of a draw call for nothing
        let parts = show::CORNERS.into_iter().zip(ranges).rev();
        for (corners, range) in parts.filter(|(_, range)| !range.is_empty()) {
            pass.draw(0..corners, range);
        }
    }
}

fn set<'a>(view: &'a View, name: &str, group: &wgpu::BindGroup, pass: &mut wgpu::RenderPass<'a>) {
    pass.set_pipeline(view.passes.get(name).render_pipeline());
    pass.set_bind_group(0, group, &[]);
}
