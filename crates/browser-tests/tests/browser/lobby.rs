//! A group of people: between matches all share the lobby, and during a match players who are idle, away,
//! without a cookie or without a seat are not lost.

use serde_json::json;

use crate::driver::{Browser, wait_all};
use crate::friends::table;
use crate::play::{self, SEATED};
use crate::positions::{self, begin_at};
use crate::server::Server;

/// Slow bots, so that the hand does not change during a test.
const SLOW_BOTS: [&str; 6] =
    ["--bot-delay-least-ms", "60000", "--bot-delay-most-ms", "60000", "--silent-seconds", "3"];

/// A returning visitor with this name.
pub(crate) fn visitor(server: &Server, path: &str, name: &str) -> Browser {
    let browser = Browser::start(320, 568);
    positions::begin(&browser, server);
    positions::store_name(&browser, name);
    browser.go(&server.address(path));
    browser
}

/// The first player, the host, ends the match, and all go to the lobby.
pub(crate) fn end_match(all: &[&Browser]) {
    all[0].press_each(&["Menu", "End the match", "Yes, end it for everybody"]);
    for browser in all {
        browser.wait_for_start(".say b", "The match");
        // No seat is marked as having the turn.
        assert_eq!(browser.count(".seat.turn, .turning, .seat.asked"), 0);
        browser.wait_to_see(".sheet .standings");
        browser.press("Close");
        browser.wait_to_see(".lobby");
    }
}

/// The host changes the table to Shanghai Rummy for three people.
pub(crate) fn set_up_for_three(host: &Browser) {
    host.press("Game, seats and rules");
    host.wait_to_see(".table-set-up #game");
    host.run(
        "const set = (e, v) => { e.value = v; e.dispatchEvent(new Event('change', {bubbles: true})); };
         set(document.querySelector('#game'), 'shanghai-rummy');
         set([...document.querySelectorAll('.table-set-up select')].slice(1)[2], 'person');",
    );
}

#[test]
fn between_matches_all_are_in_the_lobby_and_the_host_changes_the_game() {
    let server = Server::start(&SLOW_BOTS);
    let (ann, bob, path) = table(&server, "Contract Rummy");
    // At most one tile is framed as having the turn, and no host's button is.
    let framed = "return [...document.querySelectorAll('.seat .whole')].filter(e => getComputedStyle(e).outlineStyle !== 'none').length";
    assert_eq!(ann.run(framed), 0);
    assert!(ann.count(".seat.turn") <= 1);
    // The host's tile is marked.
    bob.wait(
        "return [...document.querySelectorAll('.seat .nm')].some(n => n.innerText.includes('♛'))",
    );
    end_match(&[&ann, &bob]);
    let cat = visitor(&server, &path, "Cat");
    cat.wait_to_see(".lobby");
    ann.wait_for_words(".visitors", "Cat");
    // Ready players are named.
    bob.press("I want to play");
    ann.wait_for_words(".willing", "Bob wants to play");
    cat.wait_for_words(".willing", "Bob wants to play, waiting for Ann.");
    ann.picture("lobby-between");
    // The host changes it to a table for three with other rules, where seats need approval.
    ann.press("People I approve");
    set_up_for_three(&ann);
    ann.picture("table-set-up");
    bob.press("Scores");
    bob.wait_to_see(".sheet");
    ann.press("Play this");
    for browser in [&ann, &bob, &cat] {
        browser.wait_for_words(".lobby h1", "Shanghai Rummy");
    }
    // The open score sheet is closed.
    bob.wait_until_gone(".sheet");
    // Cat asks, the host agrees, and she sits down.
    cat.wait_for_words(".sit", "Ask for a seat");
    cat.picture("lobby-visitor-small");
    cat.press("Ask for a seat");
    cat.wait_for_words(".sit", "The host has been asked.");
    ann.wait_for_words(".request", "Cat asks for a seat.");
    ann.picture("lobby-request");
    ann.press("Yes");
    cat.wait_for_text(".lobby .standings b", "Cat (you)");
    // One friend does not answer: the host starts, and a bot plays for him until he is back.
    cat.press("I want to play");
    ann.wait_for_words(".lobby footer", "Without Bob");
    ann.press("Start");
    wait_all(&[&ann, &cat], SEATED);
    bob.press("Take my seat back");
    bob.wait(SEATED);
    // Both leave at once: one news line, so that the table stays visible.
    drop((bob, cat));
    let both = "const all = [...document.querySelectorAll('.strip .news')].map(e => e.innerText);
        return all.length === 1 && ['Bob', 'Cat'].every(name => all[0].includes(`${name} is away.`))";
    ann.wait(both);
    ann.picture("strip-two-away");
}

#[test]
fn a_player_without_a_cookie_claims_their_seat() {
    let server = Server::start(&SLOW_BOTS);
    let (ann, bob, path) = table(&server, "Contract Rummy");
    let hand = play::hand(&bob);
    bob.command("Network.clearBrowserCookies", json!({}));
    bob.run("localStorage.clear()");
    bob.go(&server.address(&path));
    // The news has its own place, and can be dismissed.
    ann.wait_for_words(".strip", "Bob is away.");
    ann.picture("strip-away");
    bob.press_each(&["A seat for me …", "I am Bob"]);
    bob.picture("claim");
    ann.wait_for_words(".strip", "claims to be Bob, on another device. Is that right?");
    assert_eq!(play::hand(&bob), "");
    ann.press("Answer");
    ann.wait_to_see(".sheet .request");
    ann.picture("people-sheet");
    ann.press("Yes");
    bob.wait(SEATED);
    assert_eq!(play::hand(&bob), hand);
}

