//! Some seconds of what is hard: how far joints open, what energy is gained and what is left of it. f64 twin.

use std::f64::consts::FRAC_PI_2;
use std::fmt::Write as _;

use beadwork::benchmark::energy::Extent;
use beadwork::benchmark::figures::figure;
use beadwork::benchmark::stability::in_parallel;
use beadwork::cpu::Twin;
use beadwork::scene::JointKind;
use beadwork::topology::Topology;
use beadwork::{Parameters, Scene};
use serde_json::json;

use super::scenes::{self, Axes, Chain};
use super::{head, parameters, row};

#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    /// m and rad, the largest of any frame.
    gap: f64,
    angle: f64,
    /// Most energy above the start of any frame, and energy at the end, in the unit that was given.
    gained: f64,
    last: f64,
}

/// So many seconds of a scene, with energies counted from `rest` in units of `unit`, J.
fn run(scene: &Scene, parameters: &Parameters, seconds: f64, rest: f64, unit: f64) -> Outcome {
    let mut twin = Twin::new(scene, parameters.clone()).expect("a twin");
    let mut out = Outcome::default();
    let energy = |twin: &mut Twin| {
        let found = twin.measure();
        ((found.kinetic_energy + found.potential_energy - rest) / unit, found.max_gap, found.max_angle)
    };
    let (start, ..) = energy(&mut twin);
    for _ in 0..(seconds / parameters.timestep).round() as u32 {
        twin.step(1);
        let (now, gap, angle) = energy(&mut twin);
        if !now.is_finite() || now - start > 1e6 {
            return Outcome { gained: f64::INFINITY, gap: f64::INFINITY, ..out };
        }
        out.gap = out.gap.max(gap);
        out.angle = out.angle.max(angle);
        out.gained = out.gained.max(now - start);
        out.last = now;
    }
    out
}

struct Subject {
    what: &'static str,
    scene: Scene,
    substeps: &'static [u32],
}

/// The settings with which the exact solver holds a scene.
struct Way {
    title: &'static str,
    positions: &'static str,
    /// What keeps heavy ends from shaking light chains.
    guard: bool,
    /// 1 m/s and 5 rad/s.
    recovery: bool,
}

const PULLED: Way = Way { title: "`pulled`", positions: "pulled", guard: true, recovery: true };
const PROJECTED: Way = Way { title: "`projected`", positions: "projected", ..PULLED };
const SYMPLECTIC: Way = Way { title: "`symplectic`", positions: "symplectic", ..PULLED };

pub fn tables(out: &mut String) {
    hanging(out);
    starts(out);
    whirling(out);
    spinning(out);
    swinging(out);
}

fn direct(way: &Way, substeps: u32) -> Parameters {
    let changes = json!({"solver": "direct", "positions": way.positions, "substeps": substeps});
    let mut parameters = parameters(changes);
    if !way.guard {
        parameters.stiffness_guard = beadwork::parameters::Switch::Set(false);
    }
    parameters
}

fn hanging(out: &mut String) {
    let _ = write!(
        out,
        "\n## Ten seconds of what is hard to hold\n\nCells: largest gap, m / largest error of a held angle, rad / most energy of any frame above the start / energy gained at the end. Both energies are in m g L/2. `direct` at 1/60 s, f64 twin, without damping. Bars are 0.5 m long, of 1 kg, and let go level where nothing else is named; the crank has bars of 0.2 m; the gate is kicked.\n\n"
    );
    let chain = |bars, axes, ratio, tilt| {
        Chain { end: ratio, tilt, ..Chain::of(JointKind::Hinge, axes, bars) }.scene()
    };
    let of = |what, scene, substeps| Subject { what, scene, substeps };
    let subjects = [
        of("40 parallel hinges", chain(40, Axes::Parallel, 1.0, FRAC_PI_2), &[1, 4]),
        of("40 alternating hinges", chain(40, Axes::Alternating, 1.0, FRAC_PI_2), &[1, 4]),
        of("20 alternating hinges 1000:1, from 0.5 rad", chain(20, Axes::Alternating, 1e3, 0.5), &[1, 4]),
        of("20 alternating hinges 1000:1", chain(20, Axes::Alternating, 1e3, FRAC_PI_2), &[1, 4]),
        of("20 parallel hinges 1000:1", chain(20, Axes::Parallel, 1e3, FRAC_PI_2), &[1, 4]),
        of("crank of 12 crossed hinges, 200 kg on 0.2 kg", scenes::crank(12, 200.0), &[1, 4, 16]),
        of("hinged gate of three welded parts, 1000:1", scenes::gate(1000.0), &[1, 4]),
        of("5 rods of 0.1 m, 100:1, from 0.5 rad", scenes::rods(5, 0.1, 100.0, 0.5), &[1, 4]),
        of("5 rods of 0.1 m, 1000:1, from 0.5 rad", scenes::rods(5, 0.1, 1000.0, 0.5), &[1, 4]),
    ];
    let unguarded = Way { title: "`pulled`, guard off", guard: false, ..PULLED };
    table(out, &subjects, &[PULLED, PROJECTED, SYMPLECTIC, unguarded]);
}

