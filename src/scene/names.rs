//! Names of bodies and of joints: the rules for a name, and which one has it.

use std::collections::BTreeMap;

use super::check::fault;
use super::{Body, Joint};
use crate::error::Result;

/// Characters of a name.
pub const LONGEST_NAME: usize = 64;

/// By it joints name what no body is.
pub const WORLD: &str = "world";

/// The numbers of bodies, or of joints, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(BTreeMap<Box<str>, u32>);

impl Names {
    pub fn of_bodies(bodies: &[Body]) -> Result<Self> {
        Self::of("bodies", bodies.iter().map(|body| body.name.as_deref()), &[WORLD])
    }

    pub fn of_joints(joints: &[Joint]) -> Result<Self> {
        Self::of("joints", joints.iter().map(|joint| joint.name.as_deref()), &[])
    }

    pub fn number(&self, name: &str) -> Option<u32> {
        self.0.get(name).copied()
    }

    /// Refuses names of a further list that are taken here.
    pub fn admits(&self, list: &str, others: &Self) -> Result<()> {
        match others.0.iter().find_map(|(name, i)| Some((name, i, self.0.get(name)?))) {
            None => Ok(()),
            Some((name, i, other)) => {
                let what = if list == "bodies" { "body" } else { "joint" };
                Err(fault(
                    format!("{list}[{i}].name"),
                    format!("\"{name}\" is the name of {what} {other} already."),
                ))
            }
        }
    }

    /// Of a list with a name each, or none. Refuses a text that cannot be a name, and a name that occurs twice.
    fn of<'a>(list: &str, names: impl Iterator<Item = Option<&'a str>>, taken: &[&str]) -> Result<Self> {
        let mut known = BTreeMap::new();
        for (i, name) in names.enumerate().filter_map(|(i, name)| Some((i, name?))) {
            let refused = match (name.chars().count(), known.insert(name.into(), i as u32)) {
                (0, _) => "A name must have at least one character.".into(),
                (length, _) if length > LONGEST_NAME => {
                    format!("A name may have at most {LONGEST_NAME} characters; this one has {length}.")
                }
                (_, Some(other)) => format!("\"{name}\" is the name of {list}[{other}] already."),
                _ if taken.contains(&name) => format!("\"{name}\" must not be the name of a body."),
                _ => continue,
            };
            return Err(fault(format!("{list}[{i}].name"), refused));
        }
        Ok(Self(known))
    }
}
