//! The numbers of bodies and joints, by their names.

use wasm_bindgen::prelude::*;

use super::simulation::WebSimulation;

#[wasm_bindgen]
impl WebSimulation {
    pub fn body(&self, name: &str) -> std::result::Result<usize, JsValue> {
        self.with(|simulation| simulation.body(name))
    }

    pub fn joint(&self, name: &str) -> std::result::Result<usize, JsValue> {
        self.with(|simulation| simulation.joint(name))
    }
}
