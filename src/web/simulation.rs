//! `Simulation` for JavaScript. Every method borrows for the time of its submission only; what has to be
//! waited for is a future that holds on to nothing, so calls may come while others are under way.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Float32Array, Object, Promise, Reflect};
use serde::Serialize;
use serde_json::{Map, Value};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

use super::{shared_gpu, thrown};
use crate::error::{BeadworkError, Code, Result};
use crate::parameters::Parameters;
use crate::scene::{Scene, built_in};
use crate::simulation::{Simulation, State};

/// Shared with the views that draw it; empty once destroyed.
pub type Shared = Rc<RefCell<Option<Simulation>>>;

#[wasm_bindgen]
pub struct WebSimulation {
    cell: Shared,
}

fn destroyed() -> BeadworkError {
    BeadworkError::new(Code::Destroyed, "This simulation was destroyed; create another.")
}

fn object(json: &str, path: &str) -> Result<Map<String, Value>> {
    match serde_json::from_str(json) {
        Ok(Value::Object(map)) => Ok(map),
        _ => Err(BeadworkError::at(Code::Parameter, path, format!("{path} must be an object."))),
    }
}

/// `scene` is a built-in's name, or a description as JSON where `described`.
fn read_scene(scene: &str, described: bool, options: &str) -> Result<Scene> {
    if described {
        Scene::from_json(scene)
    } else {
        built_in::build(scene, &object(options, "sceneOptions")?)
    }
}

/// `parameters` with the scene's gravity, where it has one.
fn with_gravity(scene: &Scene, parameters: Parameters) -> Parameters {
    match scene.gravity {
        Some(g) => Parameters { gravity: g.to_array().map(f64::from), ..parameters },
        None => parameters,
    }
}

fn json<T: Serialize>(value: &T) -> std::result::Result<JsValue, JsValue> {
    serde_json::to_string(value)
        .map(JsValue::from)
        .map_err(|error| thrown(BeadworkError::new(Code::Internal, error.to_string())))
}

#[wasm_bindgen]
impl WebSimulation {
    pub async fn create(
        scene: String,
        described: bool,
        options: String,
        parameters: String,
    ) -> std::result::Result<WebSimulation, JsValue> {
        let made = async {
            let scene = read_scene(&scene, described, &options)?;
            let start = with_gravity(&scene, Parameters::default());
            let parameters = start.with(&object(&parameters, "parameters")?)?;
            Simulation::create(shared_gpu().await?, scene, parameters).await
        };
        let simulation = made.await.map_err(thrown)?;
        Ok(WebSimulation { cell: Rc::new(RefCell::new(Some(simulation))) })
    }

    #[wasm_bindgen(getter, js_name = bodyCount)]
    pub fn body_count(&self) -> usize {
        self.cell.borrow().as_ref().map_or(0, Simulation::body_count)
    }

    #[wasm_bindgen(getter, js_name = jointCount)]
    pub fn joint_count(&self) -> usize {
        self.cell.borrow().as_ref().map_or(0, Simulation::joint_count)
    }

    /// JSON.
    pub fn parameters(&self) -> std::result::Result<JsValue, JsValue> {
        self.with(|simulation| Ok(simulation.parameters().clone())).and_then(|parameters| json(&parameters))
    }

