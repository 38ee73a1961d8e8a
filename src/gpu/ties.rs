//! Joints as shaders/ties/frames.wgsl reads them: rows of four words.

use std::collections::HashMap;

use crate::scene::{By, Course, Hold, Joint, Manner, Scene, Softness};

type Row = [u32; 4];

/// Words of the settings of one joint: a row of `shaders/ties/softness.wgsl` for each of its six.
type Settings = [Row; 6];

/// The same of its driven or bounded rows: three rows of `shaders/ties/courses.wgsl` for each of its six. Two more
/// follow where friction is beside a drive.
type Courses = Vec<Row>;

/// Bits of a head: six each of what is held, soft and soft by frequency, then these.
const SOFT: usize = 6;
const FREQUENCY: usize = 12;
const TOGETHER: usize = 18;
const LINEAR: usize = 19;
const ANGULAR: usize = 21;
const COURSE: usize = 24;
const COURSE_FREQUENCY: usize = 30;
const GOES_ON: usize = 31;
/// Of the word that says where its courses are: whether friction is beside the drive of one.
const FRICTION: usize = 31;

/// The ties of point joints, or of joints of any kind with their frames, heads and settings.
pub fn words(scene: &Scene, manner: Manner) -> Vec<Row> {
    let joints = &scene.joints;
    let ends = |joint: &Joint| {
        let [a, b] = joint.anchors_from_mass(&scene.bodies).map(|anchor| anchor.to_array().map(f32::to_bits));
        [[a[0], a[1], a[2], joint.a], [b[0], b[1], b[2], joint.b]]
    };
    let mut out: Vec<Row> = joints.iter().flat_map(ends).collect();
    if scene.is_of_points(manner) {
        return out;
    }
    out.extend(joints.iter().flat_map(|joint| {
        joint.frames_from_mass(&scene.bodies).map(|frame| frame.to_array().map(f32::to_bits))
    }));
    let speeds = scene.recovery_speeds(manner.recovery);
    let settings_from = 6 * joints.len() as u32;
    let mut settings: Vec<Row> = Vec::new();
    let mut known: HashMap<Settings, u32> = HashMap::new();
    let mut courses: HashMap<Courses, u32> = HashMap::new();
    for joint in joints {
        let hold = Hold::of(joint);
        let own: Settings = hold.softness.map(setting);
        let place = *known.entry(own).or_insert_with(|| {
            settings.extend(own);
            settings_from + settings.len() as u32 - 6
        });
        let course_place = if hold.has_courses() {
            let own: Courses = courses_of(&hold);
            let place = settings_from + settings.len() as u32;
            *courses.entry(own).or_insert_with_key(|own| {
                settings.extend(own);
                place
            })
        } else {
            0
        };
        let [linear, angular] = speeds(joint).map(f32::to_bits);
        out.push([bits(&hold), hold.length.to_bits(), linear, angular]);
        let most = |bears: Option<f32>| bears.unwrap_or(f32::MAX).to_bits();
        let courses_at = course_place | u32::from(hold.rubs()) << FRICTION;
        out.push([place, most(joint.break_force), most(joint.break_torque), courses_at]);
    }
    out.extend(settings);
    out
}

fn bits(hold: &Hold) -> u32 {
    let mut bits = (hold.linear as u32) << LINEAR | (hold.angular as u32) << ANGULAR;
    bits |= u32::from(hold.together) << TOGETHER;
    for k in (0..6).filter(|&k| hold.held[k]) {
        bits |= 1 << k;
        bits |= u32::from(hold.softness[k].is_some()) << (SOFT + k);
        bits |= u32::from(matches!(hold.softness[k], Some(Softness::Frequency { .. }))) << (FREQUENCY + k);
    }
    for k in (0..6).filter(|&k| hold.courses[k].is_some()) {
        bits |= 1 << (COURSE + k);
    }
    bits |= u32::from(hold.goes_on) << GOES_ON;
    if hold.courses.iter().flatten().any(Course::by_frequency) {
        bits |= 1 << COURSE_FREQUENCY;
    }
    bits
}

/// As shaders/ties/courses.wgsl has them, from softnesses.
const HOLDING: f32 = 3.0;
const TO_A_SPEED: f32 = 4.0;
/// N: as good as no bound.
const AS_MUCH_AS_IT_TAKES: f32 = 1e30;

fn courses_of(hold: &Hold) -> Courses {
    let mut rows: Courses = hold.courses.into_iter().flat_map(course).collect();
    if hold.rubs() {
        let friction = |k: usize| {
            hold.courses.get(k).copied().flatten().and_then(|course| course.friction).unwrap_or(0.0)
        };
        rows.extend([0, 4].map(|first| [0, 1, 2, 3].map(|k| friction(first + k).to_bits())));
    }
    rows
}

fn course(course: Option<Course>) -> [Row; 3] {
    let Some(course) = course else { return [[0; 4]; 3] };
    let numbers = |row: [f32; 4]| row.map(f32::to_bits);
    let softness = |softness: Option<Softness>| {
        let (which, one, other) = softness.map_or((HOLDING, 0.0, 0.0), numbers_of);
        [which, one, other, 0.0]
    };
    let mut drive = [HOLDING, 0.0, 0.0, 0.0];
    let (mut target, mut speed) = (0.0, 0.0);
    if let Some(given) = course.drive {
        drive = match given.by {
            By::Holding => drive,
            By::Speed => [TO_A_SPEED, 0.0, 0.0, 0.0],
            By::Spring(spring) => softness(Some(spring)),
        };
        drive[3] = given.most.min(AS_MUCH_AS_IT_TAKES);
        (target, speed) = (given.target, given.speed);
    }
    let [least, most] = course.stops.unwrap_or_default();
    let mut stop = numbers(softness(course.stop_softness));
    let is = [course.drive.is_some(), course.stops.is_some(), course.is_bounded(), course.friction.is_some()];
    stop[3] = is.iter().rev().fold(0, |bits, &is| bits << 1 | u32::from(is));
    [numbers(drive), numbers([target, speed, least, most]), stop]
}

fn setting(softness: Option<Softness>) -> Row {
    // of a hard row it is not read
    let (which, one, other) = softness.map_or((1.0, 1.0, 0.0), numbers_of);
    [which.to_bits(), one.to_bits(), other.to_bits(), 0]
}

/// Which of the three notations, and its two numbers.
fn numbers_of(softness: Softness) -> (f32, f32, f32) {
    match softness {
        Softness::Frequency { hertz, damping_ratio } => (0.0, hertz, damping_ratio),
        Softness::Spring { stiffness, damping } => (1.0, stiffness, damping),
        Softness::Mixing { cfm, erp } => (2.0, cfm, erp),
    }
}
