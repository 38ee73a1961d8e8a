//! Rays: the data put into their buffers, and the hits that come back.

use super::GpuMachine;
use crate::error::Result;
use crate::gpu::hulls::Hulls;
use crate::gpu::layout;
use crate::machine::Reading;
use crate::plan::Dispatch;
use crate::scene::{Body, Scene};
use crate::state::{Ray, RayHit, group_of};

/// `first` is the row of its hull, where it is one.
fn body(body: &Body, first: Option<f32>) -> layout::RayBody {
    let [x, y, z, kind] = body.mass_solid().record(body.radius);
    let y = first.unwrap_or(y);
    let [centre_x, centre_y, centre_z] = body.mass_centre().to_array();
    layout::RayBody {
        half: [x, y, z],
        kind: kind as u32,
        group: group_of(body),
        centre_x,
        centre_y,
        centre_z,
    }
}

fn record(ray: &Ray) -> layout::Ray {
    layout::Ray {
        origin: ray.origin.as_vec3().to_array(),
        most: ray.max_distance as f32,
        direction: ray.direction.as_vec3().to_array(),
        mask: ray.collides_with,
    }
}

fn hit(ray: &Ray, found: layout::RayHit) -> Option<RayHit> {
    let met = found.body != u32::MAX;
    met.then(|| RayHit::of(ray, found.body as usize, found.distance.into(), found.normal.map(f64::from)))
}

impl GpuMachine {
    /// Of a body that was changed.
    pub(super) fn renew_ray_body(&mut self, index: usize, what: &Body) -> Result<()> {
        match self.buffers.existing("ray_bodies") {
            Some(_) => {
                let first = self.ray_hulls.row(what, self.buffers.counts().bodies as usize);
                self.write("ray_bodies", index, bytemuck::bytes_of(&body(what, first)))
            }
            None => Ok(()),
        }
    }

    pub(super) fn cast(
        &mut self,
        scene: &Scene,
        rays: Vec<Ray>,
        plan: &[Dispatch],
    ) -> Result<Reading<Vec<Option<RayHit>>>> {
        if self.buffers.existing("ray_bodies").is_none() {
            self.ray_hulls = Hulls::of(scene);
            let hulls = &self.ray_hulls;
            let of = |one| body(one, hulls.row(one, scene.bodies.len()));
            let mut bodies: Vec<layout::RayBody> = scene.bodies.iter().map(of).collect();
            let rows: &[[f32; 8]] = bytemuck::cast_slice(hulls.rows());
            bodies.extend(rows.iter().map(|&words| -> layout::RayBody { bytemuck::cast(words) }));
            self.buffers.fill("ray_bodies", bytemuck::cast_slice(&bodies))?;
        }
        let records: Vec<layout::Ray> = rays.iter().map(record).collect();
        self.buffers.fill_start("rays", bytemuck::cast_slice(&records))?;
        let size = (rays.len() * size_of::<layout::RayHit>()) as u64;
        let hits = self.buffers.with_room("ray_hits", size)?.clone();
        self.program_for(plan)?.submit(None, 1, None);
        let reading = self.bring(&[(hits, size)]);
        Ok(Box::pin(async move {
            let bytes = reading.await?;
            let found = bytes[0].chunks_exact(size_of::<layout::RayHit>()).map(bytemuck::pod_read_unaligned);
            Ok(rays.iter().zip(found).map(|(ray, found)| hit(ray, found)).collect())
        }))
    }
}
