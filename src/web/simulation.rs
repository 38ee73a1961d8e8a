//! `Simulation` for JavaScript. Every method borrows for the time of its submission only. A result that comes later is
//! a future that holds on to nothing, so calls may come while others are under way.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Object, Promise, Reflect};
use serde::Serialize;
use serde_json::{Map, Value};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{future_to_promise, spawn_local};

use super::blame::{OnBehalf, on_behalf};
use super::machine;
use crate::error::{BeadworkError, Code, Result};
use crate::parameters::Parameters;
use crate::scene::{Scene, built_in};
use crate::simulation::{Simulation, Wishes};
use crate::thrown::thrown;

/// Shared with the views that draw it; empty once destroyed.
pub type Shared = Rc<RefCell<Option<Simulation>>>;

#[wasm_bindgen]
pub struct WebSimulation {
    pub(super) cell: Shared,
    /// Its number on the page, for `blame`.
    pub(super) id: u32,
    /// The numbers of calls that took their time and have put something in place since `takeNews`.
    pub(super) news: Rc<RefCell<Vec<u32>>>,
    /// Why its machine is not to be trusted, once that was seen.
    distrust: Rc<RefCell<Option<BeadworkError>>>,
    /// How many scenes were put in place.
    scenes: Rc<Cell<u32>>,
}

/// Lends the simulation out for one act; never across an await.
pub fn lend<T>(cell: &Shared, act: impl FnOnce(&mut Simulation) -> Result<T>) -> Result<T> {
    match cell.try_borrow_mut().as_deref_mut() {
        Ok(Some(simulation)) => act(simulation),
        Ok(None) => {
            Err(BeadworkError::new(Code::Destroyed, "This simulation was destroyed; create another."))
        }
        // only a panic leaves it lent
        Err(_) => Err(broken()),
    }
}

pub fn broken() -> BeadworkError {
    BeadworkError::new(Code::Internal, "This simulation broke down; create another.")
}

