//! A match at a server's table, to its end and beyond: another match, and a spectator.

use serde_json::json;

use crate::driver::{Browser, wait_all};
use crate::friends::{join, sit};
use crate::play::{self, SEATED, look};
use crate::positions;
use crate::server::Server;

/// Ann and Bob in a match of one short deal, of three cards each, with two bots; returns the table's path.
fn started_match(server: &Server) -> (Browser, Browser, String) {
    let (ann, bob) = (Browser::start(390, 844), Browser::start(1280, 800));
    positions::begin(&ann, server);
    let bot = json!({"bot": {"level": "novice"}});
    let set_up = json!({
        "game": "three-thirteen",
        "changes": [["match.deals", "[1]"]],
        "seats": ["person", "person", bot, bot],
    });
    let made = ann.run_async(&format!(
        "fetch('/api/tables', {{method: 'POST', headers: {{'content-type': 'application/json'}}, body: JSON.stringify({set_up})}})
           .then(answer => answer.json()).then(done, error => done(String(error)))"
    ));
    let path = made["path"].as_str().unwrap_or_else(|| panic!("no table: {made}")).to_owned();
    ann.go(&server.address(&path));
    sit(&ann, "Ann");
    join(&bob, &server.address(&path), "Bob");
    ann.press("Start");
    wait_all(&[&ann, &bob], SEATED);
    (ann, bob, path)
}

fn play_to_the_end(ann: &Browser, bob: &Browser) {
    wait_all(&[ann, bob], SEATED);
    play::play_deal_of_two(ann, bob);
    for browser in [ann, bob] {
        browser.wait_to_see(".sheet .standings .won");
    }
}

/// Waits until a match is being played.
fn wait_for_play(browser: &Browser) {
    browser.wait("return document.querySelectorAll('.seat').length >= 3 && !document.querySelector('.sheet') && !document.querySelector('.lobby')");
}

/// Returns the standings of the score sheet, with `own` for the reader's 'You'.
fn standings(browser: &Browser, own: &str) -> String {
    browser.wait_for_number(".sheet .standings li", 4);
    browser.text(&format!(
        "return [...document.querySelectorAll('.sheet .standings li')].map(li =>
            li.innerText.split('\\n').slice(1).join(' ').replace('You', '{own}')).sort().join(', ')"
    ))
}

#[test]
fn a_match_of_friends_and_a_rematch() {
    let server = Server::start(&[]);
    let (ann, bob, path) = started_match(&server);
    play_to_the_end(&ann, &bob);
    let before = (play::hand(&ann), play::hand(&bob));
    // Both have to agree.
    ann.press("Play again");
    assert_eq!(bob.count(".sheet"), 1);
    bob.press("Play again");
    [&ann, &bob].into_iter().for_each(wait_for_play);
    // The same people at the same table, with new cards and scores.
    assert_ne!((play::hand(&ann), play::hand(&bob)), before);
    assert!(bob.address().ends_with(&path));
    play_to_the_end(&ann, &bob);
}

/// The same two after a finished match.
pub(crate) fn finished_match(server: &Server) -> (Browser, Browser, String) {
    let (ann, bob, path) = started_match(server);
    play::play_deal_of_two(&ann, &bob);
    (ann, bob, path)
}

/// Script that counts saved matches with this player.
fn saved_with(name: &str) -> String {
    format!(
        "return (localStorage.getItem('upcard.matches') ?? '').split('\\n').filter(line => line.endsWith('\\t{name}')).length"
    )
}

/// A player who leaves at once has the match saved, and remains a player of it for the others.
#[test]
fn a_player_who_leaves_after_a_match_has_it_saved() {
    let server = Server::start(&[]);
    let (ann, bob, path) = finished_match(&server);
    bob.press("Leave the table");
    bob.wait(
        "if (document.querySelector('.home:not(#first)')) return true;
         [...document.querySelectorAll('.question .btn')].find(b => b.innerText === 'Leave')?.click(); return false",
    );
    bob.wait(&format!("{} === 1", saved_with("Ann")));
    // He has nothing in progress there.
    assert_eq!(bob.count(".table-kept"), 0);
    ann.wait_to_see(".sheet .standings .won");
    ann.press("Close");
    ann.wait_for_words(".lobby", "Free seat");
    ann.press("Scores");
    ann.wait_for_number(".sheet .standings li", 4);
    let sheet = ann.text_of(".sheet");
    assert!(sheet.contains("Bob") && !sheet.contains("Free seat"), "{sheet}");
    // The result is shared in words, with a replay link.
    ann.run("navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve() }");
    ann.press("Copy the result");
    ann.wait("return !!window.copied");
    let copied = ann.text("return window.copied");
    let link = server.address(&format!("/#replay={}.1.0.0", path.trim_start_matches("/t/")));
    assert!(copied.contains("Bob ") && copied.ends_with(&format!(" {link}")), "{copied}");
    ann.settle();
    assert_eq!(ann.run(&saved_with("Bob")), json!(1), "once only");
    // After a reload the name of a player who has left comes from the record.
    ann.reload();
    ann.wait_for_number(".sheet .standings li", 4);
    ann.wait_for_words(".sheet .standings", "Bob");
    let sheet = ann.text_of(".sheet");
    assert!(!sheet.contains("Free seat"), "{sheet}");
    assert_eq!(ann.run(&saved_with("Bob")), json!(1), "once only");
}

/// A player who was away when a match ended gets it during the next one.
#[test]
fn a_match_whose_end_was_missed_is_saved_later() {
    let server = Server::start(&[]);
    let (ann, bob, _) = started_match(&server);
    // It is noted while being played, until it is saved.
    bob.wait("return (localStorage.getItem('upcard.unkept') ?? '').includes(' 1 ')");
    let noted = bob.text("return localStorage.getItem('upcard.unkept')");
    play::play_deal_of_two(&ann, &bob);
    bob.wait(&format!("{} === 1", saved_with("Ann")));
    bob.wait("return localStorage.getItem('upcard.unkept') === ''");
    // As if he had missed the end.
    bob.run(&format!(
        "localStorage.removeItem('upcard.matches'); localStorage.setItem('upcard.unkept', {})",
        json!(noted)
    ));
    bob.wait_to_see(".sheet .standings .won");
    ann.press("Play again");
    bob.press("Play again");
    [&ann, &bob].into_iter().for_each(wait_for_play);
    bob.wait(&format!("{} === 1", saved_with("Ann")));
}

#[test]
fn a_spectator_watches() {
    let server = Server::start(&[]);
    let (ann, bob, path) = started_match(&server);
    let cat = Browser::start(844, 390);
    cat.go(&server.address(&path));
    cat.wait_for_start(".say b", "You are watching.");
    cat.wait_for_number(".seat", 4);
    // She sees every discard, and no hand.
    let upcard =
        "return document.querySelector('[data-spot=upcard]')?.getAttribute('aria-label') ?? ''";
    assert_eq!(play::hand(&cat), "");
    assert!(!look(&cat).mine);
    play::play_deal_of_two(&ann, &bob);
    assert_eq!(play::hand(&cat), "");
    assert_eq!(cat.text(upcard), ann.text(upcard));
    // The match ends for her too, with the same points.
    for browser in [&ann, &bob, &cat] {
        browser.wait_to_see(".sheet .standings .won");
    }
    assert_eq!(standings(&cat, ""), standings(&bob, "Bob"));
    // Another match: she is still there, still without a hand.
    ann.press("Play again");
    bob.press("Play again");
    wait_for_play(&cat);
    assert_eq!(play::hand(&cat), "");
}
