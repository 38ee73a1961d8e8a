//! The arrays of contacts: see shaders/common/contact_rows.wgsl, shaders/shapes/surface.wgsl and
//! shaders/ties/contact.wgsl.

use super::nearby::Nearby;
use crate::codes::contact_rows;
use crate::cpu::algebra::{Quat, Vec3};
use crate::cpu::number::Number;
use crate::cpu::records::Velocity;
use crate::cpu::touch::{CYLINDER, HULL, Shape};
use crate::lists::contacts::{in_cells, is_big};
use crate::scene::{self, Manner, Scene};
use crate::state::{Place, Remembered};

/// Fast bodies up to which all that moves looks for them.
pub const MOST_FAST: usize = contact_rows::MOST_FAST as usize;
/// Neighbours that a body can have.
pub const ROW: usize = contact_rows::ROW as usize;
pub use contact_rows::NONE;
pub const PALETTE: usize = contact_rows::PALETTE as usize;
/// Points of a pair.
pub const SLOTS: usize = 4;

/// A body's surface.
#[derive(Clone, Copy, Debug)]
pub struct Surface<N> {
    pub shape: Shape<N>,
    /// Of mass, from the origin of the shape, body axes, m.
    pub centre: Vec3<N>,
    pub friction: N,
    pub restitution: N,
    pub rolling: N,
    pub collides: bool,
    pub big: bool,
    pub sensor: bool,
    /// It gets events when it touches.
    pub watched: bool,
    /// It comes or goes: `contact_forget` forgets its pairs.
    pub changes: bool,
}

impl<N: Number> Surface<N> {
    pub fn of(body: &scene::Body, big: bool) -> Self {
        let number = |x: f32| N::from_f64(f64::from(x));
        let [x, y, z, kind] = body.mass_solid().record(body.radius);
        Self {
            shape: Shape { half: Vec3::of([x, y, z]), kind: kind as u32 },
            centre: body.mass_centre().into(),
            friction: number(body.friction),
            restitution: number(body.restitution),
            rolling: number(body.rolling_resistance),
            collides: body.meets(),
            big,
            sensor: body.sensor,
            watched: body.is_watched(),
            changes: false,
        }
    }

    /// The radius of a round shape about its core.
    pub fn roundness(&self) -> N {
        match self.shape.kind {
            0 | 2 => self.shape.half.x,
            _ => N::ZERO,
        }
    }

    /// Where it touches, it has flat sides only.
    pub fn is_flat(&self, rolls: bool) -> bool {
        matches!(self.shape.kind, 1 | 3 | HULL) || (self.shape.kind == CYLINDER && !rolls)
    }

    /// The radius about its core where it touches.
    pub fn roundness_where(&self, rolls: bool) -> N {
        if rolls { self.shape.half.x } else { self.roundness() }
    }

    pub fn thinness(&self) -> N {
        let h = self.shape.half;
        match self.shape.kind {
            1 | CYLINDER => h.x.min(h.y.min(h.z)),
            3 => N::from_f64(f64::from(scene::UNBOUNDED)),
            _ => h.x,
        }
    }