/// The joints of a chain that is let go from many places: one start says little, as its motion is chaotic.
fn starts(out: &mut String) {
    /// m: a joint that is open by more has failed.
    const FAILED: f64 = 0.01;
    const RATIOS: [f64; 4] = [1.0, 100.0, 300.0, 1000.0];
    const KINDS: [&str; 4] = ["hinges", "hinges ±1.5 rad", "points", "points in a tree"];
    let ways = [&PULLED, &PROJECTED, &SYMPLECTIC];
    let _ = write!(
        out,
        "\n## Heavy ends, from many starts\n\nThe chains of 20 bars above, alternating and parallel, at 1, 2 and 4 substeps. In a tree one bar more hangs beside the second. Each is let go from 13 places between 0.06 rad below level and 0.06 above, which makes 78 runs of ten seconds. Points have no axes: their second 39 runs begin between those places. Cells: runs in which a joint was open by more than 1 cm / largest gap of all runs, m. The gap is ∞ where a chain gained more than a megajoule.\n\n"
    );
    let mut cells = Vec::new();
    for kind in KINDS {
        for ratio in RATIOS {
            for way in ways {
                for axes in [Axes::Alternating, Axes::Parallel] {
                    for substeps in [1, 2, 4] {
                        cells.extend(
                            (-6..=6).map(|k| (kind, ratio, way, axes, substeps, 0.01 * f64::from(k))),
                        );
                    }
                }
            }
        }
    }
    let gaps = in_parallel(
        &cells,
        |&(kind, ratio, way, axes, substeps, above)| {
            let joint = if kind.starts_with("points") { JointKind::Point } else { JointKind::Hinge };
            let between = if joint == JointKind::Point && axes == Axes::Parallel { 0.005 } else { 0.0 };
            let tilt = FRAC_PI_2 + above + between;
            let chain = Chain { end: ratio, tilt, ..Chain::of(joint, axes, 20) };
            let mut scene = chain.scene();
            match kind {
                "hinges ±1.5 rad" => {
                    scene.joints.iter_mut().for_each(|joint| joint.travel.limit = Some([-1.5, 1.5]));
                }
                "points in a tree" => scene = scenes::branched(scene),
                _ => {}
            }
            run(&scene, &direct(way, substeps), 10.0, 0.0, 1.0).gap
        },
        |done| eprint!("\r{done} of {} starts", cells.len()),
    );
    eprintln!();
    head(out, &["joints", "end : bar", PULLED.title, PROJECTED.title, SYMPLECTIC.title]);
    let rows = KINDS.iter().flat_map(|kind| RATIOS.map(|ratio| (kind, ratio)));
    let runs = cells.len() / (KINDS.len() * RATIOS.len() * ways.len());
    for ((kind, ratio), gaps) in rows.zip(gaps.chunks(ways.len() * runs)) {
        let mut line = vec![kind.to_string(), format!("{ratio}:1")];
        line.extend(gaps.chunks(runs).map(|gaps| {
            let failed = gaps.iter().filter(|gap| gap.is_nan() || **gap > FAILED).count();
            let most = gaps.iter().copied().fold(0.0, f64::max);
            format!("{failed} / {}", figure(most))
        }));
        row(out, &line);
    }
}

