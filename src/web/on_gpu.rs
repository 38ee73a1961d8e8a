//! The page's graphics device: all simulations and views share it.

use std::cell::RefCell;
use std::sync::Arc;

use js_sys::{Float32Array, Promise};
use wasm_bindgen::prelude::*;
use web_sys::{HtmlCanvasElement, OffscreenCanvas};

use super::simulation::{Shared, WebSimulation, lend, promise};
use super::view::WebView;
use crate::error::{BeadworkError, Code, Result};
use crate::gpu::device::lost;
use crate::gpu::{Gpu, GpuMachine};
use crate::machine::Machine;
pub use crate::render::View;
use crate::render::{Target, ThemeColours, ViewOptions};
pub use crate::self_check::check;
use crate::self_check::memory;
use crate::thrown::thrown;

thread_local! {
    /// The last device this page had, lost or not.
    static SHARED: RefCell<Option<Arc<Gpu>>> = const { RefCell::new(None) };
}

/// The machine of a simulation of this page.
pub async fn fresh() -> Result<Box<dyn Machine>> {
    Ok(Box::new(GpuMachine::new(shared_gpu().await?)))
}

/// The view that draws them, into a canvas.
pub fn view(
    simulation: &Shared,
    canvas: &JsValue,
    (width, height): (u32, u32),
    theme: ThemeColours,
) -> Result<View> {
    let gpu = lend(simulation, |simulation| Ok(simulation.gpu_machine()?.gpu().clone()))?;
    let surface = surface_of(&gpu.instance, canvas.clone())?;
    let options = ViewOptions { width, height, theme, ..ViewOptions::default() };
    View::new(gpu, Target::Surface(surface), options)
}

fn surface_of(instance: &wgpu::Instance, canvas: JsValue) -> Result<wgpu::Surface<'static>> {
    let target = match canvas.dyn_into::<HtmlCanvasElement>() {
        Ok(canvas) => wgpu::SurfaceTarget::Canvas(canvas),
        Err(other) => match other.dyn_into::<OffscreenCanvas>() {
            Ok(canvas) => wgpu::SurfaceTarget::OffscreenCanvas(canvas),
            Err(_) => {
                return Err(BeadworkError::at(
                    Code::Parameter,
                    "canvas",
                    "canvas must be a canvas element or an OffscreenCanvas.",
                ));
            }
        },
    };
    instance.create_surface(target).map_err(|_| {
        BeadworkError::at(
            Code::Parameter,
            "canvas",
            "This canvas already has a context of another kind; use a fresh one.",
        )
    })
}

/// The one device of this page; a fresh one once the last was lost.
pub async fn shared_gpu() -> Result<Arc<Gpu>> {
    let known = SHARED.with_borrow(Clone::clone);
    let lost_one = known.is_some();
    if let Some(gpu) = known.filter(|gpu| !gpu.is_lost()) {
        return Ok(gpu);
    }
    let made = Gpu::new().await.map_err(|error| match error.code {
        Code::NoAdapter if lost_one => BeadworkError::new(
            Code::RecoveryRefused,
            "The graphics device was lost, and the browser gives this page no other: open it in a new tab.",
        ),
        _ => error,
    })?;
    // two calls may have waited side by side; the first to come back gives all the same device
    Ok(SHARED.with_borrow_mut(|shared| match shared {
        Some(gpu) if !gpu.is_lost() => {
            made.device.destroy();
            gpu.clone()
        }
        _ => shared.insert(made).clone(),
    }))
}

/// The page's device, where it has one that is not lost.
pub fn current_gpu() -> Result<Arc<Gpu>> {
    SHARED.with_borrow(Clone::clone).filter(|gpu| !gpu.is_lost()).ok_or_else(lost)
}

/// The page's device in its own words; empty before the first simulation.
#[wasm_bindgen(js_name = deviceFacts)]
pub fn device_facts() -> String {
    SHARED.with_borrow(|shared| match shared {
        Some(gpu) => serde_json::json!({
            "adapter": gpu.adapter_name(),
            "timestamps": gpu.timestamps,
            "maxBinding": gpu.limits.max_storage_buffer_binding_size,
            "allocated": gpu.allocated.load(std::sync::atomic::Ordering::Relaxed),
            "lost": gpu.is_lost(),
        })
        .to_string(),
        None => "{}".into(),
    })
}

