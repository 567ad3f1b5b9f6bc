//! Replays: a match on this device, one of a server's table by a link, and a record file.

use std::sync::Arc;

use upcard_bots::{Bot, Budget, Novice};
use upcard_client::Session;
use upcard_engine::{Game, Library, Rules, View};
use upcard_testkit::recording::record_match;

use crate::audit::{assert_faultless, every_size};
use crate::driver::Browser;
use crate::matches::finished_match;
use crate::play;
use crate::positions::{ONE_DEAL, begin, open_at};
use crate::server::Server;

const REPLAY_SHOWN: &str = "return document.querySelectorAll('.replay .seat').length > 0";

/// Returns the record of a match of novices with this many deals.
pub(crate) fn record(game: &str, players: u8, deals: u8) -> String {
    let library = Library::standard().unwrap();
    let rules = Arc::new(Rules::of(&library, game, &[], Some(players)).unwrap());
    let names = ["Ann", "Bob", "Cat", "bot novice"].map(str::to_owned);
    let names = names[..usize::from(players)].to_vec();
    let decide = |view: &View<'_>| Novice.decide(view, &Budget::Playouts(1));
    let is_wanted = |game: &Game| game.to_act().is_none() && game.table().deals_begun() == deals;
    record_match(rules, names, 4, decide, is_wanted, |_, _| {}).to_string()
}

/// Opens a record file from the first screen.
pub(crate) fn open_file(browser: &Browser, server: &Server, text: &str) {
    begin(browser, server);
    browser.press("My games");
    browser.wait_to_see("#record");
    browser.choose_file("#record", "match.upcard", text);
}

fn wait_for_play(browser: &Browser, number: usize) {
    browser.wait_for_words(".steps .said", &format!("play {number} of"));
}

/// Forward and back by buttons, keys and slider; by turns and deals; from one seat, and with all hands; from
/// a log line to its play.
#[test]
fn a_record_file_is_opened_and_replayed() {
    let (server, browser) = Server::with_browser(390, 844);
    open_file(&browser, server, &record("contract-rummy", 4, 2));
    browser.wait(REPLAY_SHOWN);
    wait_for_play(&browser, 1);
    assert!(browser.count(".replay .hc") > 8);
    browser.press("Forward one play");
    wait_for_play(&browser, 2);
    browser.press_each(&["Forward one turn", "Back one turn"]);
    wait_for_play(&browser, 1);
    browser.run("document.querySelector('.steps .btn[aria-label=\"Forward one play\"]').focus()");
    browser.keys("\u{e014}");
    wait_for_play(&browser, 2);
    browser.keys("\u{e012}");
    wait_for_play(&browser, 1);
    browser.fill(".steps input", "40");
    wait_for_play(&browser, 41);
    browser.picture("replay");
    // Other hands are hidden unless requested.
    assert_eq!(browser.count(".all-hands .c"), 0);
    let hand = play::hand(&browser);
    browser.choose("[aria-label='Whose view']", "1");
    browser.settle();
    assert_ne!(play::hand(&browser), hand);
    // The viewer is none of the players: everybody is named, from any seat.
    browser.wait_for_start(".replay .self", "Bob: ");
    browser.press("All hands");
    browser.wait_for_number(".all-hands section", 4);
    browser.picture("replay-all-hands");
    // From a line to its play.
    browser.press("All plays of this deal");
    browser.wait_for_at_least(".plays .item", 41);
    browser.run("document.querySelectorAll('.plays .item')[10].click()");
    wait_for_play(&browser, 11);
    let lines = browser.text_of(".plays");
    assert!(lines.contains("Bob drew the ") && !lines.contains("You"), "{lines}");
    let line = browser.text("return document.querySelectorAll('.plays .item')[10].innerText");
    let said = browser.text_of(".steps .said");
    assert!(!line.is_empty() && said.starts_with(&line), "{line}: {said}");
    browser.choose("[aria-label='Go to a deal']", "2");
    browser.wait_for_words(".steps .said", "Deal 2 of 2");
    browser.press("All hands");
    let mut faults = every_size(&browser, "replay");
    browser.press("All hands");
    faults.extend(every_size(&browser, "replay-hands"));
    assert_faultless(&faults);
}

/// An invalid record is reported, with the line if known.
#[test]
fn an_invalid_record_is_reported() {
    let (server, browser) = Server::with_browser(320, 568);
    let text = record("gin", 2, 1);
    let cut: Vec<&str> = text.lines().filter(|line| !line.contains("draw")).collect();
    for damaged in ["nonsense".to_owned(), cut.join("\n")] {
        open_file(&browser, server, &damaged);
        browser.wait(
            "return /line \\d/.test(document.querySelector('.sheet .notice')?.innerText ?? '')",
        );
        browser.press("Close");
    }
}

