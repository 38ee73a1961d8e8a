//! How much of everything a scene needs on the device, and which pipelines: by that buffers are made and kernels compiled.

use super::GpuMachine;
use crate::error::Result;
use crate::gpu::hulls::Hulls;
use crate::gpu::kernels::Specialisation;
use crate::gpu::sizes::Counts;
use crate::lists::events::watched;
use crate::machine::Machine;
use crate::scene::{Body, Joint, Manner, Scene, Solid};

/// The least room, for all that a scene has held since it was loaded. That is points of a pair, and whether there are
/// tensors, friction of joints, centres of mass, convex shapes, hulls and compounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Least {
    pub slots: u64,
    pub tensors: bool,
    pub rubs: bool,
    pub offset: bool,
    pub convex: bool,
    pub hulls: bool,
    pub compounds: bool,
}

/// Of a scene as it was loaded.
pub(super) const LEAST: Least = Least {
    slots: 1,
    tensors: false,
    rubs: false,
    offset: false,
    convex: false,
    hulls: false,
    compounds: false,
};

impl Least {
    pub fn hold(&mut self, counts: Counts) {
        let Counts { slots, tensors, rubs, offset, convex, hulls, compounds, .. } = counts;
        self.slots = self.slots.max(slots);
        self.tensors |= tensors;
        self.rubs |= rubs;
        self.offset |= offset;
        self.convex |= convex;
        self.hulls |= hulls > 0;
        self.compounds |= compounds;
    }

    /// For recordings.
    pub fn bits(self) -> u32 {
        let Self { slots, tensors, rubs, offset, convex, hulls, compounds } = self;
        let all = [slots > 1, tensors, rubs, offset, convex, hulls, compounds];
        all.into_iter().enumerate().map(|(at, is)| u32::from(is) << at).sum()
    }

    pub fn hold_bits(&mut self, bits: u32) {
        let is = |at: u32| (bits >> at) & 1 == 1;
        self.slots = self.slots.max(if is(0) { 4 } else { 1 });
        self.tensors |= is(1);
        self.rubs |= is(2);
        self.offset |= is(3);
        self.convex |= is(4);
        self.hulls |= is(5);
        self.compounds |= is(6);
    }
}

impl GpuMachine {
    /// Room and pipelines for a scene of that many things. Whether anything of joints was made anew.
    pub(super) fn fit(&mut self, mut counts: Counts) -> Result<bool> {
        counts.tensors |= !self.most.isotropic;
        counts.offset |= self.most.offset;
        counts.convex |= self.most.convex;
        counts.compounds |= self.most.compounds;
        let (isotropic, points) = (!counts.tensors, counts.points);
        let spheres = counts.slots == 1;
        let Counts { offset, convex, compounds, .. } = counts;
        let hulls = counts.hulls > 0 || self.least.hulls;
        let next = Specialisation {
            isotropic,
            points,
            spheres,
            offset,
            convex,
            hulls,
            compounds,
            ..self.specialisation
        };
        if next != self.specialisation {
            self.specialisation = next;
            self.take_edits(self.edits());
        }
        let slots = self.buffers.counts().slots;
        let made_anew = self.buffers.resize(counts)?;
        if slots != counts.slots && self.touches() {
            self.put_memory(&[])?;
        }
        Ok(made_anew)
    }

    /// What a scene needs, and no less than what bodies and joints needed that came and went: nothing is made anew with each of them.
    pub(super) fn counts_of(&self, scene: &Scene, manner: Manner) -> Counts {
        let counts = counts_of(scene, manner, self.freed);
        let Least { slots, tensors, rubs, offset, convex, compounds, .. } = self.least;
        Counts {
            slots: counts.slots.max(slots),
            tensors: counts.tensors || tensors,
            rubs: counts.rubs || rubs,
            offset: counts.offset || offset,
            convex: counts.convex || convex,
            compounds: counts.compounds || compounds,
            ..counts
        }
    }

    /// A body that the scene holds is let go: it may need what nothing needed before.
    pub(super) fn fit_freed(&mut self, body: &Body) -> Result<()> {
        if is_sphere(body) && !is_tensor(body) {
            return Ok(());
        }
        let Counts { tensors, slots, .. } = self.buffers.counts();
        let (tensors, slots) = (tensors || is_tensor(body), if is_sphere(body) { slots } else { 4 });
        self.freed = true;
        self.fit(Counts { tensors, slots, ..self.buffers.counts() }).map(drop)
    }
}

/// Where bodies touch, most are alike and stand among others that are held: those count once they are let go.
fn counts_of(scene: &Scene, manner: Manner, freed: bool) -> Counts {
    let mut moving = scene.bodies.iter().filter(|body| freed || !manner.touching || !body.fixed);
    Counts {
        bodies: scene.bodies.len() as u64,
        joints: scene.joints.len() as u64,
        points: scene.is_of_points(manner),
        slots: if moving.clone().all(is_sphere) { 1 } else { 4 },
        tensors: moving.any(is_tensor),
        // known with the lists
        blocks: 0,
        carries: false,
        watched: watched(scene).into(),
        rubs: scene.joints.iter().any(Joint::has_friction),
        offset: scene.bodies.iter().any(Body::is_off_centre),
        convex: manner.touching && scene.bodies.iter().any(|body| body.solid.is_convex()),
        compounds: scene.has_compounds(),
        hulls: if manner.touching { Hulls::of(scene).places() } else { 0 },
    }
}

fn is_sphere(body: &Body) -> bool {
    body.solid == Solid::Sphere
}

fn is_tensor(body: &Body) -> bool {
    let inertia = body.inertia;
    inertia.x != inertia.y || inertia.y != inertia.z
}
