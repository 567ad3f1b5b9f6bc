//! JSON through the browser's own parser: a Rust parser would be much code.

use wasm_bindgen::{JsCast, JsValue};

/// A JSON object.
pub(crate) struct Json(JsValue);

impl Json {
    pub(crate) fn new() -> Json {
        Json(js_sys::Object::new().into())
    }

    pub(crate) fn parse(text: &str) -> Option<Json> {
        js_sys::JSON::parse(text).ok().filter(JsValue::is_object).map(Json)
    }

    pub(crate) fn set(&self, name: &str, value: impl Into<JsValue>) {
        let _ = js_sys::Reflect::set(&self.0, &name.into(), &value.into());
    }

    fn get(&self, name: &str) -> Option<JsValue> {
        js_sys::Reflect::get(&self.0, &name.into()).ok()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let names = js_sys::Object::keys(self.0.unchecked_ref::<js_sys::Object>());
        names.iter().filter_map(|name| name.as_string()).collect()
    }

    pub(crate) fn object(&self, name: &str) -> Option<Json> {
        self.get(name).filter(JsValue::is_object).map(Json)
    }

    /// Returns the items of a field that is an array.
    pub(crate) fn list(&self, name: &str) -> Vec<JsValue> {
        self.get(name).map(|list| js_sys::Array::from(&list).to_vec()).unwrap_or_default()
    }

    /// Returns an array item that is an object.
    pub(crate) fn of(part: JsValue) -> Option<Json> {
        Some(part).filter(JsValue::is_object).map(Json)
    }

    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.get(name)?.as_string()
    }

    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        self.get(name)?.as_bool()
    }

    pub(crate) fn small(&self, name: &str) -> Option<u8> {
        self.get(name)?.as_f64().map(|number| number as u8)
    }

    pub(crate) fn print(&self) -> String {
        js_sys::JSON::stringify(&self.0).ok().and_then(|text| text.as_string()).unwrap_or_default()
    }
}
