//! Writes what the tutorial has from the crate: www/generated/tutorial.json, what the crate's own code finds for the
//! inputs that pages start from, which tests compare every number on a page with; traffic.json, the byte model's
//! numbers, which chapter 11 shows; and runs.json, what readers without WebGPU see. `cargo run --example tutorial_values`; a test says when a file is stale.

#[path = "tutorial/traffic.rs"]
mod traffic;
#[path = "tutorial/values.rs"]
mod values;

fn main() -> std::io::Result<()> {
    std::fs::write(traffic::PATH, traffic::json())?;
    std::fs::write(values::RUNS_PATH, values::runs::json())?;
    std::fs::write(values::PATH, values::json())
}
