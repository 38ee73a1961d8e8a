//! A plan made ready for the device, and its encoding into command buffers.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::error::{BeadworkError, Code, Result};
use crate::gpu::Gpu;
use crate::gpu::buffers::Buffers;
use crate::gpu::clock::Clock;
use crate::gpu::kernels;
use crate::gpu::layout::{STEP_STRIDE, Step};
use crate::gpu::pipelines::Compiled;
use crate::gpu::sizes::{Counts, fits, size_of};
use crate::plan::Dispatch;

/// Dispatches in one command buffer: enough that submitting costs nothing, few enough that no driver's
/// watchdog finds one too long.
const DISPATCHES_A_SUBMIT: usize = 2048;

struct Command {
    name: &'static str,
    kernel: Arc<Compiled>,
    bind_group: wgpu::BindGroup,
    offset: u32,
    workgroups: u32,
    /// Where the device itself has put how many.
    indirect: Option<(wgpu::Buffer, u64)>,
}

/// Refuses a plan that this device cannot run, before anything is made for it.
pub fn check(gpu: &Gpu, plan: &[Dispatch], counts: Counts) -> Result<()> {
    let most = gpu.limits.max_compute_workgroups_per_dimension;
    let mut known: Vec<&'static str> = Vec::new();
    for dispatch in plan {
        if dispatch.workgroups > most {
            let message = format!(
                "The scene has too many parts for this solver here: '{}' would need {} workgroups and {most} are allowed.",
                dispatch.kernel, dispatch.workgroups
            );
            return Err(BeadworkError::new(Code::Limit, message));
        }
        if !known.contains(&dispatch.kernel) {
            known.push(dispatch.kernel);
            let kernel = kernels::find(dispatch.kernel).expect("plans name kernels that there are");
            for binding in kernels::buffers(kernel) {
                // the lists are as long as they are; `Buffers` looks at them when it fills them
                fits(gpu, binding.name, size_of(binding.name, counts, 0))?;
            }
        }
    }
    Ok(())
}

/// A plan with its pipelines, its bind groups, and a `Step` record for each of its dispatches.
pub struct Program {
    gpu: Arc<Gpu>,
    commands: Vec<Command>,
    steps: wgpu::Buffer,
}

impl Program {
    /// `kernel` gives the pipeline for a name: the stock one or a person's replacement.
    pub fn new(
        gpu: &Arc<Gpu>,
        plan: &[Dispatch],
        buffers: &mut Buffers,
        mut kernel: impl FnMut(&'static str) -> Arc<Compiled>,
    ) -> Result<Self> {
        // Dispatches with equal numbers share a record.
        let mut records: Vec<u8> = Vec::new();
        let mut known: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut offsets = Vec::with_capacity(plan.len());
        for dispatch in plan {
            let bytes = bytemuck::bytes_of(&Step::from(&dispatch.step)).to_vec();
            let offset = *known.entry(bytes).or_insert_with_key(|bytes| {
                let offset = records.len() as u32;
                records.extend_from_slice(bytes);
                records.resize(offset as usize + STEP_STRIDE as usize, 0);
                offset
            });
            offsets.push(offset);
        }
        let size = (records.len() as u64).max(STEP_STRIDE);
        let steps = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("steps"),
            size,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        gpu.allocated.fetch_add(size, Ordering::Relaxed);
        gpu.queue.write_buffer(&steps, 0, &records);
        let mut program = Self { gpu: gpu.clone(), commands: Vec::with_capacity(plan.len()), steps };

        let mut ready: HashMap<&'static str, (Arc<Compiled>, wgpu::BindGroup)> = HashMap::new();
        for (dispatch, offset) in plan.iter().zip(offsets) {
            if !ready.contains_key(dispatch.kernel) {
                let compiled = kernel(dispatch.kernel);
                let group = bind(gpu, &compiled, &program.steps, buffers)?;
                ready.insert(dispatch.kernel, (compiled, group));
            }
            let (compiled, group) = &ready[dispatch.kernel];
            program.commands.push(Command {
                name: dispatch.kernel,
                kernel: compiled.clone(),
                bind_group: group.clone(),
                offset,
                workgroups: dispatch.workgroups,
                indirect: match dispatch.counted {
                    Some(which) => Some((buffers.get("contact_arguments")?.clone(), 12 * u64::from(which))),
                    None => None,
                },
            });
        }
        Ok(program)
    }

    /// Submits the plan `times` over, each time behind `before`; the last time by stages between timestamps, where there is a
    /// clock.
    pub fn submit(&self, before: Option<&Program>, times: u32, clock: Option<&Clock>) {
        let commands = || before.into_iter().chain([self]).flat_map(|program| &program.commands);
        let plain = if clock.is_some() { times - 1 } else { times };
        let a_submit = (DISPATCHES_A_SUBMIT / commands().count().max(1)).max(1) as u32;
        let mut left = plain;
        while left > 0 {
            let now = left.min(a_submit);
            let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
            {
                let mut pass = encoder.begin_compute_pass(&Default::default());
                for _ in 0..now {
                    commands().for_each(|command| command.encode(&mut pass));
                }
            }
            self.gpu.queue.submit([encoder.finish()]);
            left -= now;
        }
        if let Some(clock) = clock {
            let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
            clock.begin();
            for command in commands() {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                    label: Some(command.name),
                    timestamp_writes: clock.compute(command.name),
                });
                command.encode(&mut pass);
            }
            clock.resolve(&mut encoder);
            self.gpu.queue.submit([encoder.finish()]);
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.gpu.allocated.fetch_sub(self.steps.size(), Ordering::Relaxed);
        self.steps.destroy();
    }
}

impl Command {
    fn encode(&self, pass: &mut wgpu::ComputePass) {
        pass.set_pipeline(self.kernel.compute_pipeline(0));
        pass.set_bind_group(0, &self.bind_group, &[self.offset]);
        match &self.indirect {
            Some((arguments, offset)) => pass.dispatch_workgroups_indirect(arguments, *offset),
            None => pass.dispatch_workgroups(self.workgroups, 1, 1),
        }
    }
}

fn bind(
    gpu: &Gpu,
    kernel: &Compiled,
    steps: &wgpu::Buffer,
    buffers: &mut Buffers,
) -> Result<wgpu::BindGroup> {
    for binding in kernel.bindings.iter().filter(|binding| binding.is_storage()) {
        buffers.get(binding.name)?;
    }
    let step = wgpu::BufferBinding {
        buffer: steps,
        offset: 0,
        size: std::num::NonZeroU64::new(std::mem::size_of::<Step>() as u64),
    };
    Ok(kernel.bind(&gpu.device, |name| match name {
        "step" => wgpu::BindingResource::Buffer(step.clone()),
        name => buffers.existing(name).expect("made just above").as_entire_binding(),
    }))
}
