//! What an error costs: one scene by each solver at several settings. Of each solver it shows the cheapest that is as
//! near to the truth as one step a frame of the exact solver in place.

use std::fmt::Write as _;

use serde_json::Value;

use super::figures::{count, figure, list, text};
use super::report::{as_code, milliseconds, passes, row_name, table};

pub const HEADS: [&str; 5] = ["solver", "passes", "ms per step", "error", "time"];

/// What the columns say.
pub const EXPLANATION: &str = "The goal is the error of `direct`, symplectic, at one step a frame, after two seconds. Each \
     solver and engine has its cheapest setting with no larger error, and how many times as long it takes; where none is, the one \
     with the least error. Solvers were given 5 to 80 passes, the exact one and other engines up to eight times their own steps.";

/// The same of a scene whose bodies touch.
fn judged_by(judged: &str) -> Option<String> {
    let error = match judged {
        "depth" => "how deep one body lies in another after ten seconds, in m",
        "moved" => "how far a body is from where it stood, after ten seconds, in m",
        "gap" => "the largest gap of a joint in ten seconds, in radii",
        _ => return None,
    };
    Some(format!(
        "**error**: {error}. The goal is that of our own default. Each has its cheapest setting with no larger error: ours of a quarter to \
         four times the recommended substeps, other engines of up to eight times their own steps."
    ))
}

/// What the errors of a scene are, and what else is to be said.
pub fn words(scene: &Value) -> Option<String> {
    judged_by(text(&scene["judged"])).or(caution(scene).map(String::from)).or_else(|| {
        let without = cells(scene).is_empty() && scene["whole"] == true;
        without
            .then(|| "No truth is known here: it would take longer than three minutes on this device.".into())
    })
}

/// A line for each solver, under HEADS: the fastest first, then those that do not get there, the nearest first.
pub fn cells(scene: &Value) -> Vec<Vec<String>> {
    let rows = list(&scene["rows"]);
    let exact = |row: &&Value| row["solver"] == "direct" && row["positions"] == "symplectic";
    // where bodies touch, the first row is ours as the scene recommends it
    let goal = if scene["judged"].is_string() { rows.first() } else { rows.iter().find(exact) };
    let Some((goal_ms, goal_error)) = goal.and_then(point) else { return Vec::new() };
    let mut lines: Vec<(bool, f64, Vec<String>)> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for row in rows {
        let name = row_name(row);
        if names.contains(&name) {
            continue;
        }
        let mut points: Vec<(f64, f64, &Value)> = rows
            .iter()
            .filter(|row| row_name(row) == name)
            .filter_map(|row| point(row).map(|(ms, error)| (ms, error, row)))
            .collect();
        points.sort_by(|(_, a, _), (_, b, _)| a.total_cmp(b));
        let there = points.iter().filter(|(_, error, _)| *error <= goal_error);
        let cheapest = there.min_by(|(a, ..), (b, ..)| a.total_cmp(b));
        let line = match cheapest.or(points.first()) {
            Some(&(ms, error, row)) => {
                let time = match cheapest {
                    Some(_) => format!("{:.2} times", ms / goal_ms),
                    None => "not reached".into(),
                };
                (
                    cheapest.is_none(),
                    if cheapest.is_some() { ms } else { error },
                    vec![name.clone(), passes(row), figure(ms), figure(error), time],
                )
            }
            None => {
                let blown = rows.iter().any(|row| row_name(row) == name && row["quality"]["finite"] == false);
                let why = row["fault"].as_str().unwrap_or(if blown { "blown" } else { "not looked at" });
                (true, f64::MAX, vec![name.clone(), "–".into(), "–".into(), "–".into(), why.into()])
            }
        };
        lines.push(line);
        names.push(name);
    }
    lines.sort_by(|(a, x, _), (b, y, _)| a.cmp(b).then(x.total_cmp(y)));
    lines.into_iter().map(|(.., line)| line).collect()
}

/// Where more steps do not bring the exact solver nearer to its result with sixteen, the true places of the bodies are
/// not known.
fn caution(scene: &Value) -> Option<&'static str> {
    let exact = list(&scene["rows"])
        .iter()
        .filter(|row| row["solver"] == "direct" && row["positions"] == "symplectic")
        .filter_map(|row| Some((row["substeps"].as_u64()?, point(row)?.1)));
    let [(_, coarse), .., (_, fine)] = exact.collect::<Vec<_>>()[..] else { return None };
    (fine > 0.5 * coarse).then_some(
        "**More steps do not bring the exact solver nearer here: the scene is chaotic, so that after two seconds there is no truth to be near to. \
         These errors say how far apart two runs are, and no more.**",
    )
}

