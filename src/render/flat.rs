//! A view where no graphics device draws: it keeps the camera, finds what the pointer means, and works out the numbers of a picture,
//! bead by bead and cord by cord. The page draws them (www/flat), with the same text for pearls as the device has.

use std::future::ready;

use bytemuck::{Pod, Zeroable};
use glam::{Quat, Vec2, Vec3};

use crate::cpu::{CpuMachine, World};
use crate::error::{BeadworkError, Code, Result};
use crate::render::camera::Glide;
use crate::render::drawing::{Bounds, Drawn};
use crate::render::pick::{Grip, Hit, touched};
use crate::render::picture::{self, Look, Thing};
use crate::render::resources::{Cord, Frame, MOST_DRAWN};
use crate::render::show::Show;
use crate::render::theme::{ColourBy, ThemeColours, linear};
use crate::render::view::Overlays;
use crate::scene::Solid;
use crate::simulation::Simulation;

/// One bead as shaders/flat/flat_beads.wgsl takes it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct FlatBead {
    pub centre: [f32; 3],
    /// Of the sphere around it.
    pub radius: f32,
    pub rotation: [f32; 4],
    /// Linear, and whether it is metal.
    pub colour: [f32; 4],
    /// As `Solid::record` has it.
    pub shape: [f32; 4],
    /// The beads at its two ends: centre and radius, 0 for none.
    pub before: [f32; 4],
    pub after: [f32; 4],
    /// What the surroundings let through of sky and key; which simulation.
    pub light: [f32; 4],
}

pub struct FlatView {
    pub glide: Glide,
    pub theme: ThemeColours,
    pub colour_by: ColourBy,
    pub ground: Option<f32>,
    pub show: Show,
    pub overlays: Overlays,
    size: (u32, u32),
    pub frame: Frame,
    pub beads: Vec<FlatBead>,
    pub cords: Vec<Cord>,
}

/// Most colours of a ramp, from which it is read: as `ramp` of shaders/render/colours.wgsl.
fn ramp(t: f32) -> [f32; 3] {
    let x = t.clamp(0.0, 1.0);
    let shares = [2.0 * (x - 0.5) * (x - 1.0), 4.0 * x * (1.0 - x), 2.0 * x * (x - 0.5)];
    let colours =
        [Vec3::new(0.47, -0.030, -0.095), Vec3::new(0.68, 0.105, 0.010), Vec3::new(0.92, 0.020, 0.105)];
    linear_from_oklab(colours.iter().zip(shares).map(|(colour, share)| *colour * share).sum())
}

/// `category` of the same.
fn category(index: u32) -> [f32; 3] {
    let angle = 0.9 + 2.39996 * (index % 8) as f32;
    let lightness = if index & 1 == 1 { 0.80 } else { 0.72 };
    linear_from_oklab(Vec3::new(lightness, 0.095 * angle.cos(), 0.095 * angle.sin()))
}

fn linear_from_oklab(lab: Vec3) -> [f32; 3] {
    let l = lab.x + 0.396_337_78 * lab.y + 0.215_803_76 * lab.z;
    let m = lab.x - 0.105_561_346 * lab.y - 0.063_854_17 * lab.z;
    let s = lab.x - 0.089_484_18 * lab.y - 1.291_485_5 * lab.z;
    let c = Vec3::new(l * l * l, m * m * m, s * s * s);
    [
        Vec3::new(4.076_741_7, -3.307_711_6, 0.230_969_94).dot(c),
        Vec3::new(-1.268_438, 2.609_757_4, -0.341_319_38).dot(c),
        Vec3::new(-0.004_196_086_3, -0.703_418_6, 1.707_614_7).dot(c),
    ]
    .map(|x| x.max(0.0))
}
