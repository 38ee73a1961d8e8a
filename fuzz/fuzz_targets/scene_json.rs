//! Any text: a scene that is sound and reads back to itself, or a fault with a sentence. tests/format/hostile.rs asks the
//! same of documents that it makes by itself.
#![no_main]

use beadwork::Scene;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match Scene::from_json(text) {
    Ok(scene) => {
        scene.check().expect("what was read is sound");
        assert_eq!(Scene::from_json(&scene.to_json()).as_ref(), Ok(&scene));
    }
    Err(error) => assert!(error.message.ends_with('.')),
});
