//! Joints to the world: one end of such a joint is no body. Its anchor is in world coordinates, and its frame in world axes.
//!
//! Machines know bodies only. To them the world is one more body behind all others, fixed in the origin and unseen. A
//! scene in which no joint needs it has none.

use std::borrow::Cow;

use glam::Vec3;

use super::{Body, Joint, Scene, UNBOUNDED};

/// In the place of a joint's body: it is joined to the world.
///
/// ```
/// # use beadwork::scene::{Joint, Scene, WORLD};
/// # let text = r#"{"version":1,"bodies":[{"position":[0,1,0],"radius":0.1}]}"#;
/// # let mut scene = Scene::from_json(text).unwrap();
/// use glam::DVec3;
/// let hook = Joint::at(&scene.bodies, [WORLD, 0], DVec3::new(0.0, 2.0, 0.0)).axis(DVec3::Z).hinge();
/// # scene.joints.push(hook);
/// # scene.check().unwrap();
/// ```
pub const WORLD: u32 = u32::MAX;

impl Body {
    /// The body that stands for the world on machines.
    fn world() -> Self {
        // as large as a body without bounds: sizes of a joint depend on its other body
        Self { radius: UNBOUNDED, ..Self::absent() }
    }

    /// No other sphere is as large.
    pub(crate) fn is_world(&self) -> bool {
        *self == Self::world()
    }
}

impl Joint {
    pub(super) fn ends_mut(&mut self) -> [&mut u32; 2] {
        [&mut self.a, &mut self.b]
    }

    /// Where it is joined to the world, m.
    pub(crate) fn world_anchor(&self, bodies: &[Body]) -> Option<Vec3> {
        let is_world = |body: u32| bodies.get(body as usize).is_none_or(Body::is_world);
        let ends = [(self.a, self.anchor_a), (self.b, self.anchor_b)];
        ends.into_iter().find(|(body, _)| is_world(*body)).map(|(_, anchor)| anchor)
    }
}

impl Scene {
    /// The number of the body that stands for the world.
    pub(crate) fn world(&self) -> Option<u32> {
        let last = self.bodies.len().checked_sub(1)?;
        self.bodies[last].is_world().then_some(last as u32)
    }

    /// As machines take it: parts of compounds stand behind all bodies, and joints to the world are at a body that stands for it. It comes
    /// where a joint needs it, or where it `stays`.
    pub(crate) fn put_world(&mut self, stays: bool) {
        let asks = self.asks_for_world();
        if self.world().is_none() && self.parts().is_empty() {
            self.put_parts();
        }
        if self.world().is_none() && (asks || stays) {
            self.bodies.push(Body::world());
        }
        if let Some(world) = self.world().filter(|_| asks) {
            self.rename(WORLD, world);
        }
    }

    /// The same of one that stays as it is.
    pub(crate) fn with_world(&self) -> Cow<'_, Self> {
        if !self.asks_for_world() && !self.has_compounds() {
            return Cow::Borrowed(self);
        }
        let mut scene = self.clone();
        scene.put_world(false);
        Cow::Owned(scene)
    }

    fn asks_for_world(&self) -> bool {
        self.joints.iter().any(|joint| joint.a == WORLD || joint.b == WORLD)
    }

    /// As it is written; whether a body stood for the world.
    pub(crate) fn take_world(&mut self) -> bool {
        let world = self.world();
        if let Some(world) = world {
            self.rename(world, WORLD);
            self.bodies.pop();
        }
        self.take_parts();
        world.is_some()
    }

    fn rename(&mut self, from: u32, to: u32) {
        self.joints
            .iter_mut()
            .flat_map(Joint::ends_mut)
            .filter(|body| **body == from)
            .for_each(|body| *body = to);
    }
}
