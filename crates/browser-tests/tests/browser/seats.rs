//! Seats: Back, a stranger with the link, two tabs, another device.

use serde_json::json;
use upcard_client::house_rules::HouseRules;

use crate::driver::Browser;
use crate::friends::{table, take_seat};
use crate::play::{self, SEATED, look};
use crate::positions::begin_at;
use crate::server::Server;

fn wait_for_sheet(browser: &Browser, title: &str) {
    browser.wait_for_text(".sheet h2", title);
}

#[test]
fn back_closes_overlays_then_asks_and_forward_returns_to_the_seat() {
    let server = Server::slow();
    let (ann, bob, _) = table(&server, "Contract Rummy");
    let hand = play::hand(&ann);
    // A sheet is closed.
    ann.press("Menu");
    wait_for_sheet(&ann, "Menu");
    ann.run("history.back()");
    ann.wait_until_gone(".sheet");
    ann.wait("return location.pathname.startsWith('/t/')");
    // Without a sheet it asks for confirmation; Stay changes nothing.
    ann.run("history.back()");
    wait_for_sheet(&ann, "Leave?");
    ann.picture("leave-asks");
    let words = ann.text_of(".sheet .body p");
    assert_eq!(words, "A bot plays for you; you can come back at any time.");
    ann.press("Stay");
    ann.wait_until_gone(".sheet");
    assert_eq!(play::hand(&ann), hand);
    // Leaving lets a bot cover; the first screen leads back.
    ann.run("history.back()");
    ann.press("Leave");
    ann.wait_to_see(".home .table-kept");
    bob.wait_for_text(".seat .tag", "away, bot plays");
    bob.picture("covered-away");
    // Forward gives the seat back at once, with a line about the bot.
    ann.run("history.forward()");
    ann.wait(SEATED);
    assert_eq!(play::hand(&ann), hand);
    ann.wait_for_start(".strip .news", "You have your seat back.");
    // It does not look like a refusal.
    ann.wait_until_gone(".say .notice.refused");
    bob.wait("return ![...document.querySelectorAll('.seat .tag')].some(t => t.innerText.includes('bot plays'))");
    // So do a reload and the button on the first screen.
    ann.reload();
    ann.wait(SEATED);
    assert_eq!(play::hand(&ann), hand);
    ann.press_each(&["Menu", "Leave the table", "Leave", "Back to the table: Contract Rummy"]);
    ann.wait(SEATED);
    assert_eq!(play::hand(&ann), hand);
}

/// Views open over the table; house rules are saved for later if the player stays.
#[test]
fn a_link_opened_at_a_table_is_not_lost() {
    let server = Server::slow();
    let (ann, _bob, path) = table(&server, "Contract Rummy");
    let hand = play::hand(&ann);
    let opens = |fragment: &str| ann.run(&format!("location.hash = {}", json!(fragment)));
    opens("#sheet=abcabcabc");
    wait_for_sheet(&ann, "Score a game at home");
    ann.press("Close");
    opens("#replay=");
    ann.wait_for_start(".say .notice", "Part of this link");
    let rules = HouseRules::of("rummy-500").link("");
    opens(rules.trim_start_matches('/'));
    wait_for_sheet(&ann, "Leave?");
    ann.picture("leave-for-link");
    ann.press("Stay");
    let here = format!("return location.pathname + location.hash === {}", json!(path));
    ann.wait(&here);
    assert_eq!(play::hand(&ann), hand);
    ann.reload();
    ann.wait(SEATED);
    ann.press_each(&["Menu", "Go to the link you opened"]);
    wait_for_sheet(&ann, "Leave?");
    ann.press("Leave, and go to the link you opened");
    ann.wait_until_gone(".table");
    ann.wait_for_words("body", "Rummy 500");
    // It was used, so the first screen does not offer it again. Back leads to the table, unchanged.
    ann.run("history.back()");
    ann.wait(SEATED);
    assert_eq!(play::hand(&ann), hand);
    // It can be dismissed on the first screen.
    opens(HouseRules::of("gin").link("").trim_start_matches('/'));
    ann.press_each(&["Stay", "Menu", "Leave the table", "Leave"]);
    ann.wait_to_see(".home .kept-match");
    ann.picture("link-kept");
    ann.press("Dismiss this link");
    ann.wait_until_gone(".home .kept-match");
    ann.reload();
    ann.wait_to_see(".home .table-kept");
    assert_eq!(ann.run("return localStorage.getItem('upcard.link')"), json!(null));
    ann.allow_errors(&["404"]);
}

#[test]
fn a_stranger_with_the_link_does_not_get_a_hand() {
    let server = Server::slow();
    let (ann, bob, path) = table(&server, "Contract Rummy");
    let cat = Browser::start(390, 844);
    // Bob leaves; Cat, who has the link, watches and is offered no seat.
    bob.press_each(&["Menu", "Leave the table", "Leave"]);
    cat.go(&server.address(&path));
    cat.wait_to_see(".table");
    assert!(!look(&cat).has("Sit down"));
    assert_eq!(play::hand(&cat), "");
    // Nor is she after Bob, who is told the consequences, has given up his seat.
    bob.go(&server.address(&path));
    bob.wait(SEATED);
    bob.press_each(&["Menu", "Give up my seat"]);
    wait_for_sheet(&bob, "Give up your seat?");
    bob.press("Give it up for good");
    bob.wait_for_start(".say .notice", "You have given up your seat.");
    assert!(!look(&bob).has("Sit down") && !look(&cat).has("Sit down"));
    // The host hands it over, visible to all.
    ann.run("[...document.querySelectorAll('.seat')].find(s => s.querySelector('.whole'))?.querySelector('.whole').click()");
    ann.wait_to_see(".powers");
    ann.picture("host-powers");
    ann.click(".powers .item");
    ann.press("Yes, I am sure");
    cat.wait_for_text(".prompt .btn", "Sit down");
    take_seat(&cat, "Cat");
    cat.wait(SEATED);
}

