//! One device, shared by every simulation and view of a page or a process.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use futures_channel::oneshot;

use crate::error::{BeadworkError, Code, Result};
use crate::gpu::kernels::Specialisation;
use crate::gpu::pipelines::PipelineCache;
use crate::plan::Facts;

pub struct Gpu {
    pub instance: wgpu::Instance,
    pub adapter: wgpu::Adapter,
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    pub limits: wgpu::Limits,
    pub timestamps: bool,
    pub pipelines: PipelineCache,
    /// Numbers of the kernels that were seen to compute rightly here, each with the part of the specialisation that it
    /// heeds.
    pub trusted: Mutex<Vec<(usize, Specialisation)>>,
    /// Bytes of the buffers alive on this device; wgpu's own counters are zero in a browser.
    pub allocated: AtomicU64,
    /// By which plans are made: its own, unless those of another device are put here first.
    pub facts: OnceLock<Facts>,
    loss: Arc<Loss>,
    first_error: Arc<Mutex<Option<String>>>,
}

/// Whether the device is lost, and the listeners for it.
#[derive(Default)]
struct Loss {
    happened: AtomicBool,
    waiting: Mutex<Vec<oneshot::Sender<()>>>,
}

impl Loss {
    fn notify(&self) {
        self.happened.store(true, Ordering::SeqCst);
        if let Ok(mut waiting) = self.waiting.lock() {
            for sender in waiting.drain(..) {
                let _ = sender.send(());
            }
        }
    }
}

impl Gpu {
    // A browser's device belongs to one thread and is no less shared for it; natively the same Arc crosses threads.
    #[cfg_attr(target_arch = "wasm32", allow(clippy::arc_with_non_send_sync))]
    pub async fn new() -> Result<Arc<Gpu>> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapter = instance
            .request_adapter(&wgpu::RequestAdapterOptions {
                power_preference: wgpu::PowerPreference::HighPerformance,
                ..Default::default()
            })
            .await
            .map_err(|_| {
                BeadworkError::new(
                    Code::NoAdapter,
                    "No graphics adapter could be had: it is switched off, blocked, or its driver is too old.",
                )
            })?;

