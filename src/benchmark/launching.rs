//! What a dispatch costs before it computes anything. A scene of many short dispatches waits for these, however fast
//! the device is. www/bench/launches.ts measures the same in a browser.

use std::sync::Arc;
use std::time::Instant;

use super::record::Launch;
use crate::error::Result;
use crate::gpu::Gpu;

/// Each thread of one workgroup adds one to its number: as little as a dispatch can do that the next one has to wait for.
const COUNTS: &str = "
@group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {
    numbers[i] += 1u;
}";
const NOTHING: &str = "
@compute @workgroup_size(64)
fn main() {}";

/// Of a long run and of a short one: the difference leaves out what submitting costs.
const MANY: u32 = 1200;
const FEW: u32 = 200;
/// The quickest counts: what the device can do.
const RUNS: u32 = 5;
/// Runs at most: a busy machine may delay each of the short ones.
const MOST_RUNS: u32 = 50;

#[derive(Clone, Copy, PartialEq)]
enum Way {
    Alone,
    AfterAnother,
    Indirect,
    InItsOwnPass,
}

/// µs of each.
pub async fn launches(gpu: &Arc<Gpu>) -> Result<Vec<Launch>> {
    let device = &gpu.device;
    let pipeline = |code: &str| {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("launched"),
            source: wgpu::ShaderSource::Wgsl(code.into()),
        });
        device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("launched"),
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: Default::default(),
            cache: None,
        })
    };
    let (counts, nothing) = (pipeline(COUNTS), pipeline(NOTHING));
    let buffer = |size, usage, mapped_at_creation| {
        device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("launched"),
            size,
            usage,
            mapped_at_creation,
        })
    };
    let numbers = buffer(256, wgpu::BufferUsages::STORAGE, false);
    let sizes = buffer(12, wgpu::BufferUsages::INDIRECT | wgpu::BufferUsages::COPY_DST, false);
    gpu.queue.write_buffer(&sizes, 0, bytemuck::cast_slice(&[1u32, 1, 1]));
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("launched"),
        layout: &counts.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: numbers.as_entire_binding() }],
    });
    let encode = |way: Way, times: u32| {
        let mut encoder = device.create_command_encoder(&Default::default());
        let mut left = times;
        while left > 0 {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(if way == Way::Alone { &nothing } else { &counts });
            if way != Way::Alone {
                pass.set_bind_group(0, &group, &[]);
            }
            let here = if way == Way::InItsOwnPass { 1 } else { left };
            for _ in 0..here {
                match way {
                    Way::Indirect => pass.dispatch_workgroups_indirect(&sizes, 0),
                    _ => pass.dispatch_workgroups(1, 1, 1),
                }
            }
            left -= here;
        }
        encoder.finish()
    };
    let time = async |way: Way, times: u32| -> Result<f64> {
        let commands = encode(way, times);
        let start = Instant::now();
        gpu.queue.submit([commands]);
        gpu.done().await?;
        Ok(start.elapsed().as_secs_f64())
    };
    let mut found = Vec::new();
    for (what, way) in [
        ("alone", Way::Alone),
        ("after another", Way::AfterAnother),
        ("indirect", Way::Indirect),
        ("in its own pass", Way::InItsOwnPass),
    ] {
        // compiles, and wakes the device
        time(way, FEW).await?;
        let (mut few, mut many) = (f64::INFINITY, f64::INFINITY);
        let mut runs = 0;
        while runs < RUNS || (many <= few && runs < MOST_RUNS) {
            few = few.min(time(way, FEW).await?);
            many = many.min(time(way, MANY).await?);
            runs += 1;
        }
        let microseconds = (1e6 * (many - few) / f64::from(MANY - FEW)).max(0.0);
        found.push(Launch { what: what.into(), microseconds });
    }
    Ok(found)
}
