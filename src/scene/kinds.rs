//! Which fields a joint of each kind has in the scene format, and why it has no others.

use super::JointKind;
use super::joint_fields::{Group, OPTIONS};
use super::stands;

pub(super) const FIELDS_OF_ONE: &[&str] = &["type", "a", "b", "anchorA", "anchorB", "multiplier"];
/// A field of every kind in version 2 that no change of a joint takes.
pub(super) const NAME: &[&str] = &["name"];
/// Of kinds that have axes.
pub(super) const FRAMES: &[&str] = &["frameA", "frameB", "axisA", "axisB"];
pub(super) const NO_TORQUE: &str = "This joint holds no angle, so it bears no torque.";

/// Kinds of which whole turns are counted.
const TWISTS: [&str; 3] = ["hinge", "cone", "six-dof"];

/// The other fields of a kind.
pub(super) struct Own {
    pub name: &'static str,
    pub frames: bool,
    /// Whether it may bear one.
    pub torque: bool,
    /// Fields that each has, given or not.
    pub always: &'static [&'static str],
    /// Fields that none need have, beside those of firmness.
    groups: &'static [Group],
}

/// Of a coordinate with stops, a speed, a target or friction.
const DRIVEN: &[Group] = &[Group::Travel, Group::StopSoftness, Group::TorqueCap];
const HELD: &[Group] = &[Group::TorqueCap];

pub(super) const KINDS: [Own; 8] = [
    Own { name: "point", frames: false, torque: false, always: &[], groups: &[] },
    Own { name: "hinge", frames: true, torque: true, always: &[], groups: DRIVEN },
    Own { name: "slider", frames: true, torque: true, always: &[], groups: DRIVEN },
    Own { name: "fixed", frames: true, torque: true, always: &[], groups: HELD },
    Own { name: "universal", frames: true, torque: true, always: &[], groups: HELD },
    Own {
        name: "cone",
        frames: true,
        torque: true,
        always: &[],
        groups: &[Group::ConeStops, Group::StopSoftness],
    },
    Own {
        name: "distance",
        frames: false,
        torque: false,
        always: &["min", "max"],
        groups: &[Group::StopSoftness],
    },
    Own {
        name: "six-dof",
        frames: true,
        torque: true,
        always: &["axes"],
        groups: &[Group::StopSoftness, Group::TorqueCap],
    },
];

/// Names of the kinds that have a field of some of these groups.
pub fn kinds_with(groups: &[Group]) -> Vec<&'static str> {
    let has = |own: &&Own| groups.iter().any(|&group| own.has(group));
    KINDS.iter().filter(has).map(|own| own.name).collect()
}

impl Own {
    pub fn of(kind: &JointKind) -> &'static Own {
        KINDS.iter().find(|own| own.name == kind.name()).expect("every kind is here")
    }

    /// Fields that a joint of this kind may be without.
    pub fn options(&self) -> impl Iterator<Item = &'static str> {
        OPTIONS
            .iter()
            .filter(|(_, groups)| groups.iter().any(|&group| self.has(group)))
            .map(|(name, _)| *name)
    }

    /// Joints of every kind may yield and break.
    pub fn has(&self, group: Group) -> bool {
        group == Group::Firmness || self.groups.contains(&group)
    }

    /// All that came with version 2.
    pub fn fields_of_two(&self) -> Vec<&'static str> {
        let frames = if self.frames { FRAMES } else { &[] };
        let torque: &[_] = if self.torque { &["torque"] } else { &[] };
        let turns: &[_] = if TWISTS.contains(&self.name) { &["turns"] } else { &[] };
        let given = [NAME, frames, stands::field_of(self.name), torque, turns, self.always].concat();
        given.into_iter().chain(self.options()).collect()
    }

    /// Of a field that only other kinds have.
    pub fn why_not(&self, field: &str) -> String {
        let Own { name, .. } = self;
        match (field, *name) {
            ("torque", _) => NO_TORQUE.into(),
            ("turns", _) => {
                format!("Turns of hinges, cones and six-dof joints are counted; a {name} joint has none.")
            }
            (field, _) if FRAMES.contains(&field) => {
                format!("A {name} joint has no axes, so it takes neither frames nor axes.")
            }
            ("angle", _) => format!("A hinge has an angle in the pose given; a {name} joint has none."),
            ("offset", _) => format!("A slider has an offset in the pose given; a {name} joint has none."),
            ("limit", "cone") => "The stops of a cone joint are swing and twist.".into(),
            ("limit", "distance") => "The stops of a distance joint are min and max.".into(),
            ("friction", "six-dof") => {
                "Each axis of a six-dof joint has its own friction: it stands in axes.".into()
            }
            ("friction", _) => format!(
                "Friction is along or about one free coordinate: hinges, sliders, the twist of cone joints and the axes of six-dof joints have it; a {name} joint has none."
            ),
            ("limit" | "motor" | "servo", "six-dof") => {
                format!("Each axis of a six-dof joint has its own {field}: it stands in axes.")
            }
            ("limit" | "motor" | "servo", _) => {
                format!(
                    "Hinges, sliders and the axes of six-dof joints have a {field}; a {name} joint has none."
                )
            }
            ("swing" | "twist", _) => {
                format!("A cone joint has a largest swing and a range of twist; a {name} joint has none.")
            }
            ("limitSoftness", _) => format!("A {name} joint has no stops that could yield."),
            ("maxTorque", _) => {
                format!("A {name} joint keeps no angle at 0, so maxTorque would cap nothing.")
            }
            ("min" | "max", _) => format!("A distance joint has a {field}; a {name} joint has none."),
            _ => format!("A six-dof joint has axes that are told one by one; a {name} joint has none."),
        }
    }
}
