//! Groups of people who play together repeatedly: naming, running score, the next match.

use serde_json::json;

use crate::audit::{assert_faultless, every_size};
use crate::driver::Browser;
use crate::friends::join;
use crate::positions::begin;
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

/// Returns the text of the group's page.
fn group_text(browser: &Browser) -> String {
    browser.text("return document.querySelector('.group')?.innerText ?? ''")
}

#[test]
fn people_who_played_together_are_named_and_meet_again() {
    let (server, browser) = Server::with_browser(390, 844);
    store_two_matches(&browser, server);
    browser.press("Name a group: Ann, Bob and Cat");
    browser.wait("return document.activeElement?.id === 'group-name'");
    browser.keys("The Sunday table\u{e007}");
    browser.wait("return !!document.querySelector('.group')?.innerText.includes('2 matches.')");
    // Matches, places and points of each player, and their lines over time.
    let rows = "return document.querySelectorAll('.group .plot tbody')[0].rows.length";
    assert_eq!(browser.run(rows), json!(3));
    assert_eq!(
        browser.run("return document.querySelectorAll('.group .curve > svg polyline').length"),
        json!(3)
    );
    let said = group_text(&browser);
    let dealer = ["Ann", "Bob", "Cat"].into_iter();
    let mut dealer = dealer.filter(|name| said.contains(&format!("{name} deals next")));
    let dealer = dealer.next().expect("somebody deals next");
    assert_faultless(&every_size(&browser, "group"));
    // It survives a reload, and counts nothing twice.
    browser.resize((320, 568));
    browser.go(&server.address("/"));
    browser.press_each(&["My games", "The Sunday table"]);
    browser.wait("return !!document.querySelector('.group')?.innerText.includes('2 matches.')");
    // A score sheet for the same people, with the right first dealer.
    browser.press("With real cards");
    browser.wait(&format!(
        "return !!document.querySelector('.next-deal')?.innerText.includes('{dealer} deals')"
    ));
    browser.go(&server.address("/"));
    browser.press_each(&["My games", "The Sunday table", "On this device"]);
    browser.wait("return !!document.querySelector('.curtain h2')");
    browser.wait(&format!(
        "return !!document.querySelector('.bar')?.innerText.includes('dealer {dealer}')"
    ));
}

#[test]
fn a_group_meets_by_link_and_the_next_dealer_deals_first() {
    let (server, host) = Server::with_browser(390, 844);
    store_two_matches(&host, server);
    host.press("Name a group: Ann, Bob and Cat");
    host.wait("return !!document.querySelector('.group')?.innerText.includes('2 matches.')");
    let said = group_text(&host);
    let deals_next = |name: &&str| said.contains(&format!("{name} deals next"));
    let (dealer, others): (Vec<_>, Vec<_>) =
        ["Ann", "Bob", "Cat"].into_iter().partition(deals_next);
    host.run(&format!(
        "localStorage.setItem('upcard.settings', JSON.stringify({{name: '{}', motion: false}}))",
        others[0]
    ));
    host.go(&server.address("/"));
    host.press_each(&["My games", "Ann, Bob and Cat", "At a table by link"]);
    host.wait("return !!document.querySelector('.lobby .standings')");
    let path = host.text("return location.pathname");
    let friend = Browser::start(320, 568);
    join(&friend, &server.address(&path), dealer[0]);
    // Settled as soon as they sit, and visible to all before the first deal.
    for browser in [&host, &friend] {
        browser.wait(
            "return document.querySelector('.lobby')?.innerText.includes('Seat that deals first')",
        );
    }
    friend.picture("lobby-first-dealer-small");
    host.press("Game, seats and rules");
    host.wait("return document.querySelector('#deals-first')?.value === '2'");
    assert_faultless(&every_size(&host, "table-set-up-dealer"));
    host.press_each(&["Close", "Start"]);
    host.wait(&format!(
        "return !!document.querySelector('.bar')?.innerText.includes('dealer {}')",
        dealer[0]
    ));
    friend.wait("return document.querySelector('.table')?.innerText.includes('pts · dealer')");
}

#[test]
fn a_group_is_exported_restored_and_deleted() {
    let (server, browser) = Server::with_browser(320, 568);
    store_two_matches(&browser, server);
    browser.press("Name a group: Ann, Bob and Cat");
    browser.wait("return !!document.querySelector('.group')?.innerText.includes('2 matches.')");
    let kept = "return [localStorage.getItem('upcard.groups'), localStorage.getItem('upcard.meetings')].join('')";
    let before = browser.text(kept);
    browser.press("All games");
    // Capture the saved file where it is created.
    browser.run("URL.createObjectURL = file => { file.text().then(text => window.saved = text); return '#' }");
    browser.press("Save everything as a file");
    browser.wait("return !!window.saved");
    let file = browser.text("return window.saved");
    browser.press("Ann, Bob and Cat");
    browser.press("Delete this group");
    browser.press("Yes, delete its running score, too");
    browser.press("Name a group: Ann, Bob and Cat");
    browser.press_each(&["Delete this group", "Yes, delete its running score, too"]);
    browser.wait(&format!("{kept} === ''"));
    browser.choose_file("#luggage", "upcard.json", &file);
    browser.wait("return !!localStorage.getItem('upcard.groups')");
    assert_eq!(browser.text(kept), before);
    // A deleted match no longer counts.
    browser.go(&server.address("/"));
    browser.press("My games");
    browser.wait("return document.querySelectorAll('.kept-match .ico').length === 2");
    browser.run("document.querySelector('.kept-match .ico').click()");
    let left = "return document.querySelectorAll('.kept-match').length";
    assert_eq!(browser.run(left), json!(2), "it is asked first");
    browser.press("Yes, delete it for good");
    browser.wait("return document.querySelectorAll('.kept-match').length === 1");
    browser.press("Ann, Bob and Cat");
    browser.wait("return !!document.querySelector('.group')?.innerText.includes('One match.')");
}
