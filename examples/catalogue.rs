//! Writes what the pages know of the crate before the wasm is there: scenes, solvers, kernels and parameters.
//! `cargo run --example catalogue`; a test says when a file is stale.

fn main() -> std::io::Result<()> {
    for (path, text) in beadwork::catalogue::files() {
        std::fs::write(format!("{}/{path}", env!("CARGO_MANIFEST_DIR")), text)?;
    }
    Ok(())
}
