//! Error cases: each has a sentence and a way on.

use std::path::Path;

use crate::driver::Browser;
use crate::friends::{create_table, join, table};
use crate::play::{self, SEATED};
use crate::positions::{Play, begin, is_playing, reach, store_match};
use crate::server::{Server, page};

fn notice(browser: &Browser) -> String {
    browser.wait_to_see(".notice");
    browser.text_of(".notice")
}

#[test]
fn a_wrong_link() {
    let server = Server::start(&[]);
    let browser = Browser::start(390, 844);
    for path in ["/t/abcdefghijkm", "/t/nothing", "/t/%F0%9F%83%81"] {
        browser.go(&server.address(path));
        assert!(notice(&browser).starts_with("This table no longer exists."), "{path}");
        browser.wait("return location.pathname === '/' && !!document.querySelector('.home:not(#first) .btn')");
        browser.picture("wrong-link");
    }
    browser.go(&server.address("/r/not-a-token"));
    assert!(notice(&browser).starts_with("This link does not lead to a table."));
    // The way on works.
    browser.go(&server.address("/t/nothing"));
    browser.press("Play now");
    browser.wait_to_see(".hc");
}

#[test]
fn a_full_table_and_a_finished_one() {
    let server = Server::start(&[]);
    let (ann, bob) = (Browser::start(390, 844), Browser::start(390, 844));
    let path = create_table(&ann, &server, "Contract Rummy");
    join(&bob, &server.address(&path), "Bob");
    // Cat is third at a table for two people.
    let cat = Browser::start(390, 844);
    cat.go(&server.address(&path));
    assert!(notice(&cat).starts_with("All seats are taken."));
    cat.picture("full-table");
    // She watches, and sees no hand.
    ann.press("Start");
    cat.wait("return !!document.querySelector('.table') && document.querySelectorAll('.seat').length === 4");
    assert_eq!(play::hand(&cat), "");
    cat.wait_for_start(".say b", "You are watching.");
    cat.picture("looking-on");
    // The host ends the match; later visitors see the result, and can go home.
    ann.press_each(&["Menu", "End the match", "Yes, end it for everybody"]);
    for browser in [&ann, &bob, &cat] {
        browser.wait_for_start(".say b", "The match");
    }
    let dan = Browser::start(844, 390);
    dan.go(&server.address(&path));
    dan.wait_to_see(".lobby");
    dan.press("Scores");
    dan.wait_to_see(".sheet");
    dan.picture("table-over");
    dan.close_sheet();
    dan.press_each(&["Leave the table", "Leave"]);
    dan.wait_to_see(".home");
}

#[test]
fn a_page_older_than_the_server() {
    let server = Server::start(&[]);
    let (_ann, bob, path) = table(&server, "Contract Rummy");
    // An outdated page, with another protocol version.
    bob.run_first(
        "if (!sessionStorage.getItem('new')) { const send = WebSocket.prototype.send;
           WebSocket.prototype.send = function (bytes) { if (bytes[0] === 0) { bytes = bytes.slice(); bytes[1] = 0; } send.call(this, bytes); }; }",
    );
    bob.wait(SEATED);
    let hand = play::hand(&bob);
    bob.reload();
    assert!(notice(&bob).contains("older than the server"));
    bob.picture("old-page");
    // Reloaded, it is the current page, at the same table.
    bob.run("sessionStorage.setItem('new', '1')");
    bob.press("Reload");
    bob.wait(SEATED);
    assert!(bob.address().ends_with(&path));
    assert_eq!(play::hand(&bob), hand);
}

/// Hash in the file names of the simulated older version.
pub(crate) const OLDER: &str = "0000000000000000";

