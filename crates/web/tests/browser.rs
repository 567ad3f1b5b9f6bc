//! Real rounds in Chromium, on a phone's and a desktop's size, against the built page.
//!
//! Needs `dist/web` (`cargo xtask play` or `cargo xtask test` build it), `chromium` and
//! `chromedriver`. Pictures of the screens go to `shots/`.

mod driver;

use std::time::{Duration, Instant};

use driver::{Browser, Site};

const SIZES: [(u32, u32); 3] = [(390, 844), (844, 390), (1280, 800)];

/// What the page shows, as one value.
const LOOK: &str = "const q = document.querySelector('.prompt');
return JSON.stringify({
  say: q?.querySelector('.say b')?.innerText ?? '',
  mine: q?.classList.contains('mine') ?? false,
  buttons: [...(q?.querySelectorAll('.buttons .btn') ?? [])].map(b => b.innerText.trim()),
  wide: document.documentElement.scrollWidth > innerWidth,
  hand: document.querySelectorAll('.hc').length,
  cut: !!document.querySelector('.cut .btn'),
  pick: !!document.querySelector('.pick button'),
})";

fn start(browser: &mut Browser, site: &Site, game: &str) {
    browser.go(&site.address("/"));
    browser.run(&format!(
        "localStorage.clear(); localStorage.setItem('upcard.settings', JSON.stringify({{pace: 'Fast', motion: false, game: '{game}', players: 4, level: 'novice'}}));"
    ));
    browser.go(&site.address("/"));
    browser.wait("return !!document.querySelector('.home .btn')");
    browser.run("[...document.querySelectorAll('.btn.big')].find(b => b.innerText.includes('Play now')).click()");
    browser.wait("return !!document.querySelector('.table .hc')");
}

fn press(browser: &mut Browser, text: &str) {
    let text = serde_json::to_string(text).unwrap_or_default();
    browser.run(&format!(
        "[...document.querySelectorAll('.prompt .buttons .btn')].find(b => b.innerText.trim() === {text})?.click()"
    ));
}

/// Plays until the deal is over; gives how many answers it took.
fn play_a_deal(browser: &mut Browser, by_keys: bool) -> u32 {
    let until = Instant::now() + Duration::from_secs(150);
    let mut answers = 0u32;
    while Instant::now() < until {
        let look: serde_json::Value =
            serde_json::from_str(browser.run(LOOK).as_str().unwrap_or("{}")).unwrap_or_default();
        assert_eq!(look["wide"], false, "the page scrolls sideways: {look}");
        let say = look["say"].as_str().unwrap_or_default().to_owned();
        let buttons: Vec<String> = look["buttons"]
            .as_array()
            .map(|all| all.iter().filter_map(|b| b.as_str().map(str::to_owned)).collect())
            .unwrap_or_default();
        let has = |text: &str| buttons.iter().any(|b| b == text);
        if say.starts_with("The deal is over") || say.starts_with("The match is over") {
            return answers;
        }
        if look["mine"] != true {
            std::thread::sleep(Duration::from_millis(40));
            continue;
        }
        answers += 1;
        if look["cut"] == true {
            browser.run("document.querySelector('.cut .btn').click()");
        } else if look["pick"] == true {
            browser.run("document.querySelector('.pick button').click()");
        } else if by_keys {
            keys(browser, &buttons, answers);
        } else if has("Draw") {
            press(browser, "Draw");
        } else if has("Pass") {
            press(browser, "Pass");
        } else if has("Lay down") {
            press(browser, "Lay down");
        } else if has("Go down") {
            press(browser, "Go down");
        } else if let Some(discard) = buttons.iter().find(|b| b.starts_with("Discard ")) {
            press(browser, discard);
        } else if has("End the turn") {
            press(browser, "End the turn");
        } else {
            let place = answers % look["hand"].as_u64().unwrap_or(1).max(1) as u32;
            browser.run(&format!(
                "document.querySelectorAll('.hc.up').forEach(c => c.click()); document.querySelectorAll('.hc')[{place}]?.click();"
            ));
        }
    }
    panic!("the deal does not end; at last: {}", browser.run(LOOK));
}

/// The same answers by the keyboard alone.
fn keys(browser: &mut Browser, buttons: &[String], answers: u32) {
    let has = |text: &str| buttons.iter().any(|b| b == text);
    if has("Draw") {
        browser.keys("d");
    } else if has("Pass") {
        browser.keys("p");
    } else if has("Lay down") || has("Go down") {
        browser.keys("g");
    } else if buttons.iter().any(|b| b.starts_with("Discard ")) {
        browser.keys("x");
    } else if has("End the turn") {
        browser.keys("e");
    } else {
        // Escape lets go of everything; then some card of the hand.
        browser.keys("\u{e00c}");
        browser.run("document.querySelector('.hc[tabindex=\"0\"]')?.focus()");
        for _ in 0..answers % 9 {
            browser.keys("\u{e014}");
        }
        browser.keys(" ");
    }
}

#[test]
fn a_deal_at_each_size_without_faults() {
    let site = Site::start();
    for (width, height) in SIZES {
        let mut browser = Browser::start(width, height);
        start(&mut browser, &site, "contract-rummy");
        let small = browser.run(
            "return [...document.querySelectorAll('button')].filter(b => { const r = b.getBoundingClientRect(); \
             return r.width > 0 && !b.classList.contains('under') && (r.height < 40 || r.width < 40); }).map(b => b.className + ' ' + b.innerText).join(';')",
        );
        assert_eq!(small.as_str(), Some(""), "targets are too small at {width}×{height}");
        browser.picture(&format!("table-{width}x{height}"));
        let answers = play_a_deal(&mut browser, false);
        assert!(answers > 3, "only {answers} answers at {width}×{height}");
        std::thread::sleep(Duration::from_millis(1200));
        browser.picture(&format!("scores-{width}x{height}"));
        assert_eq!(browser.faults(), Vec::<String>::new());
    }
}

#[test]
fn a_deal_by_keyboard_alone() {
    let site = Site::start();
    let mut browser = Browser::start(1280, 800);
    start(&mut browser, &site, "progressive-rummy");
    assert!(play_a_deal(&mut browser, true) > 3);
    assert_eq!(browser.faults(), Vec::<String>::new());
}

#[test]
fn a_match_outlives_the_page() {
    let site = Site::start();
    let mut browser = Browser::start(390, 844);
    start(&mut browser, &site, "rummy");
    browser.wait("return document.querySelector('.prompt')?.classList.contains('mine')");
    let hand =
        "return [...document.querySelectorAll('.hc')].map(c => c.dataset.face).sort().join(' ')";
    let before = browser.run(hand);
    browser.go(&site.address("/"));
    browser.wait("return !!document.querySelector('.home .btn')");
    browser.run("[...document.querySelectorAll('.btn.big')].find(b => b.innerText.includes('Go on')).click()");
    browser.wait("return !!document.querySelector('.table .hc')");
    assert_eq!(browser.run(hand), before);
}
