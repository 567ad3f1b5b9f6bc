//! Matches on this device are in the browser's database before their events are shown.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::json;
use upcard_engine::Phase;

use crate::driver::Browser;
use crate::play;
use crate::positions::{
    Play, begin, begin_at, is_match_over, is_playing, open_at_draw, open_decision_at, reach,
    reload_match, store_match, stored, turn_at,
};
use crate::server::Server;

const MATCH_SHOWN: &str = "return document.querySelectorAll('.table .hc').length > 5";

/// Returns the numbers of the stored matches.
fn numbers(browser: &Browser) -> BTreeSet<String> {
    let all = stored(browser);
    all.as_array().into_iter().flatten().map(|entry| entry[0].to_string()).collect()
}

#[test]
fn a_killed_tab_resumes_at_the_same_decision() {
    let (server, browser) = open_decision_at(390, 844, Play::of("contract-rummy"), |v| {
        v.table.phase() == Phase::Draw && v.table.deals_begun() == 2
    });
    browser.wait_to_see(".prompt.mine");
    // From now on the page cannot store anything or handle its end.
    browser.run(
        "Storage.prototype.setItem = () => { throw new Error('killed') };
         for (const end of ['pagehide', 'visibilitychange', 'beforeunload'])
             addEventListener(end, event => event.stopImmediatePropagation(), true);",
    );
    play::play_until(&browser, |look| look.question.starts_with("Your turn: draw"));
    play::press(&browser, "Draw");
    play::play_until(&browser, |look| look.mine && !look.has("Draw"));
    let before = (play::hand(&browser), play::look(&browser).question);
    browser.go("about:blank");
    reload_match(&browser, server);
    browser.wait(MATCH_SHOWN);
    let look = play::play_until(&browser, |look| look.mine);
    assert!(!look.has("Draw"), "the card was drawn");
    assert_eq!((play::hand(&browser), look.question), before);
    // The score sheet still has the previous deal.
    browser.press("Scores");
    browser.wait_for_number(".sheet .scores tbody tr", 1);
    browser.press("Close");
    assert!(play::play_deal(&browser, false) > 0);
}

#[test]
fn unlisted_matches_are_listed_again_and_damaged_ones_deleted() {
    let (server, browser) = Server::with_browser(390, 844);
    open_at_draw(&browser, server);
    // It is in local storage until the first move.
    play::answer(&browser, &play::look(&browser), 0);
    play::play_until(&browser, |look| look.mine);
    browser.run("dispatchEvent(new Event('pagehide'))");
    let number = browser.text("return localStorage.getItem('upcard.present')");
    // The tab was killed before it stored the number; another stored match is unreadable.
    browser.run("Storage.prototype.setItem = () => {}; localStorage.removeItem('upcard.present')");
    let put = browser.run_async(
        "const open = indexedDB.open('upcard', 1);
         open.onsuccess = () => {
             const writes = open.result.transaction('entries', 'readwrite');
             writes.objectStore('entries').put('nonsense', [7, 0]);
             writes.oncomplete = () => { open.result.close(); done('put'); };
         }",
    );
    assert_eq!((put, numbers(&browser).len()), (json!("put"), 2));
    browser.go(&server.address("/"));
    browser.wait_to_see(".home:not(#first) .btn");
    browser.press("My games");
    browser.wait_for_number(".waiting .kept-match", 1);
    let about = browser.text_of(".waiting .btn b");
    assert_eq!(about, "Contract Rummy, deal 1");
    assert_eq!(numbers(&browser), [number].into());
    browser.click(".waiting .btn.big");
    browser.wait(MATCH_SHOWN);
    // It is listed by now, and not found again.
    browser.run("history.back()");
    browser.press("My games");
    browser.settle();
    assert_eq!(browser.count(".waiting .kept-match"), 0);
}

