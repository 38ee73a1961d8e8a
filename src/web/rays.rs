//! Rays, as flat numbers: there may be many.

use glam::DVec3;
use js_sys::{Float64Array, Promise};
use wasm_bindgen::prelude::*;

use super::simulation::{WebSimulation, promise};
use crate::simulation::{Ray, RayHit};

/// Numbers of a ray: origin, direction, largest distance, mask.
const RAY: usize = 8;

fn ray(numbers: &[f64]) -> Ray {
    Ray {
        origin: DVec3::from_slice(numbers),
        direction: DVec3::from_slice(&numbers[3..]),
        max_distance: numbers[6],
        collides_with: numbers[7] as u32,
    }
}

/// Body, distance, point, normal; a body of −1 is none.
fn numbers(hit: Option<RayHit>) -> [f64; 8] {
    let Some(RayHit { body, distance, point, normal }) = hit else {
        return [-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    };
    [body as f64, distance, point.x, point.y, point.z, normal.x, normal.y, normal.z]
}

#[wasm_bindgen]
impl WebSimulation {
    /// `alone` says that it is one ray and no list of them, as paths have it. Resolves to as many times eight numbers.
    #[wasm_bindgen(js_name = castRays)]
    pub fn cast_rays(&self, rays: &[f64], alone: bool) -> std::result::Result<Promise, JsValue> {
        let rays: Vec<Ray> = rays.chunks_exact(RAY).map(ray).collect();
        let array = |hits: &mut dyn Iterator<Item = Option<RayHit>>| {
            let all: Vec<f64> = hits.flat_map(numbers).collect();
            Ok(Float64Array::from(all.as_slice()).into())
        };
        match rays.first() {
            Some(ray) if alone => {
                let hit = self.with(|simulation| simulation.cast_ray(ray))?;
                Ok(promise(self.id, async move { array(&mut std::iter::once(hit.await?)) }))
            }
            _ => {
                let hits = self.with(|simulation| simulation.cast_rays(&rays))?;
                Ok(promise(self.id, async move { array(&mut hits.await?.into_iter()) }))
            }
        }
    }
}
