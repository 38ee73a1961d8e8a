//! A view where no graphics device computes. The work of kernels for a picture elsewhere (`gather_joints` to
//! `list_tiles`) is done here. The page's WebGL draws from it by the same shaders: www/webgl. So a picture is the same,
//! but that nothing is splatted: whatever is far away is a small pearl.

mod gather;
mod lighting;
mod pick;
mod ray;
mod subject;
mod tiles;

use std::future::ready;

use bytemuck::{Pod, Zeroable};
use glam::{Quat, Vec2, Vec3};

use crate::codes::bead::{AS_PEARL, NONE};
use crate::cpu::{self, CpuMachine, World};
use crate::error::{BeadworkError, Code, Result};
use crate::render::camera::Glide;
use crate::render::drawn::{self, Drawn, shapes};
use crate::render::frame::{self, Manner, Seen};
use crate::render::grip::Hit;
use crate::render::reading::Statistics;
use crate::render::resources::{Cord, DrawnRecord, Frame};
use crate::render::show::Show;
use crate::render::stage::{Overlays, takes_pictures};
use crate::render::theme::{ColourBy, ThemeColours};
use crate::scene::Solid;
use crate::simulation::{Simulation, manner};
use subject::{Subject, Touching};

/// `Bead` of shaders/render/bead.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
struct Bead {
    centre: [f32; 3],
    radius: f32,
    rotation: [f32; 4],
    colour: [u32; 2],
    light: u32,
    kind: u32,
    neighbours: [u32; 2],
    pixels: f32,
    signal: f32,
}

/// Two numbers from 0 to 1 in one word.
fn packed(low: f32, high: f32) -> u32 {
    let bits = |x: f32| (x.clamp(0.0, 1.0) * 65535.0 + 0.5) as u32;
    bits(low) | bits(high) << 16
}

fn vector(v: cpu::algebra::Vec3<f32>) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}

fn rotation(pose: &cpu::Pose<f32>) -> Quat {
    let q = pose.rotation;
    Quat::from_xyzw(q.xyz.x, q.xyz.y, q.xyz.z, q.w)
}

/// The radius of the sphere that has as large a shadow, m, of a record of `shapes`.
fn mean_radius([x, y, z, kind]: [f32; 4]) -> f32 {
    if kind == 5.0 {
        return z;
    }
    let solid = match kind as u32 {
        0 => Solid::Sphere,
        1 => Solid::Box { half_extents: Vec3::new(x, y, z) },
        2 => Solid::Capsule { radius: x, half_height: y },
        4 => Solid::Cylinder { radius: x, half_height: y },
        _ => Solid::Plane,
    };
    solid.mean_radius(x)
}

/// How much there is of what.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    threads: u32,
    pearl_tiles: u32,
    detail_tiles: u32,
    kinds: [bool; 6],
    shaped: bool,
}

pub struct View {
    pub glide: Glide,
    pub theme: ThemeColours,
    pub colour_by: ColourBy,
    pub ground: Option<f32>,
    pub show: Show,
    pub overlays: Overlays,
    size: (u32, u32),
    frame: Frame,
    subjects: Vec<Subject>,
    beads: Vec<Bead>,
    shapes: Vec<[f32; 4]>,
    visible: Vec<u32>,
    planes: Vec<u32>,
    cords: Vec<Cord>,
    tiles: Vec<u32>,
    counts: Counts,
}

takes_pictures!(View);

fn machine(simulation: &Simulation) -> Result<&CpuMachine<f32>> {
    simulation.machine().ok_or_else(|| {
        BeadworkError::new(
            Code::NotApplicable,
            "This view draws simulations that run on the CPU; this one does not.",
        )
    })
}

fn world(simulation: &Simulation) -> Result<&World<f32>> {
    machine(simulation).map(|machine| &machine.world)
}

