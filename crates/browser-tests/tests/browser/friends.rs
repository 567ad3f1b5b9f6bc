//! Two people and two bots at a server's table: buys in turn order, and a race.

use std::time::{Duration, Instant};

use crate::driver::{Browser, wait_all};
use crate::play::{self, Look, SEATED, look};
use crate::positions;
use crate::server::Server;

/// Ann makes a table of this game for two people and two bots in the page; returns its path.
pub(crate) fn create_table(ann: &Browser, server: &Server, game: &str) -> String {
    positions::begin(ann, server);
    positions::change_setting(ann, "name", "Ann");
    ann.go(&server.address("/"));
    ann.press("Invite friends");
    choose(ann, game);
    ann.wait("return document.querySelector('#own-name')?.value === 'Ann'");
    // By default every seat is open for a friend.
    people_are(ann, "4", "4");
    press_beside(ann, "Players", "More");
    people_are(ann, "5", "5");
    press_beside(ann, "Players", "Fewer");
    press_beside(ann, "People", "Fewer");
    press_beside(ann, "People", "Fewer");
    people_are(ann, "4", "2");
    ann.press("Make the table");
    // The creator of a table is seated.
    ann.wait("return location.pathname.startsWith('/t/')");
    ann.wait_for_text(".lobby .standings b", "Ann (you)");
    ann.text("return location.pathname")
}

/// Clicks a button beside a number.
fn press_beside(browser: &Browser, number: &str, button: &str) {
    browser.run(&format!(
        "document.querySelector('.setting[aria-label=\"{number}\"] [aria-label=\"{button}\"]').click()"
    ));
}

/// Waits until the set-up has this many players and people.
fn people_are(browser: &Browser, players: &str, people: &str) {
    browser.wait(&format!(
        "return [...document.querySelectorAll('.set-up output')].map(o => o.innerText).join() === '{players},{people}'"
    ));
}

/// Opens the list of games.
pub(crate) fn open_games(browser: &Browser) {
    browser.press("Choose a game");
    browser.wait_for_at_least(".game", 11);
}

/// Chooses a game and continues to the set-up.
pub(crate) fn choose(browser: &Browser, game: &str) {
    browser.wait_for_at_least(".game", 11);
    browser.run(&format!(
        "[...document.querySelectorAll('.game')].find(g => g.querySelector('b').innerText === \"{game}\").click()"
    ));
    browser.press("Next: the table");
    browser.wait_to_see(".set-up");
}

/// Sits down at the table that the page shows.
pub(crate) fn sit(browser: &Browser, name: &str) {
    browser.wait_to_see(".sit input");
    browser.fill(".sit input", name);
    browser.press("Sit down");
    browser.wait_until_gone(".sit");
}

/// Takes a seat during a match: a name is asked for first.
pub(crate) fn take_seat(browser: &Browser, name: &str) {
    browser.press("Sit down");
    browser.wait_to_see(".sheet .sit button[type=submit]");
    browser.fill(".sheet #own-name", name);
    browser.click(".sheet .sit button[type=submit]");
}

/// Opens a table by its link, without animations, and sits down.
pub(crate) fn join(browser: &Browser, address: &str, name: &str) {
    browser.go(address.split("t/").next().unwrap_or_default());
    browser.run("localStorage.clear(); localStorage.setItem('upcard.taught', '255'); localStorage.setItem('upcard.offers', 'all open own'); localStorage.setItem('upcard.settings', JSON.stringify({motion: false}))");
    browser.go(address);
    sit(browser, name);
}

/// Ann and Bob at a table of this game, with the match started.
pub(crate) fn table(server: &Server, game: &str) -> (Browser, Browser, String) {
    let (ann, bob) = (Browser::start(390, 844), Browser::start(844, 390));
    let path = create_table(&ann, server, game);
    join(&bob, &server.address(&path), "Bob");
    ann.wait_for_text(".standings b", "Bob");
    ann.press("Start");
    wait_all(&[&ann, &bob], SEATED);
    (ann, bob, path)
}