#[test]
fn silent_players_are_shown_and_the_table_can_be_paused() {
    let server = Server::start(&["--silent-seconds", "3"]);
    let (ann, bob, _) = table(&server, "Contract Rummy");
    // Bots act at once, so one of the two soon has the turn and is idle.
    ann.wait_for_words(".say b", "");
    let asked = |browser: &Browser| play::look(browser).mine;
    while !asked(&ann) && !asked(&bob) {
        ann.settle();
    }
    let other = if asked(&ann) { &bob } else { &ann };
    other.wait_for_words(".strip", "has done nothing for a while.");
    other.picture("silent");
    ann.press_each(&["Menu", "People and pause", "Back in 5 min"]);
    bob.wait_for_words(".strip", "Ann has paused the table, for 5 more minutes.");
    bob.picture("paused");
    bob.reload();
    bob.wait_for_words(".strip", "Ann has paused the table");
    bob.press("Continue");
    ann.wait("return !document.querySelector('.strip')?.innerText.includes('paused')");
}

#[test]
fn a_name_and_a_face_are_chosen_and_equal_names_are_distinguished() {
    let server = Server::start(&SLOW_BOTS);
    let (ann, bob, _) = table(&server, "Contract Rummy");
    bob.press_each(&["Menu", "Your name and face"]);
    bob.wait_for_number(".faces .chip", 17);
    bob.press("Face 6");
    bob.fill(".sheet #own-name", "Ann");
    bob.picture("name-and-face");
    bob.press("Keep this name");
    ann.wait_for_text(".seat .who", "Ann (2)");
    ann.wait_for_text(".seat .let", "♞");
    // The log survives a reload.
    bob.press("Menu");
    bob.wait_to_see(".log li");
    let log = bob.text_of(".log");
    bob.press("Close");
    bob.reload();
    bob.wait(SEATED);
    bob.press("Menu");
    bob.wait_to_see(".log li");
    let first = log.lines().last().unwrap_or_default().to_owned();
    assert!(bob.text_of(".log").contains(&first), "{log}");
}

#[test]
fn a_table_is_found_by_its_short_code() {
    let server = Server::start(&SLOW_BOTS);
    let (ann, _bob, path) = table(&server, "Contract Rummy");
    ann.press_each(&["Menu", "Invite friends"]);
    ann.wait_to_see(".short-code b");
    let code = ann.text_of(".short-code b");
    let cat = visitor(&server, "/", "Cat");
    cat.press("Join with a code");
    cat.wait_to_see("#code");
    cat.fill("#code", &code);
    cat.picture("join-by-code-small");
    cat.press("Join");
    cat.wait(&format!(
        "return location.pathname === '{path}' && !!document.querySelector('.table')"
    ));
}

#[test]
fn two_tabs_never_continue_one_match() {
    let (server, ann) = begin_at(390, 844);
    ann.press("Play now");
    ann.wait(SEATED);
    ann.open_tab(&server.address("/"));
    ann.press("Continue your match");
    ann.wait(SEATED);
    ann.show_tab(0);
    ann.wait_for_words(".home .notice", "Your match is open in another tab or window.");
    // It can be resumed here, and then the other tab closes it.
    ann.press("Continue your match");
    ann.wait(SEATED);
    ann.show_tab(1);
    ann.wait_for_words(".home .notice", "Your match is open in another tab or window.");
}

/// The server's own games are listed; a table is made with one, and another table switches to it.
#[test]
fn games_of_the_server_are_offered_and_switched_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "name = \"House gin\"\nextends = \"gin\"\n[knocking]\nlimit = 7\n";
    std::fs::write(folder.path().join("house.toml"), text).unwrap();
    let games = folder.path().display().to_string();
    let server = Server::start(&["--games", &games]);
    let ann = Browser::start(390, 844);
    positions::begin(&ann, &server);
    ann.press("Invite friends");
    ann.wait_for_words(".house", "House gin");
    ann.press("House gin");
    ann.wait_for_words(".lobby h1", "Gin Rummy");
    ann.wait_for_words(".lobby .difference", "7");
    let switch_to = |game: &str| {
        ann.press("Game, seats and rules");
        ann.wait("return [...document.querySelectorAll('#game option')].some(o => o.innerText.startsWith('House gin'))");
        ann.choose("#game", game);
        ann.press("Play this");
    };
    switch_to("rummy");
    ann.wait_for_words(".lobby h1", "Rummy");
    ann.wait("return !document.querySelector('.lobby h1').innerText.includes('Gin')");
    switch_to("house");
    ann.wait_for_words(".lobby h1", "Gin Rummy");
}

/// A guest who sits down by a link is asked for a name first.
#[test]
fn a_guest_who_sits_down_in_a_match_is_asked_for_a_name() {
    let server = Server::start(&SLOW_BOTS);
    let (ann, bob, path) = table(&server, "Contract Rummy");
    bob.press_each(&["Menu", "Give up my seat", "Give it up for good"]);
    ann.wait_to_see(".seat .whole");
    let cat = Browser::start(390, 844);
    positions::begin(&cat, &server);
    cat.go(&server.address(&path));
    cat.press("A seat for me …");
    cat.fill(".sheet #own-name", "Cat");
    cat.press("Ask for a seat");
    ann.wait_for_words(".strip", "Cat asks for a seat.");
    // She is given the seat by name, with its hand.
    ann.press_each(&["Menu", "People and pause"]);
    ann.wait_for_words(".visitors", "Cat");
    ann.picture("give-a-seat");
    ann.press("Yes");
    cat.wait(SEATED);
}