fn whirling(out: &mut String) {
    let _ = write!(
        out,
        "\n## A ragdoll whirled on a rod\n\nHeld by one hand, a metre from its axis: the same figures of ten seconds, with the recovery speed, 1 m/s and 5 rad/s, and without a bound.\n\n"
    );
    let of = |what, spin| Subject { what, scene: scenes::whirled_ragdoll(spin), substeps: &[1, 4] };
    let unbounded = Way { title: "`pulled`, recovery without bound", recovery: false, ..PULLED };
    table(out, &[of("6 rad/s", 6.0), of("15 rad/s", 15.0)], &[PULLED, PROJECTED, SYMPLECTIC, unbounded]);
}

/// A row for each scene and number of substeps, a cell for each way.
fn table(out: &mut String, subjects: &[Subject], ways: &[Way]) {
    let rows: Vec<(&Subject, u32)> = subjects
        .iter()
        .flat_map(|subject| subject.substeps.iter().map(move |&substeps| (subject, substeps)))
        .collect();
    let cells: Vec<(&Subject, u32, &Way)> = rows
        .iter()
        .flat_map(|&(subject, substeps)| ways.iter().map(move |way| (subject, substeps, way)))
        .collect();
    let found = in_parallel(
        &cells,
        |&(subject, substeps, way)| {
            let mut scene = subject.scene.clone();
            if !way.recovery {
                scene.joints.iter_mut().for_each(|joint| joint.recovery_speed = Some([f32::MAX; 2]));
            }
            let parameters = direct(way, substeps);
            let unit = Extent::of(&scene, &Topology::of(&scene)).unit([0.0, -9.81, 0.0]);
            let start = Twin::new(&scene, parameters.clone()).expect("a twin").measure();
            let start = start.kinetic_energy + start.potential_energy;
            let Outcome { gap, angle, gained, last } = run(&scene, &parameters, 10.0, start, unit);
            [gap, angle, gained, last].map(figure).join(" / ")
        },
        |done| eprint!("\r{done} of {} runs", cells.len()),
    );
    eprintln!();
    let titles: Vec<&str> =
        ["scene", "substeps"].into_iter().chain(ways.iter().map(|way| way.title)).collect();
    head(out, &titles);
    for ((subject, substeps), cells) in rows.iter().zip(found.chunks(ways.len())) {
        row(out, &[&[subject.what.to_string(), substeps.to_string()], cells].concat());
    }
}

fn spinning(out: &mut String) {
    let _ = write!(
        out,
        "\n## Two welded boxes that spin\n\nFree, without gravity: share of the energy after 5 s, and the most above the start. `direct` at 1/60 s, f64 twin.\n\n"
    );
    head(out, &["positions", "rad/s", "substeps", "kept", "gained", "gap, m", "angle, rad"]);
    for way in [&PULLED, &PROJECTED, &SYMPLECTIC] {
        for spin in [5.0, 10.0, 20.0] {
            for substeps in [1, 4, 16] {
                let scene = scenes::spinner(spin);
                let mut twin = Twin::new(&scene, direct(way, 1)).expect("a twin");
                let unit = twin.measure().kinetic_energy;
                let found = run(&scene, &direct(way, substeps), 5.0, 0.0, unit);
                let mut line = vec![way.title.to_string(), figure(spin), substeps.to_string()];
                line.extend([found.last, found.gained, found.gap, found.angle].map(figure));
                row(out, &line);
            }
        }
    }
}

fn swinging(out: &mut String) {
    let _ = write!(
        out,
        "\n## A bob on a rod\n\nOf 1 kg on a rod of 1 m, let go at 0.5 rad: share of the energy of the swing after 20 s. `direct` at 1/60 s, f64 twin.\n\n"
    );
    head(out, &["positions", "substeps", "kept", "gained", "gap, m"]);
    for way in [&PULLED, &PROJECTED, &SYMPLECTIC] {
        for substeps in [1, 4] {
            let scene = scenes::rods(1, 1.0, 1.0, 0.5);
            // hanging straight down; and the swing's own energy
            let (rest, unit) = (-9.81, 9.81 * (1.0 - 0.5f64.cos()));
            let found = run(&scene, &direct(way, substeps), 20.0, rest, unit);
            let mut line = vec![way.title.to_string(), substeps.to_string()];
            line.extend([found.last, found.gained, found.gap].map(figure));
            row(out, &line);
        }
    }
}
