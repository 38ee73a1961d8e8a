//! The rules for stops, drives and softness, and which of them an axis of a six-DOF joint may have.

use std::f32::consts::PI;
use std::ops::RangeInclusive;

use super::check::{ANGULAR_VELOCITY, FARTHEST, FieldResult, LINEAR_VELOCITY, between};
use super::{Axis, Motor, Servo, Softness, Travel};

/// Of a hinge: so far to either side its stops and its target may lie.
const MOST_TURNS: f32 = 100.0;
/// N or N m: above these a drive, or a held row, gives way. At 0 it does nothing.
pub(super) const LARGEST: RangeInclusive<f32> = 0.0..=1e30;
// Softness becomes γ = m⁻¹/(hω(hω + 2ζ)), 1/(h(hk + c)) or cfm/h, and substeps h go down to 1e-7 s.
/// Of a softness: once in a quarter of an hour is as good as free.
const HERTZ: RangeInclusive<f32> = 1e-3..=1e6;
const DAMPING_RATIO: RangeInclusive<f32> = 0.0..=100.0;
/// Stiffness and damping, in N/m and N s/m or N m/rad and N m s/rad, and cfm, in s/kg or s/(kg m²).
const SPRING: RangeInclusive<f32> = 0.0..=1e18;
/// Stiffness or damping must be as large as this.
const LEAST_SPRING: f32 = 1e-9;
const ERP: RangeInclusive<f32> = 0.0..=1.0;

const DAMPED_TWICE: &str =
    "A servo or a softness has a damping of its own, and a motor beside it takes none.";

/// What a joint's coordinate measures.
#[derive(Clone, Copy)]
pub(super) enum Coordinate {
    Way,
    Angle,
    /// An angle that goes on past half a turn.
    Turns,
}

impl Coordinate {
    /// Of a six-DOF joint, in order.
    pub fn of_axis(k: usize) -> Self {
        if k < 3 { Coordinate::Way } else { Coordinate::Angle }
    }

    fn within(self, name: &str, value: f32) -> Result<(), String> {
        let (most, said) = match self {
            Coordinate::Way => (FARTHEST, format!("{FARTHEST:e} m")),
            // the f32 next to π, which is above it
            Coordinate::Angle => (PI, "π rad".into()),
            Coordinate::Turns => (MOST_TURNS * 2.0 * PI, format!("{}π rad", 2.0 * MOST_TURNS)),
        };
        // Written so that NaN fails.
        if (-most..=most).contains(&value) {
            return Ok(());
        }
        Err(format!("{name} must lie within ±{said}; it is {value:?}."))
    }

    fn check_speed(self, speed: f32) -> Result<(), String> {
        let (most, unit) = match self {
            Coordinate::Way => (LINEAR_VELOCITY, "m/s"),
            Coordinate::Angle | Coordinate::Turns => (ANGULAR_VELOCITY, "rad/s"),
        };
        between("speed", speed, -most..=most, unit)
    }

    fn check_most(self, most: Option<f32>) -> Result<(), String> {
        self.check_force("maxForce", most)
    }

    fn check_force(self, name: &str, force: Option<f32>) -> Result<(), String> {
        let unit = match self {
            Coordinate::Way => "N",
            Coordinate::Angle | Coordinate::Turns => "N m",
        };
        force.map_or(Ok(()), |force| between(name, force, LARGEST, unit))
    }
}

pub(super) fn check_travel(travel: &Travel, of: Coordinate) -> FieldResult {
    if let Some(limit) = travel.limit {
        check_limit("limit", limit, of)?;
    }
    if let Some(Motor { speed, damping, max_force }) = travel.motor {
        of.check_speed(speed).map_err(|message| ("motor.speed", message))?;
        if let Some(damping) = damping {
            if travel.servo.is_some() {
                return Err(("motor.damping", DAMPED_TWICE.into()));
            }
            let unit = "N s/m or N m s/rad";
            between("damping", damping, LEAST_SPRING..=*SPRING.end(), unit)
                .map_err(|message| ("motor.damping", message))?;
        }
        of.check_most(max_force).map_err(|message| ("motor.maxForce", message))?;
    }
    if let Some(Servo { target, softness, max_force }) = travel.servo {
        // beyond a stop it presses against that
        of.within("target", target).map_err(|message| ("servo.target", message))?;
        if matches!(softness, Softness::Mixing { .. }) {
            return Err(("servo", "A servo takes hertz and dampingRatio or stiffness and damping.".into()));
        }
        check_softness(&softness).map_err(|(field, message)| match field {
            "hertz" => ("servo.hertz", message),
            "dampingRatio" => ("servo.dampingRatio", message),
            "stiffness" => ("servo.stiffness", message),
            _ => ("servo.damping", message),
        })?;
        of.check_most(max_force).map_err(|message| ("servo.maxForce", message))?;
    }
    of.check_force("friction", travel.friction).map_err(|message| ("friction", message))?;
    Ok(())
}

