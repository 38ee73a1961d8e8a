//! Pairs packed for the lanes of `Four`: four of one colour, which move no body in common. They stay so from a frame's first
//! `contact_prepare` to its end, so that a sweep fetches velocities and nothing else. Lanes that have fewer points than others, and
//! lanes without a pair, keep what they have. A pair that bounces goes another way and goes alone.

use std::ops::Range;

use super::contact_prepare::{carried, one_if, share_of};
use super::push_out::{Swept, axes_of, turns_of};
use super::records::{PALETTE, Push, Reach, SLOTS, Touch};
use crate::cpu::algebra::{Symmetric, Vec3};
use crate::cpu::body::Mobility;
use crate::cpu::four::{Four, apart, number, two_vectors, vector};
use crate::cpu::tie::Wrench;
use crate::cpu::world::World;

/// What `contact_prepare` reads of four pairs and sweeps do not.
#[derive(Clone, Debug)]
pub struct Places {
    pub numbers: [usize; 4],
    /// How many are pairs; the others compute what the first one does, for nothing.
    pub lanes: usize,
    /// By side, of each lane.
    pub bodies: [[usize; 4]; 2],
    pub met_by: [[usize; 4]; 2],
    /// By side: lanes whose body is to get a velocity.
    pub moves: [[bool; 4]; 2],
    pub roundness: [Four; 2],
    pub rolls: [bool; 2],
    pub share: Four,
    pub kept: Four,
    pub stays: Four,
    pub ahead: Four,
    /// The square of how far two moving bodies may slide before a point is none any more.
    pub farthest: Four,
    /// What such a point has for a depth.
    pub gone: Four,
    pub touches: [Touch<Four>; SLOTS],
}

impl Places {
    pub fn pairs(&self) -> &[usize] {
        &self.numbers[..self.lanes]
    }
}

#[derive(Clone, Debug, Default)]
pub struct Packed {
    /// By four pairs.
    pub swept: Vec<Swept<Four>>,
    pub places: Vec<Places>,
    /// By colour: fours, and pairs that go alone.
    pub fours: [Range<usize>; PALETTE],
    pub alone: [Vec<usize>; PALETTE],
    /// Pairs that are in no four, of any colour or none.
    pub loose: Vec<usize>,
    /// By pair: what λ of before does to both bodies.
    pub wrenches: Vec<[Wrench<f32>; 2]>,
    /// By pair: its second body.
    second: Vec<u32>,
    pub is_packed: bool,
    /// Pairs have colours; otherwise they are prepared here, and other kernels solve them.
    pub coloured: bool,
    /// Bodies have turned since mobilities were fetched.
    pub turned: bool,
}

impl Packed {
    /// Packs pairs as the world has them, if they are not, and fetches mobilities, if bodies have turned.
    pub fn fit(&mut self, world: &World<f32>) {
        if !self.is_packed {
            self.pack(world);
        }
        if std::mem::replace(&mut self.turned, false) {
            for (swept, places) in self.swept.iter_mut().zip(&self.places) {
                swept.m = places.bodies.map(|bodies| mobility(world, bodies));
            }
        }
    }

    fn pack(&mut self, world: &World<f32>) {
        let contacts = &world.contacts;
        self.make_room(contacts.pairs.len().div_ceil(4) + PALETTE);
        self.alone.iter_mut().for_each(Vec::clear);
        let mut is_loose = vec![true; contacts.pairs.len()];
        let mut pairs = Vec::new();
        for colour in 0..PALETTE {
            let first = self.swept.len();
            if self.coloured {
                pairs.extend_from_slice(&contacts.order[colour]);
                self.add_all(world, &mut pairs, &mut is_loose);
                self.alone[colour].extend(pairs.drain(..).filter(|&number| is_loose[number]));
            }
            self.fours[colour] = first..self.swept.len();
        }
        if !self.coloured {
            pairs.extend((0..contacts.pairs.len()).filter(|&number| contacts.pairs[number].count > 0));
            self.add_all(world, &mut pairs, &mut is_loose);
        }
        let is_loose = |number: &usize| is_loose[*number];
        self.loose.clear();
        self.loose.extend((0..contacts.pairs.len()).filter(is_loose));
        self.wrenches.resize(contacts.pairs.len(), Default::default());
        self.second.clear();
        self.second.extend(contacts.pairs.iter().map(|pair| pair.b as u32));
        (self.is_packed, self.turned) = (true, true);
    }

