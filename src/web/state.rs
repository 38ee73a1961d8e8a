//! The whole of a simulation as numbers and as JSON: its state, the scene as it stands, and its origin.

use js_sys::{Float32Array, Object, Promise, Uint32Array};
use serde_json::{Map, Value};
use wasm_bindgen::prelude::*;

use super::simulation::{WebSimulation, promise, set};
use crate::simulation::{Simulation, State};

#[wasm_bindgen]
impl WebSimulation {
    #[wasm_bindgen(js_name = readState)]
    pub fn read_state(&self) -> std::result::Result<Promise, JsValue> {
        let state = self.with(Simulation::read_state)?;
        Ok(promise(self.id, async move {
            let state = state.await?;
            let object = Object::new();
            set(&object, "time", state.time);
            for (name, numbers) in [
                ("positions", &state.positions),
                ("rotations", &state.rotations),
                ("linearVelocities", &state.linear_velocities),
                ("angularVelocities", &state.angular_velocities),
                ("multipliers", &state.multipliers),
            ] {
                set(&object, name, Float32Array::from(numbers.as_slice()));
            }
            // where there are joints that have them
            if !state.torques.is_empty() {
                set(&object, "torques", Float32Array::from(state.torques.as_slice()));
                set(&object, "broken", Uint32Array::from(state.broken.as_slice()));
            }
            // where some joint is past half a turn
            if !state.wound.is_empty() {
                set(&object, "wound", Float32Array::from(state.wound.as_slice()));
            }
            // where AVBD ran
            let learnt = state.learnt();
            if !learnt.is_empty() {
                set(&object, "solverMemory", Float32Array::from(learnt.as_slice()));
            }
            // where there are contacts
            if !state.contacts.is_empty() {
                set(&object, "contacts", Float32Array::from(state.contacts.as_slice()));
            }
            Ok(object.into())
        }))
    }

    #[wasm_bindgen(js_name = writeState)]
    #[expect(clippy::too_many_arguments, reason = "wasm-bindgen takes no structs of arrays")]
    pub fn write_state(
        &self,
        time: f64,
        positions: Vec<f32>,
        rotations: Vec<f32>,
        linear_velocities: Vec<f32>,
        angular_velocities: Vec<f32>,
        multipliers: Vec<f32>,
        torques: Vec<f32>,
        broken: Vec<u32>,
        contacts: Vec<f32>,
        wound: Vec<f32>,
        solver_memory: Vec<f32>,
    ) -> std::result::Result<(), JsValue> {
        let mut state = State {
            time,
            positions,
            rotations,
            linear_velocities,
            angular_velocities,
            multipliers,
            torques,
            broken,
            contacts,
            wound,
            ..State::default()
        };
        state.take_learnt(&solver_memory);
        self.with(|simulation| simulation.write_state(&state))
    }

    /// The parameters that were set aside, as `setAside` takes them.
    pub fn aside(&self) -> std::result::Result<String, JsValue> {
        self.with(|simulation| Ok(Value::from(simulation.aside()).to_string()))
    }

    /// Resolves to the scene as JSON.
    pub fn describe(&self) -> std::result::Result<Promise, JsValue> {
        let scene = self.with(Simulation::describe)?;
        Ok(promise(self.id, async move { scene.await.map(|scene| scene.to_json().into()) }))
    }

    /// JSON of all but the parameters that hold and the state. It has the scene as loaded, all that was pinned, freed,
    /// cut, changed and edited since, and the parameters set aside.
    pub fn origin(&self) -> std::result::Result<String, JsValue> {
        self.with(|simulation| {
            let bodies = simulation.scene().bodies.iter().enumerate();
            let changed: Map<String, Value> = bodies
                .filter(|&(i, body)| body.part.is_none() && simulation.is_fixed(i) != body.fixed)
                .map(|(i, body)| (i.to_string(), Value::Bool(!body.fixed)))
                .collect();
            let cut: Vec<usize> =
                simulation.joints().into_iter().filter(|&joint| simulation.is_cut(joint)).collect();
            let members = simulation.written_members();
            // bodies and joints that were added are written with their changes
            let joints = if members.is_some() { Vec::new() } else { simulation.joint_changes() };
            let kernels: Map<String, Value> = simulation
                .edits()
                .into_iter()
                .map(|(name, source)| (name.into(), (*source).into()))
                .collect();
            let mut rest = serde_json::json!({
                "fixed": changed, "cut": cut, "joints": joints, "kernels": kernels,
                "byIteration": simulation.is_recording(),
            });
            let bodies = simulation.body_changes();
            if !bodies.is_empty() {
                rest["bodies"] = serde_json::json!(bodies);
            }
            let aside = simulation.aside();
            if !aside.is_empty() {
                rest["aside"] = aside.into();
            }
            if let Some(members) = members {
                rest["members"] = members;
            }
            Ok(format!("{{\"scene\":{},\"changes\":{rest}}}", simulation.loaded_scene().to_json()))
        })
    }

    /// Counts the times that the state was put rather than stepped.
    #[wasm_bindgen(getter)]
    pub fn epoch(&self) -> std::result::Result<f64, JsValue> {
        self.with(|simulation| Ok(simulation.epoch() as f64))
    }
}
