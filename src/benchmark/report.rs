//! The records as a document: what follows from them, the tables in Markdown, and the same cells for a page. It reads
//! them as JSON, as pages do: reading them into `Report` would double its part of the page's module.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::curves;
use super::figures::{count, figure, grouped, list, number, text};
use super::growing;
use super::overview;
use super::published::{Published, published};
use super::waiting;

/// The columns of a scene's table.
pub const HEADS: [&str; 20] = [
    "solver",
    "execution",
    "passes",
    "ms per step",
    "p95",
    "GPU ms",
    "times faster",
    "bead·steps/s",
    "dispatches",
    "of waiting",
    "MB",
    "of copy",
    "largest gap",
    "overshoot",
    "largest depth",
    "depth",
    "error",
    "residual",
    "drift",
    "bits",
];

/// What the columns mean, in Markdown.
pub const EXPLANATION: [&str; 5] = [
    "**ms per step**: wall clock of one step of 1/60 s, from its submission until the device has done it: the median of \
     runs taken in turns; **p95**: 95 % of the runs were faster; **GPU ms**: the sum of a step's stages by the device's \
     own clock, where it has one.",
    "**times faster**: than `article` with 20 passes on the same scene. A dash under passes: the solver has \
     none; a × b: b of them in each of a substeps. Where bodies touch, passes are those of the solver of contacts.",
    "**MB**: bytes that a step moves by the [byte model](bytes.md); **of copy**: those bytes over the time, as a share \
     of the bandwidth at which the device copies. Above 100 % a cache helped.",
    "**error**: the largest distance of any bead from the truth after two seconds, in m. The truth is `direct`, symplectic, \
     at 16 substeps on the same device.",
    "**largest gap**: of any joint in any of 600 frames, in radii; **overshoot**: the largest way of any joint \
     beyond a stop, in m or rad; **largest depth**: the deepest that bodies lay in one another, in m, and **depth** the same after \
     the last frame; **residual**: root mean square of |JV + βC/h| after \
     the last frame, in m/s; **drift**: energy at the end minus energy at the start, over m g L/2 (L: a chain's \
     length).",
];

/// The usual number of frames in which gaps are looked at.
const USUAL_FRAMES: u64 = 600;

/// Of records that have contracts and bits.
const IDENTITY: &str = "**contract**: eight digits that stand for the scene on every machine: bodies, masses, inertias, \
     joints, limits, start, gravity and contacts; **bits**: the same of the state after the last frame, where two runs ended in the same.";

const GAP_HEADS: [&str; 8] =
    ["scene", "solver", "substeps", "β", "largest gap", "error", "residual", "drift"];

/// Fills in what follows from other fields.
pub fn derive(report: &mut Value) {
    let copy = report["copyBandwidth"].as_f64();
    let launch = waiting::of_a_dispatch(report);
    for scene in report["scenes"].as_array_mut().into_iter().flatten() {
        let beads = scene["beads"].as_f64().unwrap_or_default();
        let unit = list(&scene["rows"]).iter().find(|row| row["solver"] == "article").and_then(milliseconds);
        for row in scene["rows"].as_array_mut().into_iter().flatten() {
            let Some(milliseconds) = milliseconds(row) else { continue };
            row["beadStepsPerSecond"] = json!(1e3 * beads / milliseconds);
            row["timesFaster"] = json!(unit.map(|unit| unit / milliseconds));
            if let (Some(dispatches), Some(launch)) = (row["dispatches"].as_f64(), launch) {
                row["waitShare"] = json!(1e-3 * dispatches * launch / milliseconds);
            }
            let device = row["gpu"]["median"].as_f64().map_or(milliseconds, |gpu| gpu.min(milliseconds));
            if let (Some(bytes), Some(copy)) = (row["bytes"].as_f64(), copy) {
                row["copyShare"] = json!(bytes / (1e-3 * device) / copy);
            }
        }
    }
}

/// Median wall clock of a step.
pub fn milliseconds(row: &Value) -> Option<f64> {
    row["wall"]["median"].as_f64()
}

/// What columns say, for as many frames as were looked at.
fn explanation(report: &Value) -> [String; EXPLANATION.len()] {
    let frames = list(&report["scenes"])
        .iter()
        .flat_map(|scene| list(&scene["rows"]))
        .filter_map(|row| row["quality"]["frames"].as_u64());
    let frames = format!("{} frames", frames.max().unwrap_or(USUAL_FRAMES));
    EXPLANATION.map(|line| line.replace(&format!("{USUAL_FRAMES} frames"), &frames))
}