pub(super) fn object(json: &str, path: &str) -> Result<Map<String, Value>> {
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

fn json<T: Serialize>(value: &T) -> std::result::Result<JsValue, JsValue> {
    serde_json::to_string(value)
        .map(JsValue::from)
        .map_err(|error| thrown(BeadworkError::new(Code::Internal, error.to_string())))
}

/// On the page's machine; if that is lost on the way, once more on a fresh one.
async fn create(scene: Scene, wishes: Wishes) -> Result<Simulation> {
    match trusted(scene.clone(), wishes.clone()).await {
        Err(error) if error.code == Code::DeviceLost => trusted(scene, wishes).await,
        made => made,
    }
}

/// A simulation whose machine was seen to compute its kernels rightly.
async fn trusted(scene: Scene, wishes: Wishes) -> Result<Simulation> {
    let simulation = Simulation::on(machine::fresh().await?, scene, wishes).await?;
    machine::check(&simulation).await?;
    Ok(simulation)
}

#[wasm_bindgen]
impl WebSimulation {
    pub fn create(id: u32, scene: String, described: bool, options: String, parameters: String) -> Promise {
        promise(id, async move {
            let scene = read_scene(&scene, described, &options)?;
            let parameters = Parameters::default().with(&object(&parameters, "parameters")?)?;
            let simulation = create(scene, parameters.into()).await?;
            let cell = Rc::new(RefCell::new(Some(simulation)));
            Ok(WebSimulation {
                cell,
                id,
                news: Rc::default(),
                distrust: Rc::default(),
                scenes: Rc::default(),
            }
            .into())
        })
    }

    #[wasm_bindgen(getter, js_name = bodyCount)]
    pub fn body_count(&self) -> std::result::Result<usize, JsValue> {
        self.with(|simulation| Ok(simulation.body_count()))
    }

    #[wasm_bindgen(js_name = isHeld)]
    pub fn is_held(&self, body: usize) -> std::result::Result<bool, JsValue> {
        self.with(|simulation| Ok(simulation.is_held(body)))
    }

    #[wasm_bindgen(getter, js_name = jointCount)]
    pub fn joint_count(&self) -> std::result::Result<usize, JsValue> {
        self.with(|simulation| Ok(simulation.joint_count()))
    }

    /// JSON.
    pub fn parameters(&self) -> std::result::Result<JsValue, JsValue> {
        self.with(|simulation| Ok(simulation.parameters().clone())).and_then(|parameters| json(&parameters))
    }

    /// The scene's recommendations of them, said or not. JSON.
    pub fn recommended(&self) -> std::result::Result<JsValue, JsValue> {
        self.with(|simulation| Ok(simulation.scene().recommendations())).and_then(|values| json(&values))
    }

    /// Whether bodies that touch push each other apart, by the scene's word or the parameter's.
    #[wasm_bindgen(getter)]
    pub fn touching(&self) -> std::result::Result<bool, JsValue> {
        self.with(|simulation| Ok(simulation.parameters().contacts.or(simulation.scene().contacts)))
    }

    /// Of a frame on a graphics device, for the choice of a machine.
    #[wasm_bindgen(getter)]
    pub fn dispatches(&self) -> std::result::Result<f64, JsValue> {
        self.with(|simulation| Ok(simulation.dispatches() as f64))
    }

    /// Whether there are events for `readEvents`.
    #[wasm_bindgen(getter)]
    pub fn tells(&self) -> std::result::Result<bool, JsValue> {
        self.with(|simulation| Ok(simulation.tells()))
    }

    #[wasm_bindgen(js_name = setParameters)]
    pub fn set_parameters(&self, changes: &str) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.set_parameters(&object(changes, "parameters")?))
    }

    /// For recordings: what a person has where the scene's recommendation holds instead, as `origin` had it. JSON.
    #[wasm_bindgen(js_name = setAside)]
    pub fn set_aside(&self, aside: &str) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.set_aside(&object(aside, "aside")?))
    }

    /// Looks for numbers that are not finite as it goes; where there are any it goes back to the last good state.
    pub fn step(&self, frames: u32) -> std::result::Result<Promise, JsValue> {
        let (stepping, looking, epoch) = self.with(|simulation| {
            if let Some(wrong) = self.distrust.borrow_mut().take() {
                return Err(wrong);
            }
            let stepping = simulation.step(frames)?;
            if simulation.take_other_kernels() {
                self.look_at(machine::check(simulation));
            }
            Ok((stepping, simulation.find_fault()?, simulation.epoch()))
        })?;
        let cell = self.cell.clone();
        Ok(promise(self.id, async move {
            if let Err(refused) = stepping.await {
                if refused.code == Code::OutOfMemory {
                    lend(&cell, Simulation::give_up_scratch)?;
                }
                return Err(refused);
            }
            match looking.await? {
                None => Ok(JsValue::UNDEFINED),
                Some(body) => lend(&cell, |simulation| simulation.go_back_from(body, epoch)).and_then(Err),
            }
        }))
    }

    /// Keeps the state as it stands, to go back to and to be rebuilt from.
    pub fn keep(&self) -> std::result::Result<Promise, JsValue> {
        let reading = self.with(Simulation::snapshot)?;
        let cell = self.cell.clone();
        Ok(promise(self.id, async move {
            let snapshot = reading.await?;
            lend(&cell, |simulation| {
                simulation.keep(snapshot);
                Ok(JsValue::UNDEFINED)
            })
        }))
    }

    /// Whether its device is lost.
    #[wasm_bindgen(getter)]
    pub fn stranded(&self) -> bool {
        self.cell.try_borrow().is_ok_and(|slot| slot.as_ref().is_some_and(|s| s.check().is_err()))
    }

    /// On the page's device again, at its last good state. `id` is the rebuilding's own, as in `load`.
    pub fn rebuild(&self, id: u32) -> std::result::Result<Promise, JsValue> {
        let seed = self.with(|simulation| Ok(simulation.seed()))?;
        let cell = self.cell.clone();
        Ok(promise(id, async move {
            let mut next = seed.rebuild_on(machine::fresh().await?).await?;
            machine::check(&next).await?;
            lend(&cell, |simulation| {
                // a scene that was loaded meanwhile stands
                if simulation.check().is_err() {
                    next.take_parameters_of(simulation)?;
                    *simulation = next;
                }
                Ok(JsValue::UNDEFINED)
            })
        }))
    }

    #[wasm_bindgen(js_name = setFixed)]
    pub fn set_fixed(&self, body: u32, fixed: bool) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.set_fixed(body as usize, fixed))
    }

    pub fn cut(&self, joint: u32) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.cut(joint as usize))
    }

    #[wasm_bindgen(js_name = restoreKernels)]
    pub fn restore_kernels(&self) -> std::result::Result<(), JsValue> {
        self.with(|simulation| {
            simulation.restore_kernels();
            Ok(())
        })
    }

    /// The old scene runs on until the new one is ready, and stays if it cannot be had. `id` is the loading's own,
    /// since a panic on the way leaves the old one whole.
    pub fn load(
        &self,
        id: u32,
        scene: String,
        described: bool,
        options: String,
    ) -> std::result::Result<Promise, JsValue> {
        self.with(|_| Ok(()))?;
        let (cell, news, scenes) = (self.cell.clone(), self.news.clone(), self.scenes.clone());
        Ok(promise(id, async move {
            let scene = read_scene(&scene, described, &options)?;
            let wishes = lend(&cell, |simulation| Ok(simulation.wishes_for(&scene)))?;
            let mut next = create(scene, wishes).await?;
            lend(&cell, |simulation| {
                // wishes that were set while this was made ready count here too
                next.wish(simulation.wishes_for(next.scene()))?;
                simulation.install(next);
                Ok(())
            })?;
            news.borrow_mut().push(id);
            scenes.set(scenes.get() + 1);
            Ok(JsValue::UNDEFINED)
        }))
    }

    /// How many scenes have taken the place of the first one.
    #[wasm_bindgen(getter)]
    pub fn scenes(&self) -> u32 {
        self.scenes.get()
    }

    /// The numbers of the calls whose scene or kernel was put in place since this was last asked, in that order.
    #[wasm_bindgen(js_name = takeNews)]
    pub fn take_news(&self) -> Vec<u32> {
        self.news.take()
    }

    /// `changes` is JSON.
    #[wasm_bindgen(js_name = setJoint)]
    pub fn set_joint(&self, joint: u32, changes: &str) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.set_joint(joint as usize, &object(changes, "changes")?))
    }

    pub fn reset(&self) -> std::result::Result<(), JsValue> {
        self.with(Simulation::reset)
    }

    /// Frees the GPU's memory at once. May be called twice, and after a panic.
    pub fn destroy(&self) {
        if let Ok(mut slot) = self.cell.try_borrow_mut() {
            slot.take();
        }
    }
}

impl WebSimulation {
    /// A later step reports the result of a check: none of them waits for it.
    fn look_at(&self, checking: impl Future<Output = Result<()>> + 'static) {
        let distrust = self.distrust.clone();
        spawn_local(OnBehalf::new(self.id, async move {
            match checking.await {
                Err(error) if error.code == Code::WrongDevice => distrust.replace(Some(error)),
                _ => None,
            };
        }));
    }

    /// For the views that draw it.
    pub fn shared(&self) -> Shared {
        self.cell.clone()
    }

    pub(super) fn with<T>(
        &self,
        act: impl FnOnce(&mut Simulation) -> Result<T>,
    ) -> std::result::Result<T, JsValue> {
        on_behalf(self.id, || lend(&self.cell, act)).map_err(thrown)
    }
}

pub fn promise(id: u32, work: impl Future<Output = Result<JsValue>> + 'static) -> Promise {
    future_to_promise(async move { OnBehalf::new(id, work).await.map_err(thrown) })
}

pub(super) fn set(object: &Object, name: &str, value: impl Into<JsValue>) {
    let _ = Reflect::set(object, &name.into(), &value.into());
}
