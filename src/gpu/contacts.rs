//! Contacts on the device: the parts of a scene and a state that are put there, and the data that are read back.

use super::layout::{BodyPair, PartOf, Pose, Push, Reach, Surface, Touch};
use crate::codes::contact::{FRESH, STAYS};
use crate::codes::contact_rows::{self, NONE};
use crate::codes::surface::{BIG, CHANGES, COLLIDES, EVENTS, PART, SENSOR};
use crate::gpu::hulls::Hulls;
use crate::lists::contacts::{in_cells, is_big};
use crate::scene::{Body, Manner, Scene};
use crate::state::{ContactReading, Place, Remembered};

/// Words of `contact_numbers`.
pub const PAIRS: usize = contact_rows::PAIRS as usize;
pub const LOST: usize = contact_rows::LOST as usize;
pub const DEEPEST: usize = contact_rows::DEEPEST as usize;
pub const PUSHING: usize = contact_rows::PUSHING as usize;

/// Words of a body in `contact_rows`: sixteen neighbours, then the numbers of the pairs with them.
const ROW_WORDS: usize = 32;
pub const ROW_BYTES: u64 = 4 * ROW_WORDS as u64;

/// Of all bodies, and behind them the rows of hulls.
pub fn surfaces(scene: &Scene, manner: Manner, hulls: &Hulls) -> Vec<Surface> {
    let most = in_cells(scene, manner);
    let bodies = scene.bodies.len();
    let of = |(i, body): (usize, &Body)| {
        surface(body, is_big(body, most), hulls.row(body, bodies), parts_of(scene, i))
    };
    let mut surfaces: Vec<Surface> = scene.bodies.iter().enumerate().map(of).collect();
    let rows: &[[f32; 8]] = bytemuck::cast_slice(hulls.rows());
    surfaces.extend(rows.iter().map(|&words| -> Surface { bytemuck::cast(words) }));
    surfaces
}

/// Behind the surfaces: where centres of mass are, as shaders/shapes/place.wgsl has them.
pub fn centres(scene: &Scene) -> impl Iterator<Item = Surface> {
    scene.bodies.iter().map(|body| Surface { half: body.mass_centre().to_array(), ..Surface::default() })
}

/// Where the parts of a compound begin and end.
pub fn parts_of(scene: &Scene, body: usize) -> Option<[f32; 2]> {
    let parts = scene.parts_of(body);
    scene.bodies[body].is_compound().then_some([parts.start as f32, parts.end as f32])
}

/// The data of `pose_parts`, by body.
pub fn parts(scene: &Scene) -> Vec<PartOf> {
    let part = |(i, body): (u32, &Body)| match &body.part {
        Some(part) => {
            PartOf { offset: part.offset.to_array(), owner: part.owner, rotation: part.rotation.to_array() }
        }
        None => PartOf { owner: i, ..PartOf::default() },
    };
    (0..).zip(&scene.bodies).map(part).collect()
}

/// `first` is the row of its hull, where it is one, and `parts` are those of a compound.
pub fn surface(body: &Body, big: bool, first: Option<f32>, parts: Option<[f32; 2]>) -> Surface {
    let [x, y, z, kind] = body.mass_solid().record(body.radius);
    let y = first.unwrap_or(y);
    let [y, z] = parts.unwrap_or([y, z]);
    Surface {
        half: [x, y, z],
        kind: kind as u32,
        friction: body.friction,
        restitution: body.restitution,
        rolling: body.rolling_resistance,
        flags: [
            (body.meets(), COLLIDES),
            (big, BIG),
            (body.sensor, SENSOR),
            (body.events, EVENTS),
            (body.part.is_some(), PART),
        ]
        .into_iter()
        .map(|(is, flag)| u32::from(is) * flag)
        .sum(),
    }
}

/// Of a body that comes or goes, for `contact_forget`.
pub fn changing() -> Surface {
    Surface { flags: CHANGES, ..Surface::default() }
}

/// Rows of so many bodies without neighbours.
pub fn empty_rows(bodies: usize) -> Vec<u32> {
    vec![NONE; ROW_WORDS * bodies]
}

/// The arrays in which the next frame looks for contacts of before it.
pub struct Memory {
    pub rows: Vec<u32>,
    pub pairs: Vec<BodyPair>,
    /// The same as they were found.
    pub met: Vec<BodyPair>,
    pub touches: Vec<Touch>,
    pub reaches: Vec<Reach>,
    /// By pair one for each point, then what brakes rolling.
    pub forces: Vec<Push>,
}

