//! The host's powers, a table without its host, and recovering seats: the host's sheet for a tile,
//! invitations, the phone's share sheet.

use serde_json::json;

use crate::driver::Browser;
use crate::friends::{create_table, join, table, take_seat};
use crate::lobby::visitor;
use crate::play::{self, SEATED, look};
use crate::positions::turn_at;
use crate::server::Server;

/// Opens the sheet of a player's tile.
fn open_seat(host: &Browser, name: &str) {
    host.press(&format!("{name}: what the host can do"));
    host.wait_for_at_least(".powers .item", 2);
}

#[test]
fn the_host_lets_a_bot_cover_and_removes_a_player() {
    let server = Server::slow();
    let (ann, bob, path) = table(&server, "Contract Rummy");
    // Only the host has the sheet.
    assert_eq!(bob.run("return !!document.querySelector('.seat .whole')"), false);
    open_seat(&ann, "Bob");
    ann.press("Let a bot play for Bob");
    ann.wait_for_text(".seat .tag", "bot plays");
    // Bob, who is present, takes the seat back with one tap.
    bob.press("Take my seat back");
    ann.wait("return ![...document.querySelectorAll('.seat .tag')].some(t => t.innerText === 'bot plays')");
    // Kicking needs confirmation; Bob is told, and cannot come back.
    open_seat(&ann, "Bob");
    ann.press_each(&["Remove Bob", "Yes, I am sure"]);
    bob.wait_for_start(".home .notice", "The host has removed you");
    bob.go(&server.address(&path));
    bob.wait_to_see(".table, .home .notice");
    assert!(!look(&bob).has("Sit down") && play::hand(&bob).is_empty());
}

#[test]
fn the_host_can_open_a_seat_visibly() {
    let server = Server::slow();
    let (ann, bob, path) = table(&server, "Contract Rummy");
    let hand = play::hand(&bob);
    let eve = visitor(&server, &path, "Eve");
    eve.wait_to_see(".table");
    assert!(!look(&eve).has("Sit down") && play::hand(&eve).is_empty());
    open_seat(&ann, "Bob");
    ann.press_each(&["Hand over Bob’s seat", "Yes, I am sure"]);
    // The former owner is told, and no longer sees the hand.
    bob.wait_for_start(".say .notice", "The host has handed over your seat.");
    assert_eq!(play::hand(&bob), "");
    // The new owner continues the hand, and everybody is told.
    take_seat(&eve, "Eve");
    eve.wait(SEATED);
    assert_eq!(play::hand(&eve), hand);
    let taken = "Eve has taken the seat that the host handed over, and its hand.";
    let own = "The host has handed this seat and its hand to you.";
    for (browser, words) in [(&ann, taken), (&bob, taken), (&eve, own)] {
        browser.press("Menu");
        browser.wait_for_words(".log", words);
    }
    assert!(!eve.text_of(".log").contains("Eve"));
}

#[test]
fn the_host_forbids_hints_and_chooses_the_pace() {
    let server = Server::slow();
    let (ann, bob, _) = table(&server, "Contract Rummy");
    let hint = "return !!document.querySelector('.hint-button')";
    bob.wait(hint);
    ann.press_each(&["Menu", "Offers and pace"]);
    ann.wait_to_see(".comfort");
    ann.run("[...document.querySelectorAll('.comfort label')].find(l => l.innerText.startsWith('Hints are allowed')).querySelector('input').click()");
    bob.wait(&hint.replacen("return ", "return !", 1));
    ann.press("As usual");
    bob.press_each(&["Menu", "Offers and pace"]);
    bob.wait("return [...document.querySelectorAll('.segments button')].some(b => b.innerText === 'As usual' && b.ariaPressed === 'true')");
    // The host's settings are disabled for others, with an explanation.
    assert_eq!(bob.count(".segments button:enabled"), 0);
    assert!(bob.text_of(".comfort").contains("The host chooses the pace."));
}

#[test]
fn when_the_host_gives_up_a_present_player_becomes_host() {
    let server = Server::slow();
    let (ann, bob, _) = table(&server, "Contract Rummy");
    bob.run("window.said = []; const news = document.querySelector('[role=status]');
        new MutationObserver(() => window.said.push(news.innerText)).observe(news, {childList: true, subtree: true, characterData: true})");
    ann.press_each(&["Menu", "Give up my seat", "Give it up for good"]);
    bob.wait("return said.some(text => text.includes('You are the host now.'))");
    bob.wait_to_see(".seat .whole");
    bob.press_each(&["Menu", "End the match", "Yes, end it for everybody"]);
    bob.wait_for_start(".say b", "The match");
    ann.wait_for_start(".say b", "The match");
}

#[test]
fn a_seat_is_found_again_after_the_cookies_were_cleared() {
    let server = Server::slow();
    let (ann, _bob, path) = table(&server, "Contract Rummy");
    let hand = play::hand(&ann);
    ann.press_each(&["Menu", "Move to another device"]);
    ann.wait_to_see(".sheet .link code");
    let link = ann.text_of(".sheet .link code");
    ann.command("Network.clearBrowserCookies", json!({}));
    ann.run("localStorage.clear()");
    // Without the cookie the browser is unknown: no hand, and no seat is offered.
    ann.go(&server.address(&path));
    ann.wait_to_see(".table");
    assert_eq!(play::hand(&ann), "");
    assert!(!look(&ann).has("Sit down"));
    // The link restores the seat with the same hand.
    ann.go(&link);
    ann.press("Move my seat to this device");
    ann.wait(SEATED);
    assert_eq!(play::hand(&ann), hand);
}

/// Script of a phone with a share sheet that records what was shared.
const RECORD_SHARES: &str = "Object.defineProperty(Navigator.prototype, 'share', {value: what => { window.shared = what; return Promise.resolve(); }});";

#[test]
fn friends_are_invited_during_a_match_with_the_phones_share_sheet() {
    let server = Server::slow();
    let ann = Browser::start(390, 844);
    ann.run_first(RECORD_SHARES);
    let path = create_table(&ann, &server, "Contract Rummy");
    ann.press("Share");
    ann.wait("return !!window.shared");
    let shared = ann.run("return [shared.title, shared.text, shared.url]");
    assert_eq!(shared[0], "Upcard");
    assert!(shared[1].as_str().is_some_and(|text| text.contains("Contract Rummy")), "{shared}");
    assert!(shared[2].as_str().is_some_and(|url| url.ends_with(&path)), "{shared}");
    let bob = Browser::start(390, 844);
    join(&bob, &server.address(&path), "Bob");
    ann.press("Start");
    ann.wait(SEATED);
    ann.press_each(&["Menu", "Invite friends"]);
    ann.wait(&format!(
        "return document.querySelector('.sheet .link code')?.innerText.endsWith('{path}')"
    ));
}

#[test]
fn the_bot_pace_is_chosen_at_the_table_and_saved() {
    let (_, browser) = turn_at(390, 844, 8);
    browser.press_each(&["Menu", "Offers and pace", "Calmly"]);
    browser.wait("return JSON.parse(localStorage.getItem('upcard.settings')).pace === 'Calm'");
    browser.run("[...document.querySelectorAll('.comfort label')].find(l => l.innerText.startsWith('Motion')).querySelector('input').click()");
    browser.wait("return JSON.parse(localStorage.getItem('upcard.settings')).motion === true");
}
