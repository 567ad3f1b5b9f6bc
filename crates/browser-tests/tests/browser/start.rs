//! The first screen: matches in progress, with whose turn it is, and what can be started.

use serde_json::json;

use crate::audit::{assert_faultless, every_size};
use crate::driver::Browser;
use crate::friends::table;
use crate::play::{self, SEATED};
use crate::positions::{begin, begin_at, change_setting, turn_at};
use crate::server::Server;

#[test]
fn tables_with_a_seat_are_listed_with_their_turn() {
    let server = Server::slow();
    let (ann, bob, _) = table(&server, "Contract Rummy");
    for browser in [&ann, &bob] {
        let asked = play::look(browser).mine;
        browser.go(&server.address("/"));
        let line = "return document.querySelector('.table-kept small')?.innerText ?? ''";
        browser.wait(&format!(
            "const line = (() => {{ {line} }})(); return /^(Your turn|Waiting for )/.test(line)"
        ));
        // Leaving the page does not hand over the turn at once.
        if asked {
            let with = if std::ptr::eq(browser, &ann) { "Bob" } else { "Ann" };
            assert_eq!(browser.text(line), format!("Your turn · with {with}"));
        }
        // Bots are named too.
        assert!(!browser.text(line).contains("a bot"), "{}", browser.text(line));
        browser.picture("home-with-a-table");
    }
    ann.press("Back to the table: Contract Rummy");
    ann.wait(SEATED);
}

#[test]
fn the_match_on_this_device_is_listed_with_its_turn() {
    let (server, browser) = turn_at(390, 844, 8);
    browser.go(&server.address("/"));
    browser.wait("return [...document.querySelectorAll('.home .btn small')].some(s => /^Contract Rummy, deal \\d+: Your turn$/.test(s.innerText))");
    browser.picture("home-with-a-match");
}

#[test]
fn an_unreadable_match_is_reported() {
    let (server, browser) = begin_at(390, 844);
    for (kept, words) in [("\\u0000\\u00ffx", "another version"), ("nonsense", "is damaged")] {
        browser.run(&format!("localStorage.setItem('upcard.match', \"{kept}\")"));
        browser.go(&server.address("/"));
        browser.wait_for_words(".home .notice", words);
        browser.wait("return ![...document.querySelectorAll('.btn b')].some(b => b.innerText === 'Continue your match')");
        assert_eq!(browser.run("return localStorage.getItem('upcard.match')"), json!(null));
    }
    browser.press("Play now");
    browser.wait(SEATED);
}

#[test]
fn four_colours_are_offered_once_after_the_first_match() {
    let (server, browser) = begin_at(390, 844);
    assert_eq!(browser.run("return !!document.querySelector('.offer-colours')"), false);
    change_setting(&browser, "played", true);
    browser.go(&server.address("/"));
    browser.wait_to_see(".offer-colours");
    browser.picture("home-offers-colours");
    browser.press("Four colours");
    browser.wait("return document.documentElement.classList.contains('four') && !document.querySelector('.offer-colours')");
    browser.go(&server.address("/"));
    browser.wait_to_see(".home:not(#first) .btn");
    assert_eq!(browser.run("return !!document.querySelector('.offer-colours')"), false);
}

#[test]
fn a_short_match_is_one_tap_and_its_first_deal_takes_several_turns() {
    let (_, browser) = begin_at(320, 568);
    browser.press("A short match");
    browser.wait(SEATED);
    let bar = browser.text("return document.querySelector('.bar h1').textContent");
    assert!(bar.contains("Contract Rummy") && bar.contains("Deal 1 of 3"), "{bar}");
    // More than one turn passes before the deal is over.
    assert!(crate::play::play_deal(&browser, false) > 3);
    browser.wait_for_words(".prompt", "Next deal");
}

#[test]
fn back_closes_overlays_over_the_first_screen() {
    let (server, browser) = begin_at(390, 844);
    let closed = "return !document.querySelector('.sheet') && !!document.querySelector('.home')";
    for _ in 0..3 {
        browser.press("Settings");
        browser.wait_to_see(".sheet");
        browser.run("history.back()");
        browser.wait(closed);
        browser.press("Score a game at home");
        browser.wait_to_see(".sheet");
        browser.press("Close");
        browser.wait(closed);
        browser.settle();
    }
    assert_eq!(browser.address(), server.address("/"));
    let entries = || browser.run("return history.length").as_u64();
    let most = entries();
    browser.press_each(&["Settings", "Close"]);
    browser.wait(closed);
    browser.settle();
    assert!(most.is_some() && entries() <= most, "none is left behind");
}

#[test]
fn game_and_table_are_chosen_in_separate_steps() {
    let (server, browser) = begin_at(390, 844);
    browser.press("Choose a game");
    browser.wait_for_at_least(".game .facts", 11);
    // Before the first match there are no comparisons.
    browser.settle();
    assert_eq!(browser.count(".differs"), 0);
    browser.run("history.back()");
    change_setting(&browser, "played", true);
    browser.go(&server.address("/"));
    browser.press("Choose a game");
    browser.wait_for_at_least(".game .facts", 11);
    // Each card gives difficulty and difference, and the duration if known.
    let words = "const all = [...document.querySelectorAll('.game')].map(g => g.innerText);
        return all.every(text => /easy|medium|hard/.test(text)) && all.filter(text => /about \\d+ min/.test(text)).length > 10";
    assert_eq!(browser.run(words), true);
    browser.wait("return [...document.querySelectorAll('.differs')].length === document.querySelectorAll('.game').length");
    // The difference is the most characteristic one, not just the first.
    let gin = browser.text(
        "return [...document.querySelectorAll('.game')].find(g => g.querySelector('b').innerText === 'Gin Rummy').querySelector('.differs').innerText",
    );
    let line = "Unlike Contract Rummy: Melds stay in your hand until somebody knocks";
    assert!(gin.starts_with(line), "{gin}");
    // Variations open below the chosen game.
    browser.run("[...document.querySelectorAll('.game')].find(g => g.querySelector('b').innerText === 'Shanghai Rummy')?.click()");
    browser.wait("const g = document.querySelector('.game[aria-pressed=true]'); return g.nextElementSibling?.matches('.beneath')");
    browser.press("Next: the table");
    browser.wait_to_see(".set-up");
    // Back goes one step back, then to the first screen.
    browser.run("history.back()");
    browser.wait_to_see(".games");
    browser.run("history.back()");
    browser.wait_to_see(".home");
    browser.press_each(&["Choose a game", "Next: the table", "Play"]);
    browser.wait(SEATED);
    // The table has replaced the set-up screens in the history.
    browser.run("history.back()");
    browser.wait_to_see(".home");
}