/// Waits until no offer is open; returns the number of cards of both hands.
fn hands_after_offer(ann: &Browser, bob: &Browser) -> (u32, u32) {
    for browser in [ann, bob] {
        browser.wait("return ![...document.querySelectorAll('.prompt .btn')].some(b => b.innerText === 'May I!')");
        browser.wait_until_gone(".seat.asked, .prompt.offer");
    }
    (look(ann).hand, look(bob).hand)
}

/// Plays until both are offered the same card; returns what each sees.
fn both_offered(ann: &Browser, bob: &Browser) -> (Look, Look) {
    let until = Instant::now() + Duration::from_secs(150);
    let mut answers = 0;
    while Instant::now() < until {
        let (a, b) = (look(ann), look(bob));
        if a.has("May I?") && b.has("May I?") {
            return (a, b);
        }
        for (browser, look) in [(ann, a), (bob, b)] {
            answers += 1;
            // If the other is not asked, it was the turn of this one's neighbour.
            let answers_offer = look.has("May I?") && answers % 6 == 0;
            if look.is_over() && look.has("Next deal") {
                play::press(browser, "Next deal");
            } else if look.mine && !look.has("May I?") || answers_offer {
                play::answer(browser, &look, answers);
            }
        }
    }
    panic!("never offered to both: {:?} {:?}", look(ann), look(bob));
}

#[test]
fn two_people_and_two_bots_buy_in_turn_order() {
    let server = Server::start(&[]);
    let (ann, bob, _) = table(&server, "Contract Rummy");
    // Ann sits before Bob, so Ann comes first when both are asked on a bot's turn. Bob asks first, then Ann:
    // the card goes to Ann, or to a bot that comes before both.
    let (mut firsts, mut seconds) = (0, 0);
    for round in 0..12 {
        let (a, b) = both_offered(&ann, &bob);
        assert!(a.detail.contains("Costs 1 card"), "the price: {}", a.detail);
        assert!(b.detail.contains("Ann"), "Bob is told who comes first: {}", b.detail);
        play::press(&bob, "May I?");
        // Bob's request is not visible before the offer is settled.
        assert_eq!(play::hand(&bob).split(' ').count() as u32, b.hand);
        play::press(&ann, if round % 2 == 0 { "May I?" } else { "Pass" });
        let (ann_has, bob_has) = hands_after_offer(&ann, &bob);
        if round % 2 == 0 {
            assert!(bob_has <= b.hand + 1, "Bob came second and bought: {bob_has}");
            firsts += u32::from(ann_has >= a.hand + 2);
        } else {
            seconds += u32::from(bob_has >= b.hand + 2);
        }
        if firsts > 0 && seconds > 0 {
            break;
        }
    }
    assert!(firsts > 0 && seconds > 0, "Ann bought {firsts} times, Bob {seconds} times");
}

#[test]
fn two_people_and_two_bots_race() {
    let server = Server::start(&["--bot-delay-least-ms", "900", "--bot-delay-most-ms", "1100"]);
    let (ann, bob, _) = table(&server, "I'll Buy It");
    for _ in 0..14 {
        let (a, b) = both_offered(&ann, &bob);
        assert!(a.race && b.race, "a race is one large button");
        // Both click at the same moment, by the clock of their common machine.
        let start = ann.run("return Date.now()").as_f64().unwrap_or(0.0) + 180.0;
        let press = format!(
            "setTimeout(() => [...document.querySelectorAll('.prompt .btn')].find(b => b.innerText === 'May I?')?.click(), {start} - Date.now()); return 0"
        );
        ann.run(&press);
        bob.run(&press);
        let (ann_has, bob_has) = hands_after_offer(&ann, &bob);
        let bought = [ann_has > a.hand + 1, bob_has > b.hand + 1];
        assert_ne!(bought, [true, true], "one card, two buyers");
        if bought != [false, false] {
            let (loser, winner) = if bought[0] { (&bob, "Ann") } else { (&ann, "Bob") };
            if loser.text_of(".notice").contains(&format!("{winner} was first, by ")) {
                return;
            }
        }
    }
    panic!("nobody was told who was first and by how much");
}
