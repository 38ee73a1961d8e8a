//! One simulation among those of a picture: what is uploaded for drawing it, once after each change of its
//! scene, and the bind groups over its buffers.

use std::sync::Arc;

use glam::Vec3;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::render::passes::Passes;
use crate::render::resources::{Buffer, DrawnRecord};
use crate::render::show::{Marks, Show};
use crate::render::theme::{Rgb, linear};
use crate::scene::{Body, Solid};
use crate::simulation::Simulation;

/// A simulation to be drawn, and how.
pub struct Drawn<'a> {
    pub simulation: &'a mut Simulation,
    /// Moves it to another place in the picture, in m.
    pub offset: Vec3,
    /// Colour of its thread and bead caps; the theme's where none is given.
    pub thread: Option<Rgb>,
    pub dashed: bool,
}

impl<'a> Drawn<'a> {
    pub fn new(simulation: &'a mut Simulation) -> Self {
        Self { simulation, offset: Vec3::ZERO, thread: None, dashed: false }
    }
}

/// A box in the world, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    pub low: Vec3,
    pub high: Vec3,
}

impl Bounds {
    pub const EMPTY: Self = Self { low: Vec3::INFINITY, high: Vec3::NEG_INFINITY };

    pub fn with(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub fn moved(self, by: Vec3) -> Self {
        Self { low: self.low + by, high: self.high + by }
    }

    /// From a point to the nearest of the box.
    pub fn distance(&self, point: Vec3) -> f32 {
        (self.low - point).max(point - self.high).max(Vec3::ZERO).length()
    }

    pub fn middle(&self) -> Vec3 {
        if self.low.x > self.high.x { Vec3::ZERO } else { 0.5 * (self.low + self.high) }
    }

    pub fn half(&self) -> Vec3 {
        if self.low.x > self.high.x {
            Vec3::ONE
        } else {
            (0.5 * (self.high - self.low)).max(Vec3::splat(1e-3))
        }
    }

    /// Where the scene's beads start, planes left out, and, for what hangs, where they get to when they swing over: mirrored to the
    /// other side of the middle of the fixed beads.
    pub fn of(simulation: &Simulation) -> Self {
        let scene = simulation.scene();
        let mut out = Self::EMPTY;
        let mut pins = Self::EMPTY;
        for body in &scene.bodies {
            let Some(r) = body.solid.reach(body.radius, body.rotation) else { continue };
            let one = Self { low: body.position - r, high: body.position + r };
            out = out.with(one);
            if body.fixed {
                pins = pins.with(Self { low: body.position, high: body.position });
            }
        }
        if pins.low.x <= pins.high.x {
            let pin = pins.middle();
            let reach = (out.high - pin).max(pin - out.low);
            for axis in [0, 2] {
                out.low[axis] = pin[axis] - reach[axis];
                out.high[axis] = pin[axis] + reach[axis];
            }
        }
        out
    }
}

pub struct Drawing {
    pub record: DrawnRecord,
    pub bounds: Bounds,
    /// Least radius of its beads, m.
    pub thinnest: f32,
    /// Largest.
    pub thickest: f32,
    /// Some bead is no sphere.
    pub shaped: bool,
    /// Of how many planes it has.
    pub planes: u32,
    /// A point of the first of them, m, and its normal.
    pub plane: Option<(Vec3, Vec3)>,
    poses: wgpu::Buffer,
    revision: u64,
    tints: Buffer,
    joint_colours: Buffer,
    pub drawn: Buffer,
    pub gather_joints: Option<wgpu::BindGroup>,
    pub gather_beads: Option<wgpu::BindGroup>,
    /// None until some are shown.
    pub marks: Option<Marks>,
}

const CUT: u32 = u32::MAX;

/// Linear, 16 bits each, so that nobody has to work it out for every picture. Then what gather_beads is told of the
/// shape: its kind in the last two bits, and before them its mean radius over the one around it; nothing of a sphere.
fn tint(body: &Body) -> [u16; 4] {
    let colour = linear(body.colour.map(|x| f32::from(x) / 255.0));
    let [red, green, blue] = colour.map(|x| (65535.0 * x + 0.5) as u16);
    let [.., kind] = body.solid.record(body.radius);
    let mean = body.solid.mean_radius(body.radius) / body.radius;
    let shape = if kind == 0.0 { 0 } else { ((16383.0 * mean + 0.5) as u16) << 2 | kind as u16 };
    [red, green, blue, shape]
}

/// Of a simulation's beads, for the buffer `shapes`.
pub(super) fn shapes(simulation: &Simulation) -> impl Iterator<Item = [f32; 4]> {
    simulation.scene().bodies.iter().map(|body| body.solid.record(body.radius))
}

pub(super) fn is_shaped(simulation: &Simulation) -> bool {
    simulation.scene().bodies.iter().any(|body| body.solid != Solid::Sphere)
}

impl Drawing {
    pub fn new(gpu: &Arc<Gpu>, simulation: &mut Simulation) -> Result<Self> {
        let scene = simulation.scene();
        let tints: Vec<[u16; 4]> = scene.bodies.iter().map(tint).collect();
        let is_plane = |body: &&Body| body.solid == Solid::Plane;
        let radii = || scene.bodies.iter().filter(|body| !is_plane(body)).map(|body| body.radius);
        let (thinnest, thickest) = (radii().fold(f32::INFINITY, f32::min), radii().fold(0.0, f32::max));
        let planes = scene.bodies.iter().filter(is_plane).count() as u32;
        let plane = scene.bodies.iter().find(is_plane).map(|body| (body.position, body.rotation * Vec3::Y));
        let shaped = is_shaped(simulation);
        let bounds = Bounds::of(simulation);
        let joint_colours = joint_colours(simulation);
        Ok(Self {
            record: DrawnRecord::default(),
            bounds,
            thinnest,
            thickest,
            shaped,
            planes,
            plane,
            revision: simulation.revision(),
            poses: simulation.buffer("poses")?.clone(),
            tints: Buffer::filled(gpu, "tints", bytemuck::cast_slice(&tints)),
            joint_colours: Buffer::filled(gpu, "joint colours", bytemuck::cast_slice(&joint_colours)),
            drawn: Buffer::uniform::<DrawnRecord>(gpu, "drawn"),
            gather_joints: None,
            gather_beads: None,
            marks: None,
        })
    }

