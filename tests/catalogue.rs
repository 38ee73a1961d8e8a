//! What pages read before the wasm is there says what the crate says.
#![cfg(not(target_arch = "wasm32"))]

#[test]
fn the_committed_files_are_fresh() {
    for (path, text) in beadwork::catalogue::files() {
        let committed =
            std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap_or_default();
        assert!(committed == text, "{path} is stale: run `cargo run --example catalogue` and commit it");
    }
}
