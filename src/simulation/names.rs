//! Bodies and joints by their names: wherever a number is asked for, a name will do.

use super::Simulation;
use crate::error::{BeadworkError, Code, Result};
use crate::scene::{Body, Joint, Names, Scene};

/// A body or a joint, by its number or by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which<'a> {
    Number(usize),
    Name(&'a str),
}

impl From<usize> for Which<'_> {
    fn from(number: usize) -> Self {
        Self::Number(number)
    }
}

impl<'a> From<&'a str> for Which<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

/// The numbers of bodies and joints by name.
pub(super) struct Called {
    pub bodies: Names,
    joints: Names,
}

impl Called {
    pub fn of(scene: &Scene) -> Result<Self> {
        Ok(Self { bodies: Names::of_bodies(&scene.bodies)?, joints: Names::of_joints(&scene.joints)? })
    }

    /// Refuses a list of further bodies of which one has no name of its own.
    pub fn admits_bodies(&self, bodies: &[Body]) -> Result<()> {
        self.bodies.admits("bodies", &Names::of_bodies(bodies)?)
    }

    pub fn admits_joints(&self, joints: &[Joint]) -> Result<()> {
        self.joints.admits("joints", &Names::of_joints(joints)?)
    }
}

impl Simulation {
    /// The number of a body that there is.
    pub fn body<'a>(&self, which: impl Into<Which<'a>>) -> Result<usize> {
        let number = find("body", which.into(), &self.called.bodies)?;
        self.is_there("body", number, || "body".into()).map(|()| number)
    }

    /// The number of a joint that there is.
    pub fn joint<'a>(&self, which: impl Into<Which<'a>>) -> Result<usize> {
        let number = find("joint", which.into(), &self.called.joints)?;
        self.is_there("joint", number, || "joint".into()).map(|()| number)
    }
}

fn find(what: &str, which: Which, names: &Names) -> Result<usize> {
    match which {
        Which::Number(number) => Ok(number),
        Which::Name(name) => names.number(name).map(|number| number as usize).ok_or_else(|| {
            let message = format!("There is no {what} called \"{name}\".");
            BeadworkError::at(Code::NotFound, name, message)
        }),
    }
}