    /// Empties both arrays, for so many fours or a few more. A module's memory does not shrink, so they are given back before they grow.
    fn make_room(&mut self, fours: usize) {
        self.swept.clear();
        self.places.clear();
        if self.swept.capacity() < fours {
            (self.swept, self.places) = (Vec::new(), Vec::new());
            self.swept.reserve_exact(fours + fours / 4);
            self.places.reserve_exact(fours + fours / 4);
        }
    }

    /// All of these that do not bounce and find another one of their kind, kinds side by side.
    fn add_all(&mut self, world: &World<f32>, pairs: &mut [usize], is_loose: &mut [bool]) {
        let pair = |number: usize| &world.contacts.pairs[number];
        let kind = |number: usize| (pair(number).bounces, pair(number).flat, pair(number).rolls);
        pairs.sort_by_key(|&number| (kind(number), turns_of(pair(number)), pair(number).count));
        let alike = pairs.chunk_by(|&one, &next| kind(one) == kind(next));
        for numbers in alike.filter(|alike| !pair(alike[0]).bounces).flat_map(|alike| alike.chunks(4)) {
            if numbers.len() > 1 {
                numbers.iter().for_each(|&number| is_loose[number] = false);
                self.add(world, numbers);
            }
        }
    }

    /// Two to four pairs of a kind.
    fn add(&mut self, world: &World<f32>, numbers: &[usize]) {
        let contacts = &world.contacts;
        let lanes = [0, 1, 2, 3].map(|lane| *numbers.get(lane).unwrap_or(&numbers[0]));
        let pairs = lanes.map(|number| &contacts.pairs[number]);
        let there = |lane: usize, k: usize| one_if(lane < numbers.len() && k < pairs[lane].count);
        let all = |of: &dyn Fn(usize) -> f32| number([&0, &1, &2, &3], |&lane| of(lane));
        let behind = lanes.map(|number| &contacts.twists[number]);
        let bodies = [pairs.map(|pair| pair.a), pairs.map(|pair| pair.b)];
        let met_by = [0, 1].map(|side| pairs.map(|pair| pair.met_by[side]));
        let moves = bodies.map(|bodies| {
            let moves = |lane: usize| lane < numbers.len() && !world.bodies[bodies[lane]].is_fixed();
            [0, 1, 2, 3].map(moves)
        });
        let surfaces = met_by.map(|bodies| bodies.map(|body| &contacts.surfaces[body]));
        let both_move = |lane: usize| bodies.iter().all(|bodies| !world.bodies[bodies[lane]].is_fixed());
        let most = |lane: usize| {
            let [a, b] = met_by.map(|bodies| world.poses[bodies[lane]].radius);
            a.min(b)
        };
        let slides =
            |lane: usize| if both_move(lane) && !pairs[lane].ahead { most(lane) } else { f32::INFINITY };
        let mut swept = Swept {
            axes: axes_of(vector(pairs, |pair| pair.normal)),
            friction: number(pairs, |pair| pair.friction),
            rolling: number(pairs, |pair| pair.rolling),
            slop: number(behind, |behind| behind.slop),
            m: Default::default(),
            torque: vector(behind, |behind| behind.torque),
            reaches: Default::default(),
            forces: Default::default(),
            there: [0, 1, 2, 3].map(|k| all(&|lane| there(lane, k))),
            count: pairs.iter().map(|pair| pair.count).fold(0, usize::max),
            met: number(pairs, |pair| one_if(turns_of(pair) > 1)),
            turns: pairs.into_iter().map(turns_of).fold(0, usize::max),
            bounces: false,
            flat: pairs[0].flat,
        };
        let mut touches = [Touch::default(); SLOTS];
        for (k, touch) in touches[..swept.count].iter_mut().enumerate() {
            let reaches = lanes.map(|number| &contacts.reaches[number][k]);
            swept.reaches[k] = Reach {
                arm_a: vector(reaches, |reach| reach.arm_a),
                inverse_normal: number(reaches, |reach| reach.inverse_normal),
                arm_b: vector(reaches, |reach| reach.arm_b),
                inverse_tangent: number(reaches, |reach| reach.inverse_tangent),
            };
            let forces = lanes.map(|number| &contacts.forces[number][k]);
            let (lambda, depth) = (vector(forces, |push| push.lambda), number(forces, |push| push.depth));
            swept.forces[k] = Push { lambda, depth };
            let found = lanes.map(|number| &contacts.touches[number][k]);
            *touch = Touch {
                core_a: vector(found, |touch| touch.core_a),
                depth: number(found, |touch| touch.depth),
                core_b: vector(found, |touch| touch.core_b),
                feature: 0,
            };
        }
        let rolls = pairs[0].rolls;
        self.swept.push(swept);
        self.places.push(Places {
            numbers: lanes,
            lanes: numbers.len(),
            bodies,
            met_by,
            moves,
            roundness: [0, 1]
                .map(|side| number(surfaces[side], |surface| surface.roundness_where(rolls[side]))),
            rolls,
            share: number(pairs, |pair| share_of(world, pair)),
            kept: number(pairs, |pair| one_if(pair.kept)),
            stays: number(pairs, |pair| one_if(pair.stays)),
            ahead: number(pairs, |pair| one_if(pair.ahead)),
            farthest: all(&|lane| slides(lane) * slides(lane)),
            gone: all(&|lane| -1e6 * most(lane)),
            touches,
        });
    }

