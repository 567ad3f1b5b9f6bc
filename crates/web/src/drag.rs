//! Pointer drag and drop: cards of the hand and of drafts to melds, piles, slots and places.

use std::cell::{Cell, RefCell};

use upcard_cards::Card;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, PointerEvent};

use crate::browser;
use crate::card::face_html;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DragItem {
    /// A card of the hand.
    Hand(u32),
    /// A card in a draft.
    Draft(u32),
}

struct Drag {
    what: DragItem,
    card: Card,
    start: (f64, f64),
    ghost: Option<HtmlElement>,
    /// The dragged card's own element, hidden meanwhile.
    home: Option<web_sys::Element>,
    over: Option<web_sys::Element>,
}

thread_local! {
    static DRAG: RefCell<Option<Drag>> = const { RefCell::new(None) };
    static WAS_DRAG: Cell<bool> = const { Cell::new(false) };
    static INSTALLED: Cell<bool> = const { Cell::new(false) };
}

/// Returns `true` if the last pointer gesture was a drag, so that the click after it is ignored.
pub(crate) fn was_drag() -> bool {
    WAS_DRAG.with(|was| was.replace(false))
}

/// Handles a pointer press on a card.
pub(crate) fn begin(event: &PointerEvent, what: DragItem, card: Card) {
    if event.button() != 0 {
        return;
    }
    WAS_DRAG.with(|was| was.set(false));
    // A touch captures the pointer; release it so that the window sees the moves.
    let target = event.target().and_then(|t| t.dyn_into::<web_sys::Element>().ok());
    if let Some(target) = &target {
        let _ = target.release_pointer_capture(event.pointer_id());
    }
    let home = target.and_then(|target| target.closest(".hc, .mid").ok().flatten());
    let start = (f64::from(event.client_x()), f64::from(event.client_y()));
    DRAG.with(|drag| {
        *drag.borrow_mut() = Some(Drag { what, card, start, ghost: None, home, over: None })
    });
}

/// Installs the pointer listeners, once. `drop` takes the item and its drop target's kind and number.
pub(crate) fn install(drop: impl Fn(DragItem, &str, Option<u32>) + 'static) {
    if INSTALLED.with(|installed| installed.replace(true)) {
        return;
    }
    browser::listen("pointermove", moved);
    browser::listen("pointerup", move |event: PointerEvent| dropped(&event, &drop));
    browser::listen("pointercancel", move |_: PointerEvent| {
        DRAG.with(|drag| {
            if let Some(drag) = drag.borrow_mut().take() {
                end(&drag);
            }
        });
    });
}

fn target(event: &PointerEvent) -> Option<web_sys::Element> {
    let (x, y) = (event.client_x() as f32, event.client_y() as f32);
    browser::document().element_from_point(x, y)?.closest("[data-drop]").ok().flatten()
}

fn moved(event: PointerEvent) {
    DRAG.with(|drag| {
        let mut drag = drag.borrow_mut();
        let Some(drag) = drag.as_mut() else { return };
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        if drag.ghost.is_none() {
            let (dx, dy) = (x - drag.start.0, y - drag.start.1);
            if dx.hypot(dy) < 8.0 {
                return;
            }
            drag.ghost = ghost(drag.card);
            if let Some(home) = &drag.home {
                let _ = home.class_list().add_1("away");
            }
        }
        if let Some(ghost) = &drag.ghost {
            let _ = ghost.style().set_property(
                "transform",
                &format!("translate({}px,{}px) rotate(-3deg)", x as i32 - 30, y as i32 - 60),
            );
        }
        let now = target(&event);
        if drag.over != now {
            if let Some(over) = &drag.over {
                let _ = over.class_list().remove_1("over");
            }
            if let Some(over) = &now {
                let _ = over.class_list().add_1("over");
            }
            drag.over = now;
        }
    });
}

fn ghost(card: Card) -> Option<HtmlElement> {
    let document = browser::document();
    let ghost = document.create_element("div").ok()?.dyn_into::<HtmlElement>().ok()?;
    ghost.set_class_name("ghost held");
    ghost.set_inner_html(&face_html(Some(card), false));
    document.body()?.append_child(&ghost).ok()?;
    Some(ghost)
}

fn end(drag: &Drag) {
    if let Some(ghost) = &drag.ghost {
        ghost.remove();
    }
    for (element, class) in [(&drag.over, "over"), (&drag.home, "away")] {
        if let Some(element) = element {
            let _ = element.class_list().remove_1(class);
        }
    }
}

fn dropped(event: &PointerEvent, drop: &impl Fn(DragItem, &str, Option<u32>)) {
    let Some(drag) = DRAG.with(|drag| drag.borrow_mut().take()) else { return };
    end(&drag);
    if drag.ghost.is_none() {
        return;
    }
    WAS_DRAG.with(|was| was.set(true));
    // A click after a drag arrives immediately; later clicks count again.
    browser::set_timeout(60, || WAS_DRAG.with(|was| was.set(false)));
    let Some(place) = target(event).and_then(|e| e.get_attribute("data-drop")) else { return };
    let (kind, number) = match place.split_once('-') {
        Some((kind, number)) => (kind.to_owned(), number.parse::<u32>().ok()),
        None => (place, None),
    };
    drop(drag.what, &kind, number);
}
