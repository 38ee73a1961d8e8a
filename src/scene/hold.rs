//! The rows that a joint holds and drives, as both machines read them: three rows along axes, three about them.

use std::f32::consts::PI;

use super::joint::{Axis, Joint, JointKind, Softness, Travel};

/// Along what the first three rows hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Linear {
    /// The world's axes: all three are held hard.
    #[default]
    World = 0,
    /// The axes of a's frame. The force acts on both bodies at b's anchor, so that an open joint keeps angular momentum.
    Frame = 1,
    /// The line between the anchors.
    Distance = 2,
}

/// About what the last three hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Angular {
    #[default]
    None = 0,
    /// Twist, and the two angles of the swing.
    Swing = 1,
    /// All three, by the rotation vector.
    Weld = 2,
    /// a's y and b's z at right angles.
    Hooke = 3,
    /// Twist, and the angle between the two x.
    Cone = 4,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hold {
    pub linear: Linear,
    pub angular: Angular,
    /// x, y, z, and the angles about them: which of them are kept at zero whatever it takes.
    pub held: [bool; 6],
    pub softness: [Option<Softness>; 6],
    /// The drives and bounds of the others, where they are not free.
    pub courses: [Option<Course>; 6],
    /// All rows are one spring by frequency: each of its motions swings at that.
    pub together: bool,
    /// Of a rod, m; 0 where a distance may change.
    pub length: f32,
    /// A stop or a target lies past half a turn: the twist counts with whole turns there.
    pub goes_on: bool,
}

/// A row that is driven, bounded or both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    pub drive: Option<Drive>,
    /// The coordinate stays between these, m or rad.
    pub stops: Option<[f32; 2]>,
    /// Of the stops.
    pub stop_softness: Option<Softness>,
    /// Dry, beside the drive: up to so much, N or N m. Alone it is a drive to the speed 0.
    pub friction: Option<f32>,
}

/// The drive of a row, and how strong it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    pub by: By,
    /// m or rad
    pub target: f32,
    /// m/s or rad/s
    pub speed: f32,
    /// N or N m; `f32::MAX` where it does as much as it takes.
    pub most: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum By {
    /// To the target, as firmly as can be.
    Holding,
    /// To the speed.
    Speed,
    /// To the target by a spring, and to the speed by its damper.
    Spring(Softness),
}

impl Course {
    /// Whether the force has bounds, or two slopes.
    pub fn is_bounded(&self) -> bool {
        self.stops.is_some()
            || self.friction.is_some()
            || self.drive.is_some_and(|drive| drive.most < f32::MAX)
    }

    /// Whether it has a spring, for which the mass counts that it moves.
    pub fn springs(&self) -> bool {
        self.stop_softness.is_some() || self.drive.is_some_and(|drive| matches!(drive.by, By::Spring(_)))
    }

    /// Whether its force does work that the row's place does not say.
    pub fn works(&self) -> bool {
        self.drive.is_some() || self.friction.is_some() || self.stop_softness.is_some()
    }

    /// N or N m: what drive and friction have together.
    pub fn most(&self) -> f64 {
        let drive = self.drive.map_or(0.0, |drive| f64::from(drive.most));
        self.friction.map_or(drive, |friction| drive + f64::from(friction))
    }

    /// Whether some spring of it is by frequency, whose strength depends on the masses.
    pub fn by_frequency(&self) -> bool {
        let spring =
            self.drive.is_some_and(|drive| matches!(drive.by, By::Spring(Softness::Frequency { .. })));
        spring || matches!(self.stop_softness, Some(Softness::Frequency { .. }))
    }

