//! A simulation that is to be drawn, and what a picture needs to know of its scene, whatever draws it.

use std::collections::BTreeMap;

use glam::Vec3;

use crate::error::{BeadworkError, Code, Result};
use crate::render::resources::{DrawnRecord, MOST_DRAWN};
use crate::render::show::ContactMarks;
use crate::render::theme::{Rgb, linear};
use crate::scene::{Body, Hull, Scene, Solid};
use crate::simulation::{Simulation, manner};

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

impl DrawnRecord {
    /// Adds the marks of its contacts.
    pub(super) fn with(self, contacts: ContactMarks) -> Self {
        let ContactMarks { slots, scale, .. } = contacts;
        Self { slots, force_size: scale.size, force_scale: scale.reach, ..self }
    }

    /// Of the simulation at a place in the list, whose beads and joints come behind so many.
    pub(super) fn of(drawn: &Drawn, place: usize, first_body: u32, first_joint: u32) -> Self {
        let simulation = &drawn.simulation;
        let manner = manner(simulation.parameters(), simulation.scene());
        let mut record = Self {
            offset: drawn.offset.to_array(),
            index: place as u32,
            first_body,
            bodies: simulation.drawn_bodies() as u32,
            first_joint,
            joints: simulation.joint_count() as u32,
            held: u32::MAX,
            points_only: u32::from(simulation.scene().is_of_points(manner)),
            centres: centres_at(simulation.scene()),
            ..Self::default()
        };
        if let Some(pull) = simulation.pull() {
            record.held = pull.body as u32;
            record.local_point = simulation.held_point(pull).to_array();
            record.goal = pull.goal.to_array();
        }
        record
    }
}

