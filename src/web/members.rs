//! Bodies and joints that come and go. Lists come as JSON, numbers go back.

use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::simulation::WebSimulation;
use crate::error::{BeadworkError, Code, Result};
use crate::scene::read_bodies;

fn value(json: &str, path: &str) -> Result<Value> {
    let read = serde_json::from_str(json);
    read.map_err(|error| BeadworkError::at(Code::Scene, path, format!("{path} is not valid JSON: {error}.")))
}

fn numbers(list: Vec<usize>) -> Vec<u32> {
    list.into_iter().map(|number| number as u32).collect()
}

fn places(list: Vec<u32>) -> Vec<usize> {
    list.into_iter().map(|number| number as usize).collect()
}

#[wasm_bindgen]
impl WebSimulation {
    #[wasm_bindgen(js_name = addBodies)]
    pub fn add_bodies(&self, list: &str) -> std::result::Result<Vec<u32>, JsValue> {
        self.with(|simulation| simulation.add_bodies(&read_bodies(&value(list, "bodies")?)?).map(numbers))
    }

    #[wasm_bindgen(js_name = addJoints)]
    pub fn add_joints(&self, list: &str) -> std::result::Result<Vec<u32>, JsValue> {
        self.with(|simulation| {
            let joints = simulation.read_joint_list(&value(list, "joints")?)?;
            simulation.add_joints(&joints).map(numbers)
        })
    }

    #[wasm_bindgen(js_name = removeBodies)]
    pub fn remove_bodies(&self, bodies: Vec<u32>) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.remove_bodies(&places(bodies)))
    }

    #[wasm_bindgen(js_name = removeJoints)]
    pub fn remove_joints(&self, joints: Vec<u32>) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.remove_joints(&places(joints)))
    }

    pub fn bodies(&self) -> std::result::Result<Vec<u32>, JsValue> {
        self.with(|simulation| Ok(numbers(simulation.bodies())))
    }

    pub fn joints(&self) -> std::result::Result<Vec<u32>, JsValue> {
        self.with(|simulation| Ok(numbers(simulation.joints())))
    }

    /// For recordings: the members that came and went before, as `origin` has them.
    #[wasm_bindgen(js_name = restoreMembers)]
    pub fn restore_members(&self, written: &str) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.restore_members(&value(written, "members")?))
    }
}
