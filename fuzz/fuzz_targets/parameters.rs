//! Any JSON object as changes: parameters that are their own JSON, or a fault that names one of the changes.
#![no_main]

use beadwork::Parameters;
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value};

fuzz_target!(|text: &str| {
    let Ok(changes) = serde_json::from_str::<Map<String, Value>>(text) else { return };
    match Parameters::default().with(&changes) {
        Ok(next) => {
            let json = serde_json::to_value(&next).expect("JSON");
            let json = json.as_object().expect("an object");
            assert_eq!(Parameters::default().with(json).as_ref(), Ok(&next));
        }
        Err(error) => assert!(error.path.is_some() && error.message.ends_with('.')),
    }
});
