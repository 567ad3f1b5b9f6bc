//! The few things of the browser that the page uses, each with a fallback.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// The window; there always is one.
pub(crate) fn window() -> web_sys::Window {
    leptos::prelude::window()
}

/// The document.
pub(crate) fn document() -> web_sys::Document {
    leptos::prelude::document()
}

/// Milliseconds since 1970.
pub(crate) fn now() -> f64 {
    js_sys::Date::now()
}

/// 32 random bytes.
pub(crate) fn entropy() -> [u8; 32] {
    let mut bytes = [0; 32];
    if let Ok(crypto) = window().crypto() {
        let _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    bytes
}

/// Does something after so many milliseconds.
pub(crate) fn later(milliseconds: u32, action: impl FnOnce() + 'static) {
    let callback = Closure::once_into_js(action);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(
        callback.unchecked_ref(),
        milliseconds as i32,
    );
}

/// Does something before the next picture is drawn.
pub(crate) fn next_frame(action: impl FnOnce() + 'static) {
    let callback = Closure::once_into_js(action);
    let _ = window().request_animation_frame(callback.unchecked_ref());
}

/// Listens to an event of the window for good.
pub(crate) fn listen<E: JsCast + 'static>(name: &str, heed: impl FnMut(E) + 'static) {
    let mut heed = heed;
    let callback = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
        if let Ok(event) = event.dyn_into::<E>() {
            heed(event);
        }
    });
    let _ = window().add_event_listener_with_callback(name, callback.as_ref().unchecked_ref());
    callback.forget();
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// What is kept under this key.
pub(crate) fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Keeps something.
pub(crate) fn store(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, value);
    }
}

/// Forgets something.
pub(crate) fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// Does a media query match?
pub(crate) fn matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Sets or takes away a class of the root element.
pub(crate) fn root_class(class: &str, on: bool) {
    if let Some(root) = document().document_element() {
        let _ = root.class_list().toggle_with_force(class, on);
    }
}

/// The address up to its path: `https://cards.example`.
pub(crate) fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// The path of the address.
pub(crate) fn path() -> String {
    window().location().pathname().unwrap_or_default()
}

/// Changes the path, without loading anything.
pub(crate) fn set_path(path: &str) {
    if let Ok(history) = window().history()
        && self::path() != path
    {
        let _ = history.push_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(path));
    }
}

/// Goes to another address.
pub(crate) fn go(address: &str) {
    let _ = window().location().set_href(address);
}

/// Offers a text as a file.
pub(crate) fn download(name: &str, text: &str) {
    let parts = js_sys::Array::of1(&text.into());
    let Ok(blob) = web_sys::Blob::new_with_str_sequence(&parts) else { return };
    let Ok(url) = web_sys::Url::create_object_url_with_blob(&blob) else { return };
    if let Ok(link) = document().create_element("a")
        && let Ok(link) = link.dyn_into::<web_sys::HtmlAnchorElement>()
    {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    let _ = web_sys::Url::revoke_object_url(&url);
}

/// Moves the keyboard's focus to an element.
pub(crate) fn focus(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(element) = element.and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