#[test]
fn a_match_in_local_storage_is_migrated_once() {
    let (server, browser) = turn_at(390, 844, 8);
    let hand = play::hand(&browser);
    // It may be in local storage until the first move, but not after it.
    let before = stored(&browser);
    assert_eq!(numbers(&browser).len(), 1, "{before}");
    play::answer(&browser, &play::look(&browser), 0);
    browser.run("document.querySelector('.hc')?.click()");
    browser.run("dispatchEvent(new Event('pagehide'))");
    assert_eq!(browser.run("return localStorage.getItem('upcard.match')"), json!(null));
    let number = browser.text("return localStorage.getItem('upcard.present')");
    assert_eq!(numbers(&browser), [number].into());
    reload_match(&browser, server);
    browser.wait(MATCH_SHOWN);
    assert_eq!(play::hand(&browser).split(' ').count(), hand.split(' ').count());
    // A tab killed before it deleted the text has stored its number, and leaves no second match.
    let text = reach(Play::of("contract-rummy"), |s| is_playing(s, 8));
    browser.go(&server.address("/"));
    browser.wait_to_see(".home:not(#first) .btn");
    browser.run("localStorage.removeItem('upcard.present')");
    store_match(&browser, &text);
    browser.go(&server.address("/"));
    browser.wait_to_see(".home:not(#first) [data-tap=go-on]");
    let noted = browser.run(
        "document.querySelector('.home:not(#first) [data-tap=go-on]').click(); return localStorage.getItem('upcard.present')",
    );
    assert_ne!(noted, json!(null));
    browser.wait(MATCH_SHOWN);
    browser.run("history.back()");
    browser.press("My games");
    browser.settle();
    // Only the earlier match, whose number was deleted.
    browser.wait_for_number(".waiting .kept-match", 1);
}

#[test]
fn two_matches_are_stored_side_by_side_and_a_finished_one_is_deleted() {
    let (server, browser) = begin_at(390, 844);
    browser.press("Play now");
    browser.wait(MATCH_SHOWN);
    let first = play::hand(&browser);
    browser.run("history.back()");
    browser.press("Play now");
    browser.wait(MATCH_SHOWN);
    browser.run("history.back()");
    assert_eq!(numbers(&browser).len(), 2);
    // Nothing of them is in local storage.
    let texts = "return Object.keys(localStorage).filter(k => /^upcard\\.(match|waiting\\.)/.test(k) && k !== 'upcard.match-about')";
    assert_eq!(browser.run(texts), json!([]));
    browser.press("My games");
    browser.wait_for_number(".waiting .kept-match", 1);
    browser.click(".waiting .btn.big");
    browser.wait(MATCH_SHOWN);
    assert_eq!(play::hand(&browser).split(' ').count(), first.split(' ').count());
    // An abandoned match is deleted.
    browser.run("history.back()");
    browser.press("My games");
    browser.wait_for_number(".waiting .kept-match", 1);
    browser.click(".waiting .ico");
    browser.press("Yes, delete it for good");
    browser.wait_until_gone(".waiting");
    let until = Instant::now() + Duration::from_secs(20);
    while numbers(&browser).len() > 1 {
        assert!(Instant::now() < until, "{}", stored(&browser));
    }
    // A finished match does not wait; and a browser that deletes storage says so once.
    let told = "return [...document.querySelectorAll('.sheet .notice')].filter(n => n.innerText.startsWith('This browser deletes')).length";
    for times in [1, 0] {
        browser.run("dispatchEvent(new Event('pagehide'))");
        let week = browser.text("return localStorage.getItem('upcard.week') ?? ''");
        begin(&browser, server);
        store_match(&browser, &reach(Play::of("contract-rummy"), is_match_over));
        browser.run(&format!("if ('{week}') localStorage.setItem('upcard.week', '{week}')"));
        browser.go(&server.address("/"));
        browser.run("Object.defineProperty(navigator, 'vendor', {value: 'Apple Computer, Inc.'})");
        browser.press("Continue your match");
        browser.wait_for_number(".sheet .standings li", 4);
        browser.settle();
        assert_eq!(browser.run(told), json!(times));
    }
    browser.run("dispatchEvent(new Event('pagehide'))");
    assert_eq!(browser.run("return localStorage.getItem('upcard.present')"), json!(null));
}
