//! Whole deals and a whole match of one person and bots, on the device.

use std::time::{Duration, Instant};

use upcard_client::Session;
use upcard_engine::record::Record;

use crate::SIZES;
use crate::driver::screens;
use crate::friends::choose;
use crate::play;
use crate::positions::{ONE_DEAL, begin_at, open, reach};
use crate::server::Server;

/// A person and three bots, from the first screen to the score sheet.
fn play_deal_at(game: &str, size: (u32, u32)) {
    let (_, browser) = begin_at(size.0, size.1);
    browser.press("Choose a game");
    choose(&browser, game);
    browser.press("Play");
    browser.wait_to_see(".table .hc, .table .cut");
    assert_eq!(browser.count(".seat"), 3, "three bots");
    let mut answers = 0;
    // Deals of six cards may end before everybody has had a turn.
    while answers <= 3 {
        answers += play::play_deal(&browser, false);
        browser.wait_to_see(".sheet .scores tbody tr");
        browser.press("Next deal");
        browser.wait(
            "const asked = document.querySelector('.prompt .say b')?.innerText ?? '';
             return !asked.startsWith('The deal is over')
                 && (document.querySelectorAll('.hc').length > 0 || !!document.querySelector('.cut'))",
        );
    }
}

#[test]
fn a_deal_on_the_smallest_phone() {
    play_deal_at("Progressive Rummy", SIZES[0]);
}

#[test]
fn a_deal_on_a_small_phone() {
    play_deal_at("Progression", SIZES[1]);
}

#[test]
fn a_deal_on_a_phone() {
    play_deal_at("Contract Rummy", SIZES[2]);
}

#[test]
fn a_deal_on_a_phone_in_landscape() {
    play_deal_at("Liverpool Rummy", SIZES[3]);
}

#[test]
fn a_deal_on_a_tablet() {
    play_deal_at("May I?", SIZES[4]);
}

#[test]
fn a_deal_on_a_desktop() {
    play_deal_at("Shanghai Rummy", SIZES[5]);
}

#[test]
fn a_deal_by_keyboard_alone() {
    const ENTER: &str = "\u{e007}";
    let (_, browser) = begin_at(1280, 800);
    // From the first screen: tab to 'Play now' and press it.
    play::tab_to(&browser, ".btn.go");
    browser.keys(ENTER);
    browser.wait_to_see(".table .hc");
    assert!(play::play_deal(&browser, true) > 0);
    // The score sheet has the focus; its last button starts the next deal.
    browser.wait(
        "return !!document.querySelector('.sheet') && !!document.activeElement?.closest('.sheet')",
    );
    play::tab_to(&browser, ".sheet .btn.go");
    browser.keys(ENTER);
    browser.wait(
        "return !document.querySelector('.sheet') && document.querySelectorAll('.hc').length > 0",
    );
}

#[test]
fn a_whole_match_with_its_record_and_a_rematch() {
    let (server, browser) = Server::with_browser(844, 390);
    let folder = screens().canonicalize().expect("a folder").join("records");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the record");
    browser.command(
        "Browser.setDownloadBehavior",
        serde_json::json!({"behavior": "allow", "downloadPath": folder}),
    );
    open(&browser, server, &reach(ONE_DEAL, Session::must_decide));
    play::play_deal(&browser, false);
    browser.wait_for_number(".sheet .standings li", 4);
    browser.wait_to_see(".sheet .standings .won");
    browser.press("Save the record");
    let until = Instant::now() + Duration::from_secs(10);
    let file = loop {
        assert!(Instant::now() < until, "no record comes");
        let mut files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        if let Some(file) = files.find(|file| file.path().extension() == Some("upcard".as_ref())) {
            break file.path();
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    let text = std::fs::read_to_string(file).expect("the record");
    let record = Record::parse(&text).expect("it reads");
    assert_eq!(record.verify().expect("its deal is proved").deals(), 1);
    browser.press("Play again");
    browser.wait(
        "return document.querySelectorAll('.hc').length > 0 && !document.querySelector('.sheet')",
    );
}
