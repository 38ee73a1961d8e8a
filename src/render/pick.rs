//! What the pointer means: a bead is found on the device, and a few bytes come back.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Quat, Vec2, Vec3};

use bytemuck::{Pod, Zeroable};

use crate::error::Result;
use crate::gpu::{Gpu, readback};
use crate::render::drawn::{Drawn, is_shaped, shapes_and_centres};
use crate::render::grip::{BREADTH, Hit, touched};
use crate::render::passes::{self, Items};
use crate::render::resources::{Buffer, DrawnRecord};
use crate::render::view::View;
use crate::scene::HeldBy;
use crate::simulation::Simulation;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
struct Pointer {
    ray: [f32; 3],
    breadth: f32,
}

/// `Picked` of shaders/render/pick.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
struct Picked {
    key: u32,
    slot: u32,
    /// 1 if `point` is the point that was touched: on all but spheres.
    shaped: u32,
    pad: u32,
    position: [f32; 3],
    radius: f32,
    rotation: [f32; 4],
    point: [f32; 3],
    end: u32,
}

const NOTHING: u32 = u32::MAX;

/// Where one simulation's beads stand among all slots.
#[derive(Clone, Debug)]
struct Part {
    first: u32,
    bodies: u32,
    offset: Vec3,
    /// How bodies are held that are parts of compounds, or turned by their principal axes.
    held: BTreeMap<usize, HeldBy>,
}

impl View {
    /// The bead at a point of the picture, in device pixels from its upper left corner, as the last camera that was
    /// drawn sees it.
    pub fn pick(
        &mut self,
        drawn: &mut [Drawn],
        at: Vec2,
    ) -> Result<impl Future<Output = Result<Option<Hit>>> + 'static + use<>> {
        self.gpu.check()?;
        let stage = self.stage();
        let (eye, ray) = stage.ray(at);
        let breadth = BREADTH * stage.scale();
        let gpu = self.gpu.clone();
        let picked = Buffer::storage(&gpu, "picked", size_of::<Picked>() as u64);
        picked.write(bytemuck::bytes_of(&Picked { key: NOTHING, slot: NOTHING, ..Picked::default() }));
        let pointer = Buffer::uniform::<Pointer>(&gpu, "pointer");
        pointer.write(bytemuck::bytes_of(&Pointer { ray: ray.to_array(), breadth }));
        self.fill_camera();

        let shaped = drawn.iter().any(|one| is_shaped(one.simulation));
        // the last picture may have been of others
        let others = (shaped != self.shaped).then(|| self.passes_for(shaped));
        let pass = others.as_ref().unwrap_or(&self.passes).get("pick");
        let mut kept: Vec<Buffer> = Vec::new();
        let mut parts: Vec<Part> = Vec::new();
        let mut groups = Vec::new();
        let mut first = 0;
        for one in drawn.iter_mut() {
            let bodies = one.simulation.drawn_bodies() as u32;
            let record = DrawnRecord {
                offset: one.offset.to_array(),
                first_body: first,
                bodies,
                ..DrawnRecord::default()
            };
            let drawn = Buffer::uniform::<DrawnRecord>(&gpu, "drawn");
            drawn.write(bytemuck::bytes_of(&record));
            let simulation: &Simulation = one.simulation;
            let shown = std::iter::once(simulation).filter(|_| shaped);
            let records = shapes_and_centres(shown);
            let shape = Buffer::filled(&gpu, "shapes", bytemuck::cast_slice(&records));
            let poses = one.simulation.buffer("poses")?;
            groups.push((
                pass.bind(&gpu.device, |name| match name {
                    "frame" => self.frame_buffer.as_entire_binding(),
                    "drawn" => drawn.as_entire_binding(),
                    "pointer" => pointer.as_entire_binding(),
                    "poses" => poses.as_entire_binding(),
                    "shapes" => shape.as_entire_binding(),
                    _ => picked.as_entire_binding(),
                }),
                bodies,
            ));
            kept.extend([drawn, shape]);
            let scene = one.simulation.scene();
            let held = (0..bodies as usize).filter_map(|body| Some((body, scene.held_by(body)?))).collect();
            parts.push(Part { first, bodies, offset: one.offset, held });
            first += bodies;
        }
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        {
            let mut compute = encoder.begin_compute_pass(&Default::default());
            for stage in 0..3 {
                for (group, bodies) in &groups {
                    passes::dispatch(&pass, &mut compute, group, &[], stage, Items::Count(*bodies));
                }
            }
        }
        gpu.queue.submit([encoder.finish()]);
        kept.extend([pointer]);
        Ok(answer(gpu, picked, kept, parts, eye, ray))
    }
}

fn answer(
    gpu: Arc<Gpu>,
    picked: Buffer,
    kept: Vec<Buffer>,
    parts: Vec<Part>,
    eye: Vec3,
    ray: Vec3,
) -> impl Future<Output = Result<Option<Hit>>> + 'static {
    let reading = readback::read(&gpu, &[(&picked, size_of::<Picked>() as u64)]);
    async move {
        let bytes = reading.await?;
        drop((picked, kept));
        let found: Picked = bytemuck::pod_read_unaligned(&bytes[0]);
        let part = parts.iter().enumerate().find(|(_, part)| {
            found.slot >= part.first && found.slot - part.first < part.bodies && found.slot != NOTHING
        });
        Ok(part.map(|(index, part)| {
            let centre = Vec3::from_array(found.position);
            let rotation = Quat::from_array(found.rotation);
            let point = match found.shaped {
                0 => touched(centre, found.radius, eye, ray),
                _ => centre + rotation * Vec3::from_array(found.point),
            };
            let found_body = (found.slot - part.first) as usize;
            let local = rotation.inverse() * (point - centre);
            let held = part.held.get(&found_body).copied().unwrap_or(HeldBy::itself(found_body));
            Hit {
                drawn: index,
                body: held.body,
                point: point - part.offset,
                local_point: held.local_point(local),
            }
        }))
    }
}
