//! The records as Markdown, and both on disk.

use std::fmt::Write as _;

use super::record::{Quality, Report, Row, SceneReport};

/// Three significant digits, as people write them.
pub fn figure(x: f64) -> String {
    let size = x.abs();
    if size == 0.0 {
        "0".into()
    } else if !size.is_finite() {
        "∞".into()
    } else if (1e-3..1e5).contains(&size) {
        let digits = (2 - size.log10().floor() as i32).max(0) as usize;
        format!("{x:.digits$}")
    } else {
        let exponent = size.log10().floor() as i32;
        format!("{:.1}e{exponent}", x / 10f64.powi(exponent))
    }
}

fn or_dash<T>(value: Option<T>, write: impl Fn(T) -> String) -> String {
    value.map_or("–".into(), write)
}

/// 100,000 as people write it.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

impl Report {
    pub fn markdown(&self) -> String {
        let mut text = String::new();
        let m = &self.machine;
        let place = if m.browser.is_empty() { "native".into() } else { m.browser.clone() };
        let _ = writeln!(text, "# Benchmark: {}, {place}\n", m.adapter);
        let software = if m.software { " (computes on the CPU)" } else { "" };
        let _ = writeln!(text, "| | |\n|---|---|");
        let _ = writeln!(text, "| adapter | {} · {} · {}{software} |", m.adapter, m.backend, m.driver);
        let _ = writeln!(
            text,
            "| machine | {}, {} threads, {:.0} GiB, {} |",
            m.processor, m.threads, m.memory, m.system
        );
        let _ = writeln!(text, "| date | {} |\n| command | `{}` |", self.date, self.command);
        let _ = writeln!(text, "| beadwork | {} |", self.beadwork);
        if let Some(copy) = self.copy_bandwidth {
            let largest = self.copies.last().map_or(0, |c| c.bytes >> 20);
            let _ = writeln!(
                text,
                "| copy bandwidth | {} GB/s read and written together, buffers of up to {largest} MiB |",
                figure(copy * 1e-9)
            );
        }
        text.push_str(EXPLANATION);
        for scene in &self.scenes {
            scene_table(&mut text, scene);
        }
        growth_table(&mut text, &self.scenes);
        gap_table(&mut text, self);
        if !self.notes.is_empty() {
            let _ = writeln!(text, "## Notes\n");
            for note in &self.notes {
                let _ = writeln!(text, "- {note}");
            }
        }
        text
    }

    /// `path`.md and `path`.json, each whole or as it was: an interrupted run leaves what was written last.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn write(&self, path: &str) -> std::io::Result<()> {
        put(&format!("{path}.json"), &format!("{}\n", serde_json::to_string_pretty(self)?))?;
        put(&format!("{path}.md"), &self.markdown())
    }
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

const EXPLANATION: &str = "
- **ms**: wall clock of one frame of 1/60 s, from submission to the device being done, median and 95th percentile of
  runs taken in turns; **GPU ms**: sum of its stages by the device's own clock, where it has one.
- **faster**: against `article`, 20 passes, on the same scene. Solvers without passes have none in their column.
- **MB**: what a frame moves by the [byte model](bytes.md); **of copy**: that over the time, as a share of the copy
  bandwidth. Above 100 % a cache helped.
