//! Drag and drop, taps, and keys: each can do everything, with the same result.

use upcard_client::Session;
use upcard_engine::{Action, Phase};

use crate::driver::Browser;
use crate::play;
use crate::positions::{self, Play, Strategy, can_lay_down, view_matches};
use crate::server::Server;

const ENTER: &str = "\u{e007}";

/// A card that can be laid off in one way without ending the turn.
pub(crate) fn one_lay_off(session: &Session) -> Option<(u16, String)> {
    let view = session.view().filter(|view| {
        session.must_decide() && view.table.phase() == Phase::Play && view.hand.len() > 3
    })?;
    let offered = view.offered(0).actions;
    let offs: Vec<(u16, String)> = offered
        .iter()
        .filter_map(|action| match action {
            Action::Off { meld, card, end: None } => Some((meld.0, card.to_string())),
            Action::Off { .. } | Action::Slide { .. } | Action::Swap { .. } => {
                Some((0, String::new()))
            }
            _ => None,
        })
        .collect();
    match offs.as_slice() {
        [one] if one.0 > 0 => Some(one.clone()),
        _ => None,
    }
}

/// Selects a card of the hand by keyboard.
fn choose_by_keys(browser: &Browser, face: &str) {
    play::tab_to(browser, ".hc");
    browser.keys("\u{e011}");
    for _ in 0..40 {
        if browser.text("return document.activeElement?.dataset.face ?? ''") == face {
            browser.keys(" ");
            return;
        }
        browser.keys("\u{e014}");
    }
    panic!("the arrow keys do not come to {face}");
}

#[test]
fn a_card_goes_to_a_meld_and_to_the_discards_in_three_ways() {
    let (server, browser) = Server::with_browser(390, 844);
    let play = Play { strategy: Strategy::Lay, ..Play::of("contract-rummy") };
    let (entries, (meld, face)) = positions::reach_with(play, one_lay_off);
    let (card, goal) = (format!(".hc[data-face='{face}']"), format!("[data-spot=meld-{meld}]"));
    let cards = format!("{goal} .c");
    for way in ["drag", "tap", "keys"] {
        positions::open(&browser, server, &entries);
        browser.wait_to_see(&card);
        let before = browser.count(&cards);
        match way {
            "drag" => browser.drag(&[browser.place(&card), (190.0, 500.0), browser.place(&goal)]),
            "tap" => {
                browser.drag(&[browser.place(&card)]);
                browser.wait_to_see(&format!("{goal}.fit"));
                browser.drag(&[browser.place(&goal)]);
            }
            _ => {
                choose_by_keys(&browser, &face);
                play::tab_to(&browser, &format!("{goal}.fit"));
                browser.keys(ENTER);
            }
        }
        browser.wait_for_number(&cards, before + 1);
        // Announced a moment later.
        browser.wait_for_words("[role=status]", "You laid off");
        // Then discard some card, which ends the turn.
        browser.wait_for_at_least(".hc", 2);
        let thrown = browser.text("return document.querySelector('.hc:last-child').dataset.face");
        let card = format!(".hc[data-face='{thrown}']");
        match way {
            "drag" => browser.drag(&[
                browser.place(&card),
                (190.0, 480.0),
                browser.place("[data-drop=discards]"),
            ]),
            "tap" => {
                browser.drag(&[browser.place(&card)]);
                browser.drag(&[browser.place("[data-drop=discards]")]);
            }
            _ => {
                choose_by_keys(&browser, &thrown);
                browser.keys("x");
            }
        }
        browser.wait(&format!(
            "return [...document.querySelectorAll('.hc')].every(c => c.dataset.face !== '{thrown}') \
             || !document.querySelector('.prompt').classList.contains('mine')"
        ));
    }
}

#[test]
fn a_lay_down_is_put_together_in_three_ways() {
    let (server, browser) = Server::with_browser(1280, 800);
    let entries = positions::reach(Play::of("shanghai-rummy"), |s| view_matches(s, can_lay_down));
    let drafted = ".slotbox .mid";
    for way in ["drag", "tap", "keys"] {
        positions::open(&browser, server, &entries);
        browser.wait_for_text(".prompt .btn", "Go down");
        if way == "keys" {
            browser.keys("g");
        } else {
            browser.press("Go down");
        }
        browser.wait_for_at_least(".slotbox .mid", 6);
        let whole = browser.count(drafted);
        let some = "[data-drop=slot-0] .mid:last-child";
        let face = browser
            .text(&format!("return document.querySelector('{some}').getAttribute('aria-label')"));
        match way {
            "drag" => browser.drag(&[browser.place(some), (640.0, 560.0), browser.place(".cards")]),
            "tap" => browser.drag(&[browser.place(some)]),
            _ => {
                play::tab_to(&browser, some);
                browser.keys(ENTER);
            }
        }
        browser.wait_for_number(drafted, whole - 1);
        let name = face.split(':').next().unwrap_or_default().to_owned();
        let back = format!(".hc[aria-label^='{name}']");
        match way {
            "drag" => {
                browser.drag(&[
                    browser.place(&back),
                    (640.0, 500.0),
                    browser.place("[data-drop=slot-0]"),
                ]);
            }
            "tap" => {
                browser.drag(&[browser.place(&back)]);
                browser.click("[data-drop=slot-0]");
            }
            _ => {
                let face = browser
                    .text(&format!("return document.querySelector(\"{back}\").dataset.face"));
                choose_by_keys(&browser, &face);
                play::tab_to(&browser, "[data-drop=slot-0], [data-drop=slot-0] .into");
                browser.keys(ENTER);
            }
        }
        browser.wait_for_number(drafted, whole);
        if way == "keys" {
            browser.keys("g");
        } else {
            browser.press("Lay down");
        }
        browser.wait("return document.querySelectorAll('.meld').length > 0 && !document.querySelector('.slotbox')");
    }
}

#[test]
fn the_hand_is_arranged_by_drag_and_by_keys() {
    const ALT: char = '\u{e00a}';
    const LEFT: char = '\u{e012}';
    let (server, browser) = Server::with_browser(1280, 800);
    let entries = positions::reach(Play::of("contract-rummy"), |s| positions::is_playing(s, 8));
    let order = "return [...document.querySelectorAll('.hc')].map(c => c.id).join(' ')";
    positions::open_by_suit(&browser, server, &entries);
    browser.wait_for_at_least(".hc", 8);
    let before = browser.text(order);
    let (first, _) = before.split_once(' ').expect("several cards");
    let (_, last) = before.rsplit_once(' ').expect("several cards");
    browser.drag(&[
        browser.place(&format!("#{last}")),
        (700.0, 700.0),
        browser.place(&format!("#{first}")),
    ]);
    browser.wait(&format!("return document.querySelector('.hc').id === '{last}'"));
    browser.wait_for_text(".sort [aria-pressed=true]", "Mine");
    let dragged = browser.text(order);
    // By keyboard it moves one place.
    play::tab_to(&browser, ".hc");
    browser.keys("\u{e010}");
    browser.chord(ALT, LEFT);
    browser.wait(&format!("{order} !== '{dragged}'"));
    assert_eq!(browser.text(order).split(' ').count(), dragged.split(' ').count());
}
