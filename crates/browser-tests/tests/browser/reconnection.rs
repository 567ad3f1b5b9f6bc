//! Leaving and returning: a lost connection, a closed page, a bot that covers.

use std::time::{Duration, Instant};

use crate::driver::Browser;
use crate::friends::{create_table, join, table};
use crate::play::{self, SEATED, look};
use crate::positions;
use crate::server::{Proxy, Server};

/// Plays both until Bob is to draw.
fn play_until_bob_draws(ann: &Browser, bob: &Browser) {
    let until = Instant::now() + Duration::from_secs(120);
    let mut answers = 0;
    while Instant::now() < until {
        // Answer all other decisions of Bob's; the test itself draws.
        if look(bob).has("Draw") {
            return;
        }
        for browser in [ann, bob] {
            let look = look(browser);
            answers += 1;
            let bobs_draw = std::ptr::eq(browser, bob) && look.has("Draw");
            if look.is_over() && look.has("Next deal") {
                play::press(browser, "Next deal");
            } else if look.mine && !look.has("Take my seat back") && !bobs_draw {
                play::answer(browser, &look, answers);
            }
        }
    }
    panic!("Bob never draws: {:?}", look(bob));
}

/// Ann, and Bob on his own connection, when Bob is to draw. No bot covers for him soon.
fn at_bobs_draw_behind_a_proxy(size: (u32, u32)) -> (Server, Proxy, Browser, Browser) {
    let server = Server::start(&["--absent-seconds", "90"]);
    let proxy = server.proxy();
    let (ann, bob) = (Browser::start(390, 844), Browser::start(size.0, size.1));
    let path = create_table(&ann, &server, "Progressive Rummy");
    join(&bob, &proxy.address(&path), "Bob");
    ann.press("Start");
    bob.wait(SEATED);
    play_until_bob_draws(&ann, &bob);
    (server, proxy, ann, bob)
}

/// Connection errors; code being loaded meanwhile reports its own.
const CONNECTION_ERRORS: [&str; 3] = ["WebSocket connection to", "net::ERR_", "Failed to fetch"];

/// Bob draws while disconnected; nothing is lost or duplicated.
#[test]
fn a_connection_is_cut() {
    let (_server, proxy, ann, bob) = at_bobs_draw_behind_a_proxy((1280, 800));
    let before = look(&bob).hand;
    proxy.cut();
    bob.wait_to_see(".offline");
    let away = "[...document.querySelectorAll('.seat')].some(s => s.innerText.includes('away'))";
    ann.wait(&format!("return {away}"));
    play::press(&bob, "Draw");
    // The page keeps retrying.
    proxy.wait_until_tried(5);
    assert_eq!(look(&bob).hand, before, "nothing has come through");
    bob.picture("cut-line");
    proxy.restore();
    bob.wait_until_gone(".offline");
    bob.wait_for_number(".hc", before as usize + 1);
    ann.wait(&format!("return !{away}"));
    // The turn continues normally.
    assert!(play::play_deal_of_two(&ann, &bob) > 0);
    bob.allow_errors(&CONNECTION_ERRORS);
}

/// The connection is silently dead: the page detects it, reconnects, and what Bob did meanwhile is done once.
#[test]
fn a_connection_is_silently_dead() {
    let (_server, proxy, ann, bob) = at_bobs_draw_behind_a_proxy((390, 844));
    let before = look(&bob).hand;
    proxy.stall();
    play::press(&bob, "Draw");
    bob.wait_to_see(".offline");
    bob.picture("dead-line");
    proxy.wait_until_tried(1);
    assert_eq!(look(&bob).hand, before, "nothing has come through");
    proxy.resume();
    bob.wait_until_gone(".offline");
    bob.wait_for_number(".hc", before as usize + 1);
    // Delayed messages arrive late and change nothing.
    proxy.wait_until_delivered();
    assert_eq!(look(&bob).hand, before + 1);
    assert!(play::play_deal_of_two(&ann, &bob) > 0);
    // Ann is ready for the next deal before Bob, and is told whom she waits for.
    for browser in [&ann, &bob] {
        play::play_until(browser, |look| look.has("Next deal"));
    }
    play::press(&ann, "Next deal");
    ann.wait_for_start(".say b", "Waiting for Bob");
    play::press(&bob, "Next deal");
    ann.wait("return !document.querySelector('.say b').innerText.startsWith('Waiting')");
    bob.allow_errors(&CONNECTION_ERRORS);
}

