//! Several people sharing a device: between turns a curtain, behind which the page holds nothing of a hand.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::audit::{assert_faultless, every_size};
use crate::driver::Browser;
use crate::play;
use crate::positions::begin_at;

/// Enters the names of the people.
fn enter_names(browser: &Browser, names: &[&str]) {
    let names = json!(names);
    browser.run(&format!(
        "const fields = [...document.querySelectorAll('.set-up .named input')];
         {names}.forEach((name, at) => {{ fields[at].value = name; fields[at].dispatchEvent(new Event('input', {{bubbles: true}})); }})"
    ));
}

/// Opens the screen for the names of this many people.
fn open_set_up(browser: &Browser, people: usize) {
    browser.press_each(&["Choose a game", "Next: the table"]);
    browser.wait_to_see(".set-up");
    for _ in 1..people {
        browser.click("[aria-label=\"People at this device\"] [aria-label=More]");
    }
    browser.wait_for_number(".set-up .named input", people);
}

/// Returns the curtain's headline; empty without a curtain.
fn curtain(browser: &Browser) -> String {
    browser.text_of(".curtain h2")
}

/// Uncovers this person's hand, and returns it.
fn show_hand(browser: &Browser, name: &str) -> String {
    browser.press(&format!("I am {name}: show my cards"));
    browser.wait_to_see(".hc");
    play::hand(browser)
}

/// Waits until the hand of this person is covered, without a trace.
fn wait_for_cover(browser: &Browser, name: &str) {
    browser.wait_for_text(".curtain h2", &format!("Pass to {name}"));
    assert_eq!(browser.text(HAND_TRACES), "");
}

/// Script that returns traces of a hand in page and storage while the curtain is down: none allowed.
const HAND_TRACES: &str = r"
const found = [];
if (document.querySelector('.hc, .hand, .board, .table, [data-face], .ghost, .sheet')) found.push('the table');
const shown = document.querySelectorAll('.c').length, offered = document.querySelectorAll('.curtain .to .c').length;
if (shown !== offered || offered > 1) found.push('cards');
const said = document.body.innerText + [...document.querySelectorAll('[aria-live], [role=status], .sr')].map(e => e.textContent).join(' ');
if (/[Yy]ou (drew|took|bought|discarded|have)/.test(said)) found.push(said);
for (const name of ['upcard.history', 'upcard.story']) if (localStorage.getItem(name)) found.push(name);
return found.join('; ')";

/// Continues until someone may look or a deal is over, and returns who. `nobody` is clicked when a card is offered.
fn play_until_viewer(browser: &Browser) -> String {
    loop {
        browser.wait("return !!document.querySelector('.curtain h2, .table .hc') || !!document.querySelector('.sheet .scores')");
        let says = curtain(browser);
        if says.is_empty() {
            return String::new();
        }
        assert_eq!(browser.text(HAND_TRACES), "", "{says}");
        if let Some(name) = says.strip_prefix("Pass to ") {
            return name.to_owned();
        }
        if says.starts_with("Does anybody") {
            browser.run("document.getElementById('curtain-go').click()");
        }
        browser.wait(&format!(
            "return document.querySelector('.curtain h2')?.innerText !== {}",
            json!(says)
        ));
    }
}

#[test]
fn two_people_pass_a_device_and_neither_sees_the_others_hand() {
    let (_, browser) = begin_at(390, 844);
    open_set_up(&browser, 2);
    enter_names(&browser, &["Ann", "Ann"]);
    browser.press("Play");
    browser.wait_for_text(".set-up .notice", "Two of you are called Ann.");
    enter_names(&browser, &["Ann", "Bo"]);
    browser.press("Play");
    let mut hands: BTreeMap<String, String> = BTreeMap::new();
    let mut looked = 0;
    while looked < 5 {
        let name = play_until_viewer(&browser);
        if !name.is_empty() {
            let hand = show_hand(&browser, &name);
            assert_eq!(curtain(&browser), "");
            hands.insert(name, hand);
            looked += 1;
        }
        // Play a turn, until the curtain is lowered.
        for number in 0..200 {
            let look = play::look(&browser);
            if !curtain(&browser).is_empty() || look.is_over() {
                break;
            }
            if look.mine {
                play::answer(&browser, &look, number);
            }
        }
        if play::look(&browser).is_over() {
            break;
        }
    }
    let held: Vec<_> = hands.values().collect();
    assert_eq!(hands.keys().collect::<Vec<_>>(), ["Ann", "Bo"]);
    assert_ne!(held[0], held[1]);
}

