//! Groups of people who play together repeatedly: naming, running score, the next match.

use serde_json::json;

use crate::audit::{assert_faultless, every_size};
use crate::driver::Browser;
use crate::friends::join;
use crate::positions::{begin, store_name};
use crate::replay::record;
use crate::server::Server;

/// Stores two finished matches of Ann, Bob and Cat on this device, and opens *My games*.
fn store_two_matches(browser: &Browser, server: &Server) {
    begin(browser, server);
    let record = json!(record("may-i", 3, u8::MAX));
    browser.run(&format!(
        "const record = {record}, line = ended => `${{ended}}\\t${{record.length}}\\tMay I\\tAnn 1\\t0\\tBob\\tCat\\n`;
         for (const ended of [1700000000000, 1700600000000]) localStorage.setItem('upcard.record.' + ended, record);
         localStorage.setItem('upcard.matches', line(1700600000000) + line(1700000000000))"
    ));
    browser.go(&server.address("/"));
    browser.press("My games");
}

/// Returns who deals next, as the group's page says, and the others.
fn next_dealer(browser: &Browser) -> (&'static str, Vec<&'static str>) {
    let said = browser.text_of(".group");
    let deals_next = |name: &&str| said.contains(&format!("{name} deals next"));
    let (dealer, others): (Vec<_>, _) = ["Ann", "Bob", "Cat"].into_iter().partition(deals_next);
    (dealer[0], others)
}

#[test]
fn people_who_played_together_are_named_and_meet_again() {
    let (server, browser) = Server::with_browser(390, 844);
    store_two_matches(&browser, server);
    browser.press("Name a group: Ann, Bob and Cat");
    browser.wait("return document.activeElement?.id === 'group-name'");
    browser.keys("The Sunday table\u{e007}");
    browser.wait_for_words(".group", "2 matches.");
    // Matches, places and points of each player, and their lines over time.
    let rows = "return document.querySelectorAll('.group .plot tbody')[0].rows.length";
    assert_eq!(browser.run(rows), 3);
    assert_eq!(browser.count(".group .curve > svg polyline"), 3);
    let (dealer, _) = next_dealer(&browser);
    assert_faultless(&every_size(&browser, "group"));
    // It survives a reload, and counts nothing twice.
    browser.resize((320, 568));
    browser.go(&server.address("/"));
    browser.press_each(&["My games", "The Sunday table"]);
    browser.wait_for_words(".group", "2 matches.");
    // A score sheet for the same people, with the right first dealer.
    browser.press("With real cards");
    browser.wait_for_words(".next-deal", &format!("{dealer} deals"));
    browser.go(&server.address("/"));
    browser.press_each(&["My games", "The Sunday table", "On this device"]);
    browser.wait_to_see(".curtain h2");
    browser.wait_for_words(".bar", &format!("dealer {dealer}"));
}

#[test]
fn a_group_meets_by_link_and_the_next_dealer_deals_first() {
    let (server, host) = Server::with_browser(390, 844);
    store_two_matches(&host, server);
    host.press("Name a group: Ann, Bob and Cat");
    host.wait_for_words(".group", "2 matches.");
    let (dealer, others) = next_dealer(&host);
    store_name(&host, others[0]);
    host.go(&server.address("/"));
    host.press_each(&["My games", "Ann, Bob and Cat", "At a table by link"]);
    host.wait_to_see(".lobby .standings");
    let path = host.text("return location.pathname");
    let friend = Browser::start(320, 568);
    join(&friend, &server.address(&path), dealer);
    // Settled as soon as they sit, and visible to all before the first deal.
    for browser in [&host, &friend] {
        browser.wait_for_words(".lobby", "Seat that deals first");
    }
    friend.picture("lobby-first-dealer-small");
    host.press("Game, seats and rules");
    host.wait("return document.querySelector('#deals-first')?.value === '2'");
    assert_faultless(&every_size(&host, "table-set-up-dealer"));
    host.press_each(&["Close", "Start"]);
    host.wait_for_words(".bar", &format!("dealer {dealer}"));
    friend.wait_for_words(".table", "pts · dealer");
}

#[test]
fn a_group_is_exported_restored_and_deleted() {
    let (server, browser) = Server::with_browser(320, 568);
    store_two_matches(&browser, server);
    browser.press("Name a group: Ann, Bob and Cat");
    browser.wait_for_words(".group", "2 matches.");
    let kept = "return [localStorage.getItem('upcard.groups'), localStorage.getItem('upcard.meetings')].join('')";
    let before = browser.text(kept);
    browser.press("All games");
    // Capture the saved file where it is created.
    browser.run("URL.createObjectURL = file => { file.text().then(text => window.saved = text); return '#' }");
    browser.press("Save everything as a file");
    browser.wait("return !!window.saved");
    let file = browser.text("return window.saved");
    for group in ["Ann, Bob and Cat", "Name a group: Ann, Bob and Cat"] {
        browser.press_each(&[group, "Delete this group", "Yes, delete its running score, too"]);
    }
    browser.wait(&format!("{kept} === ''"));
    browser.choose_file("#luggage", "upcard.json", &file);
    browser.wait("return !!localStorage.getItem('upcard.groups')");
    assert_eq!(browser.text(kept), before);
    // A deleted match no longer counts.
    browser.go(&server.address("/"));
    browser.press("My games");
    browser.wait_for_number(".kept-match .ico", 2);
    browser.click(".kept-match .ico");
    assert_eq!(browser.count(".kept-match"), 2, "it is asked first");
    browser.press("Yes, delete it for good");
    browser.wait_for_number(".kept-match", 1);
    browser.press("Ann, Bob and Cat");
    browser.wait_for_words(".group", "One match.");
}