    /// Depth that stays.
    pub fn slop(&self) -> N {
        self.thinness()
            * N::from_f64(if matches!(self.shape.kind, 1 | CYLINDER | HULL) { 0.01 } else { 0.02 })
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct BodyPair<N> {
    pub normal: Vec3<N>,
    pub friction: N,
    pub a: usize,
    pub b: usize,
    pub count: usize,
    /// The pair's places in the rows of both.
    pub places: [u32; 2],
    pub rolling: N,
    pub bounces: bool,
    /// Its bodies did not push each other as this frame began.
    pub fresh: bool,
    /// Or as the frame before began: a blow at the very end of a frame goes on in the next one.
    pub met: bool,
    /// One of its bodies is a sensor: it has no points.
    pub senses: bool,
    /// Its bodies touched in this frame, as far as it has gone.
    pub touched: bool,
    /// Both have flat sides only: friction is one for the pair.
    pub flat: bool,
    /// Its arms stay in world axes for as long as `contact_resume` finds the pair as it was.
    pub stays: bool,
    /// The frame before found where it touches.
    pub kept: bool,
    /// Of a and b: a cylinder that touches with its side or its rim.
    pub rolls: [bool; 2],
    /// Its bodies are found where they will meet.
    pub ahead: bool,
    /// The bodies that touch: both of the pair, or parts of them that are compounds.
    pub met_by: [usize; 2],
    /// The row of b does not have the pair: b is big and a is not.
    pub on_big: bool,
}

/// Where a body stands that is a part of a compound; by its owner's number, which of others is their own. Of a compound itself, which parts
/// are its.
#[derive(Clone, Copy, Debug)]
pub struct PartOf<N> {
    pub owner: usize,
    pub offset: Vec3<N>,
    pub rotation: Quat<N>,
    pub parts: [usize; 2],
}

/// A pair of the frame before.
#[derive(Clone, Copy, Debug)]
pub struct FormerManifold<N> {
    pub a: usize,
    pub b: usize,
    /// By what a touches.
    pub met_by: usize,
    pub count: usize,
    pub stays: bool,
    pub fresh: bool,
    pub normal: Vec3<N>,
    pub touches: [Touch<N>; SLOTS],
    pub reaches: [Reach<N>; SLOTS],
}

/// A point as the frame found it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Touch<N> {
    pub core_a: Vec3<N>,
    pub depth: N,
    pub core_b: Vec3<N>,
    pub feature: u32,
}

/// The same in the poses as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach<N> {
    pub arm_a: Vec3<N>,
    pub inverse_normal: N,
    pub arm_b: Vec3<N>,
    pub inverse_tangent: N,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Push<N> {
    /// λ_n, λ_t
    pub lambda: Vec3<N>,
    pub depth: N,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Twisted<N> {
    pub torque: Vec3<N>,
    pub slop: N,
}

/// What a frame leaves for the next one to find.
#[derive(Clone, Copy, Debug, Default)]
pub struct Former<N> {
    pub wrench: Vec3<N>,
    pub tag: u32,
}

/// All arrays of contacts; those of pairs are as long as there are pairs.
#[derive(Clone, Debug, Default)]
pub struct Contacts<N> {
    pub surfaces: Vec<Surface<N>>,
    /// By body; none where there are no compounds.
    pub parts: Vec<PartOf<N>>,
    pub heads: Vec<u32>,
    pub nexts: Vec<u32>,
    /// By body: the cell that it lies in.
    pub cells: Vec<[i32; 3]>,
    /// Where bodies were as the frame began.
    pub starts: Vec<Vec3<N>>,
    /// Bodies that move farther in this frame than half of their width.
    pub fast: Vec<u32>,
    /// Some of them is held.
    pub fast_held: bool,
    /// Bodies in cells that are near one another.
    pub nearby: Nearby<N>,
    /// Neighbours of the body that looks for some.
    pub found: Vec<u32>,
    pub rows: Vec<[u32; ROW]>,
    pub numbers: Vec<[u32; ROW]>,
    pub former_rows: Vec<[u32; ROW]>,
    pub former_numbers: Vec<[u32; ROW]>,
    /// By body: which bodies of its row it touched in the frame before, where events are asked for.
    pub touching: Vec<u32>,
    pub pairs: Vec<BodyPair<N>>,
    pub touches: Vec<[Touch<N>; SLOTS]>,
    pub reaches: Vec<[Reach<N>; SLOTS]>,
    pub forces: Vec<[Push<N>; SLOTS]>,
    pub twists: Vec<Twisted<N>>,
    pub former_forces: Vec<[Former<N>; SLOTS]>,
    pub former_twists: Vec<Former<N>>,
    pub former_manifolds: Vec<FormerManifold<N>>,
    /// By body: colours that its pairs have, and the highest bid for each.
    pub masks: Vec<u32>,
    pub bids: Vec<[u32; PALETTE]>,
    /// By body: pairs and points that are solved side by side.
    pub shares: Vec<[usize; 2]>,
    /// By pair: by how much the last such pass changed λ, and τ.
    pub changes: Vec<([Vec3<N>; SLOTS], Vec3<N>)>,
    /// By pair.
    pub colours: Vec<u32>,
    /// Pairs by colour, and behind them those that found none.
    pub order: [Vec<usize>; PALETTE + 1],
    /// Pairs that are their owner's first, second, …
    pub ranks: [u32; ROW],
    pub speed: N,
    pub dropped: u32,
    pub lost: u32,
    pub deepest: N,
    pub pushing: u32,
}

impl<N: Number> Contacts<N> {
    pub fn of(scene: &Scene, manner: Manner) -> Self {
        let mut contacts = Self::default();
        contacts.put_surfaces(scene, manner);
        contacts.forget();
        contacts
    }

    pub fn put_surfaces(&mut self, scene: &Scene, manner: Manner) {
        let most = in_cells(scene, manner);
        let surface = |body| Surface::of(body, is_big(body, most));
        self.surfaces = scene.bodies.iter().map(surface).collect();
        let part = |(i, body): (usize, &scene::Body)| {
            let parts = scene.parts_of(i);
            let at = |rotation: glam::Quat| Quat::from_array(N::quaternion(rotation.to_array()));
            body.part.as_ref().map_or(
                PartOf {
                    owner: i,
                    offset: Vec3::ZERO,
                    rotation: Quat::IDENTITY,
                    parts: [parts.start, parts.end],
                },
                |part| PartOf {
                    owner: part.owner as usize,
                    offset: part.offset.into(),
                    rotation: at(part.rotation),
                    parts: [i, i],
                },
            )
        };
        self.parts = match scene.parts().is_empty() {
            true => Vec::new(),
            false => scene.bodies.iter().enumerate().map(part).collect(),
        };
    }

    /// No contacts, and nothing to be remembered.
    pub fn forget(&mut self) {
        let bodies = self.surfaces.len();
        *self = Self {
            surfaces: std::mem::take(&mut self.surfaces),
            parts: std::mem::take(&mut self.parts),
            rows: vec![[NONE; ROW]; bodies],
            numbers: vec![[NONE; ROW]; bodies],
            former_rows: vec![[NONE; ROW]; bodies],
            former_numbers: vec![[NONE; ROW]; bodies],
            touching: vec![0; bodies],
            nexts: vec![0; bodies],
            cells: vec![[0; 3]; bodies],
            masks: vec![0; bodies],
            shares: vec![[0; 2]; bodies],
            bids: vec![[0; PALETTE]; bodies],
            ..Self::default()
        };
    }

    /// Puts the contacts that the next step finds as those of the one before.
    pub fn remember(&mut self, pairs: &[Remembered]) {
        self.forget();
        self.fit(pairs.len());
        for (number, pair) in pairs.iter().enumerate() {
            let (a, b) = (pair.a as usize, pair.b as usize);
            let place = self.rows[a].iter().position(|&other| other == NONE).expect("a row is long enough");
            (self.rows[a][place], self.numbers[a][place]) = (pair.b, number as u32);
            let count = pair.points.len();
            let stays = !pair.places.is_empty();
            self.pairs[number] = BodyPair {
                normal: Vec3::of(pair.normal),
                a: self.owner_of(a),
                b: self.owner_of(b),
                met_by: [a, b],
                count,
                stays,
                fresh: pair.fresh,
                ..BodyPair::default()
            };
            self.twists[number].torque = Vec3::of(pair.torque);
            for (k, &(feature, lambda)) in pair.points.iter().enumerate() {
                self.touches[number][k].feature = feature;
                self.forces[number][k].lambda = Vec3::of(lambda);
            }
            for (k, place) in pair.places.iter().enumerate() {
                let touch = &mut self.touches[number][k];
                (touch.core_a, touch.core_b) = (Vec3::of(place.core_a), Vec3::of(place.core_b));
                touch.depth = N::from_f64(f64::from(place.depth));
                let reach = &mut self.reaches[number][k];
                (reach.arm_a, reach.arm_b) = (Vec3::of(place.arm_a), Vec3::of(place.arm_b));
            }
        }
    }

    pub fn remembered(&self) -> Vec<Remembered> {
        let numbers = |v: Vec3<N>| v.to_array().map(|x| x.to_f64() as f32);
        let of = |(number, pair): (usize, &BodyPair<N>)| Remembered {
            a: pair.met_by[0] as u32,
            b: pair.met_by[1] as u32,
            normal: numbers(pair.normal),
            torque: numbers(self.twists[number].torque),
            fresh: pair.fresh,
            points: (0..pair.count)
                .map(|k| (self.touches[number][k].feature, numbers(self.forces[number][k].lambda)))
                .collect(),
            places: (0..if pair.stays { pair.count } else { 0 })
                .map(|k| (&self.touches[number][k], &self.reaches[number][k]))
                .map(|(touch, reach)| Place {
                    core_a: numbers(touch.core_a),
                    depth: touch.depth.to_f64() as f32,
                    core_b: numbers(touch.core_b),
                    arm_a: numbers(reach.arm_a),
                    arm_b: numbers(reach.arm_b),
                })
                .collect(),
        };
        self.pairs.iter().enumerate().filter(|(_, pair)| pair.count > 0).map(of).collect()
    }

    /// Makes room for so many bodies; new ones have no neighbours yet.
    pub fn make_room(&mut self, bodies: usize) {
        for rows in [&mut self.rows, &mut self.numbers, &mut self.former_rows, &mut self.former_numbers] {
            rows.resize(bodies, [NONE; ROW]);
        }
        self.nexts.resize(bodies, 0);
        self.cells.resize(bodies, [0; 3]);
        self.touching.resize(bodies, 0);
        self.masks.resize(bodies, 0);
        self.shares.resize(bodies, [0; 2]);
        self.bids.resize(bodies, [0; PALETTE]);
    }

    /// Makes room for so many pairs.
    pub fn fit(&mut self, pairs: usize) {
        self.pairs.resize(pairs, BodyPair::default());
        self.touches.resize(pairs, Default::default());
        self.reaches.resize(pairs, Default::default());
        self.forces.resize(pairs, Default::default());
        self.twists.resize(pairs, Twisted::default());
        self.changes.resize(pairs, Default::default());
        self.colours.resize(pairs, 0);
    }

    /// The number that the pair of two bodies had in the frame before, if they were one.
    pub fn former_of(&self, a: usize, b: usize) -> Option<usize> {
        let place = self.former_rows[a].iter().position(|&other| other == b as u32)?;
        let number = self.former_numbers[a][place];
        (number != NONE).then_some(number as usize)
    }

    pub fn place_in(&self, body: usize, other: usize) -> Option<usize> {
        self.rows[body].iter().position(|&there| there == other as u32)
    }

    /// The body that moves a body: its compound, or itself.
    pub fn owner_of(&self, body: usize) -> usize {
        self.parts.get(body).map_or(body, |part| part.owner)
    }

    /// The bodies in whose rows the pairs of a body stand: itself, or of a compound its parts.
    pub fn rows_of(&self, body: usize) -> std::ops::Range<usize> {
        match self.parts.get(body) {
            Some(part) if part.parts[0] < part.parts[1] => part.parts[0]..part.parts[1],
            _ => body..body + 1,
        }
    }
}

/// The way that two bodies may come nearer in a frame.
pub fn way_of<N: Number>(time: N, va: Vec3<N>, vb: Vec3<N>) -> N {
    time * (va - vb).length().max(va.length().max(vb.length()))
}

/// How far apart two surfaces may be and still make a contact.
pub fn reach_of<N: Number>(thin: N, radius: N, way: N) -> N {
    whole_reach_of(thin, way).min(radius)
}

/// And still meet in this frame, however fast they are.
pub fn whole_reach_of<N: Number>(thin: N, way: N) -> N {
    N::from_f64(0.1) * thin + way
}

/// Both bodies of a pair while they are put right.
#[derive(Clone, Copy)]
pub struct Both<N> {
    pub va: Velocity<N>,
    pub vb: Velocity<N>,
}