    /// Of `travel`, or of a softness that draws to zero; none where nothing is asked for.
    fn of(
        travel: &Travel,
        softness: Option<Softness>,
        max_force: Option<f32>,
        stop_softness: Option<Softness>,
    ) -> Option<Self> {
        let Travel { limit, motor, servo, friction } = travel;
        // a motor with a finite gain is a damper to its speed
        let damper =
            motor.and_then(|motor| motor.damping).map(|damping| Softness::Spring { stiffness: 0.0, damping });
        let spring = servo.map(|servo| servo.softness).or(softness).or(damper);
        let caps =
            [motor.and_then(|motor| motor.max_force), servo.and_then(|servo| servo.max_force), max_force];
        let drive = (motor.is_some() || spring.is_some()).then(|| Drive {
            by: spring.map_or(By::Speed, By::Spring),
            target: servo.map_or(0.0, |servo| servo.target),
            speed: motor.map_or(0.0, |motor| motor.speed),
            most: caps.into_iter().flatten().fold(f32::MAX, f32::min),
        });
        let course = match (drive, *limit, stop_softness) {
            // two soft stops at one place are a spring to there: as stops only one would damp at a time
            (None, Some([low, high]), Some(softness)) if low == high => {
                let by = By::Spring(softness);
                let drive = Drive { by, target: low, speed: 0.0, most: f32::MAX };
                Course { drive: Some(drive), stops: None, stop_softness: None, friction: None }
            }
            (drive, stops, stop_softness) => Course { drive, stops, stop_softness, friction: None },
        };
        let course = course.rubbed(friction.unwrap_or(0.0));
        (course.drive.is_some() || course.stops.is_some()).then_some(course)
    }

    /// With dry friction. Nothing rubs that a motor moves with as much force as it takes.
    fn rubbed(self, friction: f32) -> Self {
        let brake = Drive { by: By::Speed, target: 0.0, speed: 0.0, most: friction };
        match self.drive {
            _ if friction <= 0.0 => self,
            Some(Drive { by: By::Speed, most, .. }) if most == f32::MAX => self,
            Some(drive) if drive.most > 0.0 => Self { friction: Some(friction), ..self },
            _ => Self { drive: Some(brake), ..self },
        }
    }
}

/// No stop is as far as this, m or rad.
const UNBOUNDED: f32 = 1e18;

/// `of` every row. Written out: `std::array::from_fn` stays a call, and the CPU machine asks for every joint in every stage.
#[inline(always)]
pub fn each_row<T>(of: impl Fn(usize) -> T) -> [T; 6] {
    [of(0), of(1), of(2), of(3), of(4), of(5)]
}

const POINT: [bool; 6] = [true, true, true, false, false, false];

impl Hold {
    pub fn of(joint: &Joint) -> Self {
        let with = |held: [bool; 3]| [true, true, true, held[0], held[1], held[2]];
        let mut hold = Hold { held: POINT, softness: [joint.softness; 6], ..Hold::default() };
        let course =
            |travel: &Travel, softness, most| Course::of(travel, softness, most, joint.limit_softness);
        let stops = |limit: Option<[f32; 2]>| course(&Travel { limit, ..Travel::FREE }, None, None);
        match &joint.kind {
            JointKind::Point => {}
            JointKind::Cone => {
                hold.courses[3] = course(&Travel { limit: joint.twist, ..joint.travel }, None, None);
                // a swing is never below 0
                hold.courses[4] = stops(joint.swing.map(|most| [-UNBOUNDED, most]));
                if hold.courses.iter().any(Option::is_some) {
                    hold.angular = Angular::Cone;
                }
            }
            JointKind::Hinge => {
                hold.angular = Angular::Swing;
                hold.held = with([false, true, true]);
                hold.courses[3] = course(&joint.travel, None, None);
                hold.goes_on = joint.travel.goes_past(PI);
            }
            JointKind::Slider => {
                hold.linear = Linear::Frame;
                hold.angular = Angular::Weld;
                hold.held = [false, true, true, true, true, true];
                hold.courses[0] = course(&joint.travel, None, None);
            }
            JointKind::Fixed => {
                hold.angular = Angular::Weld;
                hold.held = [true; 6];
            }
            JointKind::Universal => {
                hold.angular = Angular::Hooke;
                hold.held = with([true, false, false]);
            }
            JointKind::Distance { min, max } => {
                hold.linear = Linear::Distance;
                hold.held = [*min == *max, false, false, false, false, false];
                if min == max {
                    hold.length = *max;
                } else {
                    hold.courses[0] = stops(Some([*min, *max]));
                }
            }
            JointKind::SixDof { axes } => {
                hold.held = axes.map(|axis| matches!(axis, Axis::Fixed | Axis::Soft(_)));
                hold.softness = axes.map(|axis| match axis {
                    Axis::Soft(softness) => Some(softness),
                    Axis::Fixed | Axis::Free | Axis::Moved { .. } => joint.softness,
                });
                hold.courses = axes.map(|axis| match axis {
                    Axis::Moved { travel, softness, max_force } => course(&travel, softness, max_force),
                    Axis::Fixed | Axis::Free | Axis::Soft(_) => None,
                });
                // three alike need no axes of their own
                let alike = |from: usize| {
                    (from..from + 3).all(|k| hold.held[k] && hold.softness[k] == hold.softness[from])
                };
                hold.linear = if alike(0) { Linear::World } else { Linear::Frame };
                hold.angular = match (alike(3), (3..6).any(|k| hold.is_live(k))) {
                    (true, _) => Angular::Weld,
                    (false, true) => Angular::Swing,
                    (false, false) => Angular::None,
                };
            }
        }
        for (rows, most) in [(0..3, joint.max_force), (3..6, joint.max_torque)] {
            let Some(most) = most else { continue };
            for k in rows {
                if !hold.held[k] {
                    continue;
                }
                let by = hold.softness[k].map_or(By::Holding, By::Spring);
                // a coordinate of a rod counts from its length
                let drive = Some(Drive { by, target: 0.0, speed: 0.0, most });
                hold.courses[k] = Some(Course { drive, stops: None, stop_softness: None, friction: None });
                hold.held[k] = false;
            }
        }
        // A row that yields stands open. World rows push each body at its own anchor, a pair that would turn both.
        if hold.linear == Linear::World && (hold.softness[0].is_some() || hold.courses[0].is_some()) {
            hold.linear = Linear::Frame;
        }
        let mut rows = (0..6).filter(|&k| hold.held[k]).map(|k| hold.softness[k]);
        let first = rows.next().flatten();
        // what yields across a taut rod is no part of its spring
        hold.together = !hold.has_courses()
            && hold.linear != Linear::Distance
            && matches!(first, Some(Softness::Frequency { .. }))
            && rows.all(|softness| softness == first);
        hold
    }

