//! The catalogue that pages read before the wasm is there says what the crate says.
#![cfg(not(target_arch = "wasm32"))]

#[test]
fn the_committed_catalogue_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/www/generated/catalogue.json");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == beadwork::catalogue::json(),
        "www/generated/catalogue.json is stale: run `cargo run --example catalogue` and commit it"
    );
}
