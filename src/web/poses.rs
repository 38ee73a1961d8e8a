//! Poses of bodies; one body put elsewhere, or changed; on the CPU steps and poses without waiting.

use js_sys::{Float32Array, Promise};
use wasm_bindgen::prelude::*;

use super::simulation::{WebSimulation, object, promise};
use crate::scene::{BodyChange, PoseChange};

#[wasm_bindgen]
impl WebSimulation {
    /// Resolves to seven numbers a body.
    #[wasm_bindgen(js_name = readPoses)]
    pub fn read_poses(&self) -> std::result::Result<Promise, JsValue> {
        let reading = self.with(|simulation| simulation.read_poses())?;
        Ok(promise(self.id, async move { Ok(Float32Array::from(reading.await?.as_slice()).into()) }))
    }

    /// `change` is JSON.
    #[wasm_bindgen(js_name = setPose)]
    pub fn set_pose(&self, body: u32, change: &str) -> std::result::Result<(), JsValue> {
        self.with(|simulation| {
            simulation.set_pose(body as usize, PoseChange::read(&object(change, "pose")?)?)
        })
    }
}

#[wasm_bindgen]
impl WebSimulation {
    /// `changes` is JSON.
    #[wasm_bindgen(js_name = setBody)]
    pub fn set_body(&self, body: u32, changes: &str) -> std::result::Result<(), JsValue> {
        self.with(|simulation| {
            simulation.set_body(body as usize, BodyChange::read(&object(changes, "changes")?)?)
        })
    }
}

#[cfg(feature = "cpu")]
#[wasm_bindgen]
impl WebSimulation {
    /// As `step`, done when it returns.
    #[wasm_bindgen(js_name = stepNow)]
    pub fn step_now(&self, frames: u32) -> std::result::Result<(), JsValue> {
        self.with(|simulation| {
            simulation.step_now(frames)?;
            match simulation.fault_now()? {
                None => Ok(()),
                Some(body) => {
                    let epoch = simulation.epoch();
                    simulation.go_back_from(body, epoch).and_then(Err)
                }
            }
        })
    }

    #[wasm_bindgen(js_name = posesNow)]
    pub fn poses_now(&self) -> std::result::Result<Float32Array, JsValue> {
        self.with(|simulation| Ok(Float32Array::from(simulation.poses_now()?.as_slice())))
    }
}
