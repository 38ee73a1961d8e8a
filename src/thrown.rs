//! How an error reaches JavaScript.

use wasm_bindgen::prelude::*;

use crate::error::BeadworkError;

/// A plain object `{ code, path, message }`; the wrapper makes it a `BeadworkError`.
pub fn thrown(error: BeadworkError) -> JsValue {
    let object = js_sys::Object::new();
    let set = |name: &str, value: JsValue| {
        let _ = js_sys::Reflect::set(&object, &name.into(), &value);
    };
    set("code", error.code.as_str().into());
    set("message", error.message.into());
    if let Some(path) = error.path {
        set("path", path.into());
    }
    object.into()
}
