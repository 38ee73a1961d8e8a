//! What a joint need not have, one line a field. Joints are read, written and changed by this table, and
//! `src/catalogue.rs` makes types of it. `kinds.rs` says which groups a kind has, docs/scenes.md what a field means.

use std::ops::RangeInclusive;

use super::check::{FieldResult, between};
use super::check_joint::BREAK;
use super::check_travel::LARGEST;
use super::fields::{Fields, components, flag, single};
use super::kinds::kinds_with;
use super::read_travel::{read_motor, read_servo, read_softness};
use super::write::{push_number, push_numbers};
use super::write_joint::{push_motor, push_servo, push_softness};
use super::{Joint, Motor, Servo, Softness};
use crate::error::Result;

/// Fields that a kind has together, or has none of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Group {
    Firmness,
    Travel,
    ConeStops,
    StopSoftness,
    TorqueCap,
}

/// The value of a field, given or not.
trait Stored: Sized {
    /// In TypeScript.
    const TYPE: &'static str;
    fn read(given: &Fields, name: &'static str) -> Result<Self>;
    /// `name` begins with a comma and ends with a colon.
    fn push(&self, out: &mut String, name: &str);
    fn is_given(&self) -> bool;
    fn number(&self) -> Option<f32> {
        None
    }
}

macro_rules! stored {
    ($($kind:ty, $type:literal: $read:path, $push:path $(, $number:path)?;)+) => {$(
        impl Stored for Option<$kind> {
            const TYPE: &'static str = $type;

            fn read(given: &Fields, name: &'static str) -> Result<Self> {
                given.optional(name, $read)
            }

            fn push(&self, out: &mut String, name: &str) {
                if let Some(value) = self {
                    $push(out, name, *value);
                }
            }

            fn is_given(&self) -> bool {
                self.is_some()
            }

            $(fn number(&self) -> Option<f32> {
                self.and_then($number)
            })?
        }
    )+};
}

stored! {
    f32, "number": single, push_number, Some;
    [f32; 2], "[number, number]": components, push_pair;
    Softness, "Softness": read_softness, push_softness;
    Motor, "Motor": read_motor, push_motor;
    Servo, "Servo": read_servo, push_servo;
}

impl Stored for bool {
    const TYPE: &'static str = "boolean";

    fn read(given: &Fields, name: &'static str) -> Result<Self> {
        Ok(given.optional(name, flag)?.unwrap_or(false))
    }

    fn push(&self, out: &mut String, name: &str) {
        if *self {
            out.push_str(name);
            out.push_str("true");
        }
    }