#[test]
fn two_tabs_show_one_seat() {
    let server = Server::slow();
    let (ann, _bob, path) = table(&server, "Contract Rummy");
    let hand = play::hand(&ann);
    ann.open_tab(&server.address(&path));
    ann.wait(SEATED);
    assert_eq!(play::hand(&ann), hand);
    // Actions in one tab are visible in the other.
    ann.press_each(&["Menu", "Let a bot play for me"]);
    ann.show_tab(0);
    ann.wait_for_text(".say b", "A bot is playing for you.");
    ann.press("Take my seat back");
    ann.wait("return document.querySelector('.say b').innerText !== 'A bot is playing for you.'");
    assert_eq!(play::hand(&ann), hand);
}

#[test]
fn a_seat_moves_to_another_device_after_confirmation() {
    let server = Server::slow();
    let (ann, _bob, _) = table(&server, "Contract Rummy");
    let hand = play::hand(&ann);
    ann.press_each(&["Menu", "Move to another device"]);
    ann.wait("return !!document.querySelector('.sheet .link code') && document.querySelector('.sheet .qr').naturalWidth > 0");
    ann.picture("another-device");
    let link = ann.text_of(".sheet .link code");
    let phone = Browser::start(390, 844);
    phone.go(&link);
    phone.wait_for_text("h1", "Move your seat to this device?");
    phone.picture("rejoin-question");
    // Nothing has changed yet.
    assert_eq!(play::hand(&ann), hand);
    phone.press("Move my seat to this device");
    phone.wait(SEATED);
    assert_eq!(play::hand(&phone), hand);
    // The old device is told, and becomes a spectator.
    ann.wait_for_start(".say .notice", "Your seat was moved to another device.");
    assert_eq!(play::hand(&ann), "");
    // The link is used up.
    let other = Browser::start(390, 844);
    other.go(&link);
    other.wait_to_see(".home .notice");
}

#[test]
fn a_waiting_match_keeps_waiting_beside_a_new_one() {
    let (server, ann) = begin_at(390, 844);
    ann.press("Play now");
    ann.wait(SEATED);
    let hand = play::hand(&ann);
    // Another match is started beside it, and one more beside that.
    for waits in [1, 2] {
        ann.run("history.back()");
        ann.press("Play now");
        ann.wait(SEATED);
        ann.wait(&format!(
            "return localStorage.getItem('upcard.waiting').trim().split('\\n').length === {waits}"
        ));
    }
    let last = play::hand(&ann);
    ann.run("history.back()");
    ann.wait_for_words("[data-tap=my-games]", "2 more matches wait");
    ann.press("My games");
    ann.wait_for_number(".waiting .kept-match", 2);
    ann.picture("matches-waiting");
    // The first is resumed, unchanged; the last one waits instead.
    ann.run("document.querySelectorAll('.waiting .btn.big')[1].click()");
    ann.wait(SEATED);
    assert_eq!(play::hand(&ann).split(' ').count(), hand.split(' ').count());
    ann.run("history.back()");
    ann.press("My games");
    ann.wait_for_number(".waiting .kept-match", 2);
    // Everything is moved by file to another device, which has a match of its own.
    ann.run("window.saved = []; const made = URL.createObjectURL; URL.createObjectURL = blob => { blob.text().then(text => window.saved.push(text)); return made(blob) }");
    ann.press("Save everything as a file");
    ann.wait("return window.saved.length === 1");
    let saved = ann.text("return window.saved[0]");
    let other = Browser::start(390, 844);
    crate::positions::begin(&other, server);
    other.press("Play now");
    other.wait(SEATED);
    other.run("history.back()");
    let brings = |text: &str| {
        other.press("My games");
        other.wait_to_see("#luggage");
        other.choose_file("#luggage", "upcard.json", text);
        other.wait_to_see(".luggage [role=status]");
        let said = other.text_of(".luggage [role=status]");
        other.press("Close");
        said
    };
    assert_eq!(brings("{\"upcard.match\":\"x\"}"), "This file was not saved by this page.");
    let said = brings(&saved);
    assert!(said.contains("items were restored"), "{said}");
    other.press("My games");
    other.wait_for_number(".waiting .kept-match", 3);
    other.run("document.querySelectorAll('.waiting .btn.big')[0].click()");
    other.wait(SEATED);
    // Restored again, after the current match has progressed, it adds nothing.
    other.run("history.back()");
    assert_eq!(brings(&saved), "Nothing to restore: this device has all of it already.");
    other.press("My games");
    other.wait_for_number(".waiting .kept-match", 3);
    // One is deleted; the other is the last one.
    ann.run("document.querySelectorAll('.waiting .ico')[1].click()");
    assert_eq!(ann.count(".waiting .kept-match"), 2);
    ann.press("Yes, delete it for good");
    ann.wait_for_number(".waiting .kept-match", 1);
    ann.click(".waiting .btn.big");
    ann.wait(SEATED);
    assert_eq!(play::hand(&ann).split(' ').count(), last.split(' ').count());
}