        let timestamps = adapter.features().contains(wgpu::Features::TIMESTAMP_QUERY);
        // in a browser others may draw on this device, as three's renderer does, and use what its own device would have
        let shared = if cfg!(target_arch = "wasm32") { OF_OTHERS } else { wgpu::Features::empty() };
        let offered = adapter.limits();
        let defaults = wgpu::Limits::default();
        // WebGPU's defaults, which every user's device promises, but for the two that only hold more bodies.
        let wanted = wgpu::Limits {
            max_storage_buffer_binding_size: offered
                .max_storage_buffer_binding_size
                .max(defaults.max_storage_buffer_binding_size),
            max_buffer_size: offered.max_buffer_size.max(defaults.max_buffer_size),
            max_texture_dimension_2d: offered.max_texture_dimension_2d.min(16384),
            ..defaults
        };
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor {
                label: Some("beadwork"),
                required_features: adapter.features() & (wgpu::Features::TIMESTAMP_QUERY | shared),
                required_limits: wanted,
                ..Default::default()
            })
            .await
            .map_err(|error| {
                BeadworkError::new(Code::NoAdapter, format!("The graphics adapter gave no device: {error}."))
            })?;

        let loss = Arc::new(Loss::default());
        let lost = loss.clone();
        device.set_device_lost_callback(move |_, _| lost.notify());
        let first_error = Arc::new(Mutex::new(None));
        let slot = first_error.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            #[cfg(target_arch = "wasm32")]
            web_sys::console::error_1(&format!("Uncaptured GPU error: {error}").into());
            // the first error is kept: those after it mostly follow from it
            if let Ok(mut slot) = slot.lock() {
                slot.get_or_insert_with(|| error.to_string());
            }
        }));

        let limits = device.limits();
        Ok(Arc::new(Gpu {
            instance,
            adapter,
            device,
            queue,
            limits,
            timestamps,
            pipelines: PipelineCache::default(),
            trusted: Mutex::default(),
            allocated: AtomicU64::new(0),
            facts: OnceLock::new(),
            loss,
            first_error,
        }))
    }

    pub fn is_lost(&self) -> bool {
        self.loss.happened.load(Ordering::SeqCst)
    }

    pub fn mark_lost(&self) {
        self.loss.notify();
    }

    /// Resolves when the device is lost, at once if it is.
    pub fn when_lost(&self) -> impl Future<Output = ()> + 'static + use<> {
        let (sender, receiver) = oneshot::channel();
        if let Ok(mut waiting) = self.loss.waiting.lock() {
            waiting.push(sender);
        }
        if self.is_lost() {
            self.mark_lost();
        }
        async move {
            // a sender that is gone belonged to a device that is
            let _ = receiver.await;
        }
    }

    /// A lost device looks healthy to most calls, so this is asked after every wait.
    pub fn check(&self) -> Result<()> {
        if self.is_lost() { Err(lost()) } else { Ok(()) }
    }

    /// The first error that no scope caught since this was last asked.
    pub fn take_error(&self) -> Option<String> {
        self.first_error.lock().ok()?.take()
    }

    /// SwiftShader, which browsers use in place of a GPU, switches threads at every barrier: `tile_relax` takes twice
    /// as long there as going pass by pass. On lavapipe it is the faster of the two. Browsers do not name it.
    pub fn slow_barriers(&self) -> bool {
        self.adapter.get_info().name.contains("SwiftShader")
            || cfg!(target_arch = "wasm32") && self.in_software()
    }

    /// Turns of all its loops that a thread may take in a dispatch: Mesa's llvmpipe leaves them after that.
    pub fn most_turns(&self) -> Option<u32> {
        self.adapter.get_info().name.contains("llvmpipe").then_some(MOST_TURNS)
    }

    /// Whether a CPU stands in a GPU's place.
    pub fn in_software(&self) -> bool {
        self.adapter.get_info().device_type == wgpu::DeviceType::Cpu
    }

    pub fn facts(&self) -> Facts {
        *self.facts.get_or_init(|| Facts {
            hardware: !self.in_software(),
            launches: true,
            slow_barriers: self.slow_barriers(),
            most_turns: self.most_turns(),
        })
    }

    pub fn adapter_name(&self) -> String {
        let info = self.adapter.get_info();
        format!("{} ({:?})", info.name, info.backend)
    }

    /// Resolves when the device has done all that was submitted.
    pub fn done(self: &Arc<Self>) -> impl Future<Output = Result<()>> + 'static + use<> {
        let (sender, receiver) = oneshot::channel();
        self.queue.on_submitted_work_done(move || {
            let _ = sender.send(());
        });
        let gpu = self.clone();
        async move {
            gpu.settle();
            let _ = receiver.await;
            gpu.check()
        }
    }

    /// Natively callbacks run inside `poll`; a browser runs them by itself and this does nothing.
    pub fn settle(&self) {
        #[cfg(not(target_arch = "wasm32"))]
        if self.device.poll(wgpu::PollType::wait_indefinitely()).is_err() {
            self.mark_lost();
        }
    }
}

/// What no kernel of ours asks for: kinds of textures, and how they are filtered and written.
const OF_OTHERS: wgpu::Features = wgpu::Features::TEXTURE_COMPRESSION_BC
    .union(wgpu::Features::TEXTURE_COMPRESSION_ETC2)
    .union(wgpu::Features::TEXTURE_COMPRESSION_ASTC)
    .union(wgpu::Features::DEPTH_CLIP_CONTROL)
    .union(wgpu::Features::DEPTH32FLOAT_STENCIL8)
    .union(wgpu::Features::FLOAT32_FILTERABLE)
    .union(wgpu::Features::RG11B10UFLOAT_RENDERABLE)
    .union(wgpu::Features::BGRA8UNORM_STORAGE)
    .union(wgpu::Features::INDIRECT_FIRST_INSTANCE);

/// Less a few, for loops that a kernel has besides.
const MOST_TURNS: u32 = 65_000;

pub fn lost() -> BeadworkError {
    BeadworkError::new(
        Code::DeviceLost,
        "The graphics device was lost; what was asked of it is not done, and a fresh one is needed.",
    )
}
