//! The result of checks, as a text that outlives the page: a device need not be checked each time that it is met.

use std::fmt::Write;

use super::truth::EXPECTED;
use crate::gpu::Gpu;
use crate::gpu::kernels::{self, Specialisation};
use crate::gpu::shaders::PARTS;

/// Kernels that were seen to be right on a device, each with how it was compiled. Before them stands the mark of the
/// compiled code and of the device.
pub fn written(gpu: &Gpu) -> String {
    let mut text = mark(gpu);
    for &(kernel, compiled) in gpu.trusted.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).iter() {
        let _ = write!(text, " {kernel}.{}", bits(compiled));
    }
    text
}

/// Takes them for seen, if they were seen on such a device and their texts are the same.
pub fn recall(gpu: &Gpu, text: &str) {
    let Some((_, list)) = text.split_once(' ').filter(|&(of, _)| of == mark(gpu)) else { return };
    let read = |entry: &str| {
        let (kernel, compiled) = entry.split_once('.')?;
        let kernel = kernel.parse().ok().filter(|&kernel: &usize| kernel < kernels::list().len())?;
        Some((kernel, of_bits(compiled.parse().ok()?)))
    };
    let mut trusted = gpu.trusted.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for entry in list.split_whitespace().filter_map(read) {
        if !trusted.contains(&entry) {
            trusted.push(entry);
        }
    }
}

/// FNV-1a of every text that is compiled, of the truth and of the device's name.
fn mark(gpu: &Gpu) -> String {
    let name = gpu.adapter_name();
    let texts = kernels::list().iter().chain(PARTS).flat_map(|shader| [shader.name, shader.source]);
    let parts = texts.map(str::as_bytes).chain([EXPECTED, name.as_bytes()]);
    let hash = parts.flatten().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

fn bits(compiled: Specialisation) -> u32 {
    let Specialisation {
        points,
        isotropic,
        even_chains,
        few_lanes,
        spheres,
        offset,
        convex,
        hulls,
        compounds,
    } = compiled;
    [compounds, hulls, convex, offset, points, isotropic, even_chains, few_lanes, spheres]
        .iter()
        .fold(0, |bits, &flag| bits << 1 | u32::from(flag))
}

fn of_bits(bits: u32) -> Specialisation {
    let flag = |k: u32| bits >> k & 1 == 1;
    Specialisation {
        points: flag(4),
        isotropic: flag(3),
        even_chains: flag(2),
        few_lanes: flag(1),
        spheres: flag(0),
        offset: flag(5),
        convex: flag(6),
        hulls: flag(7),
        compounds: flag(8),
    }
}