pub(super) fn check_limit(field: &'static str, limit: [f32; 2], of: Coordinate) -> FieldResult {
    for end in limit {
        of.within(&format!("Each end of {field}"), end).map_err(|message| (field, message))?;
    }
    let [low, high] = limit;
    if low > high {
        let message =
            format!("{field} must go upwards: its first end, {low:?}, is above its second, {high:?}.");
        return Err((field, message));
    }
    Ok(())
}

/// Of a cone.
pub(super) fn check_swing(swing: f32) -> FieldResult {
    // Written so that NaN fails.
    if swing > 0.0 && swing <= PI {
        return Ok(());
    }
    Err(("swing", format!("swing must be above 0 and at most π rad; it is {swing:?}.")))
}

pub(super) fn check_softness(softness: &Softness) -> FieldResult {
    let check =
        |field, value, range, unit| between(field, value, range, unit).map_err(|message| (field, message));
    match *softness {
        Softness::Frequency { hertz, damping_ratio } => check_frequency(hertz, damping_ratio),
        Softness::Spring { stiffness, damping } => {
            check("stiffness", stiffness, SPRING, "N/m or N m/rad")?;
            check("damping", damping, SPRING, "N s/m or N m s/rad")?;
            if stiffness.max(damping) < LEAST_SPRING {
                let message =
                    format!("stiffness or damping must be at least {LEAST_SPRING:e}, or nothing is held.");
                return Err(("stiffness", message));
            }
            Ok(())
        }
        Softness::Mixing { cfm, erp } => {
            check("cfm", cfm, SPRING, "s/kg or s/(kg m²)")?;
            check("erp", erp, ERP, "")
        }
    }
}

fn check_frequency(hertz: f32, damping_ratio: f32) -> FieldResult {
    between("hertz", hertz, HERTZ, "Hz").map_err(|message| ("hertz", message))?;
    between("dampingRatio", damping_ratio, DAMPING_RATIO, "").map_err(|message| ("dampingRatio", message))
}

/// The path below the axis, empty for the axis itself.
pub(super) fn check_axis(axis: &Axis, of: Coordinate) -> Result<(), (String, String)> {
    let softness_of = |softness: &Softness| {
        check_softness(softness).map_err(|(field, message)| (format!("softness.{field}"), message))
    };
    let (travel, softness, max_force) = match axis {
        Axis::Free | Axis::Fixed => return Ok(()),
        Axis::Soft(softness) => return softness_of(softness),
        Axis::Moved { travel, softness, max_force } => (travel, softness, *max_force),
    };
    let refuse = |field: &str, message: &str| Err((field.into(), message.into()));
    let drawn = travel.motor.is_some() || travel.servo.is_some() || softness.is_some();
    match (travel, softness, max_force) {
        (_, _, Some(_)) if !drawn => refuse(
            "maxForce",
            "maxForce caps a motor, a servo or a softness, and this axis has none of them.",
        ),
        (Travel { motor: Some(Motor { damping: Some(_), .. }), .. }, Some(_), _) => {
            refuse("motor.damping", DAMPED_TWICE)
        }
        (Travel { servo: Some(_), .. }, Some(_), _) => {
            refuse("softness", "A servo says itself how soft it is; it takes no softness beside it.")
        }
        (&Travel::FREE, None, _) => refuse(
            "",
            "An axis must have a limit, a motor, a servo, friction or a softness, or be \"free\" or \"fixed\".",
        ),
        // which would be read back as the other
        (&Travel::FREE, Some(_), None) => {
            refuse("", "An axis that has a softness and nothing else is not moved but soft: Axis::Soft.")
        }
        _ => {
            check_travel(travel, of).map_err(|(field, message)| (field.into(), message))?;
            softness.as_ref().map_or(Ok(()), softness_of)?;
            of.check_most(max_force).map_err(|message| ("maxForce".into(), message))
        }
    }
}