impl View {
    pub fn new(width: u32, height: u32, theme: ThemeColours) -> Self {
        Self {
            glide: Glide::default(),
            theme,
            colour_by: ColourBy::Bead,
            ground: Some(0.0),
            show: Show::default(),
            overlays: Overlays::default(),
            size: (width.max(1), height.max(1)),
            frame: Frame::default(),
            subjects: Vec::new(),
            beads: Vec::new(),
            shapes: Vec::new(),
            visible: Vec::new(),
            planes: Vec::new(),
            cords: Vec::new(),
            tiles: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Pixels of the device. A size of zero is skipped: a canvas that is not shown has none.
    pub fn resize(&mut self, width: u32, height: u32) {
        if width > 0 && height > 0 {
            self.size = (width, height);
        }
    }

    /// Works out all that a picture of these simulations is drawn from.
    pub fn render_many(&mut self, drawn: &mut [Drawn]) -> Result<()> {
        drawn::check(drawn)?;
        self.fit_subjects(drawn)?;
        let beads = self.subjects.iter().map(|subject| subject.record.bodies).sum();
        let seen: Vec<Seen> = (self.subjects.iter().zip(drawn.iter()))
            .map(|(Subject { facts, record, .. }, one)| Seen {
                facts,
                record,
                thread: one.thread,
                dashed: one.dashed,
            })
            .collect();
        self.frame = Frame::of(&self.stage(), &seen, beads, Manner { splat_radius: 0.0, in_software: false });
        self.gather(drawn)?;
        self.light();
        self.list_tiles();
        Ok(())
    }

    /// A subject for each simulation, made anew where its scene has changed.
    fn fit_subjects(&mut self, drawn: &mut [Drawn]) -> Result<()> {
        let before = self.subjects.len();
        let mut renewed = before != drawn.len();
        self.subjects.truncate(drawn.len());
        let (mut first_body, mut first_joint) = (0, 0);
        for (i, one) in drawn.iter().enumerate() {
            let machine = machine(one.simulation)?;
            match self.subjects.get_mut(i) {
                None => self.subjects.push(Subject::new(one.simulation)),
                Some(subject) if !subject.fits(one.simulation) => {
                    renewed = true;
                    *subject = Subject::new(one.simulation);
                }
                Some(_) => {}
            }
            let subject = &mut self.subjects[i];
            subject.record = DrawnRecord::of(one, i, first_body, first_joint);
            subject.mark(one.simulation, machine, self.show);
            first_body += subject.record.bodies;
            first_joint += subject.record.joints;
        }
        if renewed {
            self.shapes = drawn.iter().flat_map(|one| shapes(one.simulation)).collect();
            let kind = |k: usize| self.shapes.iter().any(|record| record[3] as usize == k);
            let shaped = self.subjects.iter().any(|subject| subject.facts.shaped);
            self.counts = Counts { kinds: std::array::from_fn(kind), shaped, ..Counts::default() };
            let slots = (0u32..).zip(&self.shapes).filter(|(_, record)| record[3] == 3.0);
            self.planes = slots.map(|(slot, _)| slot).collect();
            let beads = self.shapes.len();
            drawn::add_hulls(&mut self.shapes, beads);
        }
        Ok(())
    }

    /// The bead at a point of the picture, in device pixels from its upper left corner.
    pub fn pick(
        &mut self,
        drawn: &mut [Drawn],
        at: Vec2,
    ) -> Result<impl Future<Output = Result<Option<Hit>>> + 'static + use<>> {
        Ok(ready(Ok(pick::pick(&self.stage(), drawn, at)?)))
    }

    /// Figures of the last picture.
    pub fn statistics(&self) -> impl Future<Output = Result<Statistics>> + 'static + use<> {
        let pearls = self.visible.len() as u32;
        ready(Ok(Statistics { pearls, threads: self.counts.threads, ..Statistics::default() }))
    }

    /// The data that the page's drawing reads, by the names in the shaders; of one of the simulations where that is
    /// given.
    pub fn bytes(&self, name: &str, subject: usize) -> &[u8] {
        let of = || self.subjects.get(subject);
        let shown = || of().and_then(|subject| subject.shown.as_ref());
        let touching = |k: usize| {
            let touching = of().and_then(|subject| subject.touching.as_ref());
            touching.map_or(&[][..], |touching| bytemuck::cast_slice(touching.array(k)))
        };
        match name {
            "frame" => bytemuck::bytes_of(&self.frame),
            "beads" => bytemuck::cast_slice(&self.beads),
            "shapes" => bytemuck::cast_slice(&self.shapes),
            "visible" => bytemuck::cast_slice(&self.visible),
            "planes" => bytemuck::cast_slice(&self.planes),
            "cords" => bytemuck::cast_slice(&self.cords),
            "tiles" => bytemuck::cast_slice(&self.tiles),
            "drawn" => of().map_or(&[], |subject| bytemuck::bytes_of(&subject.record)),
            "marks" => shown().map_or(&[], |shown| bytemuck::cast_slice(&shown.marks)),
            "poses" => of().map_or(&[], |subject| bytemuck::cast_slice(&subject.poses)),
            "pairs" => touching(0),
            "contact_reaches" => touching(1),
            "contact_forces" => touching(2),
            "ties" => shown().map_or(&[], |shown| bytemuck::cast_slice(&shown.ties)),
            "multipliers" => shown().map_or(&[], |shown| bytemuck::cast_slice(&shown.multipliers)),
            _ => &[],
        }
    }

