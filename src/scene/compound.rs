//! Compounds: up to sixteen shapes that are one body. The mass of a compound is the exact sum over its parts, each with
//! its own density; where parts overlap, that counts twice. With m_i, x_i and I_i of part i, about its own centre of
//! mass, in the compound's axes:
//!     m = Σ m_i,   c = Σ m_i x_i / m,   I = Σ I_i + m_i (|d|² − d dᵀ),   d = x_i − c.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use glam::{DMat3, DVec3, Quat, Vec3};

use super::solid::DENSITY;
use super::{Solid, principal_axes};

/// Parts that a compound is made of.
pub const PARTS: std::ops::RangeInclusive<usize> = 1..=16;
/// Compounds of different parts that a program may have.
const MOST: usize = 65_536;

/// One of the compounds that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compound(u32);

/// A shape where it stands in its compound, in m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    pub solid: Solid,
    /// Of the smallest sphere about its origin that holds it.
    pub radius: f32,
    pub position: Vec3,
    pub rotation: Quat,
    /// kg/m³
    pub density: f32,
}

/// Data of a compound. Lengths in m, in the axes of its parts.
#[derive(Clone, Debug)]
pub struct CompoundData {
    pub parts: Vec<Part>,
    /// kg
    pub mass: f64,
    pub centre: DVec3,
    /// About that centre, over the mass, m².
    pub moments: DVec3,
    /// The rotation from its principal axes to the axes of its parts.
    pub axes: Quat,
    /// From the origin to the farthest point.
    pub bounding_radius: f32,
    /// Half of what its thinnest part is across.
    pub thinnest: f32,
    /// Of the sphere with as large a shadow as all its parts, if none hid another.
    pub mean_radius: f32,
}

#[derive(Default)]
struct Known {
    numbers: BTreeMap<Vec<u32>, u32>,
    data: Vec<&'static CompoundData>,
}

static KNOWN: RwLock<Known> = RwLock::new(Known { numbers: BTreeMap::new(), data: Vec::new() });

impl Part {
    /// At a place, turned, of water. `radius` is that of a sphere; other shapes have theirs in their sizes.
    pub fn of(solid: Solid, radius: f32, position: Vec3, rotation: Quat) -> Self {
        let radius = solid.bounding_radius().unwrap_or(radius);
        Self { solid, radius, position, rotation, density: DENSITY as f32 }
    }

    fn words(&self) -> Vec<u32> {
        let shape = self.solid.record(self.radius);
        let numbers =
            [shape.as_slice(), &self.position.to_array(), &self.rotation.to_array(), &[self.density]];
        numbers.concat().into_iter().map(f32::to_bits).collect()
    }

    /// kg
    fn mass(&self) -> f64 {
        self.solid.mass(f64::from(self.radius)) * (f64::from(self.density) / DENSITY)
    }

    fn turn(&self) -> DMat3 {
        DMat3::from_quat(self.rotation.as_dquat().normalize())
    }

    /// Its centre of mass.
    fn centre(&self) -> DVec3 {
        self.position.as_dvec3() + self.turn() * self.solid.exact_centre()
    }

    /// From the compound's origin to its farthest point.
    fn farthest(&self) -> f64 {
        let at = |p: Vec3| (self.position.as_dvec3() + self.turn() * p.as_dvec3()).length();
        let most = |points: &mut dyn Iterator<Item = Vec3>| points.map(at).fold(0.0, f64::max);
        let sides = [-1.0, 1.0];
        match self.solid {
            Solid::Box { half_extents } => most(
                &mut (0..8)
                    .map(|k| half_extents * Vec3::from_array([0, 1, 2].map(|axis| sides[k >> axis & 1]))),
            ),
            Solid::Hull(hull) => most(&mut hull.data().corners.iter().copied()),
            Solid::Capsule { radius, half_height } => {
                most(&mut sides.map(|side| Vec3::Y * side * half_height).into_iter()) + f64::from(radius)
            }
            // of a rim about e with the axis u: |e|² + r² + 2 r |e − u (u·e)|
            Solid::Cylinder { radius, half_height } => {
                let (u, r) = (self.turn() * DVec3::Y, f64::from(radius));
                let rim = |side: f64| {
                    let e = self.position.as_dvec3() + side * f64::from(half_height) * u;
                    (e.length_squared() + r * r + 2.0 * r * (e - u * u.dot(e)).length()).sqrt()
                };
                rim(-1.0).max(rim(1.0))
            }
            _ => at(Vec3::ZERO) + f64::from(self.radius),
        }
    }
}

impl Compound {
    /// The compound of these parts, or a sentence that says why there is none.
    pub fn of(parts: &[Part]) -> Result<Self, String> {
        if !PARTS.contains(&parts.len()) {
            return Err(format!("A compound is made of 1 to 16 parts; these are {}.", parts.len()));
        }
        if parts.iter().any(|part| matches!(part.solid, Solid::Plane | Solid::Compound(_))) {
            return Err("A part of a compound is a sphere, a box, a capsule, a cylinder or a hull.".into());
        }
        let key: Vec<u32> = parts.iter().flat_map(Part::words).collect();
        let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = known.numbers.get(&key) {
            return Ok(Self(number));
        }
        let number = known.data.len();
        if number >= MOST {
            return Err(format!(
                "There are {MOST} compounds of different parts already, the most there may be."
            ));
        }
        known.data.push(Box::leak(Box::new(CompoundData::of(parts))));
        known.numbers.insert(key, number as u32);
        Ok(Self(number as u32))
    }

    pub fn data(self) -> &'static CompoundData {
        let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
        known.data[self.0 as usize]
    }

    pub fn parts(self) -> &'static [Part] {
        &self.data().parts
    }
}

impl CompoundData {
    fn of(parts: &[Part]) -> Self {
        let mass = parts.iter().map(Part::mass).sum::<f64>();
        let centre = parts.iter().map(|part| part.mass() * part.centre()).sum::<DVec3>() / mass;
        let mut tensor = DMat3::ZERO;
        for part in parts {
            let (m, d, turn) = (part.mass(), part.centre() - centre, part.turn());
            let about = DMat3::from_cols(d * d.x, d * d.y, d * d.z);
            let own = turn * part.solid.tensor(f64::from(part.radius), m) * turn.transpose();
            tensor += own + (DMat3::from_diagonal(DVec3::splat(d.length_squared())) - about) * m;
        }
        let (moments, axes) = principal_axes(tensor * (1.0 / mass));
        let most = |of: &dyn Fn(&Part) -> f64| parts.iter().map(of).fold(0.0, f64::max);
        let bounding = most(&Part::farthest);
        let squares = parts.iter().map(|part| part.solid.mean_radius(part.radius).powi(2)).sum::<f32>();
        Self {
            parts: parts.to_vec(),
            mass,
            centre,
            moments,
            axes,
            bounding_radius: bounding as f32,
            thinnest: parts.iter().map(|part| part.solid.thinnest(part.radius)).fold(f32::INFINITY, f32::min),
            mean_radius: squares.sqrt().min(bounding as f32),
        }
    }
}
