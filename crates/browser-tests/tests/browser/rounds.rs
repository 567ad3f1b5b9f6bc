//! Whole deals and a whole match of one person and bots, on the device.

use upcard_engine::Phase;
use upcard_engine::record::Record;

use crate::SIZES;
use crate::driver::screens;
use crate::friends::choose;
use crate::play::{self, look};
use crate::positions::{self, Play, Strategy, begin_at};
use crate::server::Server;

/// A person and three bots, from the first screen to the score sheet.
fn play_deal_at(game: &str, size: (u32, u32)) {
    let (_, browser) = begin_at(size.0, size.1);
    browser.press("Choose a game");
    choose(&browser, game);
    browser.press("Play");
    browser.wait("return !!document.querySelector('.table .hc, .table .cut')");
    let others = browser.run("return document.querySelectorAll('.seat').length");
    assert_eq!(others, 3, "three bots");
    let mut answers = 0;
    // Deals of six cards may end before everybody has had a turn.
    while answers <= 3 {
        answers += play::play_deal(&browser, false);
        browser.wait("return !!document.querySelector('.sheet .scores tbody tr')");
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
    browser.wait("return !!document.querySelector('.table .hc')");
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
fn a_page_is_reloaded_during_a_turn() {
    let (server, browser) = Server::with_browser(390, 844);
    let entries = positions::reach(Play::of("contract-rummy"), |s| {
        s.view.as_ref().is_some_and(|v| v.table.deals_begun() == 2)
            && positions::view_matches(s, |view| view.table.phase() == Phase::Draw)
    });
    positions::open(&browser, server, &entries);
    play::play_until(&browser, |look| look.question.starts_with("Your turn: draw"));
    play::press(&browser, "Draw");
    play::play_until(&browser, |look| look.mine && !look.has("Draw"));
    let before = (play::hand(&browser), look(&browser).question);
    browser.reload();
    browser.press("Continue your match");
    browser.wait("return !!document.querySelector('.table .hc')");
    assert_eq!((play::hand(&browser), look(&browser).question), before);
    // The score sheet still has the previous deal.
    browser.press("Scores");
    browser.wait("return document.querySelectorAll('.sheet .scores tbody tr').length === 1");
    browser.press("Close");
    assert!(play::play_deal(&browser, false) > 0);
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
    let short =
        Play { changes: &[("match.deals", "[1]")], strategy: Strategy::Lay, ..Play::of("may-i") };
    let entries = positions::reach(short, |s| s.must_decide());
    positions::open(&browser, server, &entries);
    play::play_deal(&browser, false);
    browser.wait("return document.querySelectorAll('.sheet .standings li').length === 4");
    browser.wait("return document.querySelectorAll('.sheet .standings .won').length > 0");
    browser.press("Save the record");
    let kept = || {
        let mut files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        files.find(|file| file.path().extension().is_some_and(|kind| kind == "upcard"))
    };
    let until = std::time::Instant::now() + std::time::Duration::from_secs(10);
    let file = loop {
        assert!(std::time::Instant::now() < until, "no record comes");
        if let Some(file) = kept() {
            break file.path();
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    };
    let text = std::fs::read_to_string(file).expect("the record");
    let record = Record::parse(&text).expect("it reads");
    assert_eq!(record.verify().expect("its deal is proved").deals(), 1);
    browser.press("Play again");
    browser.wait(
        "return document.querySelectorAll('.hc').length > 0 && !document.querySelector('.sheet')",
    );
}
