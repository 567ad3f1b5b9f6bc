//! Printing: the screen's content without controls.

use serde_json::json;

use crate::driver::Browser;
use crate::positions::{Play, is_playing_beside_melds, open_at};
use crate::replay::{open_file, record};
use crate::server::Server;

fn emulate_media(browser: &Browser, media: &str) {
    browser.command("Emulation.setEmulatedMedia", json!({"media": media}));
}

/// Returns which of these are visible.
fn visible_parts<'a>(browser: &Browser, parts: &[&'a str]) -> Vec<&'a str> {
    let seen = |part: &&&str| {
        let rects = format!("return document.querySelector('{part}')?.getClientRects().length > 0");
        browser.run(&rects) == true
    };
    parts.iter().filter(seen).copied().collect()
}

#[test]
fn a_table_is_printed_as_shown_and_a_sheet_alone() {
    let (_, browser) =
        open_at(390, 844, Play::of("contract-rummy"), |s| is_playing_beside_melds(s, 6, 1));
    // Print styles are loaded after the first turn.
    browser.wait("return [...document.adoptedStyleSheets].some(s => [...s.cssRules].some(r => r.media?.mediaText === 'print'))");
    emulate_media(&browser, "print");
    let parts = [".seat", ".meld", ".pile", ".hc", ".sheet .body", ".prompt", ".bar .ico"];
    assert_eq!(visible_parts(&browser, &parts), [".seat", ".meld", ".pile", ".hc"]);
    // The felt's background is not printed, so text is black.
    let felt = "const felt = getComputedStyle(document.querySelector('.felt')); return felt.color + ' ' + felt.backgroundImage";
    assert_eq!(browser.text(felt), "rgb(0, 0, 0) none");
    emulate_media(&browser, "screen");
    browser.press("Scores");
    browser.wait_to_see(".sheet .body > :not(.loading)");
    emulate_media(&browser, "print");
    assert_eq!(visible_parts(&browser, &parts), [".sheet .body"]);
}

#[test]
fn a_replay_is_printed_as_shown() {
    let (server, browser) = Server::with_browser(390, 844);
    open_file(&browser, server, &record("contract-rummy", 4, 2));
    browser.wait_for_at_least(".replay .hc", 9);
    emulate_media(&browser, "print");
    let parts = [".replay .seat", ".replay .pile", ".replay .hc", ".steps .said", ".steps .btn"];
    assert_eq!(visible_parts(&browser, &parts), parts[..4]);
}
