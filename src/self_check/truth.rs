//! What the twin in f64 found in each case, and which kernels that was due to: `expected.bin`, as `cargo run --example self_check` writes it.
//!
//! A case is one byte that says how its scene may be compiled, two sets of kernels, how many numbers there are, and the numbers.

use crate::gpu::kernels::{self, Specialisation};

pub static EXPECTED: &[u8] = include_bytes!("expected.bin");

/// A set of kernels: a bit for each, in the order of their table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kernels([u128; 2]);

/// Bytes of a set.
const SET: usize = 32;

impl Kernels {
    /// The one with this number.
    pub fn one(k: usize) -> Self {
        let mut set = Self::default();
        set.0[k / 128] = 1 << (k % 128);
        set
    }

    pub fn has(self, k: usize) -> bool {
        self.0[k / 128] >> (k % 128) & 1 == 1
    }

    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    fn to_bytes(self) -> [u8; SET] {
        let mut out = [0; SET];
        self.0
            .iter()
            .zip(out.chunks_mut(16))
            .for_each(|(half, bytes)| bytes.copy_from_slice(&half.to_le_bytes()));
        out
    }

    fn of_bytes(bytes: &[u8]) -> Self {
        Self([&bytes[..16], &bytes[16..SET]].map(number))
    }
}

impl FromIterator<usize> for Kernels {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        numbers.into_iter().fold(Self::default(), |set, k| set | Self::one(k))
    }
}

impl std::ops::BitOr for Kernels {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self([0, 1].map(|i| self.0[i] | other.0[i]))
    }
}

impl std::ops::BitAnd for Kernels {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self([0, 1].map(|i| self.0[i] & other.0[i]))
    }
}

impl std::ops::BitAndAssign for Kernels {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl std::ops::Not for Kernels {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|half| !half))
    }
}

fn number(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |x, &byte| x << 8 | u128::from(byte))
}

#[derive(Debug, PartialEq)]
pub struct Truth {
    /// How the case's scene may be compiled at most.
    pub most: Specialisation,
    /// Kernels without which the case would end differently.
    pub shows: Kernels,
    /// Kernels that run in a step of it.
    pub runs: Kernels,
    pub numbers: Vec<f32>,
}

/// The set of those with these names.
pub fn named(names: &[&str]) -> Kernels {
    (0..kernels::list().len()).filter(|&k| names.contains(&kernels::list()[k].name)).collect()
}

impl Truth {
    pub fn write(&self, out: &mut Vec<u8>) {
        let Specialisation {
            points, isotropic, even_chains, spheres, offset, convex, compounds, hulls, ..
        } = self.most;
        let flags = [points, isotropic, even_chains, spheres, offset, convex, compounds, hulls];
        out.push(flags.iter().rev().fold(0, |byte, &flag| byte << 1 | u8::from(flag)));
        out.extend([self.shows, self.runs].iter().flat_map(|set| set.to_bytes()));
        out.extend((self.numbers.len() as u16).to_le_bytes());
        out.extend(self.numbers.iter().flat_map(|x| x.to_le_bytes()));
    }
}

/// Of all cases, in their order.
pub fn read(mut bytes: &[u8]) -> Vec<Truth> {
    let mut out = Vec::new();
    while let Some(([flags, rest @ ..], after)) = bytes.split_first_chunk::<{ 3 + 2 * SET }>() {
        let flag = |k: u8| flags >> k & 1 == 1;
        let (numbers, after) = after.split_at(4 * number(&rest[2 * SET..]) as usize);
        out.push(Truth {
            most: Specialisation {
                points: flag(0),
                isotropic: flag(1),
                even_chains: flag(2),
                spheres: flag(3),
                offset: flag(4),
                convex: flag(5),
                few_lanes: false,
                compounds: flag(6),
                hulls: flag(7),
            },
            shows: Kernels::of_bytes(&rest[..SET]),
            runs: Kernels::of_bytes(&rest[SET..2 * SET]),
            numbers: numbers.chunks(4).map(|x| f32::from_bits(number(x) as u32)).collect(),
        });
        bytes = after;
    }
    out
}
