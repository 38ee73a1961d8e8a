//! The benchmark's run: it ends on request, goes on where it ended, and says why something is missing.

use std::path::PathBuf;
use std::time::Duration;

use crate::common::gpu;
use beadwork::benchmark::record::{Report, Row, SceneReport};
use beadwork::benchmark::run::{self, Plan};
use beadwork::benchmark::stop::Stop;
use beadwork::benchmark::{cases, contract, machine};
use beadwork::{Code, Gpu};

const ROUNDS: usize = 2;
const FRAMES: u32 = 5;

fn plan(scenes: &[&str], sizes: &[u64], out: Option<String>) -> Plan {
    Plan {
        scenes: scenes.iter().map(|name| name.to_string()).collect(),
        sizes: Some(sizes.to_vec()),
        rounds: ROUNDS,
        frames: FRAMES,
        chains: 2,
        patience: f64::INFINITY,
        gaps: false,
        again: false,
        out,
    }
}

fn fresh(gpu: &Gpu) -> Report {
    Report { beadwork: "this".into(), machine: machine::describe(gpu), ..Report::default() }
}

/// A path that no other test writes to.
fn path(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bench");
    let path = folder.join(name).display().to_string();
    let _ = std::fs::remove_file(format!("{path}.json"));
    path
}

fn run(plan: &Plan, stop: &Stop) -> Report {
    pollster::block_on(async {
        let gpu = gpu();
        let before = plan.out.as_ref().and_then(|path| Report::read(path).expect("a record"));
        let report = run::go_on(before, fresh(&gpu)).expect("a record of this device");
        run::run(gpu, plan, report, stop).await.expect("a run")
    })
}

fn is_whole(scene: &SceneReport) -> bool {
    scene.rows.iter().all(|row| row.is_timed(ROUNDS) && row.is_judged(FRAMES))
}

#[test]
fn what_is_known_is_not_measured_again() {
    let path = path("resumed");
    let small = plan(&["arm"], &[10], Some(path.clone()));
    let first = run(&small, &Stop::never());
    assert!(first.scenes[0].rows.len() > 3 && is_whole(&first.scenes[0]));

    // as a run leaves it that is stopped: one row without its times, one without what its frames left
    let mut partial = first.clone();
    let rows = &mut partial.scenes[0].rows;
    (rows[0].wall, rows[0].quality) = (None, None);
    rows[1].quality = None;
    partial.write(&path).unwrap();
    let larger = plan(&["arm", "pendant"], &[10], Some(path.clone()));
    let second = run(&larger, &Stop::never());
    assert_eq!(second.scenes.len(), 2);
    assert!(second.scenes.iter().all(is_whole));
    let (old, new) = (&first.scenes[0].rows, &second.scenes[0].rows);
    assert_eq!(old[2..], new[2..], "measured once more");
    assert_eq!(old[1].wall, new[1].wall, "timed once more");
    assert!(new[0].wall.is_some() && new[0].wall != old[0].wall);

    // with --again all is, and ends in the same bits
    let third = run(&Plan { again: true, ..small }, &Stop::never());
    assert_eq!(third.scenes.len(), 2);
    assert!(third.scenes[0].rows.iter().zip(old).all(|(one, other)| one.wall != other.wall));
    for (one, other) in third.scenes[0].rows.iter().zip(old) {
        let hash = |row: &Row| row.quality.as_ref().and_then(|found| found.hash.clone());
        assert!(hash(one).is_some_and(|hash| hash.len() == 16), "{}", one.solver);
        assert_eq!(hash(one), hash(other), "{}", one.solver);
    }
}

#[test]
fn a_scene_that_changed_is_measured_again() {
    let path = path("changed");
    let plan = plan(&["arm"], &[10], Some(path.clone()));
    let mut first = run(&plan, &Stop::never());
    assert_eq!(first.scenes[0].contract.as_ref().map(String::len), Some(8));
    first.scenes[0].contract = Some("another.".into());
    first.write(&path).unwrap();
    let second = run(&plan, &Stop::never());
    assert_ne!(second.scenes[0].contract, first.scenes[0].contract);
    assert_ne!(second.scenes[0].rows[0].wall, first.scenes[0].rows[0].wall);
}

#[test]
fn time_that_is_up_leaves_a_file_that_says_so() {
    let path = path("stopped");
    let plan = plan(&["arm"], &[10], Some(path.clone()));
    let stopped = run(&plan, &Stop::after(Duration::ZERO));
    assert!(stopped.scenes.is_empty());
    let read = Report::read(&path).unwrap().expect("a file");
    assert!(read.notes[0].contains("goes on where it ended"), "{:?}", read.notes);
    let whole = run(&plan, &Stop::never());
    assert!(is_whole(&whole.scenes[0]) && whole.notes.is_empty(), "{:?}", whole.notes);
}

#[test]
fn a_size_that_does_not_fit_says_why_and_the_run_goes_on() {
    // more chains than the scene takes
    let found = run(&plan(&["necklaces", "arm"], &[1_000_000_000], None), &Stop::never());
    assert_eq!(found.scenes.len(), 2);
    let reason = found.scenes[0].fault.clone().expect("a reason");
    assert!(reason.contains("chains") && found.scenes[0].rows.is_empty(), "{reason}");
    assert!(is_whole(&found.scenes[1]));
    let text = found.markdown().unwrap();
    assert!(text.contains(&format!("Not measured. {reason}")), "{text}");
}

#[test]
fn scenes_have_the_recorded_ids() {
    // a page's module has them too: tests/node/scene-ids.test.mjs
    let recorded: Vec<(String, u64, String)> =
        serde_json::from_str(include_str!("../scene_ids.json")).unwrap();
    for (name, beads, id) in recorded {
        let (scene, _) = cases::build(&name, &cases::options_for(&name, beads)).expect("a scene");
        assert_eq!(contract::id(&scene), id, "{name}");
    }
}

#[test]
fn rows_of_one_file_are_of_one_device() {
    let ours = Report { beadwork: "1".into(), ..Report::default() };
    let mut theirs = ours.clone();
    assert!(run::go_on(Some(theirs.clone()), ours.clone()).is_ok());
    theirs.machine.adapter = "another".into();
    assert_eq!(run::go_on(Some(theirs), ours).unwrap_err().code, Code::NotApplicable);
}
