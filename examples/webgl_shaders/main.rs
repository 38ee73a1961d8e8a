//! Writes what a page without WebGPU draws by: the drawing shaders in GLSL, from the same WGSL.
//! `cargo run --example webgl_shaders`; a test says when the file is stale.

mod translate;

fn main() -> std::io::Result<()> {
    std::fs::write(translate::PATH, translate::file())
}
