//! A document of tables: its first lines, the parts that were asked for, and the file it goes to.

use std::fmt::Write as _;
use std::sync::Arc;

use beadwork::benchmark::command_line::CommandLine;
use beadwork::benchmark::{machine, report};
use beadwork::{Gpu, Parameters};
use serde_json::Value;

pub struct Document {
    pub line: CommandLine,
    pub gpu: Arc<Gpu>,
    pub out: String,
}

impl Document {
    /// Of the example that is called so.
    pub fn new(example: &str, title: &str, usage: &'static str) -> Self {
        let line = CommandLine::read(usage);
        let gpu = pollster::block_on(Gpu::new()).expect("a graphics device");
        let about = machine::describe(&gpu);
        let out = format!(
            "# {title}\n\n{}, by `{}`, on {} ({}, {} threads).\n",
            machine::today(),
            machine::command(example, line.all()),
            about.adapter,
            about.processor,
            about.threads
        );
        Self { line, gpu, out }
    }

    pub fn wants(&self, part: &str) -> bool {
        self.line.after("--only").is_none_or(|only| only.split(',').any(|word| word == part))
    }

    /// Into the file that was named, or for all to see.
    pub fn put(self) {
        match self.line.after("--out") {
            Some(path) => report::put(path, &self.out).expect("a file"),
            None => print!("{}", self.out),
        }
    }
}

pub fn parameters(changes: Value) -> Parameters {
    Parameters::default().with(changes.as_object().expect("an object")).expect("valid parameters")
}

pub fn row(out: &mut String, cells: &[String]) {
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

pub fn head(out: &mut String, cells: &[&str]) {
    row(out, &cells.iter().map(ToString::to_string).collect::<Vec<_>>());
    let _ = writeln!(out, "|{}", "---|".repeat(cells.len()));
}
