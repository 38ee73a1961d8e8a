//! shaders/render/pick.wgsl: which bead a pointer means. One that the ray hits, the nearest of them; else the one that the ray passes
//! closest by on the screen, within a finger's breadth.

use glam::{Vec2, Vec3};

use super::ray::{self, Crossing};
use super::{rotation, vector, world};
use crate::error::Result;
use crate::render::drawn::Drawn;
use crate::render::grip::{BREADTH, Hit, touched};
use crate::render::resources::Frame;
use crate::render::stage::Stage;
use crate::scene::{HeldBy, Solid};

/// A hit is better than a miss, and of two the smaller number.
type Key = (bool, f32);

fn key_of(frame: &Frame, solid: &Solid, radius: f32, z: f32, found: &Crossing, breadth: f32) -> Option<Key> {
    let behind = match solid {
        Solid::Sphere => z < radius + frame.near,
        _ => found.s < frame.near,
    };
    if behind {
        return None;
    }
    if found.inside >= 0.0 {
        return Some((false, found.s));
    }
    let away = if *solid == Solid::Sphere { z } else { found.s };
    let miss = -found.inside * frame.focal / away;
    (miss <= breadth).then_some((true, miss))
}

pub fn pick(stage: &Stage, drawn: &[Drawn], at: Vec2) -> Result<Option<Hit>> {
    let (eye, ray) = stage.ray(at);
    let breadth = BREADTH * stage.scale();
    let mut frame = Frame::default();
    frame.look_from(&stage.camera, stage.size);
    let mut best: Option<(Key, Hit)> = None;
    for (index, one) in drawn.iter().enumerate() {
        let world = world(one.simulation)?;
        let bodies = &one.simulation.scene().bodies[..one.simulation.drawn_bodies()];
        for (body, (known, pose)) in bodies.iter().zip(&world.poses).enumerate() {
            // absent
            if pose.radius <= 0.0 || known.is_compound() {
                continue;
            }
            let turned = rotation(pose);
            let centre = vector(pose.position) - turned * known.mass_centre() + one.offset;
            let back = turned.inverse();
            let solid = known.mass_solid();
            let found = ray::meet(&solid, pose.radius, back * (eye - centre), back * ray);
            let z = frame.seen_from(centre).z;
            let Some(key) = key_of(&frame, &known.solid, pose.radius, z, &found, breadth) else { continue };
            if best.as_ref().is_some_and(|(other, _)| *other <= key) {
                continue;
            }
            let point: Vec3 = match known.solid {
                Solid::Sphere => touched(centre, pose.radius, eye, ray),
                _ => centre + turned * found.point,
            };
            let held = one.simulation.scene().held_by(body).unwrap_or(HeldBy::itself(body));
            let local_point = held.local_point(back * (point - centre));
            let hit = Hit { drawn: index, body: held.body, point: point - one.offset, local_point };
            best = Some((key, hit));
        }
    }
    Ok(best.map(|(_, hit)| hit))
}
