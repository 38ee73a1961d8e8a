//! What joints and contacts do now, as JSON: a future holds on to nothing, so these may be asked for during other calls.

use js_sys::Promise;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use super::simulation::{WebSimulation, promise};
use crate::simulation::JointReading;
use crate::state::ContactReading;

fn joint(reading: &JointReading) -> Value {
    json!({
        "joint": reading.joint,
        "coordinates": reading.coordinates,
        "speeds": reading.speeds,
        "forces": reading.forces,
        "states": reading.states,
        "gap": reading.gap,
        "angle": reading.angle,
    })
}

fn contact(reading: &ContactReading) -> Value {
    json!({
        "a": reading.a,
        "b": reading.b,
        "point": reading.point,
        "normal": reading.normal,
        "depth": reading.depth,
        "force": reading.force,
        "friction": reading.friction,
    })
}

fn list<T>(readings: &[T], one: impl Fn(&T) -> Value) -> JsValue {
    readings.iter().map(one).collect::<Value>().to_string().into()
}

#[wasm_bindgen]
impl WebSimulation {
    /// Resolves to JSON, where NaN is null.
    #[wasm_bindgen(js_name = readJoints)]
    pub fn read_joints(&self, joints: Option<Vec<u32>>) -> std::result::Result<Promise, JsValue> {
        let asked: Option<Vec<usize>> =
            joints.map(|joints| joints.into_iter().map(|joint| joint as usize).collect());
        let reading = self.with(|simulation| simulation.read_joints(asked.as_deref()))?;
        Ok(promise(self.id, async move { Ok(list(&reading.await?, joint)) }))
    }

    /// Resolves to JSON.
    #[wasm_bindgen(js_name = readContacts)]
    pub fn read_contacts(&self) -> std::result::Result<Promise, JsValue> {
        let reading = self.with(|simulation| simulation.read_contacts())?;
        Ok(promise(self.id, async move { Ok(list(&reading.await?, contact)) }))
    }
}