    /// What λ of before does to a body of a pair.
    pub fn wrench(&self, number: usize, body: usize) -> Wrench<f32> {
        self.wrenches[number][usize::from(self.second[number] == body as u32)]
    }

    /// Writes what was packed back to the world's arrays.
    pub fn unpack(&mut self, world: &mut World<f32>) {
        if !std::mem::replace(&mut self.is_packed, false) {
            return;
        }
        let contacts = &mut world.contacts;
        for (swept, places) in self.swept.iter().zip(&self.places) {
            for (&number, torque) in places.pairs().iter().zip(apart(swept.torque)) {
                contacts.twists[number].torque = torque;
            }
            for k in 0..swept.count {
                let (reach, push) = (&swept.reaches[k], &swept.forces[k]);
                let (arms_a, arms_b, lambdas) = (apart(reach.arm_a), apart(reach.arm_b), apart(push.lambda));
                let numbers = [reach.inverse_normal, reach.inverse_tangent, push.depth];
                let [normals, tangents, depths] = numbers.map(|four| four.0.to_array());
                for (lane, &number) in places.pairs().iter().enumerate() {
                    if k < contacts.pairs[number].count {
                        contacts.forces[number][k] = Push { lambda: lambdas[lane], depth: depths[lane] };
                        contacts.reaches[number][k] = Reach {
                            arm_a: arms_a[lane],
                            inverse_normal: normals[lane],
                            arm_b: arms_b[lane],
                            inverse_tangent: tangents[lane],
                        };
                    }
                }
            }
        }
    }
}

/// Where the touching parts of four pairs are from the centres of mass of their bodies.
pub fn carried_of(world: &World<f32>, places: &Places) -> Option<[Vec3<Four>; 2]> {
    if world.contacts.parts.is_empty() {
        return None;
    }
    let off = places.numbers.map(|number| carried(world, &world.contacts.pairs[number]).unwrap_or_default());
    Some([0, 1].map(|side| vector(off.each_ref(), |off| off[side])))
}

fn mobility(world: &World<f32>, bodies: [usize; 4]) -> Mobility<Four> {
    let [diagonal, off] = two_vectors(bodies.map(|body| &world.mobility[body]), |w| [w.diagonal, w.off]);
    let tensor = Symmetric { diagonal, off };
    let inverse_mass = number(bodies.map(|body| &world.bodies[body]), |body| body.inverse_mass);
    Mobility { inverse_mass, tensor }
}
