//! Measurements, and what joints and contacts do now: a future holds on to nothing, so these may be asked for during
//! other calls.

use js_sys::{Array, Float32Array, Object, Promise};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use super::simulation::{WebSimulation, promise, set};
use crate::simulation::measures::Figure;
use crate::simulation::{JointReading, Measures};
use crate::state::{ContactReading, Event};

fn joint(reading: &JointReading) -> Value {
    json!({
        "joint": reading.joint,
        "coordinates": reading.coordinates,
        "speeds": reading.speeds,
        "forces": reading.forces,
        "states": reading.states,
        "gap": reading.gap,
        "angle": reading.angle,
        "turns": reading.turns,
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

fn event(event: &Event) -> Value {
    match *event {
        Event::Began { a, b, frame } => json!({ "type": "began", "a": a, "b": b, "frame": frame }),
        Event::Ended { a, b, frame } => json!({ "type": "ended", "a": a, "b": b, "frame": frame }),
        Event::Broke { joint, frame } => json!({ "type": "broke", "joint": joint, "frame": frame }),
    }
}

fn list<T>(readings: &[T], one: impl Fn(&T) -> Value) -> JsValue {
    readings.iter().map(one).collect::<Value>().to_string().into()
}

/// Numbers as they are, since JSON has none for NaN.
fn measures_object(measures: &Measures) -> Object {
    let object = Object::new();
    for (name, figure) in measures.figures() {
        match figure {
            Figure::Number(value) => set(&object, name, value),
            Figure::Index(index) => set(&object, name, index.map_or(JsValue::NULL, JsValue::from)),
            Figure::Flag(flag) => set(&object, name, flag),
            Figure::Text(text) => set(&object, name, text),
            Figure::Curve(numbers) => set(&object, name, Float32Array::from(numbers)),
            Figure::Vector(vector) => set(&object, name, Array::from_iter(vector.map(JsValue::from))),
            Figure::Numbers(parts) => {
                let inner = Object::new();
                for (part, value) in parts {
                    set(&inner, part, value.map_or(JsValue::NULL, JsValue::from));
                }
                set(&object, name, inner);
            }
        }
    }
    object
}

#[wasm_bindgen]
impl WebSimulation {
    pub fn measure(&self, by_iteration: Option<bool>) -> std::result::Result<Promise, JsValue> {
        let measures = self.with(|simulation| simulation.measure(by_iteration))?;
        Ok(promise(self.id, async move { measures.await.map(|measures| measures_object(&measures).into()) }))
    }

    /// Whether residuals are recorded by iteration.
    #[wasm_bindgen(getter, js_name = byIteration)]
    pub fn by_iteration(&self) -> std::result::Result<bool, JsValue> {
        self.with(|simulation| Ok(simulation.is_recording()))
    }

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

    /// Resolves to JSON.
    #[wasm_bindgen(js_name = readEvents)]
    pub fn read_events(&self) -> std::result::Result<Promise, JsValue> {
        let reading = self.with(|simulation| simulation.read_events())?;
        Ok(promise(self.id, async move { Ok(list(&reading.await?, event)) }))
    }
}
