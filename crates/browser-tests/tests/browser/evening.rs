//! An evening at one link: a match, another game with one more friend, a latecomer, and a host who leaves.

use crate::driver::{Browser, wait_all};
use crate::friends::{sit, table};
use crate::lobby::{end_match, set_up_for_three, visitor};
use crate::play::{self, SEATED};
use crate::server::Server;

const FAST_BOTS: [&str; 4] = ["--bot-delay-least-ms", "20", "--bot-delay-most-ms", "60"];

/// Takes everybody's screenshot.
fn save_screenshots(all: &[(&Browser, &str)], moment: &str) {
    for (browser, name) in all {
        browser.settle();
        browser.picture(&format!("evening-{moment}-{name}"));
    }
}

#[test]
fn an_evening_of_friends_at_one_link() {
    let server = Server::start(&FAST_BOTS);
    let (ann, bob, path) = table(&server, "Contract Rummy");
    bob.resize((1280, 800));
    let cat = visitor(&server, &path, "Cat");
    cat.wait_to_see(".table");
    assert_eq!(play::hand(&cat), "", "whoever looks on sees no hand");
    save_screenshots(&[(&ann, "ann"), (&bob, "bob"), (&cat, "cat")], "1-first-turns");
    assert!(play::play_deal_of_two(&ann, &bob) > 0);
    // The shuffle's participants are named, from each player's point of view.
    for (browser, names) in [(&ann, "the server, Bob and you"), (&bob, "the server, Ann and you")] {
        browser.wait_for_words(".sheet", &format!("fixed before the match by {names}, and"));
    }
    save_screenshots(&[(&ann, "ann"), (&bob, "bob"), (&cat, "cat")], "2-deal-over");
    // Another game, for three of them.
    ann.press("Close");
    end_match(&[&ann, &bob, &cat]);
    set_up_for_three(&ann);
    ann.press("Play this");
    sit(&cat, "Cat");
    ann.wait_for_words(".lobby .standings", "Cat");
    for browser in [&bob, &cat] {
        browser.press("I want to play");
    }
    save_screenshots(&[(&ann, "ann"), (&bob, "bob"), (&cat, "cat")], "3-another-game");
    ann.press("Start");
    wait_all(&[&ann, &bob, &cat], SEATED);
    // Dan finds no free seat and watches.
    let dan = visitor(&server, &path, "Dan");
    dan.resize((390, 844));
    dan.wait_to_see(".table");
    assert_eq!(play::hand(&dan), "");
    ann.press_each(&["Menu", "People and pause"]);
    ann.wait_for_words(".visitors", "Dan");
    ann.close_sheet();
    // The host leaves; the match continues with another host.
    ann.press_each(&["Menu", "Give up my seat", "Give it up for good"]);
    for browser in [&bob, &cat] {
        browser.wait("return [...document.querySelectorAll('.seat .nm')].some(n => n.innerText.includes('♛')) || document.body.innerText.includes('You are the host now.')");
        browser.wait(SEATED);
    }
    save_screenshots(
        &[(&ann, "ann"), (&bob, "bob"), (&cat, "cat"), (&dan, "dan")],
        "4-the-host-has-left",
    );
}
