//! What people need who see little, or use the left hand: strong contrast, the colours of their system, and
//! the buttons where the thumb is.

use upcard_client::Session;

use crate::audit::{every_size, is_faultless};
use crate::driver::Browser;
use crate::positions::{Play, begin, open, playing, reach, with_setting};
use crate::server::Server;

/// One's own turn, with melds on the table.
fn own_turn(session: &Session) -> bool {
    playing(session, 4) && session.view.as_ref().is_some_and(|v| v.table.melds().len() > 1)
}

/// Opens the turn, with this setting.
fn turn(browser: &Browser, server: &Server, setting: &str, on: bool) {
    open(browser, server, &reach(Play::of("contract-rummy"), own_turn));
    with_setting(browser, server, setting, &on.into());
    browser.wait("return !!document.querySelector('.prompt.mine')");
}

#[test]
fn high_contrast_is_high_on_every_screen_and_comes_by_itself_where_it_is_asked_for() {
    let server = Server::shared();
    let browser = Browser::start(390, 844);
    turn(&browser, server, "contrast", true);
    let mut faults = every_size(&browser, "contrast-turn");
    begin(&browser, server);
    let has = "return document.documentElement.classList.contains('contrast')";
    assert_eq!(browser.run(has), false);
    browser.asks_for("prefers-contrast", "more");
    browser.wait(has);
    faults.extend(every_size(&browser, "contrast-home"));
    is_faultless(&faults);
    browser.is_clean();
}

#[test]
fn the_colours_of_the_system_leave_cards_and_turns_to_be_told_apart() {
    let server = Server::shared();
    let browser = Browser::start(390, 844);
    turn(&browser, server, "contrast", false);
    browser.asks_for("forced-colors", "active");
    let style = |selector: &str, name: &str| {
        browser.text(&format!(
            "return getComputedStyle(document.querySelector('{selector}')).getPropertyValue('{name}')"
        ))
    };
    assert_eq!(style(".hc .c", "forced-color-adjust"), "none", "cards have their own colours");
    assert_eq!(style(".btn", "border-top-style"), "solid", "buttons have an edge");
    assert_eq!(style(".seat", "border-top-style"), "solid", "seats have an edge");
    // Whose turn it is is told by an outline, not by a ground that is gone.
    browser.run("document.querySelector('.seat').classList.add('turn')");
    assert_eq!(style(".seat.turn", "outline-style"), "solid");
    browser.picture("forced-colours");
    browser.is_clean();
}

#[test]
fn the_bright_button_lies_at_the_hand_that_holds_the_phone() {
    let server = Server::shared();
    let browser = Browser::start(390, 844);
    let hint = "const b = document.querySelector('.hint-button').getBoundingClientRect(); return b.left + b.width / 2";
    for left in [false, true] {
        turn(&browser, server, "left", left);
        let at = browser.run(hint).as_f64().unwrap_or_default();
        assert_eq!(at < 195.0, left, "the hint's button is at {at}");
    }
    is_faultless(&every_size(&browser, "left-handed"));
    browser.is_clean();
}
