//! Parts of compounds as machines take them. Contacts, rays and pictures see parts. So each part stands as one more
//! body behind all others, where its compound holds it. It has no mass of its own, and is in no list of moving bodies.
//! Behind the parts stands the world, where there is one. The compound itself moves and bears, and nothing sees it.
//!     x = x_o + Q_o r,   q = Q_o s,   v = v_o + ω_o × (x − x_o),   ω = ω_o,
//! with r and s where the part stands in the principal axes of its compound, from its centre of mass.

use glam::{Quat, Vec3};

use super::{Body, Scene, Solid};

/// Where a part of a compound stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartOf {
    /// The number of its compound.
    pub owner: u32,
    /// Which of its parts it is.
    pub place: u32,
    /// From the centre of mass, in principal axes, m.
    pub offset: Vec3,
    pub rotation: Quat,
}

impl Body {
    /// It touches, is met and is drawn by its parts.
    pub fn is_compound(&self) -> bool {
        matches!(self.solid, Solid::Compound(_))
    }

    /// It takes part in contacts itself.
    pub fn meets(&self) -> bool {
        self.collides && !self.is_compound()
    }

    /// Its parts, as bodies; its own number is `owner`.
    fn parts(&self, owner: u32) -> Vec<Self> {
        let Solid::Compound(compound) = self.solid else { return Vec::new() };
        let part = |(part, place): (&super::Part, u32)| Self {
            position: self.position + self.rotation * part.position,
            rotation: (self.rotation * part.rotation).normalize(),
            // so much as it resists with
            mass: self.mass,
            inertia: self.inertia,
            fixed: self.is_held(),
            colour: self.colour,
            friction: self.friction,
            restitution: self.restitution,
            rolling_resistance: self.rolling_resistance,
            collides: self.collides,
            group: self.group,
            collides_with: self.collides_with,
            events: self.events,
            sensor: self.sensor,
            centre: Vec3::ZERO,
            axes: Quat::IDENTITY,
            part: Some(Box::new(PartOf {
                owner,
                place,
                offset: self.from_mass(part.position),
                rotation: self.part_rotation(part.rotation),
            })),
            ..Self::of(part.solid, f64::from(part.radius))
        };
        compound.parts().iter().zip(0..).map(part).collect()
    }
}

/// How a body is held that was taken hold of where it stands on a machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldBy {
    pub body: usize,
    offset: Vec3,
    rotation: Quat,
}

impl HeldBy {
    pub fn itself(body: usize) -> Self {
        Self { body, offset: Vec3::ZERO, rotation: Quat::IDENTITY }
    }

    /// Turns a point of the shape that was found into a point of the body: from the shape's origin and axes to the
    /// body's.
    pub fn local_point(&self, found: Vec3) -> Vec3 {
        self.offset + self.rotation * found
    }
}

impl Scene {
    /// The body that is held where a pointer took hold of this one: the compound of a part. None where that is the body itself.
    pub fn held_by(&self, body: usize) -> Option<HeldBy> {
        let what = &self.bodies[body];
        if let Some(part) = &what.part {
            let owner = part.owner as usize;
            let Solid::Compound(compound) = self.bodies[owner].solid else { return None };
            let part = compound.parts()[part.place as usize];
            return Some(HeldBy { body: owner, offset: part.position, rotation: part.rotation });
        }
        what.is_turned().then_some(HeldBy { body, offset: Vec3::ZERO, rotation: what.axes })
    }

    /// The numbers of bodies that are no parts and not the world.
    pub(crate) fn own_bodies(&self) -> usize {
        let behind = usize::from(self.world().is_some());
        let bodies = &self.bodies[..self.bodies.len() - behind];
        bodies.iter().rposition(|body| body.part.is_none()).map_or(0, |last| last + 1)
    }

    /// The numbers of parts.
    pub fn parts(&self) -> std::ops::Range<usize> {
        let first = self.own_bodies();
        first..self.bodies.len() - usize::from(self.world().is_some())
    }

    /// The body that moves a body: its compound, or itself.
    pub fn owner_of(&self, body: usize) -> usize {
        self.bodies[body].part.as_ref().map_or(body, |part| part.owner as usize)
    }

    /// The numbers of the parts of one body.
    pub fn parts_of(&self, body: usize) -> std::ops::Range<usize> {
        if !self.bodies[body].is_compound() {
            return 0..0;
        }
        let all = self.parts();
        let is_its = |&i: &usize| self.owner_of(i) == body;
        let first = all.clone().find(is_its).unwrap_or(all.end);
        first..first + all.skip_while(|i| !is_its(i)).take_while(is_its).count()
    }

    /// Puts the parts behind all bodies; there are none yet, and no world.
    pub(super) fn put_parts(&mut self) {
        let parts: Vec<Body> = self.bodies.iter().zip(0..).flat_map(|(body, i)| body.parts(i)).collect();
        self.bodies.extend(parts);
    }

    /// Takes them away again, where there is no world behind them.
    pub(super) fn take_parts(&mut self) {
        let own = self.own_bodies();
        self.bodies.truncate(own);
    }

    /// Parts of a body that was changed, changed alike.
    pub(crate) fn renew_parts(&mut self, body: usize) {
        let range = self.parts_of(body);
        let anew = self.bodies[body].parts(body as u32);
        range.zip(anew).for_each(|(part, anew)| self.bodies[part] = anew);
    }

    /// Some body is a compound.
    pub fn has_compounds(&self) -> bool {
        self.bodies.iter().any(Body::is_compound)
    }
}