/// A match on this device, right after its end.
#[test]
fn a_match_of_this_device_is_replayed() {
    let (server, browser) = open_at(320, 568, ONE_DEAL, Session::must_decide);
    play::play_deal(&browser, false);
    browser.wait_to_see(".sheet .standings .won");
    browser.press("Watch the replay");
    browser.wait(REPLAY_SHOWN);
    browser.press("Forward one play");
    wait_for_play(&browser, 2);
    browser.picture("replay-320");
    browser.press("Close");
    browser.wait("return !document.querySelector('.replay') && !!document.querySelector('.table')");
    // It is kept until deleted.
    browser.go(&server.address("/"));
    browser.press("My games");
    browser.wait_for_number(".kept-match", 1);
    // Its statistics: place and single deal, from the record, and stored.
    browser.wait_for_words(".figures", "One match");
    let plots = browser.text(
        "return [...document.querySelectorAll('.plot')].map(p => p.tBodies[0].rows.length).join()",
    );
    assert!(plots.ends_with(",1"), "{plots}");
    let kept =
        "return Object.keys(localStorage).filter(k => k.startsWith('upcard.figures.')).length";
    assert_eq!(browser.run(kept), 1);
    assert_faultless(&every_size(&browser, "my-games"));
    for look in ["", "dark", "contrast", "contrast dark"] {
        let contrast = browser.run(&bars_stand_out(look)).as_f64();
        assert!(contrast >= Some(3.0), "bars in {look:?}: {contrast:?} : 1");
    }
    browser.resize((320, 568));
    // A replay returns to the list, by its own button and by the browser's.
    for back in ["document.querySelector('.sheet header .ico').click()", "history.back()"] {
        browser.click(".kept-match .btn");
        browser.wait(REPLAY_SHOWN);
        browser.run(back);
        browser.wait_for_number(".kept-match", 1);
    }
    browser.close_sheet();
    // If nothing was scored, the bars are at the bottom.
    browser.run("localStorage.setItem(Object.keys(localStorage).find(k => k.startsWith('upcard.figures.')), '1 2 5 0,0,0')");
    browser.press("My games");
    browser.wait_for_at_least(".columns rect", 2);
    let bars = "return [...document.querySelectorAll('.columns rect')].every(r => +r.getAttribute('y') > 10)";
    assert_eq!(browser.run(bars), true);
    assert_eq!(browser.count(".kept-match"), 1);
    browser.click(".kept-match .ico");
    assert_eq!(browser.run(kept), 1, "it is asked first");
    browser.press("Yes, delete it for good");
    browser.wait_until_gone(".kept-match, .figures");
    assert_eq!(browser.run(kept), 0);
}

/// Script that checks the contrast of the chart's bars against the sheet in this colour scheme.
fn bars_stand_out(look: &str) -> String {
    format!(
        "const root = document.documentElement, before = root.className;
         root.className = '{look}';
         const pen = document.createElement('canvas').getContext('2d');
         const light = colour => {{
             pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1);
             const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map(x => x / 255)
                 .map(x => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
             return .2126 * r + .7152 * g + .0722 * b + .05;
         }};
         const bar = light(getComputedStyle(document.querySelector('.columns rect')).fill);
         const sheet = light(getComputedStyle(document.querySelector('.sheet')).backgroundColor);
         root.className = before;
         return Math.max(bar, sheet) / Math.min(bar, sheet)"
    )
}

/// A match of a server's table, and a link to one of its moments.
#[test]
fn a_table_match_is_replayed_from_a_link_to_a_moment() {
    let server = Server::start(&[]);
    let (ann, _bob, path) = finished_match(&server);
    ann.wait_to_see(".sheet .standings .won");
    ann.press("Watch the replay");
    ann.wait(REPLAY_SHOWN);
    ann.wait_for_text(".sheet .btn", "Copy the link to this moment");
    let table = path.strip_prefix("/t/").unwrap();
    let cat = Browser::start(1280, 800);
    cat.go(&server.address(&format!("/#replay={table}.1.4.2")));
    cat.wait(REPLAY_SHOWN);
    wait_for_play(&cat, 5);
    assert!(cat.text("return document.querySelector('[aria-label=\"Whose view\"]').selectedOptions[0].innerText").contains("Bob"));
    cat.picture("replay-1280");
    cat.go(&server.address("/"));
    cat.go(&server.address(&format!("/#replay={table}.7")));
    cat.wait_for_words(".sheet .notice", "no such match");
    cat.allow_errors(&["404"]);
}
