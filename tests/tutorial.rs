//! The numbers that the tutorial's pages are tested against are what the crate finds now.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../examples/tutorial/values.rs"]
mod values;

#[test]
fn the_committed_values_are_fresh() {
    let committed = std::fs::read_to_string(values::PATH).unwrap_or_default();
    assert!(
        committed == values::json(),
        "www/generated/tutorial.json is stale: run `cargo run --example tutorial_values` and commit it"
    );
}
