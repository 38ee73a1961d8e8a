//! Stacks that stand or fall at each setting of contacts. Columns and pyramids, each of six seeds; a large pyramid;
//! heavy boxes on light ones; and what the constants of contacts do. f64 twin.

#[path = "stands/columns.rs"]
mod columns;
#[path = "joints/document.rs"]
#[allow(dead_code)]
mod document;
#[path = "stands/parts.rs"]
mod parts;
#[path = "stands/runs.rs"]
mod runs;
#[path = "stands/tables.rs"]
mod tables;

use beadwork::benchmark::report;
use document::Document;
use parts::{Dice, cube, plane, touching, weighing};

const USAGE: &str = "\
cargo run --release --example stands -- [--only settings,pyramid,ratio,constants,overlap] [--out docs/benchmarks/stands.md]";

const OUT: &str = "docs/benchmarks/stands.md";

/// Finished tables are in the file, whatever comes after; some tables only where a file is named.
fn save(document: &Document) {
    let out = document.line.after("--out").or((!document.line.has("--only")).then_some(OUT));
    if let Some(path) = out {
        report::put(path, &document.out).expect("a file");
    }
}

fn main() {
    let mut document = Document::new("stands", "What stands and what falls", USAGE);
    for (name, part) in tables::PARTS {
        if document.wants(name) {
            part(&mut document);
            save(&document);
        }
    }
    if document.line.has("--only") && !document.line.has("--out") {
        print!("{}", document.out);
    }
}