pub fn markdown(report: &Value) -> String {
    let mut out = String::new();
    head(&mut out, report);
    for line in explanation(report) {
        let _ = writeln!(out, "- {line}");
    }
    if list(&report["scenes"]).iter().any(|scene| scene["contract"].is_string()) {
        let _ = writeln!(out, "- {IDENTITY}");
    }
    waiting::part(&mut out, report);
    curves::part(&mut out, list(&report["curves"]));
    overview::part(&mut out, list(&report["scenes"]));
    for scene in list(&report["scenes"]) {
        scene_part(&mut out, scene);
    }
    growing::part(&mut out, list(&report["scenes"]));
    let gaps = list(&report["gaps"]);
    if !gaps.is_empty() {
        out.push_str("\n## How far joints come apart\n\n");
        out.push_str("Largest over all joints and frames, in radii, at 60 frames per second.\n\n");
        table(&mut out, &GAP_HEADS, &mut gaps.iter().map(|row| as_code(gap_cells(row).to_vec(), 1)));
    }
    let notes = list(&report["notes"]);
    if !notes.is_empty() {
        out.push_str("\n## Notes\n\n");
        for note in notes {
            let _ = writeln!(out, "- {}", text(note));
        }
    }
    out
}

/// What a page shows: the records, and the cells of their tables as the document writes them.
pub fn shown(report: Value) -> Value {
    let line = |cells: &[String]| Value::from(cells.to_vec());
    let rows = |scene: &Value| list(&scene["rows"]).iter().map(|row| line(&cells(row))).collect::<Value>();
    json!({
        "heads": HEADS.to_vec(),
        "cells": list(&report["scenes"]).iter().map(rows).collect::<Value>(),
        "gapHeads": GAP_HEADS.to_vec(),
        "curveHeads": curves::HEADS.to_vec(),
        "curveCells": list(&report["curves"]).iter().map(curves::cells).collect::<Vec<_>>(),
        "curveExplanation": curves::EXPLANATION,
        "curveCautions": list(&report["curves"]).iter().map(curves::words).collect::<Vec<_>>(),
        "gapCells": list(&report["gaps"]).iter().map(|row| line(&gap_cells(row))).collect::<Value>(),
        "launchHeads": waiting::HEADS.to_vec(),
        "launchCells": waiting::cells(&report).iter().map(|cells| line(cells)).collect::<Value>(),
        "explanation": explanation(&report).into_iter().chain(waiting::explanation(&report).map(String::from)).collect::<Vec<_>>(),
        "report": report,
    })
}

/// Where, when and with what it was found.
fn head(out: &mut String, report: &Value) {
    let m = &report["machine"];
    let [adapter, browser] = [text(&m["adapter"]), text(&m["browser"])];
    let place = if browser.is_empty() { "native" } else { browser };
    let software = if m["software"] == true { " (computes on the CPU)" } else { "" };
    let mut machine = vec![text(&m["processor"]).into(), format!("{} threads", m["threads"])];
    if let Some(memory) = m["memory"].as_f64().filter(|memory| *memory > 0.0) {
        machine.push(format!("{memory:.0} GiB"));
    }
    machine.push(text(&m["system"]).into());
    let mut rows = vec![
        ["adapter", &format!("{adapter} · {} · {}{software}", text(&m["backend"]), text(&m["driver"]))]
            .map(String::from),
        ["machine", &machine.join(", ")].map(String::from),
    ];
    if !browser.is_empty() {
        rows.push(["browser", browser].map(String::from));
    }
    rows.push(["date", text(&report["date"])].map(String::from));
    rows.push(["command", &format!("`{}`", text(&report["command"]))].map(String::from));
    rows.push(["beadwork", text(&report["beadwork"])].map(String::from));
    if let Some(copy) = report["copyBandwidth"].as_f64() {
        let largest =
            list(&report["copies"]).last().and_then(|copy| copy["bytes"].as_u64()).unwrap_or_default();
        let words = format!(
            "{} GB/s read and written together, buffers of up to {} MiB",
            figure(copy * 1e-9),
            largest >> 20
        );
        rows.push(["copy bandwidth", &words].map(String::from));
    }
    let _ = writeln!(out, "# Benchmark: {adapter}, {place}\n");
    table(out, &["", ""], &mut rows.into_iter().map(Vec::from));
    out.push('\n');
}

