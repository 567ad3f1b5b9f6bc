//! Browser APIs that the page uses, each with a fallback.

use std::cell::RefCell;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, Worker, XmlHttpRequest, XmlHttpRequestResponseType};

pub(crate) fn window() -> web_sys::Window {
    leptos::prelude::window()
}

pub(crate) fn document() -> web_sys::Document {
    leptos::prelude::document()
}

/// Returns the current time, in milliseconds since 1970.
pub(crate) fn now() -> f64 {
    js_sys::Date::now()
}

/// Returns the time when the page was opened, in milliseconds since 1970.
pub(crate) fn opened_at() -> f64 {
    let of = |what: &JsValue, name: &str| js_sys::Reflect::get(what, &name.into()).ok();
    let clock = of(&js_sys::global(), "performance");
    clock.and_then(|clock| of(&clock, "timeOrigin")?.as_f64()).unwrap_or(0.0)
}

pub(crate) fn entropy() -> [u8; 32] {
    let mut bytes = [0; 32];
    if let Ok(crypto) = window().crypto() {
        let _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    bytes
}

/// Wraps a one-shot callback. A single boxed type keeps one copy of the glue code in the program.
pub(crate) fn once_callback(action: Box<dyn FnOnce()>) -> JsValue {
    Closure::once_into_js(action)
}

/// Runs an action after a delay in milliseconds.
pub(crate) fn set_timeout(milliseconds: u32, action: impl FnOnce() + 'static) {
    let callback = once_callback(Box::new(action));
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(
        callback.unchecked_ref(),
        milliseconds as i32,
    );
}

pub(crate) fn next_frame(action: impl FnOnce() + 'static) {
    let callback = once_callback(Box::new(action));
    let _ = window().request_animation_frame(callback.unchecked_ref());
}

/// Adds a permanent listener to a window event.
pub(crate) fn listen<E: JsCast + 'static>(name: &str, handle: impl FnMut(E) + 'static) {
    let mut handle = handle;
    let callback = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
        if let Ok(event) = event.dyn_into::<E>() {
            handle(event);
        }
    });
    let _ = window().add_event_listener_with_callback(name, callback.as_ref().unchecked_ref());
    callback.forget();
}

/// Runs an action whenever the page is hidden: another tab is shown, or the screen turns off.
pub(crate) fn on_hidden(action: impl Fn() + 'static) {
    let callback = Closure::<dyn Fn()>::new(move || {
        if document().hidden() {
            action();
        }
    });
    let changed = callback.as_ref().unchecked_ref();
    let _ = document().add_event_listener_with_callback("visibilitychange", changed);
    callback.forget();
}

/// Returns local storage; `None` after the program has crashed.
fn storage() -> Option<web_sys::Storage> {
    if crate::fault::has_crashed() {
        return None;
    }
    window().local_storage().ok().flatten()
}

/// Storage key for house rules.
pub(crate) const HOUSE_RULES: &str = "upcard.house-rules";

pub(crate) fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

pub(crate) fn store(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, value);
    }
}

/// Stores a value; `false` if storage is full or unavailable.
pub(crate) fn try_store(key: &str, value: &str) -> bool {
    store(key, value);
    stored(key).as_deref() == Some(value)
}

pub(crate) fn stored_keys() -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let number = storage.length().unwrap_or(0);
    (0..number).filter_map(|at| storage.key(at).ok().flatten()).collect()
}

pub(crate) fn request_persistence() {
    let navigator = window().navigator();
    let storage = js_sys::Reflect::get(&navigator, &"storage".into()).unwrap_or_default();
    let ask = js_sys::Reflect::get(&storage, &"persist".into()).unwrap_or_default();
    // Missing in insecure contexts.
    if let Ok(ask) = ask.dyn_into::<js_sys::Function>() {
        let _ = ask.call0(&storage);
    }
}

