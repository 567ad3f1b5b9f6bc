//! The page offline, and successive versions: a browser caches whole versions and never mixes them.

use std::collections::BTreeMap;
use std::path::Path;

use sha2::{Digest, Sha256};
use upcard_client::Session;

use crate::driver::Browser;
use crate::errors::{OLDER, older_page, upgrade};
use crate::friends::open_games;
use crate::play::{self, SEATED};
use crate::positions::{Play, begin, is_match_over, is_playing, open, reach, store_match};
use crate::server::Server;

const HOME_SHOWN: &str = "return !!document.querySelector('.home:not(#first) .btn')";

/// Script that returns the caches of the page's versions: `none`, `older`, `newer`, with `whole` if no file
/// listed by the version's worker is missing.
const CACHED_VERSIONS: &str = "return (async () => {
    const names = (await caches.keys()).filter(name => name.startsWith('upcard'));
    const said = await Promise.all(names.map(async name => {
        const all = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
        const files = all.filter(path => path.startsWith('/upcard_bg-'));
        const age = files.some(path => path.includes('OLDER')) ? 'older' : 'newer';
        const whole = ['/', '/icon.svg'].every(path => all.includes(path)) && files.length === 1
            && ['later', 'library', 'room', 'bots', 'home', 'device']
                .every(part => all.some(path => path.startsWith(`/split_${part}-`)));
        return whole ? `${age} whole` : age;
    }));
    return said.sort().join(', ') || 'none';
})()";

/// Waits for these caches and a controlling worker.
fn wait_for_caches(browser: &Browser, wanted: &str) {
    let stores = CACHED_VERSIONS.replace("OLDER", OLDER);
    browser.wait(&format!(
        "return (async () => navigator.serviceWorker.controller
            && await (async () => {{ {stores} }})() === '{wanted}')()"
    ));
}

/// Returns the versions from which this page has loaded program files.
fn loaded_versions(browser: &Browser) -> String {
    let script = "const names = [document.querySelector('script[type=module]').src,
            ...performance.getEntriesByType('resource').map(({ name }) => name)];
        const hashes = names.map(name => name.match(/(?:upcard|upcard_bg|parts|split_[a-z]+|chunk_[0-9]+)-([0-9a-f]{16})[.](?:js|wasm|parts)$/)?.[1]);
        return [...new Set(hashes.filter(Boolean).map(hash => hash === 'OLDER' ? 'older' : 'newer'))].join(' and ')";
    browser.text(&script.replace("OLDER", OLDER))
}

/// Corrects the file list in an older page's worker.
fn correct_file_list(folder: &Path) {
    let path = folder.join("offline.js");
    let worker = std::fs::read_to_string(&path).expect("the worker");
    let between = |start: &str, end: &str| {
        let from = worker.split_once(start).expect("its place").1;
        from.split_once(end).expect("its end").0.to_owned()
    };
    let (files, version) = (between("const FILES = ", ";"), between("const VERSION = \"", "\""));
    let mut all: BTreeMap<String, String> = serde_json::from_str(&files).expect("a list");
    for (path, hash) in &mut all {
        let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
        let bytes = std::fs::read(folder.join(name)).expect("what is listed is there");
        let digest = Sha256::digest(bytes);
        *hash = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    }
    let now = serde_json::to_string(&all).expect("a list");
    std::fs::write(path, worker.replace(&files, &now).replace(&version, OLDER))
        .expect("the worker");
}

/// A server with the older page, whose files can be replaced by newer ones while it runs.
fn old_server(folder: &Path) -> Server {
    older_page(folder);
    correct_file_list(folder);
    Server::with_page(&[], folder)
}

#[test]
fn a_page_opened_before_opens_offline() {
    let server = Server::start(&[]);
    let browser = Browser::start(390, 844);
    open(&browser, &server, &reach(Play::of("contract-rummy"), |s| is_playing(s, 8)));
    browser.wait(SEATED);
    let hand = play::hand(&browser);
    wait_for_caches(&browser, "newer whole");
    let (home, table) = (server.address("/"), server.address("/t/abcdefghijkl"));
    drop(server);
    // The match on this device continues with bots.
    browser.go(&home);
    browser.press("Continue your match");
    browser.wait(SEATED);
    assert_eq!(play::hand(&browser), hand);
    browser.picture("without-a-line");
    browser.reload();
    browser.wait(&format!("{HOME_SHOWN} || !!document.querySelector('.hc')"));
    // Offline, a server's table is unknown: it does not look empty, and can be left.
    browser.allow_errors(&["WebSocket connection to"]);
    browser.go(&table);
    browser.wait_to_see(".offline");
    assert_eq!(browser.count(".lobby h2"), 0);
    browser.picture("table-without-a-line");
    browser.press("Back");
    browser.wait(HOME_SHOWN);
    browser.press("Continue your match");
    browser.wait(SEATED);
    assert_eq!(browser.count(".offline"), 0);
}