    #[wasm_bindgen(js_name = setParameters)]
    pub fn set_parameters(&self, changes: &str) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.set_parameters(&object(changes, "parameters")?))
    }

    pub fn step(&self, frames: u32) -> std::result::Result<Promise, JsValue> {
        let done = self.with(|simulation| simulation.step(frames))?;
        Ok(promise(async move { done.await.map(|()| JsValue::UNDEFINED) }))
    }

    /// JSON of `Measures`, but for the curve, which comes beside it: `[json, Float32Array]`.
    pub fn measure(&self, by_iteration: Option<bool>) -> std::result::Result<Promise, JsValue> {
        let measures = self.with(|simulation| simulation.measure(by_iteration))?;
        Ok(promise(async move {
            let mut measures = measures.await?;
            let curve = Float32Array::from(std::mem::take(&mut measures.residual_by_iteration).as_slice());
            let mut value = serde_json::to_value(&measures).unwrap_or_default();
            let stages =
                measures.stage_milliseconds.iter().map(|&(name, ms)| (name.into(), ms.into())).collect();
            value["stageMilliseconds"] = Value::Object(stages);
            Ok(js_sys::Array::of2(&value.to_string().into(), &curve).into())
        }))
    }

    #[wasm_bindgen(js_name = setFixed)]
    pub fn set_fixed(&self, body: u32, fixed: bool) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.set_fixed(body as usize, fixed))
    }

    pub fn cut(&self, joint: u32) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.cut(joint as usize))
    }

    /// Resolves to JSON of the compiler's messages.
    #[wasm_bindgen(js_name = replaceKernel)]
    pub fn replace_kernel(&self, name: &str, wgsl: &str) -> std::result::Result<Promise, JsValue> {
        let edit = self.with(|simulation| simulation.replace_kernel(name, wgsl))?;
        let cell = self.cell.clone();
        Ok(promise(async move {
            let edit = edit.await?;
            if let Some(simulation) = cell.borrow_mut().as_mut() {
                simulation.install_kernel(&edit);
            }
            Ok(serde_json::to_string(&edit.messages).unwrap_or_default().into())
        }))
    }

    #[wasm_bindgen(js_name = restoreKernels)]
    pub fn restore_kernels(&self) -> std::result::Result<(), JsValue> {
        self.with(|simulation| {
            simulation.restore_kernels();
            Ok(())
        })
    }

    #[wasm_bindgen(js_name = readState)]
    pub fn read_state(&self) -> std::result::Result<Promise, JsValue> {
        let state = self.with(Simulation::read_state)?;
        Ok(promise(async move {
            let state = state.await?;
            let object = Object::new();
            let set = |name: &str, value: &JsValue| {
                let _ = Reflect::set(&object, &name.into(), value);
            };
            set("time", &state.time.into());
            set("positions", &Float32Array::from(state.positions.as_slice()));
            set("rotations", &Float32Array::from(state.rotations.as_slice()));
            set("linearVelocities", &Float32Array::from(state.linear_velocities.as_slice()));
            set("angularVelocities", &Float32Array::from(state.angular_velocities.as_slice()));
            set("multipliers", &Float32Array::from(state.multipliers.as_slice()));
            Ok(object.into())
        }))
    }

    #[wasm_bindgen(js_name = writeState)]
    pub fn write_state(
        &self,
        time: f64,
        positions: Vec<f32>,
        rotations: Vec<f32>,
        linear_velocities: Vec<f32>,
        angular_velocities: Vec<f32>,
        multipliers: Vec<f32>,
    ) -> std::result::Result<(), JsValue> {
        let state = State { time, positions, rotations, linear_velocities, angular_velocities, multipliers };
        self.with(|simulation| simulation.write_state(&state))
    }

    /// Resolves to the scene as JSON.
    pub fn describe(&self) -> std::result::Result<Promise, JsValue> {
        let scene = self.with(Simulation::describe)?;
        Ok(promise(async move { scene.await.map(|scene| scene.to_json().into()) }))
    }

    /// The old scene runs on until the new one is ready, and stays if it cannot be had.
    pub fn load(
        &self,
        scene: String,
        described: bool,
        options: String,
    ) -> std::result::Result<Promise, JsValue> {
        let parameters = self.with(|simulation| Ok(simulation.parameters().clone()))?;
        let cell = self.cell.clone();
        Ok(promise(async move {
            let scene = read_scene(&scene, described, &options)?;
            let parameters = with_gravity(&scene, parameters);
            let next = Simulation::create(shared_gpu().await?, scene, parameters).await?;
            match cell.borrow_mut().as_mut() {
                Some(simulation) => simulation.install(next),
                None => return Err(destroyed()),
            }
            Ok(JsValue::UNDEFINED)
        }))
    }

    pub fn reset(&self) -> std::result::Result<(), JsValue> {
        self.with(Simulation::reset)
    }

    /// Frees the GPU's memory at once. May be called twice.
    pub fn destroy(&self) {
        self.cell.borrow_mut().take();
    }
}

impl WebSimulation {
    /// For the views that draw it.
    pub fn shared(&self) -> Shared {
        self.cell.clone()
    }

    fn with<T>(&self, act: impl FnOnce(&mut Simulation) -> Result<T>) -> std::result::Result<T, JsValue> {
        match self.cell.borrow_mut().as_mut() {
            Some(simulation) => act(simulation).map_err(thrown),
            None => Err(thrown(destroyed())),
        }
    }
}

fn promise(work: impl Future<Output = Result<JsValue>> + 'static) -> Promise {
    future_to_promise(async move { work.await.map_err(thrown) })
}
