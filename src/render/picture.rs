//! The passes of one picture, in their order.

use std::mem::offset_of;

use crate::render::errors::Gathering;
use crate::render::frame::{self, CROWD};
use crate::render::passes::{self, Items};
use crate::render::resources::{Counters, QUAD};
use crate::render::show;
use crate::render::view::View;

pub(super) fn submit(view: &View, canvas: &wgpu::TextureView) {
    let bars = frame::bars(&view.overlays);
    if !bars.is_empty() {
        // in front of the threads
        view.stock.cords.write(bytemuck::cast_slice(&bars));
    }
    let counters = Counters {
        beads: [0, 1, 0, 0],
        cords: [QUAD * bars.len() as u32, 1, 0, 0],
        tiles: [[0, 1, 0, 0]; 3],
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
    if let Some(errors) = &view.errors {
        encoder.clear_buffer(&errors.buffer, 0, None);
    }
    let crowd = view.frame.beads >= CROWD;
    if crowd {
        encoder.clear_buffer(&view.occupancy, 0, None);
    }
    compute(view, &mut encoder, crowd, splats.is_some());
    for contacts in view.drawings.iter().filter_map(|drawing| drawing.contacts.as_ref()) {
        contacts.count(&mut encoder);
    }
    draw_shadows(view, &mut encoder);
    draw_beads(view, &mut encoder);
    finish(view, &mut encoder, canvas);
    if let Some(clock) = &view.clock {
        clock.resolve(&mut encoder);
    }
    view.gpu.queue.submit([encoder.finish()]);
}

fn compute(view: &View, encoder: &mut wgpu::CommandEncoder, crowd: bool, splats: bool) {
    let beads = view.frame.beads;
    // one pass for all, but where each is to be timed
    let mut whole = None;
    let mut run_at = |name: &'static str, group: &wgpu::BindGroup, offsets: &[u32], items: Items| {
        let found = &view.passes.get(name);
        match &view.clock {
            Some(clock) => {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: Some(name),
                    timestamp_writes: clock.compute(name),
                });
                passes::dispatch(found, &mut pass, group, offsets, 0, items);
            }
            None => {
                let pass = whole
                    .get_or_insert_with(|| encoder.begin_compute_pass(&Default::default()).forget_lifetime());
                passes::dispatch(found, pass, group, offsets, 0, items);
            }
        }
    };
    let mut run = |name: &'static str, group: &wgpu::BindGroup, items: Items| run_at(name, group, &[], items);
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
    if let Some(errors) = &view.errors {
        for Gathering { pass, group, offsets, items } in &errors.gatherings {
            let items = match items {
                Ok(count) => Items::Count(*count),
                Err(counted) => Items::Indirect(counted, 0),
            };
            run_at(pass, group, offsets, items);
        }
        run_at("colour_errors", &errors.colour, &[], Items::Count(beads));
    }
    let mut run = |name: &'static str, items: Items| run_at(name, &view.group(name), &[], items);
    let counted = |at| Items::Indirect(&view.counters, at);
    if crowd {
        run("occupy_cells", Items::Count(beads));
        run("light_cells", counted(offset_of!(Counters, cells)));
    }
    run("place_beads", Items::Count(beads));
    run("list_tiles", Items::Count(view.screen.tile_count));
    if crowd || splats {
        run("list_lit", Items::Count(beads));
        run("light_beads", counted(offset_of!(Counters, lit)));
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

fn draw_shadows(view: &View, encoder: &mut wgpu::CommandEncoder) {
    if view.ground.is_none() && view.frame.planes == 0 {
        return;
    }
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        label: Some("shadows"),
        color_attachments: &[colour_attachment(&view.shadows.view, wgpu::Color::WHITE)],
        timestamp_writes: view.clock.as_ref().and_then(|clock| clock.draw("shadows")),
        ..Default::default()
    });
    set(view, "draw_shadows", &view.group("draw_shadows"), &mut pass);
    pass.draw(0..QUAD * (view.frame.casters + view.frame.far_casters), 0..1);
}

fn draw_beads(view: &View, encoder: &mut wgpu::CommandEncoder) {
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
        set(view, name, &view.group(name), &mut pass);
        pass.draw_indirect(&view.counters, 0);
    }
}

fn finish(view: &View, encoder: &mut wgpu::CommandEncoder, canvas: &wgpu::TextureView) {
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
        set(view, "draw_plane", &view.group("draw_plane"), &mut pass);
        pass.draw(0..QUAD * view.frame.planes, 0..1);
    } else if view.ground.is_some_and(|ground| view.frame.eye[1] > ground) {
        set(view, "draw_ground", &view.group("draw_ground"), &mut pass);
        pass.draw(0..QUAD, 0..1);
    }
    for (kind, name) in passes::RESOLVES.iter().enumerate() {
        set(view, name, &view.group(name), &mut pass);
        pass.draw_indirect(&view.counters, 32 + 16 * kind as u64);
    }
    if view.overlays.hairline.is_some() {
        set(view, "draw_hairline", &view.group("draw_hairline"), &mut pass);
        pass.draw(0..QUAD, 0..1);
    }
    set(view, "draw_cords", &view.group("draw_cords"), &mut pass);
    pass.draw_indirect(&view.counters, 16);
    draw_joints(view, &mut pass);
    draw_contacts(view, &mut pass);
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

/// The same where bodies touch: an instance for each pair that the device has counted.
fn draw_contacts<'a>(view: &'a View, pass: &mut wgpu::RenderPass<'a>) {
    for contacts in view.drawings.iter().filter_map(|drawing| drawing.contacts.as_ref()) {
        let Some(group) = &contacts.group else { continue };
        set(view, "draw_contacts", group, pass);
        for (k, _) in contacts.marks.strips().enumerate() {
            pass.draw_indirect(&contacts.arguments, 16 * k as u64);
        }
    }
}

fn set(view: &View, name: &'static str, group: &wgpu::BindGroup, pass: &mut wgpu::RenderPass) {
    pass.set_pipeline(view.passes.get(name).render_pipeline());
    pass.set_bind_group(0, group, &[]);
}