/// The page's device as a browser has it, a GPUDevice; null where there is none that is not lost.
#[wasm_bindgen(js_name = webgpuDevice)]
pub fn webgpu_device() -> JsValue {
    current_gpu()
        .ok()
        .and_then(|gpu| gpu.device.as_webgpu().map(|device| JsValue::from(device.clone())))
        .unwrap_or(JsValue::NULL)
}

#[wasm_bindgen]
impl WebSimulation {
    /// The device's own poses, a GPUBuffer; `layout::Pose` has what is in it.
    #[wasm_bindgen(js_name = posesBuffer)]
    pub fn poses_buffer(&self) -> std::result::Result<JsValue, JsValue> {
        let of = |buffer: &wgpu::Buffer| buffer.as_webgpu().map(|buffer| JsValue::from(buffer.clone()));
        self.with(|simulation| Ok(of(simulation.buffer("poses")?).unwrap_or(JsValue::NULL)))
    }

    /// Seven numbers a body: how shapes stand to these poses.
    #[wasm_bindgen(js_name = shapesByPoses)]
    pub fn shapes_by_poses(&self) -> std::result::Result<Float32Array, JsValue> {
        self.with(|simulation| Ok(Float32Array::from(simulation.shapes_by_poses().as_slice())))
    }
}

/// The kernels checked on the page's device, for the next page; empty where there is none.
#[wasm_bindgen(js_name = trustedKernels)]
pub fn trusted_kernels() -> String {
    SHARED.with_borrow(|shared| shared.as_deref().map(memory::written).unwrap_or_default())
}

/// Takes the kernels that a page before has seen to be right on the same device.
#[wasm_bindgen(js_name = trustKernels)]
pub fn trust_kernels(seen: &str) {
    SHARED.with_borrow(|shared| shared.iter().for_each(|gpu| memory::recall(gpu, seen)));
}

/// The first GPU error that no scope caught since this was last asked.
#[wasm_bindgen(js_name = takeDeviceError)]
pub fn take_device_error() -> Option<String> {
    SHARED.with_borrow(|shared| shared.as_ref().and_then(|gpu| gpu.take_error()))
}

/// Resolves when the page's device is lost; at once if it is, and if there is none.
#[wasm_bindgen(js_name = deviceLost)]
pub async fn device_lost() {
    if let Some(gpu) = SHARED.with_borrow(Clone::clone) {
        gpu.when_lost().await;
    }
}

/// Has the page a fresh device if its last one was lost, or says why not.
#[wasm_bindgen(js_name = renewDevice)]
pub async fn renew_device() -> std::result::Result<(), JsValue> {
    shared_gpu().await.map(drop).map_err(thrown)
}

/// Gives the page's device up, as a lost one would be.
#[wasm_bindgen(js_name = destroyDevice)]
pub fn destroy_device() {
    SHARED.with_borrow(|shared| {
        if let Some(gpu) = shared {
            gpu.mark_lost();
            gpu.device.destroy();
        }
    });
}

#[wasm_bindgen]
impl WebSimulation {
    /// Resolves to JSON of the compiler's messages.
    #[wasm_bindgen(js_name = replaceKernel)]
    pub fn replace_kernel(
        &self,
        ticket: u32,
        name: &str,
        wgsl: &str,
    ) -> std::result::Result<Promise, JsValue> {
        let edit = self.with(|simulation| simulation.replace_kernel(name, wgsl))?;
        let (cell, news) = (self.cell.clone(), self.news.clone());
        Ok(promise(self.id, async move {
            let edit = edit.await?;
            lend(&cell, |simulation| simulation.install_kernel(&edit))?;
            news.borrow_mut().push(ticket);
            Ok(serde_json::to_string(&edit.messages).unwrap_or_default().into())
        }))
    }
}

#[wasm_bindgen]
impl WebView {
    /// Whether its device is lost.
    #[wasm_bindgen(getter)]
    pub fn stranded(&self) -> bool {
        self.view.try_borrow().is_ok_and(|slot| slot.as_ref().is_some_and(|view| view.gpu().is_lost()))
    }

    /// On the page's device again, where its simulations are by then; the hand lets go.
    pub fn rebuild(&self) -> std::result::Result<(), JsValue> {
        self.let_go();
        let gpu = current_gpu().map_err(thrown)?;
        let target = Target::Surface(surface_of(&gpu.instance, self.canvas.clone()).map_err(thrown)?);
        self.with(|view| {
            *view = view.rebuilt(gpu, target)?;
            Ok(())
        })
    }
}
