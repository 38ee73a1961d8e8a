//! For pages, shaders are packed without their comments and indentation: a tenth of what a page loads. Everywhere else they
//! are packed as they stand, so that what a compiler says names the lines of the file.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=shaders");
    let pages = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    let out = env::var("OUT_DIR").expect("cargo says where");
    for folder in fs::read_dir("shaders")? {
        let folder = folder?.path();
        let packed = Path::new(&out).join(&folder);
        fs::create_dir_all(&packed)?;
        for file in fs::read_dir(&folder)? {
            let file = file?.path();
            let text = fs::read_to_string(&file)?;
            let name = file.file_name().expect("a file has a name");
            fs::write(packed.join(name), if pages { bare(&text) } else { text })?;
        }
    }
    Ok(())
}

/// WGSL has no texts in quotes, so that what follows two slashes is a comment. The line that names a shader's parts is read
/// by src/gpu/shaders.rs.
fn bare(text: &str) -> String {
    let kept = |line: &str| match line.starts_with("// uses: ") {
        true => line.to_string(),
        false => line.split("//").next().unwrap_or_default().trim().to_string(),
    };
    text.lines().map(kept).filter(|line| !line.is_empty()).map(|line| line + "\n").collect()
}