/// Returns `true` if this browser deletes the storage of pages not opened for a week: Safari does, unless the
/// page is on the home screen.
pub(crate) fn deletes_after_a_week() -> bool {
    let navigator = window().navigator();
    let maker = js_sys::Reflect::get(&navigator, &"vendor".into()).unwrap_or_default();
    let maker = maker.as_string().unwrap_or_default();
    maker.starts_with("Apple") && !media_matches("(display-mode: standalone)")
}

pub(crate) fn remove_stored(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// Returns `true` if the user has interacted with the page since it loaded, or if the browser cannot tell.
pub(crate) fn had_user_input() -> bool {
    let field = |of: &JsValue, name: &str| js_sys::Reflect::get(of, &name.into());
    let active = field(&window().navigator(), "userActivation").unwrap_or_default();
    !field(&active, "hasBeenActive").is_ok_and(|been| been.is_falsy())
}

pub(crate) fn can_vibrate() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"vibrate".into()).unwrap_or(false)
        && media_matches("(pointer: coarse)")
}

/// Vibrates briefly, if supported.
pub(crate) fn vibrate() {
    if can_vibrate() {
        let _ = window().navigator().vibrate_with_duration(40);
    }
}

/// Returns `true` in a secure context (HTTPS or localhost); some APIs exist only there.
pub(crate) fn is_secure() -> bool {
    window().is_secure_context()
}

/// Returns `true` if the device has a share sheet.
pub(crate) fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"share".into()).unwrap_or(false)
}

/// Opens the device's share sheet; a cancelled share is ignored.
pub(crate) fn share(title: &str, text: &str, url: &str) {
    let data = web_sys::ShareData::new();
    data.set_title(title);
    data.set_text(text);
    if !url.is_empty() {
        data.set_url(url);
    }
    let _ = window().navigator().share_with_data(&data);
}

/// Copies a text and reports whether it worked; `false` if the browser does not allow it.
pub(crate) fn copy(text: &str, then: impl FnOnce(bool) + 'static) {
    let navigator = window().navigator();
    // The clipboard API is missing in insecure contexts.
    if !js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|c| c.is_object()) {
        return then(copy_by_selection(text));
    }
    let report = std::rc::Rc::new(std::cell::Cell::new(Some(then)));
    let (good, bad) = (report.clone(), report);
    let done = Closure::once(move |_: JsValue| good.take().into_iter().for_each(|then| then(true)));
    let failed =
        Closure::once(move |_: JsValue| bad.take().into_iter().for_each(|then| then(false)));
    let _ = navigator.clipboard().write_text(text).then2(&done, &failed);
    done.forget();
    failed.forget();
}

/// Legacy fallback: copies the selection.
fn copy_by_selection(text: &str) -> bool {
    let document = document();
    let field = document.create_element("textarea").ok();
    let field = field.and_then(|e| e.dyn_into::<web_sys::HtmlTextAreaElement>().ok());
    let (Some(field), Some(body)) = (field, document.body()) else { return false };
    field.set_value(text);
    if body.append_child(&field).is_err() {
        return false;
    }
    field.select();
    let copied = document
        .dyn_ref::<web_sys::HtmlDocument>()
        .is_some_and(|d| d.exec_command("copy").unwrap_or(false));
    field.remove();
    copied
}

pub(crate) fn media_matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Calls `handle` whenever a media query's result changes, permanently.
pub(crate) fn on_media_change(query: &str, handle: impl FnMut() + 'static) {
    let mut handle = handle;
    if let Ok(Some(list)) = window().match_media(query) {
        let callback = Closure::<dyn FnMut(web_sys::Event)>::new(move |_| handle());
        let target: &web_sys::EventTarget = list.unchecked_ref();
        let _ =
            target.add_event_listener_with_callback("change", callback.as_ref().unchecked_ref());
        callback.forget();
        // The list must live for its listener to be called.
        std::mem::forget(list);
    }
}

pub(crate) fn set_root_class(class: &str, on: bool) {
    if let Some(root) = document().document_element() {
        let _ = root.class_list().toggle_with_force(class, on);
    }
}

