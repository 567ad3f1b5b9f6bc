//! An evening at one link: a match, another game with one more friend, a lost phone, a latecomer, and a host
//! who leaves.

use serde_json::json;

use crate::company::{end, says, set_up_for_three, visitor};
use crate::driver::Browser;
use crate::friends::{sit, table};
use crate::play::{self, SEATED};
use crate::server::Server;

/// Fast bots.
const QUICK: [&str; 4] = ["--bot-delay-least-ms", "20", "--bot-delay-most-ms", "60"];

/// Takes everybody's screenshot.
fn pictures(all: &[(&Browser, &str)], moment: &str) {
    for (browser, name) in all {
        browser.settle();
        browser.picture(&format!("evening-{moment}-{name}"));
    }
}

#[test]
fn an_evening_of_friends_at_one_link() {
    let server = Server::start(&QUICK);
    let (ann, bob, path) = table(&server, "Contract Rummy");
    bob.resize((1280, 800));
    let cat = visitor(&server, &path, "Cat");
    cat.wait("return !!document.querySelector('.table')");
    assert_eq!(play::hand(&cat), "", "whoever looks on sees no hand");
    pictures(&[(&ann, "ann"), (&bob, "bob"), (&cat, "cat")], "1-first-turns");
    assert!(play::a_deal_of_two(&ann, &bob) > 0);
    // The shuffle's participants are named, from each player's point of view.
    for (browser, names) in [(&ann, "the server, Bob and you"), (&bob, "the server, Ann and you")] {
        browser.wait(&says(".sheet", &format!("fixed before the match by {names}, and")));
    }
    pictures(&[(&ann, "ann"), (&bob, "bob"), (&cat, "cat")], "2-deal-over");
    // Another game, for three of them.
    ann.press("Close");
    end(&[&ann, &bob, &cat]);
    set_up_for_three(&ann);
    ann.press("Play this");
    sit(&cat, "Cat");
    ann.wait(&says(".lobby .standings", "Cat"));
    for browser in [&bob, &cat] {
        browser.press("I want to play");
    }
    pictures(&[(&ann, "ann"), (&bob, "bob"), (&cat, "cat")], "3-another-game");
    ann.press("Start");
    for browser in [&ann, &bob, &cat] {
        browser.wait(SEATED);
    }
    // Bob loses his phone; on another one he reclaims his seat.
    let hand = play::hand(&bob);
    bob.command("Network.clearBrowserCookies", json!({}));
    bob.run("localStorage.clear()");
    bob.go(&server.address(&path));
    bob.press("A seat for me …");
    bob.press("I am Bob");
    ann.wait(&says(".strip", "says that they are Bob, on another device."));
    pictures(&[(&ann, "ann"), (&bob, "bob"), (&cat, "cat")], "4-a-lost-phone");
    ann.press("Answer");
    ann.wait("return !!document.querySelector('.sheet .request')");
    ann.press("Yes");
    bob.wait(SEATED);
    assert_eq!(play::hand(&bob), hand);
    // Dan finds no free seat and watches.
    let dan = visitor(&server, &path, "Dan");
    dan.resize((390, 844));
    dan.wait("return !!document.querySelector('.table')");
    assert_eq!(play::hand(&dan), "");
    ann.wait(&says("body", "Dan"));
    // The host leaves; the match continues with another host.
    ann.press("Menu");
    ann.press("Give up my seat");
    ann.press("Give it up for good");
    for browser in [&bob, &cat] {
        browser.wait("return [...document.querySelectorAll('.seat .nm')].some(n => n.innerText.includes('♛')) || document.body.innerText.includes('You are the host now.')");
        browser.wait(SEATED);
    }
    pictures(&[(&ann, "ann"), (&bob, "bob"), (&cat, "cat"), (&dan, "dan")], "5-the-host-has-left");
}
