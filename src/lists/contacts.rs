//! The data of detection: bodies too big for a cell, bodies that pass through each other, and the size of the buffers.

use std::ops::Range;

use super::append;
use crate::scene::{Body, Manner, Scene, Solid};

/// Bodies that may stand in no cell, beside planes: all others look at each of them, and moving ones sum over all rows.
const MOST_BIG_MOVING: usize = 8;
const MOST_BIG_HELD: usize = 64;

/// As many times as large as the middle one, a body is big.
const BIG: f32 = 4.0;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contacts {
    /// Bodies that stand in no cell. Behind them stands how many held bodies stand in cells, and then these.
    pub big: Range<u32>,
    /// For every body where those stand that it passes through, from the word of its number to that of the next.
    pub parted: u32,
    /// For every body two words, its group and its mask; 0 where all are as usual.
    pub masks: u32,
    /// The largest of those in cells, m.
    pub radius: f32,
    /// Cells, a power of two.
    pub cells: u32,
    /// Moving bodies that stand in no cell.
    pub big_and_moving: Range<u32>,
    /// Some surface bounces.
    pub bounces: bool,
    /// Some body that moves has faces: with another one, or with a plane, it has flat sides only.
    pub boxes: bool,
    /// Pairs that there is room for.
    pub room: u32,
}

impl Contacts {
    /// Bodies whose joints are cut do not pass through each other any more.
    pub(super) fn list(
        words: &mut Vec<u32>,
        scene: &Scene,
        manner: Manner,
        moves: impl Fn(u32) -> bool,
        joints_of: impl Fn(u32) -> Vec<u32>,
    ) -> Self {
        let most = in_cells(scene, manner);
        let big: Vec<u32> = (0..)
            .zip(&scene.bodies)
            .filter(|(_, body)| is_big(body, most) && !body.is_compound())
            .map(|(i, _)| i)
            .collect();
        let owner_of = |body: u32| scene.owner_of(body as usize) as u32;
        let moves = |body: u32| moves(owner_of(body));
        // of a compound all that touches a big part acts on the compound
        let mut moving: Vec<u32> =
            big.iter().map(|&body| owner_of(body)).filter(|&body| moves(body)).collect();
        moving.dedup();
        let big = append(words, &big);
        let held: Vec<u32> = (0..)
            .zip(&scene.bodies)
            .filter(|&(i, body)| body.meets() && !is_big(body, most) && !moves(i))
            .map(|(i, _)| i)
            .collect();
        append(words, &[held.len() as u32]);
        append(words, &held);
        let big_and_moving = append(words, &moving);
        let bodies = scene.bodies.len() as u32;
        let mut items = Vec::new();
        let parted = words.len() as u32;
        let first = parted + bodies + 1;
        for body in 0..bodies {
            words.push(first + items.len() as u32);
            let owner = owner_of(body);
            for joint in joints_of(owner).into_iter().map(|l| &scene.joints[l as usize]) {
                if !joint.collide {
                    let other = if joint.a == owner { joint.b } else { joint.a };
                    items.push(other);
                    items.extend(scene.parts_of(other as usize).map(|part| part as u32));
                }
            }
            // parts of one body never meet
            if owner != body {
                items.extend(scene.parts_of(owner as usize).map(|part| part as u32));
            }
        }
        words.push(first + items.len() as u32);
        words.extend(items);
        let masks = masks(words, &scene.bodies);
        let bounces = scene.bodies.iter().any(|body| body.restitution > 0.0);
        let movers = || (0..).zip(&scene.bodies).filter(|&(i, _)| moves(i)).map(|(_, body)| &body.solid);
        let boxes = movers().any(Solid::has_faces);
        let room = room(bodies, movers().all(|solid| *solid == Solid::Sphere));
        let cells = (2 * bodies).next_power_of_two();
        Self { big, parted, masks, radius: most, cells, big_and_moving, bounces, boxes, room }
    }
}

