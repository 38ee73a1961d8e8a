//! Before all tables: of each scene and size the fastest row, the one nearest to the truth, and our default. Also where
//! another engine is the fastest or the nearest.

use std::fmt::Write as _;

use serde_json::Value;

use super::figures::{count, figure, list, number, text};
use super::report::{milliseconds, row_name, table};

const HEADS: [&str; 10] = [
    "scene",
    "bodies",
    "contract",
    "which",
    "row",
    "ms per step",
    "largest gap",
    "overshoot",
    "largest depth",
    "error",
];

const EXPLANATION: &str = "Of the rows that stayed finite. **Nearest** is the one with the least error after two seconds; where bodies touch \
     there is no truth, and it is the one with the least depth; a row whose frames would have taken too long has no error, \
     and is never the nearest. **Ours** is the default: `auto`, and Gauss-Seidel where bodies touch. Gap, depth and error say \
     what a fast row is worth.";

/// Nothing where there are fewer than two scenes, or none has ids.
pub fn part(out: &mut String, scenes: &[Value]) {
    let named: Vec<&Value> = scenes.iter().filter(|scene| scene["contract"].is_string()).collect();
    if named.len() < 2 {
        return;
    }
    let (mut lines, mut fast, mut near) = (Vec::new(), Vec::new(), Vec::new());
    for scene in named {
        let [fastest, nearest, ours] = [least(scene, milliseconds), least(scene, distance), usual(scene)];
        for (found, won) in [(fastest, &mut fast), (nearest, &mut near)] {
            if let Some(row) = found.filter(|row| row["execution"] == "peer") {
                won.push(format!("{} {} ({})", text(&scene["scene"]), count(&scene["beads"]), row_name(row)));
            }
        }
        for (which, row) in [("fastest", fastest), ("nearest", nearest), ("ours", ours)] {
            lines.extend(row.map(|row| line(scene, which, row)));
        }
    }
    let _ = writeln!(out, "\n## The fastest and the nearest of each\n\n{EXPLANATION}\n");
    for (what, won) in [("the fastest", fast), ("the nearest", near)] {
        let where_ = if won.is_empty() { "nowhere".into() } else { format!("in {}", won.join("; ")) };
        let _ = writeln!(out, "- Another engine is {what} {where_}.");
    }
    out.push('\n');
    table(out, &HEADS, &mut lines.into_iter());
}

/// The row with the least of something, of those that stayed finite.
fn least(scene: &Value, of: fn(&Value) -> Option<f64>) -> Option<&Value> {
    let stays = |row: &&Value| row["quality"]["finite"] != false;
    let all = list(&scene["rows"]).iter().filter(stays).filter_map(|row| Some((of(row)?, row)));
    Some(all.min_by(|(one, _), (other, _)| one.total_cmp(other))?.1)
}

/// From the truth, or from lying on one another without lying in one another.
fn distance(row: &Value) -> Option<f64> {
    let quality = &row["quality"];
    quality["error"].as_f64().or(quality["maxDepth"].as_f64())
}

/// The row of the default settings.
fn usual(scene: &Value) -> Option<&Value> {
    let is = |row: &&Value| match row["contactSolver"].as_str() {
        Some(contacts) => contacts == "gauss-seidel",
        None => row["solver"] == "auto",
    };
    list(&scene["rows"]).iter().find(is)
}

fn line(scene: &Value, which: &str, row: &Value) -> Vec<String> {
    let left = |field: &str| number(&row["quality"][field], figure);
    vec![
        text(&scene["scene"]).into(),
        count(&scene["beads"]),
        format!("`{}`", text(&scene["contract"])),
        which.into(),
        format!("`{}`, {}", row_name(row), text(&row["execution"])),
        number(&row["wall"]["median"], figure),
        left("maxGapRadii"),
        left("maxOvershoot"),
        left("maxDepth"),
        left("error"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn it_says_first_where_another_engine_is_faster_or_nearer() {
        let row = |solver: &str, execution: &str, ms: f64, error: f64| {
            json!({ "solver": solver, "execution": execution, "wall": { "median": ms },
                    "quality": { "error": error, "finite": true } })
        };
        let mut blown = row("article", "global", 0.1, 1e-9);
        blown["quality"]["finite"] = json!(false);
        let hangs = json!({ "scene": "pendant", "beads": 40, "contract": "0123abcd", "rows": [
            blown,
            row("auto", "global", 2.0, 0.001),
            row("jacobi", "global", 3.0, 0.5),
            row("rapier 1", "peer", 1.0, 0.2),
        ] });
        let mut contacts = row("auto", "global", 2.0, 0.0);
        contacts["contactSolver"] = json!("gauss-seidel");
        contacts["quality"] = json!({ "finite": true, "maxDepth": 0.02 });
        let mut engine = row("jolt 1", "peer", 4.0, 0.0);
        engine["quality"] = json!({ "finite": true, "maxDepth": 0.01 });
        let touches =
            json!({ "scene": "heap", "beads": 1000, "contract": "89abcdef", "rows": [contacts, engine] });

        let mut out = String::new();
        part(&mut out, std::slice::from_ref(&hangs));
        assert_eq!(out, "");
        part(&mut out, &[hangs, touches]);
        assert!(out.contains("- Another engine is the fastest in pendant 40 (rapier 1).\n"), "{out}");
        assert!(out.contains("- Another engine is the nearest in heap 1,000 (jolt 1).\n"), "{out}");
        for line in [
            "| pendant | 40 | `0123abcd` | fastest | `rapier 1`, peer | 1.00 | – | – | – | 0.200 |",
            "| pendant | 40 | `0123abcd` | nearest | `auto`, global | 2.00 | – | – | – | 0.00100 |",
            "| heap | 1,000 | `89abcdef` | ours | `contacts: gauss-seidel`, global | 2.00 | – | – | 0.0200 | – |",
        ] {
            assert!(out.contains(line), "{out}");
        }
    }
}
