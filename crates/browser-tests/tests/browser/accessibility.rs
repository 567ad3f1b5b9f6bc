//! Low vision and left-handed use: high contrast, system colours, and buttons near the thumb.

use crate::audit::{assert_faultless, every_size, layout};
use crate::driver::Browser;
use crate::positions::{
    Play, begin, begin_at, is_playing_beside_melds, open, open_at_draw, reach, with_setting,
};
use crate::server::Server;

fn open_turn(browser: &Browser, server: &Server, setting: &str, on: bool) {
    open(browser, server, &reach(Play::of("contract-rummy"), |s| is_playing_beside_melds(s, 4, 1)));
    with_setting(browser, server, setting, on);
    browser.wait_to_see(".prompt.mine");
}

#[test]
fn high_contrast_passes_on_every_screen_and_follows_the_system() {
    let (server, browser) = Server::with_browser(390, 844);
    open_turn(&browser, server, "contrast", true);
    let mut faults = every_size(&browser, "contrast-turn");
    begin(&browser, server);
    let has = "return document.documentElement.classList.contains('contrast')";
    assert_eq!(browser.run(has), false);
    browser.set_media_feature("prefers-contrast", "more");
    browser.wait(has);
    faults.extend(every_size(&browser, "contrast-home"));
    assert_faultless(&faults);
}

#[test]
fn cards_and_turns_are_distinguishable_in_forced_colours() {
    let (server, browser) = Server::with_browser(390, 844);
    open_turn(&browser, server, "contrast", false);
    browser.set_media_feature("forced-colors", "active");
    let style = |selector: &str, name: &str| {
        browser.text(&format!(
            "return getComputedStyle(document.querySelector('{selector}')).getPropertyValue('{name}')"
        ))
    };
    assert_eq!(style(".hc .c", "forced-color-adjust"), "none", "cards have their own colours");
    assert_eq!(style(".btn", "border-top-style"), "solid", "buttons have an edge");
    assert_eq!(style(".seat", "border-top-style"), "solid", "seats have an edge");
    // The turn is shown by an outline, as backgrounds are gone.
    browser.run("document.querySelector('.seat').classList.add('turn')");
    assert_eq!(style(".seat.turn", "outline-style"), "solid");
    browser.picture("forced-colours");
}

#[test]
fn the_main_button_is_on_the_chosen_side() {
    let (server, browser) = Server::with_browser(390, 844);
    let hint = "const b = document.querySelector('.hint-button').getBoundingClientRect(); return b.left + b.width / 2";
    for left in [false, true] {
        open_turn(&browser, server, "left", left);
        let at = browser.run(hint).as_f64().unwrap_or_default();
        assert_eq!(at < 195.0, left, "the hint's button is at {at}");
    }
    assert_faultless(&every_size(&browser, "left-handed"));
}

/// Text spacing of WCAG 1.4.12.
const SPACE_TEXT: &str = "const sheet = new CSSStyleSheet();
    sheet.replaceSync('*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important} p{margin-bottom:2em!important}');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];";

/// Script: `true` if the prompt overflows.
const PROMPT_OVERFLOWS: &str = "const say = document.querySelector('.say'); if (!say) return false;
    const text = say.getBoundingClientRect(), place = say.parentElement.getBoundingClientRect();
    return say.scrollHeight > say.clientHeight + 1 || text.top < place.top + 2 || text.bottom > place.bottom;";

/// Returns the page's faults at three sizes with text spacing.
fn spacing_faults(browser: &Browser, name: &str) -> Vec<String> {
    browser.run(SPACE_TEXT);
    let mut faults = Vec::new();
    for (width, height) in [(320, 568), (390, 844), (1280, 800)] {
        browser.resize_settled((width, height));
        browser.picture(&format!("spaced-{}-{width}x{height}", name.replace(' ', "-")));
        let mut found = layout(browser);
        if browser.run(PROMPT_OVERFLOWS) == true {
            found += "\nthe prompt is cut off";
        }
        if !found.is_empty() {
            faults.push(format!("{name} at {width}×{height}:\n{found}"));
        }
    }
    browser.resize((390, 844));
    faults
}

#[test]
fn spaced_text_is_neither_clipped_nor_overlapping() {
    let (server, browser) = begin_at(390, 844);
    let mut faults = spacing_faults(&browser, "home");
    for (press, shows) in [
        ("Choose a game", ".games .game"),
        ("Read the rules", ".rules"),
        ("Next: the table", ".set-up"),
    ] {
        browser.press(press);
        browser.wait(&format!("return !!document.querySelector('{shows}')"));
        faults.extend(spacing_faults(&browser, press));
    }
    open_at_draw(&browser, server);
    faults.extend(spacing_faults(&browser, "draw"));
    open_turn(&browser, server, "left", false);
    faults.extend(spacing_faults(&browser, "turn"));
    for press in ["Scores", "Menu"] {
        browser.press(press);
        browser.wait_to_see(".sheet .body");
        faults.extend(spacing_faults(&browser, press));
        browser.press("Close");
    }
    assert_faultless(&faults);
}