- **gap**: the largest of any joint in any of 600 frames, in radii; **residual**: root mean square of |JV + βC/h| after
  the last, in m/s; **drift**: energy at the end less that at the start, over m g L/2 (L: a chain's length).
";

fn scene_table(text: &mut String, scene: &SceneReport) {
    let _ = writeln!(
        text,
        "\n## {}, {} beads, {} joints\n",
        scene.scene,
        grouped(scene.beads),
        grouped(scene.joints)
    );
    let _ = writeln!(text, "`{}`", scene.options);
    let _ = writeln!(
        text,
        "\n| solver | execution | passes | ms | p95 | GPU ms | faster | bead·steps/s | MB | of copy | gap | residual | drift |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|"
    );
    for row in &scene.rows {
        let _ = writeln!(text, "{}", line(row));
    }
    let mut beads: Vec<u64> =
        scene.rows.iter().filter_map(|row| row.quality.as_ref()).map(|q| q.beads).collect();
    beads.dedup();
    if let [beads] = beads[..]
        && beads != scene.beads
    {
        let _ = writeln!(
            text,
            "\nGap, residual and drift were found on {} beads of the same scene; its chains are alike.",
            grouped(beads)
        );
    }
    let _ = writeln!(
        text,
        "\nMade in {} ms, topology {} ms, on the device after {} ms, topology included; buffers of all rows {} MB.",
        figure(scene.build_milliseconds),
        figure(scene.topology_milliseconds),
        figure(scene.load_milliseconds),
        figure(scene.device_bytes as f64 * 1e-6)
    );
}

fn line(row: &Row) -> String {
    let quality = |of: fn(&Quality) -> f64| {
        or_dash(row.quality.as_ref(), |q| if q.finite { figure(of(q)) } else { "blown".into() })
    };
    let mut cells = [
        format!("`{}`", row.solver),
        // how the exact solver went about it; passes are named by their solver
        if row.kernels.is_empty() || row.iterations.is_some() {
            row.execution.clone()
        } else {
            format!("{} ({})", row.execution, row.kernels)
        },
        or_dash(row.iterations, |n| n.to_string()),
        or_dash(row.wall, |w| figure(w.median)),
        or_dash(row.wall, |w| figure(w.p95)),
        or_dash(row.gpu, |g| figure(g.median)),
        or_dash(row.times_faster, |x| format!("{x:.2}")),
        or_dash(row.bead_steps_per_second, |x| format!("{x:.1e}")),
        or_dash(row.bytes, |b| figure(b as f64 * 1e-6)),
        or_dash(row.copy_share, |s| format!("{:.0} %", 100.0 * s)),
        quality(|q| q.max_gap_radii),
        quality(|q| q.residual),
        quality(|q| q.energy_drift),
    ];
    if let Some(fault) = &row.fault {
        cells[1] = format!("{} – {fault}", cells[1]);
    }
    format!("| {} |", cells.join(" | "))
}

/// One scene in several sizes: nanoseconds a bead and step should stay the same.
fn growth_table(text: &mut String, scenes: &[SceneReport]) {
    let mut names: Vec<&str> = scenes.iter().map(|scene| scene.scene.as_str()).collect();
    names.dedup();
    for name in names {
        let sizes: Vec<&SceneReport> = scenes.iter().filter(|scene| scene.scene == name).collect();
        let Some(first) = sizes.first().filter(|_| sizes.len() > 1) else { continue };
        let _ = writeln!(text, "\n## How cost grows: {name}, ns a bead and step\n");
        let heads: Vec<String> = sizes.iter().map(|s| format!("{} beads", grouped(s.beads))).collect();
        let _ = writeln!(text, "| solver | execution | {} |", heads.join(" | "));
        let _ = writeln!(text, "|---|---|{}", "---|".repeat(sizes.len()));
        for row in &first.rows {
            let cells: Vec<String> = sizes
                .iter()
                .map(|size| {
                    let same =
                        size.rows.iter().find(|r| r.solver == row.solver && r.execution == row.execution);
                    or_dash(same.and_then(Row::milliseconds), |ms| figure(ms * 1e6 / size.beads as f64))
                })
                .collect();
            let _ = writeln!(text, "| `{}` | {} | {} |", row.solver, row.execution, cells.join(" | "));
        }
    }
}

fn gap_table(text: &mut String, report: &Report) {
    if report.gaps.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "\n## How far joints come apart\n\nLargest over all joints and frames, in radii, at 60 frames a second.\n\n| scene | solver | substeps | β | gap | residual | drift |\n|---|---|---|---|---|---|---|"
    );
    for row in &report.gaps {
        let q = &row.quality;
        let _ = writeln!(
            text,
            "| {} | `{}` | {} | {} | {} | {} | {} |",
            row.what,
            row.solver,
            row.substeps,
            row.stabilisation,
            if q.finite { figure(q.max_gap_radii) } else { "blown".into() },
            figure(q.residual),
            figure(q.energy_drift)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::statistics::Spread;

    #[test]
    fn figures_have_three_digits() {
        for (x, text) in [
            (0.0, "0"),
            (2.71234, "2.71"),
            (12345.6, "12346"),
            (0.00123456, "0.00123"),
            (4.2e-7, "4.2e-7"),
            (-2.5e9, "-2.5e9"),
        ] {
            assert_eq!(figure(x), text);
        }
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

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
        report.derive();
        let rows = &report.scenes[0].rows;
        assert_eq!(rows[0].times_faster, Some(1.0));
        assert_eq!(rows[1].times_faster, Some(20.0));
        assert!((rows[1].copy_share.unwrap() - 0.2).abs() < 1e-12);
        assert_eq!(rows[1].bead_steps_per_second, Some(2e6));
        assert!(report.markdown().contains("| 20.00 |"));
    }
}