/// Adds a stylesheet once; bundles loaded later carry their own styles.
pub(crate) fn add_style(rules: &'static str) {
    thread_local! {
        static ADDED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    }
    if ADDED.with(|added| added.borrow().contains(&rules)) {
        return;
    }
    ADDED.with(|added| added.borrow_mut().push(rules));
    let field =
        |of: &JsValue, name: &str| js_sys::Reflect::get(of, &name.into()).unwrap_or_default();
    let Ok(maker) = field(&js_sys::global(), "CSSStyleSheet").dyn_into::<js_sys::Function>() else {
        return;
    };
    let Ok(sheet) = js_sys::Reflect::construct(&maker, &js_sys::Array::new()) else { return };
    if let Ok(replace) = field(&sheet, "replaceSync").dyn_into::<js_sys::Function>()
        && replace.call1(&sheet, &rules.into()).is_ok()
    {
        let all = js_sys::Array::from(&field(&document(), "adoptedStyleSheets"));
        all.push(&sheet);
        let _ = js_sys::Reflect::set(&document(), &"adoptedStyleSheets".into(), &all);
    }
}

pub(crate) fn has_root_class(class: &str) -> bool {
    document().document_element().is_some_and(|root| root.class_list().contains(class))
}

/// Returns the origin: `https://cards.example`.
pub(crate) fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

pub(crate) fn path() -> String {
    window().location().pathname().unwrap_or_default()
}

/// Marks a history entry that has the first screen below it.
const ABOVE_HOME: &str = "above-home";

/// Pushes a history entry without loading anything.
pub(crate) fn push_history(place: &str) {
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&ABOVE_HOME.into(), "", Some(place));
    }
}

pub(crate) fn replace_history(place: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(place));
    }
}

/// Replaces the current history entry, which has the first screen below it.
pub(crate) fn replace_history_above_home(place: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&ABOVE_HOME.into(), "", Some(place));
    }
}

/// Returns `true` if the first screen is below the current history entry.
pub(crate) fn is_above_home() -> bool {
    let state = window().history().ok().and_then(|history| history.state().ok());
    state.and_then(|state| state.as_string()).is_some_and(|state| state == ABOVE_HOME)
}

pub(crate) fn scroll_to_top(selector: &str) {
    if let Ok(Some(element)) = document().query_selector(selector) {
        element.set_scroll_top(0);
    }
}

pub(crate) fn history_back() {
    if let Ok(history) = window().history() {
        let _ = history.back();
    }
}

/// Returns the address's fragment, including `#`.
pub(crate) fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

pub(crate) fn navigate(address: &str) {
    let _ = window().location().set_href(address);
}

/// Fetches a file and passes its bytes to `then`; `None` if that fails.
pub(crate) fn fetch_bytes(address: &str, then: impl FnOnce(Option<Vec<u8>>) + 'static) {
    let Ok(request) = XmlHttpRequest::new() else { return };
    if request.open("GET", address).is_err() {
        return;
    }
    request.set_response_type(XmlHttpRequestResponseType::Arraybuffer);
    let answer = request.clone();
    let done = once_callback(Box::new(move || {
        let bytes = answer.response().ok().filter(|_| answer.status() == Ok(200));
        then(bytes.map(|bytes| js_sys::Uint8Array::new(&bytes).to_vec()));
    }));
    request.set_onloadend(Some(done.unchecked_ref()));
    let _ = request.send();
}

pub(crate) struct Response {
    /// HTTP status; 0 if there was no response.
    pub(crate) status: u16,
    /// Version from its header.
    pub(crate) version: Option<u64>,
    /// Creation time of its content, in milliseconds since 1970, if given.
    pub(crate) modified: Option<u64>,
    pub(crate) text: String,
}