/// Milliseconds and error, where both are known.
fn point(row: &Value) -> Option<(f64, f64)> {
    let quality = &row["quality"];
    let error = quality["error"].as_f64().filter(|_| quality["finite"] != false)?;
    Some((milliseconds(row)?, error))
}

/// All scenes of a document.
pub fn part(out: &mut String, scenes: &[Value]) {
    if scenes.is_empty() {
        return;
    }
    out.push_str("\n## What an error costs\n");
    if scenes.iter().any(|scene| !scene["judged"].is_string()) {
        let _ = writeln!(out, "\n{EXPLANATION}");
    }
    for scene in scenes {
        let _ = writeln!(out, "\n### {}, {} beads\n", text(&scene["scene"]), count(&scene["beads"]));
        if let Some(words) = words(scene) {
            let _ = writeln!(out, "{words}\n");
        }
        let lines = cells(scene);
        if !lines.is_empty() {
            table(out, &HEADS, &mut lines.into_iter().map(|line| as_code(line, 0)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_cheapest_that_is_as_near_and_those_that_are_not() {
        let row = |solver: &str, positions: Option<&str>, passes: Option<u32>, ms: f64, error: f64| {
            json!({ "solver": solver, "positions": positions, "iterations": passes, "substeps": 1,
                    "wall": { "median": ms }, "quality": { "error": error, "finite": true } })
        };
        let mut lost = row("jolt-physics 1", None, None, 1.0, 1.0);
        lost["wall"] = Value::Null;
        lost["fault"] = json!("Jolt could not be loaded.");
        let mut blown = row("article", None, Some(5), 1.0, 0.001);
        blown["quality"]["finite"] = json!(false);
        let rows = [
            row("jacobi", None, Some(5), 1.0, 0.5),
            row("jacobi", None, Some(20), 3.0, 0.2),
            row("direct", Some("symplectic"), None, 2.0, 0.01),
            row("direct", Some("symplectic"), None, 4.0, 0.001),
            row("chebyshev", None, Some(40), 9.0, 0.01),
            row("chebyshev", None, Some(80), 16.0, 0.009),
            lost,
            blown,
        ];
        let found = cells(&json!({ "rows": rows }));
        let told: Vec<[&str; 3]> = found.iter().map(|line| [&*line[0], &*line[1], &*line[4]]).collect();
        assert_eq!(
            told,
            [
                ["direct, symplectic", "–", "1.00 times"],
                ["chebyshev", "40", "4.50 times"],
                ["jacobi", "20", "not reached"],
                ["jolt-physics 1", "–", "Jolt could not be loaded."],
                ["article", "–", "blown"],
            ]
        );
        assert_eq!(cells(&json!({ "rows": [] })), Vec::<Vec<String>>::new());
    }

    #[test]
    fn a_scene_without_a_truth_says_so_in_place_of_a_table() {
        let row = json!({ "solver": "direct", "positions": "symplectic", "substeps": 1, "wall": { "median": 1.0 }, "quality": null });
        let scene = |whole: bool| json!({ "scene": "net", "beads": 1024, "whole": whole, "rows": [row] });
        let mut out = String::new();
        part(&mut out, &[scene(true)]);
        assert!(out.contains("No truth is known here") && !out.contains("| solver |"));
        // one that is being measured says nothing yet
        assert_eq!(words(&scene(false)), None);
    }

    #[test]
    fn a_scene_that_more_steps_do_not_settle_is_said_to_be_chaotic() {
        let row = |substeps: u32, error: f64| {
            json!({ "solver": "direct", "positions": "symplectic", "substeps": substeps,
                    "wall": { "median": 1.0 }, "quality": { "error": error, "finite": true } })
        };
        let calm = json!({ "rows": [row(1, 0.1), row(2, 0.03), row(4, 0.008)] });
        let wild = json!({ "rows": [row(1, 0.66), row(2, 0.7), row(4, 1.03)] });
        assert!(caution(&calm).is_none() && caution(&wild).is_some());
        assert!(caution(&json!({ "rows": [row(1, 0.1)] })).is_none());
    }
}
