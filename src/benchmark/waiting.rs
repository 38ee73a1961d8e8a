//! What dispatches cost in a report: how long one takes that computes next to nothing, and the share of a step that so
//! many take.

use std::fmt::Write as _;

use serde_json::Value;

use super::figures::{figure, list, number, text};
use super::report::table;

pub const HEADS: [&str; 2] = ["a dispatch that computes next to nothing", "µs"];

const EXPLANATION: &str = "**dispatches**: of a step; **of waiting**: as many dispatches that compute next to nothing, each after \
     another, would take this share of the step's time. Near 100 %, the device waits more than it computes.";

/// µs of one that waits for the one before, where that was measured.
pub fn of_a_dispatch(report: &Value) -> Option<f64> {
    let launch = list(&report["launches"]).iter().find(|launch| launch["what"] == "after another")?;
    launch["microseconds"].as_f64()
}

/// Under HEADS.
pub fn cells(report: &Value) -> Vec<Vec<String>> {
    let line = |launch: &Value| vec![text(&launch["what"]).into(), number(&launch["microseconds"], figure)];
    list(&report["launches"]).iter().map(line).collect()
}

/// What the columns say, where it was measured.
pub fn explanation(report: &Value) -> Option<&'static str> {
    (!list(&report["launches"]).is_empty()).then_some(EXPLANATION)
}

pub fn part(out: &mut String, report: &Value) {
    if let Some(words) = explanation(report) {
        let _ = writeln!(out, "- {words}\n");
        table(out, &HEADS, &mut cells(report).into_iter());
    }
}
