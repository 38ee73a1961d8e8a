//! A person's actions on single bodies: velocities, pushes, and the hand as numbers. `hand.rs` has the pointer's side
//! of it.

use glam::Vec3;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::simulation::{WebSimulation, object};
use crate::error::{BeadworkError, Code};
use crate::simulation::{Pull, Push, VelocityChange};

#[wasm_bindgen]
impl WebSimulation {
    /// `velocity` is JSON.
    #[wasm_bindgen(js_name = setVelocity)]
    pub fn set_velocity(&self, body: u32, velocity: &str) -> std::result::Result<(), JsValue> {
        self.with(|simulation| {
            let change = VelocityChange::read(&object(velocity, "velocity")?)?;
            simulation.set_velocity(body as usize, change)
        })
    }

    /// `push` is JSON.
    pub fn push(&self, body: u32, push: &str) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.push(body as usize, Push::read(&object(push, "push")?)?))
    }

    /// Ends what waits or stays of one body, or of all.
    #[wasm_bindgen(js_name = clearPushes)]
    pub fn clear_pushes(&self, body: Option<u32>) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.clear_pushes(body.map(|body| (body as usize).into())))
    }

    /// JSON of what acts in the next frame: the arguments of each `push`.
    pub fn pushes(&self) -> std::result::Result<String, JsValue> {
        self.with(|simulation| {
            let calls =
                simulation.pushes().into_iter().map(|(body, push)| serde_json::json!([body, push.fields()]));
            Ok(Value::from_iter(calls).to_string())
        })
    }

    /// The hand on a body, as `setPull` takes it; none without.
    pub fn pull(&self) -> std::result::Result<Option<Vec<f32>>, JsValue> {
        self.with(|simulation| {
            Ok(simulation.pull().map(|pull| {
                let Pull { body, local_point, goal, stiffness, damping, most_force, most_speed } = *pull;
                let mut numbers = vec![body as f32];
                numbers.extend(local_point.to_array().into_iter().chain(goal.to_array()));
                numbers.extend([stiffness, damping, most_force, most_speed]);
                numbers
            }))
        })
    }

    #[wasm_bindgen(js_name = setPull)]
    pub fn set_pull(&self, numbers: Option<Vec<f32>>) -> std::result::Result<(), JsValue> {
        self.with(|simulation| {
            let pull = match numbers.as_deref() {
                None => None,
                Some(&[body, lx, ly, lz, gx, gy, gz, stiffness, damping, most_force, most_speed])
                    if [stiffness, damping, most_force, most_speed].iter().all(|x| x.is_finite()) =>
                {
                    Some(Pull {
                        body: body as usize,
                        local_point: Vec3::new(lx, ly, lz),
                        goal: Vec3::new(gx, gy, gz),
                        stiffness,
                        damping,
                        most_force,
                        most_speed,
                    })
                }
                Some(_) => {
                    let message = "pull must hold a body, two points and four finite numbers.";
                    return Err(BeadworkError::at(Code::Parameter, "pull", message));
                }
            };
            simulation.set_pull(pull)
        })
    }
}