#[test]
fn two_versions_one_after_the_other_never_mix() {
    let own = tempfile::tempdir().expect("a folder");
    let server = old_server(own.path());
    let browser = Browser::start(390, 844);
    browser.go(&server.address("/"));
    browser.wait(HOME_SHOWN);
    wait_for_caches(&browser, "older whole");
    // While an older page is open, its cache stays, and it loads only its own files.
    upgrade(own.path());
    browser.open_tab(&server.address("/"));
    browser.wait(HOME_SHOWN);
    assert_eq!(loaded_versions(&browser), "newer");
    wait_for_caches(&browser, "newer whole, older whole");
    browser.show_tab(0);
    open_games(&browser);
    assert_eq!(loaded_versions(&browser), "older");
    // The last older page is closed, and its cache is deleted.
    browser.go(&server.address("/"));
    browser.wait(HOME_SHOWN);
    assert_eq!(loaded_versions(&browser), "newer");
    browser.show_tab(1);
    browser.close_tab();
    browser.reload();
    wait_for_caches(&browser, "newer whole");
    let home = server.address("/");
    drop(server);
    browser.go(&home);
    browser.wait(HOME_SHOWN);
    assert_eq!(loaded_versions(&browser), "newer");
    browser.press("Play now");
    browser.wait(SEATED);
    assert_eq!(loaded_versions(&browser), "newer");
}

#[test]
fn an_incomplete_version_is_not_cached() {
    let own = tempfile::tempdir().expect("a folder");
    let server = old_server(own.path());
    // The server returns the page for missing files, as some are configured.
    let lost = own.path().join(format!("split_library-{OLDER}.parts"));
    std::fs::copy(own.path().join("index.html"), lost).expect("another file in its place");
    let browser = Browser::start(390, 844);
    browser.go(&server.address("/"));
    browser.wait(HOME_SHOWN);
    let tried =
        "return navigator.serviceWorker.getRegistration().then(r => r?.installing ? 'begun' : '')";
    browser.wait(tried);
    browser.wait("return navigator.serviceWorker.getRegistration().then(r => !r)");
    assert_eq!(browser.text(&CACHED_VERSIONS.replace("OLDER", OLDER)), "none");
}

#[test]
fn a_new_version_is_announced_only_after_a_match() {
    let own = tempfile::tempdir().expect("a folder");
    let server = old_server(own.path());
    let browser = Browser::start(390, 844);
    let put = |wanted: &dyn Fn(&Session) -> bool| {
        store_match(&browser, &reach(Play::of("contract-rummy"), wanted));
    };
    let told = "return [...document.querySelectorAll('.notice')].some(n => n.innerText === 'A new version of this page is ready.')";
    begin(&browser, &server);
    put(&|s| is_playing(s, 8));
    browser.go(&server.address("/"));
    browser.wait(HOME_SHOWN);
    wait_for_caches(&browser, "older whole");
    upgrade(own.path());
    // During the match it is not mentioned, and the page is complete.
    browser.press("Continue your match");
    browser.wait(SEATED);
    browser.press_each(&["Menu", "Scores"]);
    browser.wait_to_see(".sheet .scores");
    browser.settle();
    assert_eq!(browser.run(told), false);
    // Back closes the sheet, another one leaves the table.
    browser.run("history.back()");
    browser.wait_until_gone(".sheet");
    browser.run("history.back()");
    browser.wait(HOME_SHOWN);
    put(&is_match_over);
    browser.press("Continue your match");
    browser.wait_for_number(".sheet .standings li", 4);
    browser.wait(told);
    assert_eq!(loaded_versions(&browser), "older");
    browser.picture("new-version");
    browser.press("Reload");
    browser.wait("return !document.querySelector('.sheet') && !!document.querySelector('.home:not(#first) .btn')");
    assert_eq!(loaded_versions(&browser), "newer");
    wait_for_caches(&browser, "newer whole");
    // Then nothing is new.
    put(&is_match_over);
    browser.go(&server.address("/"));
    browser.press("Continue your match");
    browser.wait_for_number(".sheet .standings li", 4);
    browser.settle();
    assert_eq!(browser.run(told), false);
}

#[test]
fn missing_features_over_plain_http_are_mentioned() {
    let (server, browser) = Server::with_browser(390, 844);
    let said =
        "return [...document.querySelectorAll('.settings .notice')].map(n => n.innerText).join()";
    for (secure, words) in [(true, ""), (false, "This address is not encrypted")] {
        browser.run_first(&format!(
            "Object.defineProperty(window, 'isSecureContext', {{ get: () => {secure} }})"
        ));
        browser.go(&server.address("/"));
        browser.press("Settings");
        browser.wait_for_at_least(".settings .setting", 9);
        let text = browser.text(said);
        assert_eq!(text.is_empty(), secure, "{text}");
        assert!(text.starts_with(words), "{text}");
    }
    browser.picture("settings-on-a-plain-line");
}
