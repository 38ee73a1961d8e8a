//! The data and the marks of one simulation in the picture, as devices have it.

use glam::{Quat, Vec3};

use super::{rotation, vector};
use crate::cpu::{CpuMachine, World};
use crate::gpu::layout::{Multiplier, Pose};
use crate::gpu::ties;
use crate::render::drawn::{CUT, Facts, joint_colours};
use crate::render::resources::DrawnRecord;
use crate::render::show::{ContactMarks, Mark, Marks, Show};
use crate::render::theme::linear;
use crate::scene::{Body, Hold, Linear, Solid};
use crate::simulation::{Simulation, manner};

/// A joint that is drawn as a thread.
pub(super) struct Thread {
    pub(super) a: usize,
    pub(super) b: usize,
    /// From centres of mass.
    pub(super) anchor_a: Vec3,
    pub(super) anchor_b: Vec3,
    /// a's frame in a's axes.
    pub(super) frame: Quat,
    pub(super) linear: Linear,
    /// Which rows are held hard.
    pub(super) hard: [bool; 3],
    pub(super) length: f32,
    /// The solver's colour, or `CUT`.
    pub(super) colour: u32,
}

/// One of the simulations in the picture.
pub(super) struct Subject {
    pub(super) revision: u64,
    pub(super) joint_revision: u64,
    pub(super) facts: Facts,
    pub(super) record: DrawnRecord,
    pub(super) threads: Vec<Thread>,
    /// By body: linear colour, material, and half its smallest width.
    pub(super) colours: Vec<[f32; 3]>,
    pub(super) solids: Vec<Solid>,
    /// Of mass, from the origins of shapes, body axes.
    pub(super) centres: Vec<Vec3>,
    pub(super) thin: Vec<f32>,
    /// Where they are, as devices have it, for their marks.
    pub(super) poses: Vec<Pose>,
    pub(super) shown: Option<Shown>,
    pub(super) touching: Option<Touching>,
}

/// What `draw_joints` reads, as devices have it.
pub(super) struct Shown {
    pub(super) show: Show,
    pub(super) marks: Vec<[u32; 8]>,
    pub(super) counts: [u32; 2],
    pub(super) ties: Vec<[u32; 4]>,
    pub(super) multipliers: Vec<Multiplier>,
}

/// What `draw_contacts` reads: see `World::contact_words`.
pub(super) struct Touching {
    pub(super) marks: ContactMarks,
    pub(super) words: Vec<u32>,
}

impl Touching {
    pub(super) fn of(words: Vec<u32>) -> Self {
        let slots = words.first().copied().unwrap_or(1);
        Self { marks: ContactMarks { slots, ..ContactMarks::default() }, words }
    }

    /// Words of a pair in each array.
    pub(super) fn sizes(&self) -> [usize; 3] {
        let slots = self.marks.slots as usize;
        [8, 8 * slots, 4 * (slots + 1)]
    }

    pub(super) fn pairs(&self) -> usize {
        self.words.len() / self.sizes().iter().sum::<usize>()
    }

    pub(super) fn array(&self, k: usize) -> &[u32] {
        let sizes = self.sizes().map(|size| size * self.pairs());
        let first = 1 + sizes[..k].iter().sum::<usize>();
        &self.words[first..first + sizes[k]]
    }
}

impl Subject {
    pub(super) fn new(simulation: &Simulation) -> Self {
        let scene = simulation.scene();
        let colours = joint_colours(simulation);
        let thread = |(l, joint): (usize, &crate::scene::Joint)| {
            let hold = Hold::of(joint);
            let [anchor_a, anchor_b] = joint.anchors_from_mass(&scene.bodies);
            Thread {
                a: joint.a as usize,
                b: joint.b as usize,
                anchor_a,
                anchor_b,
                frame: joint.frames_from_mass(&scene.bodies)[0],
                linear: hold.linear,
                hard: std::array::from_fn(|k| hold.held[k] && hold.softness[k].is_none()),
                length: hold.length,
                colour: colours[l],
            }
        };
        Self {
            revision: simulation.revision(),
            joint_revision: simulation.joint_revision(),
            facts: Facts::of(simulation),
            record: DrawnRecord::default(),
            threads: scene.joints.iter().enumerate().map(thread).collect(),
            colours: scene
                .bodies
                .iter()
                .map(|body| linear(body.colour.map(|x| f32::from(x) / 255.0)))
                .collect(),
            solids: scene.bodies.iter().map(Body::mass_solid).collect(),
            centres: scene.bodies.iter().map(Body::mass_centre).collect(),
            thin: scene.bodies.iter().map(|body| body.solid.thinnest(body.radius)).collect(),
            poses: Vec::new(),
            shown: None,
            touching: None,
        }
    }

    pub(super) fn fits(&self, simulation: &Simulation) -> bool {
        self.revision == simulation.revision() && self.joint_revision == simulation.joint_revision()
    }

    /// Makes the marks of joints and contacts, and takes over where they are.
    pub(super) fn mark(&mut self, simulation: &Simulation, machine: &CpuMachine<f32>, show: Show) {
        let world = &machine.world;
        self.poses.clear();
        if show != Show::default() {
            self.poses.extend(world.poses.iter().map(|pose| Pose {
                position: vector(pose.position).to_array(),
                radius: pose.radius,
                rotation: rotation(pose).to_array(),
            }));
        }
        self.mark_joints(simulation, world, show);
        self.mark_contacts(simulation, machine, show);
    }

    fn mark_joints(&mut self, simulation: &Simulation, world: &World<f32>, show: Show) {
        if !show.of_joints() {
            self.shown = None;
            return;
        }
        if self.shown.as_ref().is_none_or(|shown| shown.show != show) {
            let marks = Marks::of(simulation, show, |l| self.threads[l].colour == CUT);
            let words = |mark: &Mark| {
                let mut words = [0; 8];
                words[..6].copy_from_slice(bytemuck::cast_slice(bytemuck::bytes_of(mark)));
                words
            };
            self.shown = Some(Shown {
                show,
                marks: marks.all.iter().map(words).collect(),
                counts: [marks.straight, marks.winding],
                ties: ties::words(simulation.scene(), manner(simulation.parameters(), simulation.scene())),
                multipliers: Vec::new(),
            });
        }
        let Some(shown) = &mut self.shown else { return };
        shown.multipliers.clear();
        shown.multipliers.extend(world.multipliers.iter().enumerate().map(|(row, multiplier)| Multiplier {
            lambda: vector(world.borne(row)).to_array(),
            left: multiplier.left,
        }));
        // and no means, which these rows are already
        shown.multipliers.resize(2 * shown.multipliers.len(), Multiplier::default());
    }

    fn mark_contacts(&mut self, simulation: &Simulation, machine: &CpuMachine<f32>, show: Show) {
        if !show.contacts || !manner(simulation.parameters(), simulation.scene()).touching {
            self.touching = None;
            return;
        }
        let words = machine.seen_contacts();
        let slots = words.first().copied().unwrap_or(1);
        let fits = |touching: &Touching| touching.marks.forces == show.forces;
        let marks = match self.touching.as_ref().filter(|touching| fits(touching)) {
            Some(touching) => ContactMarks { slots, ..touching.marks },
            None => ContactMarks::of(simulation, slots, show.forces, |l| self.threads[l].colour == CUT),
        };
        self.record = self.record.with(marks);
        self.touching = Some(Touching { marks, words });
    }
}
