//! What the tutorial has from the crate is what the crate finds now.

#[path = "../../examples/tutorial/traffic.rs"]
mod traffic;
#[path = "../../examples/tutorial/values.rs"]
mod values;

fn fresh(path: &str, now: &str) {
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(committed == now, "{path} is stale: run `cargo run --example tutorial_values` and commit it");
}

#[test]
fn the_committed_values_are_fresh() {
    fresh(values::PATH, &values::json());
}

#[test]
fn the_committed_runs_are_fresh() {
    fresh(values::RUNS_PATH, &values::runs::json());
}

#[test]
fn the_committed_bytes_are_fresh() {
    fresh(traffic::PATH, &traffic::json());
}
