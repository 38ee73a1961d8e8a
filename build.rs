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

/// WGSL has no texts in quotes, so that what follows two slashes is a comment. Lines that src/gpu/shaders.rs reads stay as they are:
/// parts, bindings, constants, entry points.
fn bare(text: &str) -> String {
    let read = ["@group", "override ", "@compute", "@vertex", "@fragment", "fn "];
    let kept = |line: &str| match line {
        _ if line.starts_with("// uses: ") => line.to_string(),
        _ => {
            let line = line.split("//").next().unwrap_or_default().trim();
            if read.iter().any(|start| line.starts_with(start)) { line.to_string() } else { tight(line) }
        }
    };
    text.lines().map(kept).filter(|line| !line.is_empty()).map(|line| line + "\n").collect()
}

/// Without the blanks that part nothing: between two words they do, and between two operators, which might become another.
fn tight(line: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_operator = |c: char| "-+*/%&|^~<>=!".contains(c);
    let mut out = String::with_capacity(line.len());
    let mut words = line.split_whitespace();
    out.extend(words.next());
    for word in words {
        let ends = [out.chars().next_back(), word.chars().next()].map(|c| c.unwrap_or(';'));
        if ends.into_iter().all(is_word) || ends.into_iter().all(is_operator) {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