    /// How much of it is to be drawn, in the order of `Plan` in www/webgl/drawing.ts.
    pub fn plan(&self) -> Vec<u32> {
        let Counts { pearl_tiles, detail_tiles, kinds, shaped, .. } = self.counts;
        let ground = self.frame.planes == 0 && self.ground.is_some_and(|ground| self.frame.eye[1] > ground);
        let bits = kinds.iter().rev().fold(0, |bits, &there| bits << 1 | u32::from(there));
        let [width, height] = self.frame.size.map(|side| side as u32);
        let mut plan = vec![
            width,
            height,
            self.visible.len() as u32,
            self.cords.len() as u32,
            pearl_tiles,
            detail_tiles,
            self.frame.planes,
            self.frame.casters + self.frame.far_casters,
            u32::from(self.ground.is_some() || self.frame.planes > 0),
            u32::from(ground),
            u32::from(self.overlays.hairline.is_some()),
            u32::from(shaped),
            bits,
        ];
        for subject in &self.subjects {
            plan.extend(subject.shown.as_ref().map_or([0, 0], |shown| shown.counts));
            let touching = subject.touching.as_ref();
            plan.push(touching.map_or(0, |touching| touching.pairs() as u32));
            plan.push(touching.map_or(0, |touching| touching.marks.slots));
            plan.push(touching.map_or(0, |touching| touching.marks.strips().count() as u32));
        }
        plan
    }

    /// Linear.
    pub fn background(&self) -> [f32; 3] {
        self.frame.background
    }

    fn gather(&mut self, drawn: &[Drawn]) -> Result<()> {
        self.cords = frame::bars(&self.overlays);
        let bars = self.cords.len();
        self.beads.clear();
        self.visible.clear();
        let mut most_load = 0.0f32;
        let mut signals = Vec::with_capacity(self.subjects.len());
        for (subject, one) in self.subjects.iter().zip(drawn) {
            let world = world(one.simulation)?;
            let found = gather::joints(&self.frame, subject, world, &mut self.cords);
            most_load = found
                .iter()
                .filter(|signal| signal.colour != NONE)
                .fold(most_load, |most, s| most.max(s.load));
            signals.push(found);
        }
        for ((subject, one), signals) in self.subjects.iter().zip(drawn).zip(&signals) {
            let errors = match self.colour_by {
                ColourBy::Overshoot => gather::overshoots(subject, world(one.simulation)?),
                ColourBy::Depth => depths(subject, one.simulation)?,
                _ => Vec::new(),
            };
            let said = gather::Said { frame: &self.frame, signals, most_load, errors: &errors };
            let first = subject.record.first_body;
            for body in 0..subject.record.bodies as usize {
                let shape = self.shapes[first as usize + body];
                let bead = said.bead(subject, world(one.simulation)?, body, shape);
                if bead.kind & AS_PEARL != 0 {
                    self.visible.push(first + body as u32);
                }
                self.beads.push(bead);
            }
        }
        self.counts.threads = (self.cords.len() - bars) as u32;
        Ok(())
    }
}

/// As `gather::depths` has them, of a simulation that may be followed.
fn depths(subject: &Subject, simulation: &Simulation) -> Result<Vec<f32>> {
    let bodies = subject.record.bodies as usize;
    if !manner(simulation.parameters(), simulation.scene()).touching {
        return Ok(vec![0.0; bodies]);
    }
    Ok(match &subject.touching {
        Some(touching) => gather::depths(touching, bodies),
        None => gather::depths(&Touching::of(machine(simulation)?.seen_contacts()), bodies),
    })
}