#[inline(never)]
pub fn table(out: &mut String, heads: &[&str], rows: &mut dyn Iterator<Item = Vec<String>>) {
    let _ = writeln!(out, "| {} |\n|{}", heads.join(" | "), "---|".repeat(heads.len()));
    for row in rows {
        let _ = writeln!(out, "| {} |", row.join(" | "));
    }
}

/// The cell `at` in backticks: names as they are typed.
pub fn as_code(mut cells: Vec<String>, at: usize) -> Vec<String> {
    cells[at] = format!("`{}`", cells[at]);
    cells
}

fn scene_part(out: &mut String, scene: &Value) {
    let (beads, joints) = (count(&scene["beads"]), count(&scene["joints"]));
    let name = text(&scene["scene"]);
    let rows = list(&scene["rows"]);
    let fault = text(&scene["fault"]);
    if rows.is_empty() && !fault.is_empty() {
        let _ = writeln!(
            out,
            "\n## {name}, about {beads} beads\n\n`{}`\n\nNot measured. {fault}",
            scene["options"]
        );
        return;
    }
    let contract = scene["contract"].as_str().map_or(String::new(), |id| format!(", contract `{id}`"));
    let _ =
        writeln!(out, "\n## {name}, {beads} beads, {joints} joints\n\n`{}`{contract}\n", scene["options"]);
    let (heads, rows_of_cells) = without_empty_columns(rows.iter().map(cells).collect());
    table(out, &heads, &mut rows_of_cells.into_iter().map(|row| as_code(row, 0)));
    let mut fewer: Vec<u64> = rows.iter().filter_map(|row| row["quality"]["beads"].as_u64()).collect();
    fewer.dedup();
    if let [fewer] = fewer[..]
        && Some(fewer) != scene["beads"].as_u64()
    {
        let _ = writeln!(
            out,
            "\nLargest gap, residual and drift were found on {} beads of the same scene; its chains are alike.",
            grouped(fewer)
        );
    }
    if !fault.is_empty() {
        let _ = writeln!(out, "\nNot measured to its end. {fault}");
    }
    published_part(out, &published(text(&scene["scene"]), scene["beads"].as_u64().unwrap_or_default()));
    out.push('\n');
    if let (Some(build), Some(topology)) =
        (scene["buildMilliseconds"].as_f64(), scene["topologyMilliseconds"].as_f64())
    {
        let _ = write!(out, "Made in {} ms, topology in {} ms. ", figure(build), figure(topology));
    }
    let _ = writeln!(
        out,
        "On the device after {} ms; buffers of all rows {}.",
        number(&scene["loadMilliseconds"], figure),
        number(&scene["deviceBytes"], |bytes| format!("{} MB", figure(bytes * 1e-6)))
    );
}

/// What others say of the same scene.
fn published_part(out: &mut String, published: &[Published]) {
    if published.is_empty() {
        return;
    }
    out.push_str("\nPublished by others, on their machines and not measured here:\n\n");
    let line = |one: &Published| {
        let Published { engine, machine, passes, milliseconds, what, link } = *one;
        vec![engine.into(), machine.into(), passes.into(), figure(milliseconds), format!("[{what}]({link})")]
    };
    table(out, &["engine", "machine", "passes", "ms per step", "of"], &mut published.iter().map(line));
}

/// The columns that say something in some row: neither nothing nor 0.
fn without_empty_columns(rows: Vec<[String; HEADS.len()]>) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let says =
        |column: usize| rows.is_empty() || rows.iter().any(|row| !["–", "0"].contains(&row[column].as_str()));
    let kept: Vec<usize> = (0..HEADS.len()).filter(|column| says(*column)).collect();
    let line = |row: &[String; HEADS.len()]| kept.iter().map(|column| row[*column].clone()).collect();
    (kept.iter().map(|column| HEADS[*column]).collect(), rows.iter().map(line).collect())
}

/// A row's solver: of contacts where bodies touch, else of joints, and how it keeps them shut where that was chosen.
pub fn row_name(row: &Value) -> String {
    match (row["contactSolver"].as_str(), row["positions"].as_str()) {
        (Some(contacts), _) => format!("contacts: {contacts}"),
        (None, Some(positions)) => format!("{}, {positions}", text(&row["solver"])),
        (None, None) => text(&row["solver"]).into(),
    }
}

/// Of each substep, and how many substeps.
pub fn passes(row: &Value) -> String {
    let passes = number(&row["iterations"], |passes| passes.to_string());
    match row["substeps"].as_u64() {
        Some(substeps) if substeps > 1 => format!("{substeps} × {passes}"),
        _ => passes,
    }
}

