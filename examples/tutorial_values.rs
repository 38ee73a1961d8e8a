//! Writes what the tutorial has from the crate. www/generated/tutorial.json has the results of the crate's own code for
//! the inputs that pages start from; tests compare every number on a page with it. traffic.json has the byte model's
//! numbers, which chapter 11 shows. runs.json has what readers without WebGPU see. `cargo run --example
//! tutorial_values`; a test says when a file is stale.

#[path = "tutorial/traffic.rs"]
mod traffic;
#[path = "tutorial/values.rs"]
mod values;

fn main() -> std::io::Result<()> {
    std::fs::write(traffic::PATH, traffic::json())?;
    std::fs::write(values::RUNS_PATH, values::runs::json())?;
    std::fs::write(values::PATH, values::json())
}
