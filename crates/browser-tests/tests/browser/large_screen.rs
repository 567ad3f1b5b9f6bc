//! A large screen beside phones: it shows the table but no hand, in a browser without WebAssembly.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::driver::Browser;
use crate::friends;
use crate::play::{self, SEATED, look};
use crate::server::Server;

/// Runs before the screen's own script: removes WebAssembly and records the table's messages.
const SIMULATE_TV: &str = "delete globalThis.WebAssembly; globalThis.heard = [];
const Real = WebSocket; globalThis.WebSocket = class extends Real { constructor(address) { super(address);
this.addEventListener('message', m => heard.push(JSON.parse(m.data))); } };";

/// Script that counts messages revealing a hand or a card drawn from the stock.
const REVEALING_MESSAGES: &str = "return heard.filter(m => m.snapshot
    ? m.snapshot.view && (m.snapshot.view.hand !== '' || m.snapshot.view.whispers.length)
    : m.event && (m.event.event.dealt?.hands.some(Boolean) || m.event.event.drew?.card)).length";

/// Expression for this player's tile on the screen.
fn tile(name: &str) -> String {
    format!(
        "[...document.querySelectorAll('.seat')].find(s => s.querySelector('b').innerText === '{name}')"
    )
}

#[test]
fn a_large_screen_shows_the_table_and_no_hand() {
    let server = Server::start(&["--absent-seconds", "600"]);
    let (ann, bob) = (Browser::start(390, 844), Browser::start(390, 844));
    let path = friends::create_table(&ann, &server, "Contract Rummy");
    let screen = Browser::start(1280, 800);
    let script = screen.run_first(SIMULATE_TV);

    // A wrong code is reported, and the right one opens the table.
    screen.go(&server.address("/tv"));
    let enter = |code: &str| {
        screen.run(&format!(
            "document.querySelector('#code').value = '{code}'; document.querySelector('#code-form button').click()"
        ));
    };
    enter("aaaaaa");
    screen.wait_for_words("#wrong", "No table");
    // It can be typed as the phone shows it, in two groups.
    let shown = ann.text_of(".short-code b");
    assert_eq!(shown.split(' ').collect::<String>(), path[path.len() - 6..]);
    enter(&shown.to_uppercase());
    screen.wait("return document.querySelector('.invite img')?.naturalWidth > 0");
    screen.wait_for_words(".invite", "Ann");
    screen.picture("large-screen-before");

    friends::join(&bob, &server.address(&path), "Bob");
    ann.wait_for_text(".standings b", "Bob");
    ann.press("Start");
    for browser in [&ann, &bob] {
        browser.wait(SEATED);
        browser.run("const s = JSON.parse(localStorage.getItem('upcard.settings')); s.beside = s.motion = true; localStorage.setItem('upcard.settings', JSON.stringify(s))");
        browser.reload();
        browser.wait_to_see(".table.beside .hc");
        browser
            .wait("return getComputedStyle(document.querySelector('.seats')).display === 'none'");
    }
    screen.wait_for_number(".seat", 4);
    screen.wait_for_text("#deal", "Deal 1 of 7: two sets of three");

    // Discards leave the phone over its top edge.
    for browser in [&ann, &bob] {
        browser.run("window.left = 0; new MutationObserver(all => all.forEach(m => m.addedNodes.forEach(n => {
            if (n.classList?.contains('ghost') && /translate\\(\\d+px, ?-/.test(n.style.transform)) window.left++ })))
            .observe(document.body, {childList: true})");
    }

    // Both play until melds are on the table and one of them has discarded: the screen shows the melds, and
    // each hand's size is right.
    let until = Instant::now() + Duration::from_secs(150);
    let mut answers = 0;
    let left = || {
        let left = |browser: &Browser| browser.run("return window.left").as_u64().unwrap_or(0);
        left(&ann) + left(&bob)
    };
    while screen.count(".meld .c") == 0 || left() == 0 {
        assert!(Instant::now() < until, "nobody lays anything down, or no card has left a phone");
        for browser in [&ann, &bob] {
            let seen = look(browser);
            if seen.mine || seen.has("May I?") {
                answers += 1;
                play::answer(browser, &seen, answers);
            }
        }
    }
    screen.picture("large-screen");
    ann.picture("beside-a-large-screen");
    let held = ann.count(".table .hc");
    screen.wait(&format!("return {}.innerText.includes('{held} card')", tile("Ann")));
    assert_eq!(screen.run("return typeof WebAssembly"), "undefined");
    assert_eq!(screen.run(REVEALING_MESSAGES), 0, "the screen is told of hands");
    let scrolls = "return document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight";
    assert_eq!(screen.run(scrolls), false);

    // A sleeping phone keeps its seat, and the screen shows its player as away.
    bob.go("about:blank");
    screen.wait(&format!("return {}.classList.contains('away')", tile("Bob")));
    bob.go(&server.address(&path));
    bob.wait(SEATED);
    screen.wait(&format!("return !{}.classList.contains('away')", tile("Bob")));

    screen.command("Page.removeScriptToEvaluateOnNewDocument", script);
}

/// If the rules show all discards, the screen shows them all.
#[test]
fn spread_discards_are_drawn_fanned() {
    let server = Server::start(&[]);
    let (ann, screen) = (Browser::start(390, 844), Browser::start(1280, 800));
    let path = friends::create_table(&ann, &server, "Rummy 500");
    ann.press("Start");
    ann.wait(SEATED);
    let id = path.rsplit('/').next().unwrap_or_default();
    screen.go(&server.address(&format!("/tv#{id}")));
    let fanned = "document.querySelectorAll('#upcard.fan .c').length";
    let until = Instant::now() + Duration::from_secs(100);
    for number in 0.. {
        let seen = look(&ann);
        if screen.run(&format!("return {fanned} > 3")) == json!(true) {
            break;
        }
        assert!(Instant::now() < until, "nothing is spread");
        if seen.mine {
            play::answer(&ann, &seen, number);
        }
    }
    screen.settle();
    screen.picture("large-screen-spread");
    // Each shows its index, and all are visible.
    let seen = "const all = [...document.querySelectorAll('#upcard .c')].map(c => c.getBoundingClientRect());
        return all.every((r, at) => r.right <= innerWidth && (!at || r.top > all[at - 1].top || r.left - all[at - 1].left > r.width * .25))";
    assert_eq!(screen.run(seen), true);
}
