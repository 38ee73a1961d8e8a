//! Ids of scenes as they are natively and in every browser: rows of both stand in one table.

use beadwork::benchmark::{cases, contract};

const RECORDED: [(&str, u64, &str); 6] = [
    ("necklaces", 1_000, "17fd55be"),
    ("ragdolls", 100, "be5f90eb"),
    ("arm", 7, "c2b961ca"),
    ("heap", 1_000, "8acf4c41"),
    ("wrecking", 20, "d66af93c"),
    ("joint-grid", 1_000, "23f9d77b"),
];

pub fn check() {
    let id = |name: &str, beads: u64| {
        let (scene, _) = cases::build(name, &cases::options_for(name, beads)).expect("a scene");
        contract::id(&scene)
    };
    let found = RECORDED.map(|(name, beads, _)| (name, beads, id(name, beads)));
    let recorded = RECORDED.map(|(name, beads, id)| (name, beads, id.to_string()));
    assert_eq!(found, recorded);
}
