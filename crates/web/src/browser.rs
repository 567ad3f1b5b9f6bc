//! The few things of the browser that the page uses, each with a fallback.

use std::cell::RefCell;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::HtmlElement;

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

/// Listens to whether a media query matches, for good.
pub(crate) fn on_match(query: &str, heed: impl FnMut() + 'static) {
    let mut heed = heed;
    if let Ok(Some(list)) = window().match_media(query) {
        let callback = Closure::<dyn FnMut(web_sys::Event)>::new(move |_| heed());
        let target: &web_sys::EventTarget = list.unchecked_ref();
        let _ =
            target.add_event_listener_with_callback("change", callback.as_ref().unchecked_ref());
        callback.forget();
        // The list must live for its listener to be called.
        std::mem::forget(list);
    }
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

thread_local! {
    /// What had the focus before it was moved.
    static BEFORE: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

/// Moves the keyboard's focus to an element.
pub(crate) fn focus(id: &str) {
    let document = document();
    let element = |e: web_sys::Element| e.dyn_into::<HtmlElement>().ok();
    let Some(goal) = document.get_element_by_id(id).and_then(element) else { return };
    let before = document.active_element().and_then(element);
    if before.as_ref().is_some_and(|before| before.id() != id) {
        BEFORE.with(|kept| *kept.borrow_mut() = before);
    }
    let _ = goal.focus();
}

/// Moves the focus back to where it was before.
pub(crate) fn focus_back() {
    if let Some(before) = BEFORE.with(|kept| kept.borrow_mut().take()) {
        let _ = before.focus();
    }
}

/// Puts elements out of reach, or back into it.
pub(crate) fn inert(selector: &str, on: bool) {
    let Ok(all) = document().query_selector_all(selector) else { return };
    for index in 0..all.length() {
        if let Some(element) =
            all.item(index).and_then(|node| node.dyn_into::<web_sys::Element>().ok())
        {
            let _ = element.toggle_attribute_with_force("inert", on);
        }
    }
}