    /// Whether this was made for the simulation's scene and topology as they are now.
    pub fn fits(&self, simulation: &mut Simulation) -> Result<bool> {
        // in this order: what waits to be put there may change the revision
        Ok(*simulation.buffer("poses")? == self.poses && self.revision == simulation.revision())
    }

    /// Binds the simulation's own buffers, read only, beside the view's.
    pub fn bind(
        &self,
        gpu: &Gpu,
        passes: &Passes,
        simulation: &mut Simulation,
        shared: &dyn Fn(&'static str) -> wgpu::Buffer,
    ) -> Result<(wgpu::BindGroup, wgpu::BindGroup)> {
        let theirs = ["poses", "velocities", "ties", "multipliers", "lists"];
        for name in theirs {
            simulation.buffer(name)?;
        }
        let machine = simulation.gpu_machine()?;
        let find = |name: &'static str| match name {
            "drawn" => self.drawn.clone(),
            "tints" => self.tints.clone(),
            "joint_colours" => self.joint_colours.clone(),
            name if theirs.contains(&name) => machine.existing_buffer(name).expect("made just above").clone(),
            name => shared(name),
        };
        let group = |pass: &str| {
            let pass = passes.get(pass);
            let buffers: Vec<(&'static str, wgpu::Buffer)> =
                pass.bindings.iter().map(|binding| (binding.name, find(binding.name))).collect();
            pass.bind(&gpu.device, |name| {
                buffers.iter().find(|(known, _)| *known == name).expect("found above").1.as_entire_binding()
            })
        };
        Ok((group("gather_joints"), group("gather_beads")))
    }

    /// Makes and binds the marks that are to be shown; there are none otherwise.
    pub fn mark(
        &mut self,
        gpu: &Arc<Gpu>,
        passes: &Passes,
        simulation: &mut Simulation,
        show: Show,
        frame: &wgpu::Buffer,
        depth: &wgpu::TextureView,
    ) -> Result<()> {
        if show == Show::default() {
            self.marks = None;
            return Ok(());
        }
        let revision = simulation.joint_revision();
        if self.marks.as_ref().is_none_or(|marks| (marks.shown, marks.revision) != (show, revision)) {
            let colours = joint_colours(simulation);
            self.marks = Some(Marks::new(gpu, simulation, show, |l| colours[l] == CUT));
        }
        let Some(marks) = self.marks.as_mut().filter(|marks| marks.group.is_none()) else { return Ok(()) };
        for name in ["poses", "ties", "multipliers"] {
            simulation.buffer(name)?;
        }
        let machine = simulation.gpu_machine()?;
        marks.group = Some(passes.get("draw_joints").bind(&gpu.device, |name| match name {
            "depth" => wgpu::BindingResource::TextureView(depth),
            "frame" => frame.as_entire_binding(),
            "drawn" => self.drawn.as_entire_binding(),
            "marks" => marks.buffer.as_entire_binding(),
            name => machine.existing_buffer(name).expect("made just above").as_entire_binding(),
        }));
        Ok(())
    }

    pub fn place(&mut self, record: DrawnRecord) {
        if record != self.record {
            self.record = record;
            self.drawn.write(bytemuck::bytes_of(&record));
        }
    }
}

/// The solver's colour of every joint; those that are cut or tie nothing have none.
fn joint_colours(simulation: &Simulation) -> Vec<u32> {
    let lists = simulation.lists();
    let mut colours = vec![CUT; simulation.joint_count()];
    for (colour, range) in lists.whole.colours.iter().enumerate() {
        for &joint in &lists.words[range.start as usize..range.end as usize] {
            colours[joint as usize] = colour as u32;
        }
    }
    colours
}
