//! One scene in several sizes: how its cost grows.

use std::fmt::Write as _;

use serde_json::Value;

use super::figures::{count, figure, list, number, text};
use super::report::{as_code, milliseconds, row_name, table};

/// The time per bead and step should stay the same. Ragdolls are counted whole, as others quote them. The gap and overshoot
/// of the largest size that has them stand beside.
pub fn part(out: &mut String, scenes: &[Value]) {
    let mut names: Vec<&str> = scenes.iter().map(|scene| text(&scene["scene"])).collect();
    names.dedup();
    for name in names {
        let sizes: Vec<&Value> = scenes.iter().filter(|scene| scene["scene"] == name).collect();
        let Some(first) = sizes.first().filter(|_| sizes.len() > 1) else { continue };
        let are_ragdolls = name == "ragdolls";
        let (unit, time, each) = if are_ragdolls { ("ragdoll", "µs", 1e3) } else { ("bead", "ns", 1e6) };
        let number_of = |size: &Value| match are_ragdolls {
            true => size["options"]["count"].clone(),
            false => size["beads"].clone(),
        };
        let _ = writeln!(out, "\n## How cost grows: {name}, {time} per {unit} and step\n");
        let numbers = sizes.iter().map(|size| {
            let number = number_of(size);
            format!("{} {unit}{}", count(&number), if number == 1 { "" } else { "s" })
        });
        let mut heads: Vec<String> = ["solver", "execution"].map(String::from).into();
        heads.extend(numbers);
        if are_ragdolls {
            heads.extend(["largest gap", "overshoot"].map(String::from));
        }
        let mut rows = list(&first["rows"]).iter().map(|row| {
            // another engine's passes may be raised, a row each
            let execution = match (text(&row["execution"]), row["iterations"].as_u64()) {
                ("peer", Some(passes)) => format!("peer, {passes} passes"),
                (execution, _) => execution.into(),
            };
            let mut line = vec![row_name(row), execution];
            let alike = |other: &&Value| {
                let fields = ["solver", "positions", "contactSolver", "execution", "iterations"];
                fields.iter().all(|field| other[*field] == row[*field])
            };
            let same: Vec<Option<&Value>> =
                sizes.iter().map(|size| list(&size["rows"]).iter().find(alike)).collect();
            for (size, same) in sizes.iter().zip(&same) {
                let ms = same.and_then(milliseconds);
                let of_them = number_of(size).as_f64().unwrap_or(1.0);
                line.push(ms.map_or("–".into(), |ms| figure(ms * each / of_them)));
            }
            if are_ragdolls {
                let quality =
                    same.iter().rev().flatten().map(|row| &row["quality"]).find(|it| it.is_object());
                let left =
                    |field: &str| quality.map_or("–".into(), |quality| number(&quality[field], figure));
                line.extend(["maxGapRadii", "maxOvershoot"].map(left));
            }
            as_code(line, 0)
        });
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        table(out, &heads, &mut rows);
    }
}