/// Under HEADS.
fn cells(row: &Value) -> [String; HEADS.len()] {
    let quality = &row["quality"];
    let left = |field: &str| {
        if quality["finite"] == false { "blown".into() } else { number(&quality[field], figure) }
    };
    let mut execution = text(&row["execution"]).to_string();
    // how the exact solver went about it; passes are named by their solver
    if row["iterations"].is_null() && !text(&row["kernels"]).is_empty() {
        let _ = write!(execution, " ({})", text(&row["kernels"]));
    }
    if let Some(fault) = row["fault"].as_str() {
        // a line break would end the table's row
        let words: Vec<&str> = fault.split_whitespace().collect();
        let _ = write!(execution, " – {}", words.join(" "));
    }
    [
        row_name(row),
        execution,
        passes(row),
        number(&row["wall"]["median"], figure),
        number(&row["wall"]["p95"], figure),
        number(&row["gpu"]["median"], figure),
        number(&row["timesFaster"], |times| format!("{times:.2}")),
        number(&row["beadStepsPerSecond"], |rate| format!("{rate:.1e}")),
        number(&row["dispatches"], |dispatches| dispatches.to_string()),
        number(&row["waitShare"], |share| format!("{:.0} %", 100.0 * share)),
        number(&row["bytes"], |bytes| figure(bytes * 1e-6)),
        number(&row["copyShare"], |share| format!("{:.0} %", 100.0 * share)),
        left("maxGapRadii"),
        left("maxOvershoot"),
        left("maxDepth"),
        left("depth"),
        left("error"),
        left("residual"),
        left("energyDrift"),
        quality["hash"].as_str().map_or("–", |hash| hash.get(..8).unwrap_or(hash)).into(),
    ]
}

/// Under GAP_HEADS.
fn gap_cells(row: &Value) -> [String; GAP_HEADS.len()] {
    let quality = &row["quality"];
    [
        text(&row["what"]).into(),
        row_name(row),
        number(&row["substeps"], |substeps| substeps.to_string()),
        number(&row["stabilisation"], |beta| beta.to_string()),
        if quality["finite"] == false { "blown".into() } else { number(&quality["maxGapRadii"], figure) },
        number(&quality["error"], figure),
        number(&quality["residual"], figure),
        number(&quality["energyDrift"], figure),
    ]
}

/// Writes a file in one move.
#[cfg(not(target_arch = "wasm32"))]
pub fn put(path: &str, text: &str) -> std::io::Result<()> {
    if let Some(folder) = std::path::Path::new(path).parent() {
        std::fs::create_dir_all(folder)?;
    }
    let beside = format!("{path}.part");
    std::fs::write(&beside, text)?;
    std::fs::rename(&beside, path)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use crate::benchmark::record::{Report, Row, SceneReport};
    use crate::benchmark::statistics::Spread;
    use serde_json::Value;

    #[test]
    fn the_article_reads_one_and_shares_follow() {
        let row = |solver: &str, median: f64| Row {
            solver: solver.into(),
            wall: Some(Spread { median, p95: median, min: median, runs: 1 }),
            bytes: Some(1_000_000),
            ..Row::default()
        };
        let rows = vec![row("article", 10.0), row("direct", 0.5)];
        let mut report = Report {
            copy_bandwidth: Some(1e10),
            scenes: vec![SceneReport { beads: 1000, rows, ..SceneReport::default() }],
            ..Report::default()
        };
        report.derive().unwrap();
        let rows = &report.scenes[0].rows;
        assert_eq!(rows[0].times_faster, Some(1.0));
        assert_eq!(rows[1].times_faster, Some(20.0));
        assert!((rows[1].copy_share.unwrap() - 0.2).abs() < 1e-12);
        assert_eq!(rows[1].bead_steps_per_second, Some(2e6));
        assert!(report.markdown().unwrap().contains("| 20.00 |"));
    }

    /// The published documents are those that this writes of the published records; scripts/records.mjs finds the same ones.
    #[test]
    fn published_documents_are_those_of_their_records() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/benchmarks");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let records = files.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
        let mut compared = Vec::new();
        for path in records {
            let Ok(document) = std::fs::read_to_string(path.with_extension("md")) else { continue };
            let record: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            if record["scenes"].is_null() {
                continue;
            }
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let report: Report = serde_json::from_value(record).unwrap();
            assert!(report.markdown().unwrap() == document, "{name}.md is stale: npm run bench -- --again");
            compared.push(name);
        }
        assert!(
            ["browser", "native"].iter().all(|name| compared.iter().any(|one| one == name)),
            "{compared:?}"
        );
    }
}