/// Sends a request with headers and a body, and passes the response to `then`.
pub(crate) fn request(
    method: &str,
    address: &str,
    headers: &[(&str, &str)],
    body: Option<&str>,
    then: impl FnOnce(Response) + 'static,
) {
    let Ok(request) = XmlHttpRequest::new() else { return };
    if request.open(method, address).is_err() {
        return;
    }
    for (name, value) in headers {
        let _ = request.set_request_header(name, value);
    }
    let answer = request.clone();
    let done = once_callback(Box::new(move || {
        let version = answer.get_response_header("etag").ok().flatten();
        let version = version.as_deref().map(|tag| tag.trim_start_matches("W/").trim_matches('"'));
        let modified = answer.get_response_header("last-modified").ok().flatten();
        let modified =
            modified.map(|date| js_sys::Date::parse(&date)).filter(|modified| *modified > 0.0);
        then(Response {
            status: answer.status().unwrap_or_default(),
            modified: modified.map(|modified| modified as u64),
            version: version.and_then(|version| version.parse().ok()),
            text: answer.response_text().ok().flatten().unwrap_or_default(),
        });
    }));
    request.set_onloadend(Some(done.unchecked_ref()));
    let _ = request.send_with_opt_str(body);
}

/// Returns the address of the page's script, whose name contains a hash of the program.
pub(crate) fn program_address() -> String {
    let found = document().query_selector("script[type=module][src]").ok().flatten();
    found.and_then(|script| script.get_attribute("src")).unwrap_or_default()
}

/// Returns the content of a `meta` element.
pub(crate) fn meta(name: &str) -> Option<String> {
    let found = document().query_selector(&format!("meta[name={name}]")).ok().flatten()?;
    found.get_attribute("content")
}

/// Formats a time (milliseconds since 1970) as a date.
pub(crate) fn format_date(moment: u64) -> String {
    let date = js_sys::Date::new(&(moment as f64).into());
    // Spell out the month: numeric dates are ambiguous between countries.
    let style = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&style, &"dateStyle".into(), &"medium".into());
    String::from(date.to_locale_date_string("en", &style))
}

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
    /// Element that had the focus before [`focus`].
    static PREVIOUS_FOCUS: RefCell<Option<HtmlElement>> = const { RefCell::new(None) };
}

pub(crate) fn focus(id: &str) {
    let document = document();
    let element = |e: web_sys::Element| e.dyn_into::<HtmlElement>().ok();
    let Some(goal) = document.get_element_by_id(id).and_then(element) else { return };
    let before = document.active_element().and_then(element);
    if before.as_ref().is_some_and(|before| before.id() != id) {
        PREVIOUS_FOCUS.with(|kept| *kept.borrow_mut() = before);
    }
    let _ = goal.focus();
}

pub(crate) fn restore_focus() {
    if let Some(before) = PREVIOUS_FOCUS.with(|kept| kept.borrow_mut().take()) {
        let _ = before.focus();
    }
}

/// Returns the button tapped on the first screen before the program was loaded, and the one that had the focus.
pub(crate) fn early_input() -> (Option<String>, Option<String>) {
    let tap = js_sys::Reflect::get(&js_sys::global(), &"upcardTap".into());
    let focus = document().active_element().and_then(|element| element.get_attribute("data-tap"));
    (tap.ok().and_then(|tap| tap.as_string()), focus)
}

/// Takes the worker that was started before the program was loaded and waits for it, if any.
pub(crate) fn take_waiting_worker() -> Option<Worker> {
    let (page, name) = (js_sys::global(), "upcardWorker".into());
    let worker = js_sys::Reflect::get(&page, &name).ok()?.dyn_into().ok()?;
    let _ = js_sys::Reflect::delete_property(&page, &name);
    Some(worker)
}

/// Returns `true` if the static first screen is already shown.
pub(crate) fn is_static_page_shown() -> bool {
    !has_root_class("elsewhere")
}

/// Focuses a button of the first screen.
pub(crate) fn focus_button(tap: &str) {
    let found = document().query_selector(&format!("[data-tap='{tap}']")).ok().flatten();
    if let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

pub(crate) fn set_inert(selector: &str, on: bool) {
    let Ok(all) = document().query_selector_all(selector) else { return };
    for index in 0..all.length() {
        if let Some(element) =
            all.item(index).and_then(|node| node.dyn_into::<web_sys::Element>().ok())
        {
            let _ = element.toggle_attribute_with_force("inert", on);
        }
    }
}