/// Copies the page as a version with other names. Compressed files are left out, as the scripts' texts
/// contain the older names.
pub(crate) fn older_page(folder: &Path) {
    let names: Vec<String> = std::fs::read_dir(page())
        .expect("the page")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let hash_of = |stem: &str| {
        let name = names.iter().find(|name| name.starts_with(stem)).expect("a file of the page");
        let hash = name[stem.len()..].split('.').next().unwrap_or_default();
        (hash.len() == OLDER.len()).then(|| hash.to_owned()).expect("a hash")
    };
    let hashes = ["upcard_bg-", "boot-"].map(hash_of);
    let older = |text: String| hashes.iter().fold(text, |text, hash| text.replace(hash, OLDER));
    for name in names.iter().filter(|name| !name.ends_with(".br") && !name.ends_with(".gz")) {
        let bytes = std::fs::read(page().join(name)).expect("a file of the page");
        let is_text = name.ends_with(".js") || name.ends_with(".html");
        let bytes = match String::from_utf8(bytes) {
            Ok(text) if is_text => older(text).into_bytes(),
            Ok(text) => text.into_bytes(),
            Err(error) => error.into_bytes(),
        };
        std::fs::write(folder.join(older(name.clone())), bytes).expect("a file of the older page");
    }
}

/// Upgrades the server: replaces the older page's files by the newer ones.
pub(crate) fn upgrade(folder: &Path) {
    for old in std::fs::read_dir(folder).expect("the folder").flatten() {
        std::fs::remove_file(old.path()).expect("the older file goes");
    }
    for new in std::fs::read_dir(page()).expect("the page").flatten() {
        std::fs::copy(new.path(), folder.join(new.file_name())).expect("the newer file comes");
    }
}

#[test]
fn a_page_older_than_the_server_saves_the_match_on_the_device() {
    let own = tempfile::tempdir().expect("a folder");
    let folder = own.path();
    older_page(folder);
    let server = Server::with_page(&[], folder);
    let browser = Browser::start(390, 844);
    let entries = reach(Play::of("contract-rummy"), |s| is_playing(s, 8));
    begin(&browser, &server);
    store_match(&browser, &entries);
    browser.go(&server.address("/"));
    // The table on this device has been previewed, so its code is loaded.
    browser.wait_for_words(".home", "our turn");
    // Its drawing code is loaded too, a second after the first screen.
    browser.wait("return performance.getEntriesByType('resource').some(one => one.name.includes('split_felt') && one.responseEnd)");
    // The server is upgraded before the page has loaded its later bundle.
    upgrade(folder);
    browser.press("Continue your match");
    browser.wait_for_at_least(".hc", 8);
    let hand = play::hand(&browser);
    browser.press("Menu");
    browser.wait_for_text(
        ".sheet .notice",
        "This page is older than the server. Reload it: your match is saved.",
    );
    browser.picture("old-page-on-the-device");
    browser.press_each(&["Reload", "Continue your match"]);
    browser.wait_for_at_least(".hc", 8);
    assert_eq!(play::hand(&browser), hand);
    browser.press("Menu");
    browser.wait_for_at_least(".sheet .item", 6);
    // The missing file was the only error.
    browser.allow_errors(&["split_later", "404"]);
}

#[test]
fn a_match_on_the_device_waits_for_its_code() {
    let own = tempfile::tempdir().expect("a folder");
    let folder = own.path();
    older_page(folder);
    for file in std::fs::read_dir(folder).expect("the folder").flatten() {
        if file.file_name().to_string_lossy().starts_with("split_device") {
            std::fs::rename(file.path(), folder.join("aside")).expect("the part is not there");
        }
    }
    let server = Server::with_page(&[], folder);
    let browser = Browser::start(390, 844);
    begin(&browser, &server);
    // The server has the same version: loading is retried until it succeeds.
    browser.press("A short match");
    browser.wait_to_see(".lobby .offline");
    let part = format!("split_device-{OLDER}.parts");
    std::fs::rename(folder.join("aside"), folder.join(part)).expect("the part is there");
    browser.wait_for_at_least(".hc", 8);
    browser.wait_until_gone(".offline");
    let hand = play::hand(&browser);
    // If the server has another version, the page is reloaded and the match is kept.
    upgrade(folder);
    browser.go(&server.address("/"));
    browser.press("Continue your match");
    browser.wait_for_at_least(".hc", 8);
    assert_eq!(play::hand(&browser), hand);
    browser.allow_errors(&["split_", "chunk_", "404"]);
}