#[test]
fn a_hidden_or_reloaded_page_shows_no_hand() {
    let (server, browser) = begin_at(320, 568);
    open_set_up(&browser, 3);
    browser.press("Play");
    let name = play_until_viewer(&browser);
    let hand = show_hand(&browser, &name);
    // When the page is hidden, the hand is removed before the next frame.
    let hidden = browser.run_async(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true});
         document.dispatchEvent(new Event('visibilitychange'));
         Promise.resolve().then(() => 0).then(() => requestAnimationFrame(() => done(document.querySelectorAll('.hc, .hand').length)))",
    );
    assert_eq!(hidden, json!(0));
    wait_for_cover(&browser, &name);
    browser.run("delete document.hidden");
    assert_eq!(show_hand(&browser, &name), hand);
    // It can be lowered by hand, and is down when the match is resumed.
    browser.press_each(&["Menu", "Cover my cards"]);
    wait_for_cover(&browser, &name);
    browser.go(&server.address("/"));
    browser.press("Continue your match");
    assert_eq!(play_until_viewer(&browser), name);
    assert_eq!(show_hand(&browser, &name), hand);
}

#[test]
fn a_hand_is_shown_as_long_as_the_button_is_held() {
    let (_, browser) = begin_at(390, 844);
    open_set_up(&browser, 3);
    browser.press("Play");
    let name = play_until_viewer(&browser);
    let shown = || browser.wait_for_at_least(".hc", 6);
    // By touch: the button is gone while the cards are shown, and releasing covers them.
    let touch = |kind: &str, points: Value| {
        browser.command("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
    };
    let mut hands = Vec::new();
    for _ in 0..2 {
        let (x, y) = browser.place("#curtain-go");
        touch("touchStart", json!([{"x": x, "y": y}]));
        shown();
        hands.push(play::hand(&browser));
        browser.picture("around-held");
        touch("touchEnd", json!([]));
        wait_for_cover(&browser, &name);
    }
    // By the space bar.
    let key = |kind: &str| {
        browser.command(
            "Input.dispatchKeyEvent",
            json!({"type": kind, "key": " ", "code": "Space", "windowsVirtualKeyCode": 32, "text": if kind == "keyDown" { " " } else { "" }}),
        );
    };
    browser.wait("return document.activeElement?.id === 'curtain-go'");
    key("keyDown");
    shown();
    hands.push(play::hand(&browser));
    key("keyUp");
    wait_for_cover(&browser, &name);
    // A tap uncovers permanently.
    browser.settle();
    let (x, y) = browser.place("#curtain-go");
    for kind in ["mousePressed", "mouseReleased"] {
        let click = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
        browser.command("Input.dispatchMouseEvent", click);
    }
    shown();
    std::thread::sleep(std::time::Duration::from_millis(700));
    hands.push(play::hand(&browser));
    assert_eq!(hands, vec![hands[0].clone(); 4]);
}

#[test]
fn the_screens_of_a_shared_device_are_faultless() {
    let (_, browser) = begin_at(390, 844);
    open_set_up(&browser, 3);
    enter_names(&browser, &["Ann", "Bo", "Maximiliane of the Hills"]);
    let mut faults = every_size(&browser, "around-set-up");
    browser.press("Play");
    browser.wait_to_see(".curtain h2");
    // There is space for the longest dealer's name.
    browser
        .run("document.querySelector('.bar small').append(' · dealer Maximiliane of the Hills')");
    let mut seen = Vec::new();
    for number in 0..400 {
        let says = curtain(&browser);
        let kind = says.split(' ').next().unwrap_or_default().to_owned();
        if ["Pass", "Does"].contains(&&*kind) && !seen.contains(&kind) {
            faults.extend(every_size(&browser, &format!("around-{}", kind.to_lowercase())));
            seen.push(kind);
        }
        // A card is offered, and both kinds have been seen.
        if seen.len() == 2 && says.starts_with("Does") {
            break;
        }
        if says.is_empty() {
            let look = play::look(&browser);
            if look.mine {
                play::answer(&browser, &look, number);
            }
        } else {
            browser.run("document.getElementById('curtain-go')?.click()");
        }
    }
    assert_eq!(seen.len(), 2, "{seen:?}");
    // Who wants the card takes the device first.
    browser.click(".curtain footer .btn");
    browser.wait_for_start(".curtain h2", "Pass to ");
    browser.picture("around-wants");
    browser.press("Back");
    browser.wait_for_start(".curtain h2", "Does anybody");
    assert_faultless(&faults);
}
