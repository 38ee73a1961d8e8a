//! Bodies and joints that come into a scene that runs: lists of them, read and checked as a scene's are. Paths are of the list given.

use glam::{Quat, Vec3};
use serde_json::Value;

use super::check::{check_bodies, fault};
use super::check_joint::check_joint;
use super::fields::{At, list};
use super::format::{Version, read_body};
use super::read_joint::read_joint;
use super::{Body, Joint, JointKind, Names, Scene, Solid, WORLD};
use crate::error::{BeadworkError, Code, Result};

/// Bodies in the scene format.
pub fn read_bodies(value: &Value) -> Result<Vec<Body>> {
    let mut bodies =
        list(value, &At::Field(&At::Root, "bodies"), |value, at| read_body(value, at, Version::Two))?;
    check_added(&bodies)?;
    // as where a scene is read
    for body in bodies.iter_mut().filter(|body| body.fixed) {
        body.linear_velocity = Vec3::ZERO;
        body.angular_velocity = Vec3::ZERO;
    }
    Ok(bodies)
}

pub fn check_added(bodies: &[Body]) -> Result<()> {
    check_bodies(bodies)
}

/// Joints in the scene format, between bodies as they stand. Where bodies stand that are not `known`, no part that a
/// joint leaves out may depend on it. `names` are those of the bodies.
pub(crate) fn read_joints(
    value: &Value,
    bodies: &[Body],
    names: &Names,
    known: impl Fn(usize) -> bool,
) -> Result<Vec<Joint>> {
    let turned: Vec<Body> = bodies
        .iter()
        .enumerate()
        .map(|(i, body)| if known(i) { body.clone() } else { turned(body, i) })
        .collect();
    list(value, &At::Field(&At::Root, "joints"), |value, at| {
        let joint = read_joint(value, at, bodies, names, Version::Two)?;
        // said in full, a joint is the same wherever its bodies stand
        if read_joint(value, at, &turned, names, Version::Two).ok().as_ref() != Some(&joint) {
            let message = format!(
                "{at} leaves out what goes by where its bodies stand, and that is known on the graphics device only, once they moved. \
                 Say frameA and frameB, and of a distance joint min and max; or add a joint before its bodies take a step."
            );
            return Err(BeadworkError::at(Code::NotApplicable, at.to_string(), message));
        }
        Ok(joint)
    })
}

/// Somewhere else, each somewhere of its own, so that any value that depends on a body's pose comes out differently.
fn turned(body: &Body, number: usize) -> Body {
    let angle = 0.7 + number as f32;
    let rotation = Quat::from_rotation_x(angle) * Quat::from_rotation_z(angle) * body.rotation;
    Body {
        position: body.position + Vec3::new(0.613, 0.291 * angle, 0.457),
        rotation: rotation.normalize(),
        ..body.clone()
    }
}

impl Scene {
    /// Leaves all bodies out but these, in ascending order, and numbers them afresh; no joint is at any other. The new number of each.
    pub fn keep_bodies(&mut self, bodies: &[usize]) -> Vec<u32> {
        let mut anew = vec![0; self.bodies.len()];
        bodies.iter().zip(0..).for_each(|(&body, number)| anew[body] = number);
        for body in self.joints.iter_mut().flat_map(Joint::ends_mut).filter(|body| **body != WORLD) {
            *body = anew[*body as usize];
        }
        let mut numbers = 0..;
        self.bodies.retain(|_| numbers.next().is_some_and(|number| bodies.binary_search(&number).is_ok()));
        anew
    }
}

impl Joint {
    /// Whether bodies as they are can be joined by it, the `at`th of a list.
    pub fn check_added(&self, bodies: &[Body], at: usize) -> Result<()> {
        check_joint(self, bodies).map_err(|(field, message)| {
            let dot = if field.is_empty() { "" } else { "." };
            fault(format!("joints[{at}]{dot}{field}"), message)
        })
    }

    /// Stands at a number that is not in use: a joint that holds nothing.
    pub fn absent() -> Self {
        Self::new(JointKind::Point, (0, Vec3::ZERO), (0, Vec3::ZERO))
    }
}

impl Body {
    /// Stands at a number that is not in use: without a size, fixed, without contacts, not drawn.
    pub fn absent() -> Self {
        Self { fixed: true, collides: false, radius: 0.0, ..Self::of(Solid::Sphere, 1.0) }
    }
}