/// Refuses more simulations than one picture holds.
pub(super) fn check(drawn: &[Drawn]) -> Result<()> {
    if drawn.len() > MOST_DRAWN {
        let message = format!("One picture holds at most {MOST_DRAWN} simulations.");
        return Err(BeadworkError::new(Code::Limit, message));
    }
    Ok(())
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

    /// Where the scene's beads start, planes left out. It also has where hanging beads get to when they swing over:
    /// mirrored to the other side of the middle of the fixed ones.
    pub fn of(simulation: &Simulation) -> Self {
        let scene = simulation.scene();
        let mut out = Self::EMPTY;
        let mut pins = Self::EMPTY;
        for (i, body) in scene.bodies.iter().enumerate() {
            if !simulation.has_body(i) {
                continue;
            }
            let Some(r) = body.solid.reach(body.radius, body.rotation) else { continue };
            let one = Self { low: body.position - r, high: body.position + r };
            out = out.with(one);
            if body.fixed {
                pins = pins.with(Self { low: body.position, high: body.position });
            }
        }
        for anchor in scene.joints.iter().filter_map(|joint| joint.world_anchor(&scene.bodies)) {
            pins = pins.with(Self { low: anchor, high: anchor });
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

/// The facts of a scene that pictures depend on.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub bounds: Bounds,
    /// Least radius of its beads, m.
    pub thinnest: f32,
    /// Largest.
    pub thickest: f32,
    /// Some bead is no sphere about its centre of mass.
    pub shaped: bool,
    /// Of how many planes it has.
    pub planes: u32,
    /// A point of the first of them, m, and its normal.
    pub plane: Option<(Vec3, Vec3)>,
}

impl Facts {
    pub fn of(simulation: &Simulation) -> Self {
        let there = simulation.bodies();
        let bodies = || there.iter().map(|&i| &simulation.scene().bodies[i]);
        let is_plane = |body: &&Body| body.solid == Solid::Plane;
        let radii = || bodies().filter(|body| !is_plane(body)).map(|body| body.radius);
        Self {
            bounds: Bounds::of(simulation),
            thinnest: radii().fold(f32::INFINITY, f32::min),
            thickest: radii().fold(0.0, f32::max),
            shaped: is_shaped(simulation),
            planes: bodies().filter(is_plane).count() as u32,
            plane: bodies().find(is_plane).map(|body| (body.position, body.rotation * Vec3::Y)),
        }
    }
}

/// Of a joint that is cut, in `joint_colours`.
pub(super) const CUT: u32 = u32::MAX;

/// Linear, 16 bits each, so that it need not be worked out for every picture. Then comes the shape for gather_beads:
/// its kind in the last two bits (a cylinder and a hull count as a box). Before them stands its mean radius over the
/// one around it. A sphere has nothing.
fn tint(body: &Body) -> [u16; 4] {
    let colour = linear(body.colour.map(|x| f32::from(x) / 255.0));
    let [red, green, blue] = colour.map(|x| (65535.0 * x + 0.5) as u16);
    if body.is_compound() {
        // its parts are drawn in its place
        return [red, green, blue, 7];
    }
    let [.., kind] = body.solid.record(body.radius);
    let kind = if kind > 3.0 { 1.0 } else { kind };
    let mean = body.solid.mean_radius(body.radius) / body.radius;
    let shape = if kind == 0.0 { 0 } else { ((16383.0 * mean + 0.5) as u16) << 2 | kind as u16 };
    [red, green, blue, shape]
}

fn is_off_centre(scene: &Scene) -> bool {
    scene.bodies.iter().any(Body::is_off_centre)
}

/// Where in `tints` centres of mass begin, if they are there.
fn centres_at(scene: &Scene) -> u32 {
    if is_off_centre(scene) { scene.bodies.len() as u32 } else { 0 }
}

/// For the buffer `tints`: of every bead its own, and behind them all centres of mass, where some are not the origins of their shapes.
pub(super) fn tints(scene: &Scene) -> Vec<[u16; 4]> {
    let mut tints: Vec<[u16; 4]> = scene.bodies.iter().map(tint).collect();
    if is_off_centre(scene) {
        let centre =
            |body: &Body| -> [[u16; 4]; 2] { bytemuck::cast(body.mass_centre().extend(0.0).to_array()) };
        tints.extend(scene.bodies.iter().flat_map(centre));
    }
    tints
}

/// For the buffer `shapes`: those of all beads, and behind them centres of mass, as shaders/render/shaped.wgsl has them.
pub(super) fn shapes_and_centres<'a>(
    simulations: impl Iterator<Item = &'a Simulation> + Clone,
) -> Vec<[f32; 4]> {
    let mut records: Vec<[f32; 4]> = simulations.clone().flat_map(shapes).collect();
    let beads = records.len();
    let bodies = simulations.flat_map(|one| one.scene().bodies.iter().take(one.drawn_bodies()));
    for (slot, body) in bodies.enumerate().filter(|(_, body)| body.is_off_centre()) {
        records[slot][3] += (8 * records.len()) as f32;
        records.push(body.mass_centre().extend(0.0).to_array());
    }
    add_hulls(&mut records, beads);
    records
}

/// Behind all else the rows of each hull among the first so many records, which say where they begin.
pub(super) fn add_hulls(records: &mut Vec<[f32; 4]>, beads: usize) {
    let mut first: BTreeMap<usize, usize> = BTreeMap::new();
    for slot in 0..beads {
        let [_, which, _, kind] = records[slot];
        if kind as usize % 8 == 5 {
            let which = which as usize;
            let place = *first.entry(which).or_insert(records.len());
            if place == records.len() {
                records.extend(Hull::numbered(which).data().rows());
            }
            records[slot][1] = place as f32;
        }
    }
}

/// Of a simulation's beads, without centres of mass.
pub(super) fn shapes(simulation: &Simulation) -> impl Iterator<Item = [f32; 4]> {
    let numbers = simulation.drawn_bodies();
    simulation.scene().bodies.iter().take(numbers).map(|body| body.mass_solid().record(body.radius))
}

pub(super) fn is_shaped(simulation: &Simulation) -> bool {
    simulation.scene().bodies.iter().any(|body| body.solid != Solid::Sphere || body.is_off_centre())
}

/// The solver's colour of every joint; those that are cut or tie nothing have none.
pub(super) fn joint_colours(simulation: &Simulation) -> Vec<u32> {
    let lists = simulation.lists();
    let mut colours = vec![CUT; simulation.scene().joints.len()];
    for (colour, range) in lists.whole.colours.iter().enumerate() {
        for &joint in &lists.words[range.start as usize..range.end as usize] {
            colours[joint as usize] = colour as u32;
        }
    }
    colours
}