/// Script that answers in the simplest way; returns `true` after eight draws from the stock.
const ANSWER: &str = "
const buttons = [...document.querySelectorAll('.prompt .btn')];
const named = start => buttons.find(b => b.innerText.trim().startsWith(start));
(named('Pass') ?? named('Draw') ?? named('Discard'))?.click();
if (document.querySelector('.prompt.mine') && !document.querySelector('.hc.up')) document.querySelector('.hc')?.click();
const stock = parseInt(document.querySelector('.pile .under')?.innerText.match(/[0-9]+/)?.[0]);
window.whole ??= stock || undefined;
return window.whole - stock > 7;";

#[test]
fn bots_of_every_level_play_in_the_page() {
    let (server, browser) = Server::with_browser(390, 844);
    for level in ["random", "novice", "steady", "sharp", "expert"] {
        begin(&browser, server);
        change_setting(&browser, "level", level);
        change_setting(&browser, "game", "contract-rummy");
        browser.go(&server.address("/"));
        browser.press("Play now");
        browser.wait(ANSWER);
    }
}

/// Script that holds back the program until released.
const HOLD_BACK: &str = "const go = new Promise(done => globalThis.letGo = done);
    const { compileStreaming } = WebAssembly;
    WebAssembly.compileStreaming = async (...all) => { await go; return compileStreaming(...all); };";

/// Script that returns the texts of the first screen's buttons.
const BUTTON_TEXTS: &str =
    "return [...document.querySelectorAll('.home main .btn')].filter(b => b.offsetParent)
    .map(b => b.innerText.replace(/\\s+/g, ' ')).join('|')";

/// Runs `does` while the browser's program is held back.
fn with_program_held_back(browser: &Browser, does: impl FnOnce()) {
    let script = browser.run_first(HOLD_BACK);
    does();
    browser.command("Page.removeScriptToEvaluateOnNewDocument", script);
}

#[test]
fn the_static_first_screen_is_shown_early_and_saves_a_tap() {
    let (server, browser) = Server::with_browser(390, 844);
    with_program_held_back(&browser, || {
        browser.go(&server.address("/"));
        browser.wait_to_see("#first .btn");
        let before = browser.text(BUTTON_TEXTS);
        browser.picture("home-before-the-program");
        assert_faultless(&every_size(&browser, "home-before-the-program"));
        for dark in [true, false] {
            browser.set_dark(dark);
            browser.wait(&format!(
                "return document.documentElement.classList.contains('dark') === {dark}"
            ));
        }
        // The later of two taps counts.
        browser.press_each(&["My games", "Play now"]);
        browser.wait_for_start("#first [aria-busy]", "Play now");
        assert_eq!(browser.count("#first [aria-busy]"), 1);
        browser.run("letGo()");
        browser.wait(SEATED);
        // The program's own first screen has the same buttons.
        browser.go(&server.address("/"));
        browser.run("localStorage.clear()");
        browser.go(&server.address("/"));
        browser.run("letGo()");
        browser.wait_to_see(".home:not(#first) .btn");
        assert_eq!(browser.text(BUTTON_TEXTS), before);
    });
}

#[test]
fn matches_in_progress_are_listed_first_before_the_program_loads() {
    let (server, browser) = begin_at(390, 844);
    browser.press("Play now");
    browser.wait(SEATED);
    browser.wait("return !!localStorage.getItem('upcard.present')");
    browser.run("localStorage.setItem('upcard.visits', 'seat abcdefghijklmnopqrstuv Liverpool Rummy\\nlook x y\\nseat <b> Evil')");
    with_program_held_back(&browser, || {
        browser.go(&server.address("/"));
        browser.wait_to_see("#first .btn");
        let before = browser.text(BUTTON_TEXTS);
        let first: Vec<&str> = before.split('|').take(3).collect();
        assert!(first[0].starts_with("Continue your match"), "{before}");
        assert!(first[1].starts_with("Back to the table: Liverpool Rummy"), "{before}");
        assert!(first[2].starts_with("Play now"), "{before}");
        // Guests of a table do not see it.
        browser
            .run("history.replaceState(null, '', '/t/abcdefghijklmnopqrstuv'); location.reload()");
        browser.wait("return location.pathname !== '/' && !!document.querySelector('#first')");
        assert_eq!(browser.text(BUTTON_TEXTS), "");
        assert_eq!(
            browser.run("return !!document.querySelector('.boot').offsetParent"),
            json!(true)
        );
        browser.go(&server.address("/"));
        browser.press("Continue your match");
        browser.run("letGo()");
        browser.wait(SEATED);
    });
    // There is no such table.
    browser.allow_errors(&["404"]);
}
