//! What the twin in f64 found in each case, and which kernels that was due to: `expected.bin`, as `cargo run --example self_check` writes it.
//!
//! A case is one byte that says how its scene may be compiled, two sets of kernels, how many numbers there are, and the numbers.

use crate::gpu::kernels::{self, Specialisation};

pub static EXPECTED: &[u8] = include_bytes!("expected.bin");

/// A bit for each, in the order of their table.
pub type Kernels = u128;

#[derive(Debug, PartialEq)]
pub struct Truth {
    /// How the case's scene may be compiled at most.
    pub most: Specialisation,
    /// What the case would not end alike without.
    pub shows: Kernels,
    /// What runs in a step of it.
    pub runs: Kernels,
    pub numbers: Vec<f32>,
}

/// The set of those with these names.
pub fn named(names: &[&str]) -> Kernels {
    let bit = |(k, name): (usize, &str)| Kernels::from(names.contains(&name)) << k;
    kernels::list().iter().map(|kernel| kernel.name).enumerate().map(bit).sum()
}

impl Truth {
    pub fn write(&self, out: &mut Vec<u8>) {
        let Specialisation { points, isotropic, even_chains, spheres, offset, convex, .. } = self.most;
        let flags = [points, isotropic, even_chains, spheres, offset, convex];
        out.push(flags.iter().rev().fold(0, |byte, &flag| byte << 1 | u8::from(flag)));
        out.extend([self.shows, self.runs].iter().flat_map(|set| set.to_le_bytes()));
        out.extend((self.numbers.len() as u16).to_le_bytes());
        out.extend(self.numbers.iter().flat_map(|x| x.to_le_bytes()));
    }
}

/// Of all cases, in their order.
pub fn read(mut bytes: &[u8]) -> Vec<Truth> {
    let mut out = Vec::new();
    while let Some(([flags, rest @ ..], after)) = bytes.split_first_chunk::<35>() {
        let flag = |k: u8| flags >> k & 1 == 1;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |x, &byte| x << 8 | u128::from(byte));
        let (numbers, after) = after.split_at(4 * number(&rest[32..]) as usize);
        out.push(Truth {
            most: Specialisation {
                points: flag(0),
                isotropic: flag(1),
                even_chains: flag(2),
                spheres: flag(3),
                offset: flag(4),
                convex: flag(5),
                few_lanes: false,
            },
            shows: number(&rest[..16]),
            runs: number(&rest[16..32]),
            numbers: numbers.chunks(4).map(|x| f32::from_bits(number(x) as u32)).collect(),
        });
        bytes = after;
    }
    out
}