impl Memory {
    pub fn of(remembered: &[Remembered], bodies: usize, slots: usize, owner_of: impl Fn(u32) -> u32) -> Self {
        let mut memory = Self {
            rows: vec![NONE; ROW_WORDS * bodies],
            pairs: Vec::new(),
            met: Vec::new(),
            touches: vec![Touch::default(); slots * remembered.len()],
            reaches: vec![Reach::default(); slots * remembered.len()],
            forces: vec![Push::default(); (slots + 1) * remembered.len()],
        };
        for (number, pair) in remembered.iter().enumerate() {
            let row = &mut memory.rows[ROW_WORDS * pair.a as usize..][..ROW_WORDS];
            if let Some(place) = row[..ROW_WORDS / 2].iter().position(|&other| other == NONE) {
                (row[place], row[ROW_WORDS / 2 + place]) = (pair.b, number as u32);
            }
            let count = pair.points.len().min(slots);
            memory.met.push(BodyPair {
                normal: pair.normal,
                a: pair.a,
                b: pair.b,
                count: count as u32
                    | if pair.places.is_empty() { 0 } else { STAYS }
                    | if pair.fresh { FRESH } else { 0 },
                ..Default::default()
            });
            let met = memory.met[number];
            memory.pairs.push(BodyPair { a: owner_of(met.a), b: owner_of(met.b), ..met });
            memory.forces[(slots + 1) * number + slots].lambda = pair.torque;
            for (k, &(feature, lambda)) in pair.points[..count].iter().enumerate() {
                memory.touches[slots * number + k].feature = feature;
                memory.forces[(slots + 1) * number + k].lambda = lambda;
            }
            for (k, place) in pair.places.iter().take(slots).enumerate() {
                let touch = &mut memory.touches[slots * number + k];
                (touch.core_a, touch.depth, touch.core_b) = (place.core_a, place.depth, place.core_b);
                let reach = &mut memory.reaches[slots * number + k];
                (reach.arm_a, reach.arm_b) = (place.arm_a, place.arm_b);
            }
        }
        memory
    }
}

fn records<T: bytemuck::AnyBitPattern>(bytes: &[u8]) -> impl Iterator<Item = T> {
    bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned)
}

/// Of the buffers `contact_numbers`, `pairs`, `touches`, `contact_forces` and `contact_reaches`.
pub fn remembered(bytes: &[Vec<u8>], slots: usize, compounds: bool) -> Vec<Remembered> {
    let count = records::<u32>(&bytes[0]).next().unwrap_or(0) as usize;
    let touches: Vec<Touch> = records(&bytes[2]).collect();
    let forces: Vec<Push> = records(&bytes[3]).collect();
    let reaches: Vec<Reach> = records(&bytes[4]).collect();
    let place = |at: usize| {
        let (Touch { core_a, depth, core_b, .. }, Reach { arm_a, arm_b, .. }) = (touches[at], reaches[at]);
        Place { core_a, depth, core_b, arm_a, arm_b }
    };
    let of = |(number, pair): (usize, BodyPair)| Remembered {
        a: pair.a,
        b: pair.b,
        normal: pair.normal,
        torque: forces[(slots + 1) * number + slots].lambda,
        fresh: pair.count & FRESH != 0,
        points: (0..(pair.count & 7) as usize)
            .map(|k| (touches[slots * number + k].feature, forces[(slots + 1) * number + k].lambda))
            .collect(),
        places: (0..if pair.count & STAYS != 0 { (pair.count & 7) as usize } else { 0 })
            .map(|k| place(slots * number + k))
            .collect(),
    };
    // by the parts that met, where there are compounds
    let behind = if compounds { bytes[1].len() / 2 } else { 0 };
    let pairs = records::<BodyPair>(&bytes[1]).zip(records::<BodyPair>(&bytes[1][behind..]));
    let pairs = pairs.map(|(pair, met)| BodyPair { a: met.a, b: met.b, ..pair });
    pairs.take(count).enumerate().map(of).filter(|pair| !pair.points.is_empty()).collect()
}

/// Of the buffers `contact_numbers`, `pairs`, `contact_reaches`, `contact_forces` and `poses`.
pub fn readings(bytes: &[Vec<u8>], slots: usize) -> Vec<ContactReading> {
    let count = records::<u32>(&bytes[0]).next().unwrap_or(0) as usize;
    let reaches: Vec<Reach> = records(&bytes[2]).collect();
    let forces: Vec<Push> = records(&bytes[3]).collect();
    let poses: Vec<Pose> = records(&bytes[4]).collect();
    let mut out = Vec::new();
    for (number, pair) in records::<BodyPair>(&bytes[1]).take(count).enumerate() {
        let n = glam::Vec3::from_array(pair.normal);
        let t = first_tangent(n);
        for k in 0..(pair.count & 7) as usize {
            let (reach, push) = (reaches[slots * number + k], forces[(slots + 1) * number + k]);
            let friction = push.lambda[1] * t + push.lambda[2] * n.cross(t);
            let at =
                glam::Vec3::from_array(poses[pair.a as usize].position) + glam::Vec3::from_array(reach.arm_a);
            out.push(ContactReading {
                a: pair.a,
                b: pair.b,
                point: at.as_dvec3().to_array(),
                normal: n.as_dvec3().to_array(),
                depth: push.depth.into(),
                force: push.lambda[0].into(),
                friction: friction.as_dvec3().to_array(),
            });
        }
    }
    out.sort_by_key(|reading| (reading.a, reading.b));
    out
}

/// As in shaders/ties/contact.wgsl.
fn first_tangent(n: glam::Vec3) -> glam::Vec3 {
    let t =
        if n.x.abs() < 0.57735 { glam::Vec3::new(0.0, n.z, -n.y) } else { glam::Vec3::new(n.y, -n.x, 0.0) };
    t.normalize()
}
