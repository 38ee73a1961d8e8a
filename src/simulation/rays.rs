//! Rays: which body is met first, and where.

use glam::DVec3;

use super::Simulation;
use crate::error::{BeadworkError, Code, Result};
use crate::machine::Reading;
use crate::scene::check::POSITION;
use crate::solvers::chores;
use crate::state::{Ray, RayHit};

/// Rays that may be cast in one call: a dispatch has a workgroup for each, and no device promises more.
pub const MOST_RAYS: usize = 65_535;

/// A ray without an end ends here, m: farther than any body, and nearer than `MISSED` of shaders/shapes/cast.wgsl.
const FARTHEST: f64 = 1e29;

impl Simulation {
    /// The first body that a ray meets after all steps asked for so far; of several at one distance the one with the lowest number.
    pub fn cast_ray(
        &mut self,
        ray: &Ray,
    ) -> Result<impl Future<Output = Result<Option<RayHit>>> + 'static + use<>> {
        let hits = self.cast(vec![with_unit(ray, "")?])?;
        Ok(async move { Ok(hits.await?.first().copied().flatten()) })
    }

    /// The same for many rays, in their order and by one dispatch. All are cast or, if one is refused, none.
    pub fn cast_rays(
        &mut self,
        rays: &[Ray],
    ) -> Result<impl Future<Output = Result<Vec<Option<RayHit>>>> + 'static + use<>> {
        if rays.len() > MOST_RAYS {
            let message = format!("A call casts at most {MOST_RAYS} rays; these are {}.", rays.len());
            return Err(BeadworkError::at(Code::Limit, "rays", message));
        }
        let units = rays.iter().enumerate().map(|(i, ray)| with_unit(ray, &format!("rays[{i}].")));
        let units = units.collect::<Result<Vec<Ray>>>()?;
        self.cast(units)
    }

    fn cast(&mut self, rays: Vec<Ray>) -> Result<Reading<Vec<Option<RayHit>>>> {
        self.machine.check()?;
        if rays.is_empty() {
            return Ok(Box::pin(std::future::ready(Ok(Vec::new()))));
        }
        let plan = chores::cast_rays(&self.parameters, &self.connected.lists, rays.len() as u32);
        let hits = self.machine.cast_rays(&self.scene, rays, &plan)?;
        let parts = self.scene.parts();
        if parts.is_empty() {
            return Ok(hits);
        }
        // a ray meets a part, and the hit names its compound
        let owners: Vec<usize> = parts.clone().map(|part| self.scene.owner_of(part)).collect();
        Ok(Box::pin(async move {
            let mut hits = hits.await?;
            for hit in hits.iter_mut().flatten() {
                if let Some(&owner) = hit.body.checked_sub(parts.start).and_then(|part| owners.get(part)) {
                    hit.body = owner;
                }
            }
            Ok(hits)
        }))
    }
}

/// The ray with a direction of length 1, or its fault; `at` is where its fields are.
fn with_unit(ray: &Ray, at: &str) -> Result<Ray> {
    let refused = |name: &str, what: String| {
        let path = format!("{at}{name}");
        let message = format!("{path} must be {what}.");
        Err(BeadworkError::at(Code::Parameter, path, message))
    };
    let most = f64::from(POSITION);
    // written so that NaN is refused
    if !ray.origin.to_array().iter().all(|x| x.abs() <= most) {
        return refused("origin", format!("three numbers from -{most:e} to {most:e} m"));
    }
    // divided by the largest component first: the square of a tiny or huge number overflows
    let direction = ray.direction / ray.direction.abs().max_element();
    if !ray.direction.is_finite() || ray.direction == DVec3::ZERO {
        return refused("direction", "three finite numbers that are not all zero".into());
    }
    if ray.max_distance.is_nan() || ray.max_distance < 0.0 {
        return refused("maxDistance", "a number of metres, 0 or more".into());
    }
    Ok(Ray { direction: direction.normalize(), max_distance: ray.max_distance.min(FARTHEST), ..*ray })
}