    /// Whether a row is there at all.
    pub fn is_live(&self, k: usize) -> bool {
        self.held[k] || self.courses[k].is_some()
    }

    pub fn live(&self) -> [bool; 6] {
        each_row(|k| self.is_live(k))
    }

    /// Which rows are kept at zero as firmly as can be.
    pub fn hard(&self) -> [bool; 6] {
        each_row(|k| self.held[k] && self.softness[k].is_none())
    }

    /// Whether some row is driven or bounded.
    pub fn has_courses(&self) -> bool {
        self.courses.iter().any(Option::is_some)
    }

    /// Whether friction is beside the drive of some row.
    pub fn rubs(&self) -> bool {
        self.courses.iter().flatten().any(|course| course.friction.is_some())
    }

    /// Whether some row has a force with bounds or two slopes.
    pub fn is_bounded(&self) -> bool {
        self.courses.iter().flatten().any(Course::is_bounded)
    }

    /// Whether some held row is a spring by frequency, whose strength depends on the masses.
    pub fn by_frequency(&self) -> bool {
        (0..6).any(|k| matches!(self.softness_of(k), Some(Softness::Frequency { .. })))
    }

    /// How row k yields, if it is held and does.
    pub fn softness_of(&self, k: usize) -> Option<Softness> {
        self.softness[k].filter(|_| self.held[k])
    }

    /// Whether some held row yields.
    pub fn is_soft(&self) -> bool {
        (0..6).any(|k| self.softness_of(k).is_some())
    }

    /// Whether no row yields or is driven. A rod does, across, where it is pulled hard.
    pub fn is_firm(&self) -> bool {
        !self.has_courses() && !self.is_soft()
    }

    /// Whether some angle is held, if need be up to a largest torque.
    pub fn holds_angles(&self) -> bool {
        let holding = |course: Course| course.drive.is_some_and(|drive| drive.by == By::Holding);
        (3..6).any(|k| self.held[k] || self.courses[k].is_some_and(holding))
    }

    /// Whether it has a twist, of which whole turns are counted.
    pub fn twists(&self) -> bool {
        matches!(self.angular, Angular::Swing | Angular::Cone)
    }

    /// Whether its rows are the world's axes, and no others.
    pub fn is_point(&self) -> bool {
        self.linear == Linear::World && !self.turns()
    }

    /// Whether it has rows about axes.
    pub fn turns(&self) -> bool {
        self.angular != Angular::None
    }
}
