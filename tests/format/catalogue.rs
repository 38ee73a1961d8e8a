//! What pages read before the wasm is there says what the crate says.

#[path = "../../examples/webgl_shaders/translate.rs"]
mod webgl_shaders;

#[test]
fn the_shaders_for_webgl_are_those_for_webgpu() {
    let committed = std::fs::read_to_string(webgl_shaders::PATH).unwrap_or_default();
    let fresh = committed == webgl_shaders::file();
    assert!(fresh, "webgl-shaders.json is stale: run `cargo run --example webgl_shaders` and commit it");
}

#[test]
fn the_committed_files_are_fresh() {
    for (path, text) in beadwork::catalogue::files() {
        let committed =
            std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap_or_default();
        assert!(committed == text, "{path} is stale: run `cargo run --example catalogue` and commit it");
    }
}
