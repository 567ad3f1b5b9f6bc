//! What is printed: what is on the screen, without what can be pressed.

use serde_json::json;
use upcard_client::Session;

use crate::driver::Browser;
use crate::positions::{Play, open, playing, reach};
use crate::replay::{open_file, record};
use crate::server::Server;

/// Shows the page as it is printed.
fn as_on_paper(browser: &Browser) {
    browser.command("Emulation.setEmulatedMedia", json!({"media": "print"}));
}

/// Which of these take room.
fn printed<'a>(browser: &Browser, parts: &[&'a str]) -> Vec<&'a str> {
    let seen = |part: &&&str| {
        let rects = format!("return document.querySelector('{part}')?.getClientRects().length > 0");
        browser.run(&rects) == json!(true)
    };
    parts.iter().filter(seen).copied().collect()
}

#[test]
fn a_table_is_printed_as_it_lies_and_a_sheet_alone() {
    let (server, browser) = Server::with_browser(390, 844);
    let melds =
        |s: &Session| playing(s, 6) && s.view.as_ref().is_some_and(|v| v.table.melds().len() > 1);
    open(&browser, server, &reach(Play::of("contract-rummy"), melds));
    // What belongs to paper comes with the sheets.
    browser.press("Scores");
    browser.wait("return !!document.querySelector('.sheet .body > :not(.loading)')");
    as_on_paper(&browser);
    let parts = [".seat", ".meld", ".pile", ".hc", ".sheet .body", ".prompt", ".bar .ico"];
    assert_eq!(printed(&browser, &parts), [".sheet .body"]);
    browser.run("document.querySelector('.sheet > header .ico').click()");
    browser.wait("return !document.querySelector('.sheet')");
    assert_eq!(printed(&browser, &parts), [".seat", ".meld", ".pile", ".hc"]);
    // Dark felt is not printed: light words would stand on white.
    let felt = "const felt = getComputedStyle(document.querySelector('.felt')); return felt.color + ' ' + felt.backgroundImage";
    assert_eq!(browser.text(felt), "rgb(0, 0, 0) none");
}

#[test]
fn a_match_that_is_looked_at_again_is_printed_as_it_lies() {
    let (server, browser) = Server::with_browser(390, 844);
    open_file(&browser, server, &record("contract-rummy", 4, 2));
    browser.wait("return document.querySelectorAll('.replay .hc').length > 8");
    as_on_paper(&browser);
    let parts = [".replay .seat", ".replay .pile", ".replay .hc", ".steps .said", ".steps .btn"];
    assert_eq!(printed(&browser, &parts), parts[..4]);
}
