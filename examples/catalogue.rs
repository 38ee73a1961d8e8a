//! Writes www/generated/catalogue.json: scenes, solvers and kernels as pages know them before the wasm is
//! there. `cargo run --example catalogue`; a test says when it is stale.

fn main() -> std::io::Result<()> {
    std::fs::write(
        concat!(env!("CARGO_MANIFEST_DIR"), "/www/generated/catalogue.json"),
        beadwork::catalogue::json(),
    )
}
