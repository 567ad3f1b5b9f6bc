//! Dragging a card: it is in exactly one place at any time, and returns to the hand if the drop has no effect.

use crate::driver::Browser;
use crate::moves::one_lay_off;
use crate::positions::{self, Play, Strategy, can_lay_down, open, reach_with, view_matches};
use crate::server::Server;

/// Script that counts visible cards: in the hand, under the pointer, in the draft.
const COUNT_VISIBLE: &str = "const seen = e => getComputedStyle(e).visibility !== 'hidden';
    const count = s => [...document.querySelectorAll(s)].filter(seen).length;
    return [count('.hc .c'), count('.ghost.held'), count('.slotbox .mid')].join(' ')";

/// Dispatches a touch pointer event at a place.
fn dispatch_pointer(browser: &Browser, name: &str, (x, y): (f64, f64)) {
    browser.run(&format!(
        "const t = document.elementFromPoint({x}, {y}); t.dispatchEvent(new PointerEvent('{name}',
            {{bubbles: true, pointerId: 1, pointerType: 'touch', button: 0, clientX: {x}, clientY: {y}}}))"
    ));
}

/// Drags a card of the hand over a place; returns its face.
fn drag_card(browser: &Browser, card: &str, to: (f64, f64)) -> String {
    let from = browser.place(card);
    let face = browser.text(&format!("return document.querySelector(\"{card}\").dataset.face"));
    let before = browser.text(COUNT_VISIBLE);
    dispatch_pointer(browser, "pointerdown", from);
    dispatch_pointer(browser, "pointermove", (from.0 + 12.0, from.1 - 30.0));
    dispatch_pointer(browser, "pointermove", to);
    // The hand shows one card less, which is under the pointer.
    let hand: u32 = before.split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
    let laid = before.rsplit(' ').next().unwrap_or_default();
    browser.wait(&format!("return (() => {{ {COUNT_VISIBLE} }})() === '{} 1 {laid}'", hand - 1));
    face
}

fn end_drag(browser: &Browser) {
    browser.wait_until_gone(".ghost, .away, .over");
}

fn faces(browser: &Browser) -> String {
    browser.text("return [...document.querySelectorAll('.hc')].map(c => c.dataset.face).join(' ')")
}

#[test]
fn a_dragged_card_is_in_one_place_wherever_it_is_dropped() {
    let (server, browser) = Server::with_browser(390, 844);
    let ready = positions::reach(Play::of("contract-rummy"), |s| view_matches(s, can_lay_down));
    // Dropped elsewhere, it returns to its place in the hand, not selected.
    positions::open_by_suit(&browser, server, &ready);
    browser.wait_for_at_least(".hc", 8);
    let before = faces(&browser);
    let nowhere = browser.place(".bar h1");
    drag_card(&browser, ".hc", nowhere);
    dispatch_pointer(&browser, "pointerup", nowhere);
    end_drag(&browser);
    assert_eq!(faces(&browser), before);
    assert_eq!(browser.count(".hc.up"), 0);
    // The same if the gesture is cancelled.
    drag_card(&browser, ".hc", (195.0, 400.0));
    dispatch_pointer(&browser, "pointercancel", (195.0, 400.0));
    end_drag(&browser);
    assert_eq!(faces(&browser), before);
    // Dropped on a slot, it is there and no longer in the hand.
    browser.press("Go down");
    browser.wait_for_at_least(".slotbox .mid", 6);
    browser.click(".slotbox .mid");
    let held = faces(&browser).split(' ').count();
    let laid = browser.count(".slotbox .mid");
    let slot = browser.place("[data-drop=slot-1]");
    drag_card(&browser, ".hc", slot);
    browser.wait_to_see("[data-drop=slot-1].over");
    browser.picture("dragged-over-a-slot");
    dispatch_pointer(&browser, "pointerup", slot);
    end_drag(&browser);
    browser.wait_for_number(".slotbox .mid", laid + 1);
    assert_eq!(faces(&browser).split(' ').count(), held - 1);
    // Dropped on the discards, it is discarded after one confirmation.
    open(&browser, server, &ready);
    browser.wait_for_at_least(".hc", 8);
    let pile = browser.place("[data-drop=discards]");
    let face = drag_card(&browser, ".hc", pile);
    dispatch_pointer(&browser, "pointerup", pile);
    end_drag(&browser);
    browser.press("Discard");
    let count = before.split(' ').filter(|own| *own == face).count();
    browser.wait_for_number(&format!(".hc[data-face='{face}']"), count - 1);
}

#[test]
fn a_card_dropped_on_a_meld_is_laid_off_or_returns_with_the_reason() {
    let (server, browser) = Server::with_browser(360, 640);
    let lay = Play { strategy: Strategy::Lay, ..Play::of("contract-rummy") };
    let (entries, (meld, face)) = reach_with(lay, one_lay_off);
    let meld = format!("[data-spot=meld-{meld}]");
    positions::open_by_suit(&browser, server, &entries);
    browser.wait_to_see(".hc.lays");
    let before = faces(&browser);
    // A card that fits no meld returns, and the prompt says why.
    let place = browser.place(&meld);
    drag_card(&browser, ".hc:not(.lays)", place);
    dispatch_pointer(&browser, "pointerup", place);
    end_drag(&browser);
    browser.wait("return (document.querySelector('.say .notice')?.innerText ?? '').length > 10");
    assert_eq!(faces(&browser), before);
    // A card that fits is laid off.
    let cards = format!("{meld} .c");
    let laid = browser.count(&cards);
    assert_eq!(drag_card(&browser, &format!(".hc.lays[data-face='{face}']"), place), face);
    dispatch_pointer(&browser, "pointerup", place);
    end_drag(&browser);
    browser.wait_for_number(&cards, laid + 1);
    assert_eq!(faces(&browser).split(' ').count() + 1, before.split(' ').count());
}
