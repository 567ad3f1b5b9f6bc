//! Available space, measured in the user's text size, and layout that depends on it.

use std::cell::RefCell;

use leptos::prelude::*;
use upcard_client::bubble::Area;
use upcard_client::layout::{CardSize, HandLayout, Screen};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlElement, ResizeObserver};

use crate::browser;

/// Widths of cards in melds, in pixels, largest first.
const WIDTHS: [u16; 9] = [84, 72, 62, 54, 48, 42, 38, 34, 30];

thread_local! {
    /// Kept alive for its callback.
    static OBSERVER: RefCell<Option<ResizeObserver>> = const { RefCell::new(None) };
}

/// Returns the user's text size, in pixels.
fn text_size() -> f64 {
    let root = browser::document().document_element();
    let style = root.and_then(|root| browser::window().get_computed_style(&root).ok().flatten());
    let size = style.and_then(|style| style.get_property_value("font-size").ok());
    // The browser parses the number: a Rust parser would need a 10 kB table.
    let size = size.map_or(f64::NAN, |size| js_sys::parse_float(&size));
    if size.is_nan() { 16.0 } else { size }
}

fn measure() -> HandLayout {
    let number = |value: Result<wasm_bindgen::JsValue, _>| value.ok().and_then(|v| v.as_f64());
    let width = number(browser::window().inner_width()).unwrap_or(390.0);
    let height = number(browser::window().inner_height()).unwrap_or(844.0);
    let cards = if browser::has_root_class("huge-cards") {
        CardSize::VeryLarge
    } else if browser::has_root_class("large") {
        CardSize::Large
    } else {
        CardSize::Usual
    };
    HandLayout::of(Screen { width, height, text: text_size(), cards })
}

/// Measures again after the card size has changed.
pub(crate) fn remeasure(room: RwSignal<HandLayout>) {
    let now = measure();
    if room.get_untracked() != now {
        room.set(now);
    }
    browser::next_frame(fit_melds);
}

/// Watches window and text size. The root element gets the class `short` if height is limited.
pub(crate) fn watch() -> RwSignal<HandLayout> {
    let room = RwSignal::new(measure());
    let look = move || {
        let now = measure();
        browser::set_root_class("short", now.short);
        if room.get_untracked() != now {
            room.set(now);
        }
    };
    look();
    // The probe is 1 em wide, so it resizes with the text.
    let callback = Closure::<dyn FnMut(wasm_bindgen::JsValue)>::new(move |_| look());
    if let Ok(observer) = ResizeObserver::new(callback.as_ref().unchecked_ref()) {
        let document = browser::document();
        if let Ok(probe) = document.create_element("i") {
            probe.set_class_name("probe");
            let _ = probe.set_attribute("aria-hidden", "true");
            if let Some(body) = document.body() {
                let _ = body.append_child(&probe);
            }
            observer.observe(&probe);
        }
        if let Some(root) = document.document_element() {
            observer.observe(&root);
        }
        OBSERVER.with(|kept| *kept.borrow_mut() = Some(observer));
    }
    callback.forget();
    room
}

fn melds_box() -> Option<HtmlElement> {
    browser::document().query_selector(".melds").ok().flatten()?.dyn_into().ok()
}

/// Makes the cards in melds as large as the felt allows.
pub(crate) fn fit_melds() {
    let Some(melds) = melds_box() else { return };
    let most = match melds.client_width() {
        760.. => 84,
        640.. => 72,
        420.. => 62,
        _ => 54,
    };
    for width in WIDTHS.into_iter().filter(|width| *width <= most) {
        let _ = melds.style().set_property("--mw", &format!("{width}px"));
        if melds.scroll_height() <= melds.client_height() {
            break;
        }
    }
}

/// Returns the number of melds at least a quarter of which is below the visible felt.
pub(crate) fn hidden_melds() -> u32 {
    let Some(melds) = melds_box() else { return 0 };
    let end = melds.get_bounding_client_rect().bottom();
    let all = melds.get_elements_by_class_name("meld");
    let below = |meld: &Element| {
        let place = meld.get_bounding_client_rect();
        place.top() + place.height() * 0.75 > end
    };
    (0..all.length()).filter_map(|index| all.item(index)).filter(below).count() as u32
}

/// Scrolls the melds by three quarters of their visible height.
pub(crate) fn scroll_melds() {
    if let Some(melds) = melds_box() {
        melds.set_scroll_top(melds.scroll_top() + melds.client_height() * 3 / 4);
    }
}

/// Scrolls a row to make an element visible.
pub(crate) fn reveal(selector: &str) {
    let Some(element) = browser::document().query_selector(selector).ok().flatten() else { return };
    let Some(row) = element.parent_element() else { return };
    let (own, all) = (element.get_bounding_client_rect(), row.get_bounding_client_rect());
    let by = if own.left() < all.left() {
        own.left() - all.left()
    } else {
        (own.right() - all.right()).max(0.0)
    };
    row.set_scroll_left(row.scroll_left() + by as i32);
}

fn found(selector: &str) -> impl Iterator<Item = Element> {
    let all = browser::document().query_selector_all(selector).ok();
    let count = all.as_ref().map_or(0, web_sys::NodeList::length);
    (0..count).filter_map(move |at| all.as_ref()?.item(at)?.dyn_into().ok())
}

/// Returns the bounding box of a selector's elements.
pub(crate) fn area(selector: &str) -> Option<Area> {
    let edges = found(selector).map(|element| {
        let place = element.get_bounding_client_rect();
        [place.left(), place.top(), place.right(), place.bottom()].map(|edge| edge as i32)
    });
    let whole = edges.reduce(|all, one| {
        [all[0].min(one[0]), all[1].min(one[1]), all[2].max(one[2]), all[3].max(one[3])]
    });
    whole.map(|[left, top, right, bottom]| Area {
        left,
        top,
        width: right - left,
        height: bottom - top,
    })
}

/// Returns an element's width and content height.
pub(crate) fn natural_size(selector: &str) -> Option<(i32, i32)> {
    let element: HtmlElement = found(selector).next()?.dyn_into().ok()?;
    Some((element.offset_width(), element.scroll_height()))
}

pub(crate) fn screen() -> (i32, i32) {
    let (width, height, _) = measure().size;
    (width.into(), height.into())
}

/// Opens all `details` elements.
pub(crate) fn unfold() {
    found("details").for_each(|folded| {
        let _ = folded.set_attribute("open", "");
    });
}

/// Highlights a selector's elements, and no others.
pub(crate) fn highlight(selector: Option<&str>) {
    const HIGHLIGHTED: &str = "data-ringed";
    found("[data-ringed]").for_each(|element| {
        let _ = element.remove_attribute(HIGHLIGHTED);
    });
    selector.into_iter().flat_map(found).for_each(|element| {
        let _ = element.set_attribute(HIGHLIGHTED, "");
    });
}

/// Focuses an element if the focused one has disappeared.
pub(crate) fn keep_focus(id: impl Fn() -> String + 'static) {
    browser::next_frame(move || {
        let document = browser::document();
        let lost = document.active_element().is_none_or(|element| element.tag_name() == "BODY");
        if lost && document.query_selector(".sheet, .ask").ok().flatten().is_none() {
            browser::focus(&id());
        }
    });
}
