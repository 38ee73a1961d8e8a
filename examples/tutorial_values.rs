//! Writes www/generated/tutorial.json: what the crate's own code finds for the inputs that the tutorial's
//! pages start from. Tests compare every number on a page with these. `cargo run --example tutorial_values`; a
//! test says when the file is stale.

#[path = "tutorial/values.rs"]
mod values;

fn main() -> std::io::Result<()> {
    std::fs::write(values::PATH, values::json())
}
