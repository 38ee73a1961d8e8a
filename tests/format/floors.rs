//! The floors of the house: a module may use those below it and none above. What once stood the wrong way round (the GPU
//! knowing pictures, the twin a simulation's state, parameters the solvers) stays mended.

use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up; modules on one line do not know one another.
const FLOORS: [&[&str]; 14] = [
    &["codes", "error", "kernels"],
    &["plan", "parameters", "thrown"],
    &["scene"],
    &["state", "topology"],
    &["lists"],
    &["solvers"],
    &["machine"],
    &["gpu", "cpu"],
    &["simulation"],
    &["render", "self_check"],
    &["benchmark"],
    &["catalogue"],
    &["web"],
    &["lib"],
];

/// Said once each, with the reason; an entry that nothing needs any more fails too.
const EXCEPTIONS: &[(&str, &str)] = &[
    // a simulation's twin is one that is used without waiting
    ("cpu/twin.rs", "simulation"),
];

fn floor(module: &str) -> usize {
    let found = FLOORS.iter().position(|floor| floor.contains(&module));
    found.unwrap_or_else(|| panic!("say in tests/format/floors.rs on which floor `{module}` stands"))
}

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, into);
        } else if path.extension().is_some_and(|end| end == "rs") {
            into.push(path);
        }
    }
}

/// Modules that a text names as `crate::module`, tests and comments left out.
fn used(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n");
    let name = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    code.split("crate::").skip(1).map(name).filter(|name| name.starts_with(char::is_lowercase)).collect()
}

#[test]
fn no_module_uses_one_above_it() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let mut all = Vec::new();
    files(root, &mut all);
    assert!(all.len() > 100, "the sources are elsewhere");
    let mut wrong = Vec::new();
    let mut needed = vec![false; EXCEPTIONS.len()];
    for path in all {
        let short = path.strip_prefix(root).expect("below src").to_string_lossy().replace('\\', "/");
        let own = short.split(['/', '.']).next().expect("a name");
        for other in used(&fs::read_to_string(&path).expect("a source")) {
            if other == own || floor(&other) < floor(own) {
                continue;
            }
            match EXCEPTIONS
                .iter()
                .position(|&(file, module)| (file, module) == (short.as_str(), other.as_str()))
            {
                Some(at) => needed[at] = true,
                None => wrong.push(format!("{short} uses {other}")),
            }
        }
    }
    assert!(wrong.is_empty(), "upwards or sideways: {}", wrong.join(", "));
    let stale: Vec<_> = EXCEPTIONS.iter().zip(needed).filter(|(_, needed)| !needed).collect();
    assert!(stale.is_empty(), "exceptions that nothing needs: {stale:?}");
}