    fn is_given(&self) -> bool {
        *self
    }
}

fn push_pair(out: &mut String, name: &str, pair: [f32; 2]) {
    push_numbers(out, name, &pair);
}

/// Of each group what types say.
pub const GROUPS: [(Group, &str); 5] = [
    (Group::Firmness, "What version 2 adds to joints of every kind."),
    (Group::Travel, "How a coordinate may go: m, N and m/s along an axis, rad, N m and rad/s about one."),
    (Group::ConeStops, "How far a cone joint turns, and what opposes its twist."),
    (Group::StopSoftness, "What joints have that may have stops."),
    (Group::TorqueCap, "What joints have that keep some angle at 0."),
];

/// A field as types have it.
pub struct Row {
    pub name: &'static str,
    pub groups: &'static [Group],
    pub kind: &'static str,
    pub words: String,
    /// Kinds of joints that have it.
    pub joints: Vec<&'static str>,
    /// Of a number: where it stands in a form.
    pub form: Option<Entry>,
}

pub struct Entry {
    pub heading: &'static str,
    pub title: &'static str,
    pub unit: &'static str,
}

/// Doc comments are what types say of a field. Numbers have their range and unit beside them, and how a form calls them.
macro_rules! joint_fields {
    ($($(#[doc = $words:literal])+
        $name:literal: $($member:ident).+ of $($group:ident)+ $(, $range:ident $unit:literal, $heading:literal $title:literal)?;)+) => {
        /// Names in the order in which they are written, and the groups that they belong to.
        pub(super) const OPTIONS: &[(&str, &[Group])] = &[$(($name, &[$(Group::$group),+])),+];

        pub(super) fn read_options(given: &Fields, joint: &mut Joint) -> Result<()> {
            $(joint.$($member).+ = Stored::read(given, $name)?;)+
            Ok(())
        }

        pub(super) fn push_options(out: &mut String, joint: &Joint) {
            $(joint.$($member).+.push(out, concat!(",\"", $name, "\":"));)+
        }

        /// Names of the fields that a joint has.
        pub(super) fn given(joint: &Joint) -> impl Iterator<Item = &'static str> {
            let all = [$(($name, joint.$($member).+.is_given())),+];
            all.into_iter().filter_map(|(name, given)| given.then_some(name))
        }

        /// That numbers are within their ranges.
        pub(super) fn check_numbers(joint: &Joint) -> FieldResult {
            $(
                let range: Option<(RangeInclusive<f32>, &str)> = [$(($range, $unit))?].into_iter().next();
                if let (Some(number), Some((range, unit))) = (joint.$($member).+.number(), range) {
                    between($name, number, range, unit).map_err(|message| ($name, message))?;
                }
            )+
            Ok(())
        }

        pub fn table() -> Vec<Row> {
            fn type_of<S: Stored>(_: fn(&Joint) -> &S) -> &'static str {
                S::TYPE
            }
            vec![$(Row {
                name: $name,
                groups: &[$(Group::$group),+],
                kind: type_of(|joint| &joint.$($member).+),
                words: [$($words),+].map(str::trim).join("\n"),
                joints: kinds_with(&[$(Group::$group),+]),
                form: [$(Entry { heading: $heading, title: $title, unit: $unit })?].into_iter().next(),
            }),+]
        }
    };
}

joint_fields! {
    /// It stays between these two, the lower first: m, -1e7 to 1e7, or rad, -π to π, of a hinge -200π to 200π. Equal ones hold it.
    "limit": travel.limit of Travel;
    /// Keeps it at a speed.
    "motor": travel.motor of Travel;
    /// Draws it to a place. Beside a motor the two are one drive: a spring to the target and a damper to the speed, and the smaller force.
    "servo": travel.servo of Travel;
    /// N or N m; 0 to 1e30. Dry friction, of a cone joint about x: it opposes motion with up to this, beside motor, servo and stops or
    /// alone. It holds what is drawn by less. None unless given.
    "friction": travel.friction of Travel ConeStops;
    /// The largest angle between the two x, rad; above 0 and at most π.
    "swing": swing of ConeStops;
    /// Between which angles b may twist about x, rad; each -π to π, the lower first.
    "twist": twist of ConeStops;
    /// How what it holds yields: as firm as can be unless given.
    "softness": softness of Firmness;
    /// How all its stops yield: as firm as can be unless given.
    "limitSoftness": limit_softness of StopSoftness;
    /// N; 0 to 1e30. Each axis along which it holds gives way above this force, and stays where it was pushed to until it is drawn
    /// back; 0 holds nothing. As much as it takes unless given. Stops and drives are not meant.
    "maxForce": max_force of Firmness, LARGEST "N", "Largest forces" "Largest force";
    /// N m; 0 to 1e30. Each angle that it holds gives way above this torque; 0 holds nothing. As much as it takes unless given. Stops
    /// and drives are not meant.
    "maxTorque": max_torque of TorqueCap, LARGEST "N m", "Largest forces" "Largest torque";
    /// N; 1e-18 to 1e18. Where it had to bear more in a substep it holds nothing afterwards.
    "breakForce": break_force of Firmness, BREAK "N", "What breaks it" "A force of";
    /// N m; 1e-18 to 1e18.
    "breakTorque": break_torque of Firmness, BREAK "N m", "What breaks it" "A torque of";
    /// m/s and rad/s, each 1e-6 to 1e6: how fast it is drawn together at most, where it is open. Unless given, as the parameter
    /// `recoverySpeed` says.
    "recoverySpeed": recovery_speed of Firmness;
    /// Whether its two bodies collide with each other, in a scene with contacts; unless given they do not.
    "collide": collide of Firmness;
}