/// Where they stand.
fn masks(words: &mut Vec<u32>, bodies: &[Body]) -> u32 {
    if bodies.iter().all(Body::is_in_usual_group) {
        return 0;
    }
    // ahead of them stand the joints by body: nothing that is listed here begins at 0
    let first = words.len() as u32;
    words.extend(bodies.iter().flat_map(|body| [body.group, body.collides_with]));
    first
}

/// Of so many pairs with faces, what is kept between frames (288 bytes each) fits into the smallest buffer, 128 MiB.
const MOST_WITH_FACES: u32 = (128 << 20) / 288;

/// Pairs. Spheres in a heap have up to 4 per body. Boxes have up to 8, which is all that rows of 16 neighbours hold.
pub fn room(bodies: u32, spheres: bool) -> u32 {
    let least = 4 * bodies + 64;
    if spheres { least } else { (8 * bodies + 64).min(MOST_WITH_FACES).max(least) }
}

pub fn is_big(body: &Body, most: f32) -> bool {
    body.solid == Solid::Plane || body.radius > most
}

/// The largest radius in cells: the one that is given, or else the scene's.
pub fn in_cells(scene: &Scene, manner: Manner) -> f32 {
    manner.in_cells.unwrap_or_else(|| largest_in_cells(&scene.bodies))
}

/// The largest in cells and the smallest beside them, m, where cells are for bodies up to `most`.
pub fn apart(bodies: &[Body], most: f32) -> [f32; 2] {
    let radii =
        || bodies.iter().filter(|body| body.solid != Solid::Plane && body.meets()).map(|body| body.radius);
    let in_cells = radii().filter(|&radius| radius <= most).fold(0.0, f32::max);
    [in_cells, radii().filter(|&radius| radius > most).fold(f32::INFINITY, f32::min)]
}

/// The largest in cells once bodies came or went. It is as near to the value of a new scene as leaves all bodies where
/// `apart` found them. It is that value itself if cells were twice as large as they need be, or too many bodies big.
pub fn largest_after([in_cells, beside]: [f32; 2], bodies: &[Body]) -> f32 {
    let anew = largest_in_cells(bodies);
    let small = || bodies.iter().filter(|body| body.meets() && body.radius < beside.min(anew.next_up()));
    let kept = small().map(|body| body.radius).fold(in_cells, f32::max);
    let big =
        |held: bool| bodies.iter().filter(|body| is_in_the_way(body, kept) && body.is_held() == held).count();
    let too_many = big(false) > MOST_BIG_MOVING || big(true) > MOST_BIG_HELD;
    if 2.0 * anew < in_cells || too_many { anew } else { kept }
}

/// All others have to look at it.
fn is_in_the_way(body: &Body, most: f32) -> bool {
    body.meets() && body.solid != Solid::Plane && body.radius > most
}

/// Cells are as large as this asks for: four times the middle radius, unless too many are larger.
pub fn largest_in_cells(bodies: &[Body]) -> f32 {
    let in_cells = || bodies.iter().filter(|body| body.solid != Solid::Plane && body.meets());
    let sorted = |which: &dyn Fn(&Body) -> bool| {
        let mut radii: Vec<f32> = in_cells().filter(|body| which(body)).map(|body| body.radius).collect();
        radii.sort_unstable_by(|a, b| b.total_cmp(a));
        radii
    };
    let radii = sorted(&|_| true);
    let Some(&middle) = radii.get(radii.len().saturating_sub(1) / 2) else { return 1.0 };
    // no more than so many are larger than the next one
    let next = |held: bool, most: usize| sorted(&|body| body.is_held() == held).get(most).copied();
    let limits = [Some(BIG * middle), next(false, MOST_BIG_MOVING), next(true, MOST_BIG_HELD)];
    let most = limits.into_iter().flatten().fold(0.0, f32::max);
    // the largest that is not big
    radii.into_iter().filter(|&radius| radius <= most).fold(0.0, f32::max)
}
