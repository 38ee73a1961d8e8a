//! Where no graphics device computes: the kernels' twins in f32, on the thread that calls, and pictures for the page's WebGL.

use std::future::ready;

use js_sys::{Float32Array, Object, Reflect, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use super::simulation::{Shared, WebSimulation};
use super::view::WebView;
use crate::cpu::CpuMachine;
use crate::error::Result;
use crate::machine::Machine;
use crate::render::ThemeColours;
pub use crate::render::webgl::View;
use crate::simulation::{Simulation, State};

/// The machine of a simulation of this page.
pub async fn fresh() -> Result<Box<dyn Machine>> {
    Ok(Box::new(CpuMachine::<f32>::default()))
}

/// A CPU is trusted.
pub fn check(_: &Simulation) -> impl Future<Output = Result<()>> + 'static + use<> {
    ready(Ok(()))
}

/// The view that works out its pictures. The canvas is the page's own matter.
pub fn view(_: &Shared, _: &JsValue, (width, height): (u32, u32), theme: ThemeColours) -> Result<View> {
    Ok(View::new(width, height, theme))
}

/// Steps on a worker: see www/away.ts.
#[wasm_bindgen]
impl WebSimulation {
    /// Leaves a step to another instance of the page, which is made alike and hears of every call.
    pub fn leave(&self, frames: u32) -> std::result::Result<(), JsValue> {
        self.with(|simulation| simulation.leave(frames))
    }

    /// For pictures of what another instance computes: `state` is as that one's `readState` gave it.
    pub fn follow(&self, state: &Object, went_back: bool) -> std::result::Result<(), JsValue> {
        let array = |name: &str| Reflect::get(state, &name.into()).unwrap_or_default();
        let numbers = |name: &str| {
            array(name).dyn_into().map_or_else(|_| Vec::new(), |array: Float32Array| array.to_vec())
        };
        let state = State {
            time: array("time").as_f64().unwrap_or_default(),
            positions: numbers("positions"),
            rotations: numbers("rotations"),
            linear_velocities: numbers("linearVelocities"),
            angular_velocities: numbers("angularVelocities"),
            multipliers: numbers("multipliers"),
            torques: numbers("torques"),
            wound: numbers("wound"),
            broken: array("broken")
                .dyn_into()
                .map_or_else(|_| Vec::new(), |array: Uint32Array| array.to_vec()),
            ..State::default()
        };
        self.with(|simulation| simulation.follow(&state, went_back))
    }

    /// Where bodies touch, for the picture of the instance that follows this one.
    #[wasm_bindgen(js_name = contactWords)]
    pub fn contact_words(&self) -> std::result::Result<Vec<u32>, JsValue> {
        self.with(
            |simulation| Ok(on_cpu(simulation).map_or_else(Vec::new, |machine| machine.seen_contacts())),
        )
    }

    /// Takes the result of that one's `contactWords`.
    #[wasm_bindgen(js_name = seeContacts)]
    pub fn see_contacts(&self, words: Vec<u32>) -> std::result::Result<(), JsValue> {
        self.with(|simulation| {
            if let Some(machine) = simulation.machine_mut::<CpuMachine<f32>>() {
                machine.followed = Some(words);
            }
            Ok(())
        })
    }

    /// Whether some picture shows its contacts; to be asked once for each step.
    #[wasm_bindgen(js_name = contactsSeen)]
    pub fn contacts_seen(&self) -> std::result::Result<bool, JsValue> {
        self.with(|simulation| {
            let Some(machine) = on_cpu(simulation) else { return Ok(false) };
            let left = machine.watched.get();
            machine.watched.set(left.saturating_sub(1));
            Ok(left > 0)
        })
    }
}

fn on_cpu(simulation: &Simulation) -> Option<&CpuMachine<f32>> {
    simulation.machine()
}

#[wasm_bindgen]
impl WebView {
    /// How much of the picture is to be drawn: see `View::plan`.
    pub fn plan(&self) -> std::result::Result<Vec<u32>, JsValue> {
        self.with(|view| Ok(view.plan()))
    }

    /// The data that it is drawn from, in the module's own memory: it stays there until the next call.
    pub fn bytes(&self, name: &str, subject: usize) -> std::result::Result<Uint8Array, JsValue> {
        // SAFETY: the page hands it to WebGL, which copies, before it calls anything that could move it
        self.with(|view| Ok(unsafe { Uint8Array::view(view.bytes(name, subject)) }))
    }

    /// Linear.
    pub fn background(&self) -> std::result::Result<Vec<f32>, JsValue> {
        self.with(|view| Ok(view.background().to_vec()))
    }
}
