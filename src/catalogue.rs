//! The choices that pages offer: as JSON, so that they can list them before any wasm is loaded, and as types.

use serde_json::{Value, json};

use crate::gpu::kernels;
use crate::parameters::{self, Row};
use crate::scene::built_in;
use crate::scene::joint_fields::{self as joints, Group};
use crate::simulation::measures;
use crate::solvers;

/// The files that are made from the crate, by their paths; `cargo run --example catalogue` writes them.
pub fn files() -> [(&'static str, String); 4] {
    [
        ("www/generated/catalogue.json", json()),
        // most pages show no texts of kernels, and do not load them
        ("www/generated/kernels.json", format!("{:#}\n", json!(kernels::list()))),
        ("www/generated/tables.ts", types()),
        // the lab's forms alone
        ("www/generated/joint-numbers.json", format!("{:#}\n", joint_numbers())),
    ]
}

fn json() -> String {
    let catalogue = json!({
        "scenes": built_in::scenes(),
        "solvers": solvers::list(),
        "kernels": kernels::list().iter().map(|kernel| kernel.name).collect::<Vec<_>>(),
        "parameters": parameters::table(&solvers::names()),
        "measures": measures::table(),
    });
    format!("{catalogue:#}\n")
}

/// Parameters and measures as TypeScript: `Parameters`, the attributes of `<bead-work>` that carry them, `Measures`.
fn types() -> String {
    let rows = parameters::table(&solvers::names());
    let names = solvers::names().into_iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(" | ");
    let fields =
        rows.iter().map(|row| format!("  /** {} */\n  {}: {};\n", words(row), row.name, type_of(row)));
    let attributes = rows.iter().map(|row| {
        let name = kebab(row.name);
        let quoted = if name.contains('-') { format!("'{name}'") } else { name };
        let kind = if row.range["kind"] == "whole" || row.range["kind"] == "number" {
            "number | string"
        } else {
            "string"
        };
        format!("  /** {} */\n  {quoted}?: {kind};\n", words(row))
    });
    let figures = measures::table().into_iter().map(|row| {
        let unit = if row.unit.is_empty() { String::new() } else { format!(" In {}.", row.unit) };
        format!("  /** {}{unit} */\n  {}: {};\n", row.words, row.name, row.kind)
    });
    format!(
        "// Made from src/parameters.rs, src/simulation/measures.rs and src/scene/joint_fields.rs by `cargo run --example catalogue`.\n\n\
        import type {{ Motor, Servo, Softness }} from '../joint-types';\n\n\
        /** A solver's name; `solvers` says what each is good and bad at. */\n\
        export type SolverName = {names};\n\n\
        /** How a simulation is stepped. `setParameters` changes any of them between two steps. */\n\
        export interface Parameters {{\n{}}}\n\n\
        /** The attributes of `<bead-work>` that are parameters. */\n\
        export interface ParameterAttributes {{\n{}}}\n\n\
        /** How the last step went: what is left undone, and what it took. */\n\
        export interface Measures {{\n{}}}\n\n{}",
        fields.collect::<String>(),
        attributes.collect::<String>(),
        figures.collect::<String>(),
        joint_types(),
    )
}

/// Numbers that forms offer as they are.
fn joint_numbers() -> Value {
    let entry = |row: joints::Row| {
        let joints::Entry { heading, title, unit } = row.form?;
        Some(
            json!({"name": row.name, "joints": row.joints, "heading": heading, "title": title, "unit": unit}),
        )
    };
    joints::table().into_iter().filter_map(entry).collect()
}

/// What joints need not have, an interface for each group of fields.
fn joint_types() -> String {
    let rows = joints::table();
    let fields = |group: Group| {
        let own = rows.iter().filter(move |row| row.groups.contains(&group));
        own.map(|row| {
            let words = match row.words.contains('\n') {
                true => format!("/**\n   * {}\n   */", row.words.replace('\n', "\n   * ")),
                false => format!("/** {} */", row.words),
            };
            format!("  {words}\n  {}?: {};\n", row.name, row.kind)
        })
        .collect::<String>()
    };
    let interface = |(group, words): (Group, &str)| {
        format!("/** {words} */\nexport interface {group:?} {{\n{}}}\n", fields(group))
    };
    joints::GROUPS.map(interface).join("\n")
}

/// Its sentence, range, unit and default, for a doc comment.
fn words(row: &Row) -> String {
    let Row { words, range, unit, default, .. } = row;
    let number = |name: &str| range[name].to_string().trim_end_matches(".0").to_string();
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    let limits = match range["kind"].as_str() {
        Some("whole" | "number") => {
            let from = if range["above"] == true { "Above" } else { "From" };
            format!(" {from} {} to {}{unit}", number("min"), number("max"))
        }
        Some("pair") => format!(" Each from {} to {}", number("min"), number("max")),
        Some("vector") => format!(" Components within ±{}{unit}", number("max")),
        Some("switch") => " true, false".into(),
        _ => return format!("{words} Default: `{}`.", plain(default)),
    };
    let auto = range["auto"] == true;
    let word = range["choices"].as_array().map(|choices| plain(&choices[0]));
    let words_too = match (word, auto) {
        (Some(word), true) => format!(", `{word}` or `auto`"),
        (_, true) => ", or `auto`".into(),
        _ => String::new(),
    };
    format!("{words}{limits}{words_too}. Default: {}.", plain(default))
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        // 1/60 says more than sixteen digits
        Value::Number(x) if x.as_f64() == Some(1.0 / 60.0) => "1/60".into(),
        other => other.to_string().replace(".0", "").replace(',', ", "),
    }
}

fn type_of(row: &Row) -> String {
    let auto = if row.range["auto"] == true { " | 'auto'" } else { "" };
    let kind = match (row.name, row.range["kind"].as_str()) {
        ("solver", _) => "SolverName".into(),
        (_, Some("choice")) => range_choices(row).unwrap_or_default(),
        (_, Some("vector")) => "[number, number, number]".into(),
        (_, Some("pair")) => "[number, number]".into(),
        (_, Some("switch")) => "boolean".into(),
        _ => match range_choices(row) {
            Some(choices) => format!("number | {choices}"),
            None => "number".into(),
        },
    };
    format!("{kind}{auto}")
}

/// The words that it may be, as a type.
fn range_choices(row: &Row) -> Option<String> {
    let choices = row.range["choices"].as_array()?;
    Some(choices.iter().map(|name| format!("'{}'", plain(name))).collect::<Vec<_>>().join(" | "))
}

/// `massRatio` as attributes write it: `mass-ratio`.
fn kebab(name: &str) -> String {
    name.chars()
        .flat_map(|c| if c.is_uppercase() { vec!['-', c.to_ascii_lowercase()] } else { vec![c] })
        .collect()
}