#[test]
fn a_bot_covers_and_the_seat_is_taken_back() {
    let server = Server::start(&["--absent-seconds", "2"]);
    let (ann, bob, path) = table(&server, "Progressive Rummy");
    bob.resize((390, 844));
    let wait_for_cover = |covers: bool| {
        ann.wait(&format!("return {covers} === [...document.querySelectorAll('.seat')].some(s => s.innerText.includes('bot plays'))"));
    };
    // By the menu.
    bob.press_each(&["Menu", "Let a bot play for me"]);
    bob.wait_for_text(".say b", "A bot is playing for you.");
    wait_for_cover(true);
    bob.press("Take my seat back");
    bob.wait("return document.querySelector('.say b').innerText !== 'A bot is playing for you.'");
    wait_for_cover(false);
    // By closing the page during his own turn.
    play_until_bob_draws(&ann, &bob);
    bob.go("about:blank");
    wait_for_cover(true);
    // Reopening the page gives the seat back at once.
    bob.go(&server.address(&path));
    wait_for_cover(false);
    bob.wait_to_see(".hc");
    // By leaving, after confirmation, and coming back.
    bob.press_each(&["Menu", "Leave the table", "Leave"]);
    bob.wait_to_see(".home");
    wait_for_cover(true);
    bob.go(&server.address(&path));
    wait_for_cover(false);
    bob.wait_to_see(".hc");
    // Reloading during a turn keeps the hand and the score sheet.
    play_until_bob_draws(&ann, &bob);
    play::press(&bob, "Draw");
    play::play_until(&bob, |look| look.mine && !look.has("Draw"));
    let hand = play::hand(&bob);
    bob.reload();
    bob.wait_to_see(".hc");
    assert_eq!(play::hand(&bob), hand);
}

/// A table forgets visitors who are away. A returning visitor introduces themselves again, and sits down.
#[test]
fn a_visitor_is_recognized_after_reconnecting() {
    let server = Server::start(&[]);
    let proxy = server.proxy();
    let (ann, cat) = (Browser::start(390, 844), Browser::start(390, 844));
    let path = create_table(&ann, &server, "Progressive Rummy");
    cat.go(&proxy.address("/icon.svg"));
    positions::store_name(&cat, "Cat");
    cat.go(&proxy.address(&path));
    ann.wait_for_words(".visitors", "Cat");
    proxy.cut();
    ann.wait_until_gone(".visitors");
    proxy.wait_until_tried(1);
    proxy.restore();
    ann.wait_for_words(".visitors", "Cat");
    // The host can give her a seat by name.
    ann.wait_for_words(".visitors .buttons", "Give seat 2");
    cat.press("Sit down");
    ann.wait_for_words(".lobby .standings", "Cat");
    ann.wait_until_gone(".visitors");
    cat.allow_errors(&CONNECTION_ERRORS);
}

/// A table for Ann, Bob and a bot with ten seconds per move, enough for Ann on a busy machine, whose game
/// drops a hand after three missed turns in a row. A novice rarely has three sequences, two of them pure,
/// before that, and a bot covering for Bob drops no hand that costs the match.
const CREATE_CLOCKED_TABLE: &str = "fetch('/api/tables', {method: 'POST', headers: {'content-type': 'application/json'},
    body: JSON.stringify({game: 'points-rummy', seats: ['person', 'person', {bot: {level: 'novice'}}],
        changes: [['declaring.needs', '{ pure = 4, sequences = 4 }'], ['dropping.first', '80'],
            ['dropping.middle', '80']], clock: {'per-move': {seconds: 10, bank: 0}}})}).then(r => r.json()).then(made => done(made.id), e => done(String(e)))";

#[test]
fn a_player_who_misses_three_turns_learns_why_the_hand_was_dropped() {
    let server = Server::start(&[]);
    let (ann, bob) = (Browser::start(1280, 800), Browser::start(390, 844));
    positions::begin(&ann, &server);
    let table = ann.run_async(CREATE_CLOCKED_TABLE);
    let path = format!("/t/{}", table.as_str().expect("the table's id"));
    join(&ann, &server.address(&path), "Ann");
    join(&bob, &server.address(&path), "Bob");
    // The clock is explained before one sits down.
    bob.wait_for_words(".about", "Each move has 10 seconds.");
    ann.press("Start");
    bob.wait_for_number(".table .hc", 13);
    // Ann plays in time; Bob does nothing.
    let dropped = "return document.querySelector('.prompt .say').innerText.includes('Your hand was dropped: you missed 3 turns in a row.')";
    let until = Instant::now() + Duration::from_secs(240);
    let mut answers = 0;
    while bob.run(dropped) != true {
        assert!(Instant::now() < until, "{:?}", look(&bob));
        let look = look(&ann);
        if look.mine {
            answers += 1;
            play::answer(&ann, &look, answers);
        }
    }
    bob.picture("hand-dropped-for-missed-turns");
    bob.press("Menu");
    bob.wait_for_words(".log", "You have missed 3 turns in a row: your hand is dropped.");
    bob.press("Close");
    ann.press("Menu");
    ann.wait_for_words(".log", "Bob has missed 3 turns in a row: the hand is dropped.");
    // Back at the table Bob is told again, with what the bot did.
    bob.press("Take my seat back");
    bob.wait("return document.querySelector('.prompt .notice')?.innerText.endsWith('Your hand was dropped: you missed 3 turns in a row.') || !document.querySelector('.prompt .btn')");
    bob.press("Menu");
    bob.wait_for_words(
        ".log",
        "You have your seat back. The bot drew 2 cards, discarded 2. Your hand was dropped",
    );
}
