//! A crash of the page's program: it is reported, the match is kept, and the error text can be copied.

use crate::audit;
use crate::driver::Browser;
use crate::play;
use crate::positions;
use crate::server::Server;

/// Breaks a browser function once: it creates no element. The program does not expect that and panics.
const BREAK_DOM: &str = "for (const name of ['createElement', 'createElementNS']) {
    const own = Document.prototype[name];
    Document.prototype[name] = function () { Document.prototype[name] = own; throw new Error('broken'); };
}";

fn saved_match(browser: &Browser) -> String {
    positions::stored(browser).to_string()
}

#[test]
fn a_crash_is_reported_and_the_match_is_saved() {
    let (server, browser) = Server::with_browser(390, 844);
    positions::open_at_draw(&browser, server);
    play::play_until(&browser, |look| look.question.starts_with("Your turn: draw"));
    play::press(&browser, "Draw");
    play::play_until(&browser, |look| look.mine && !look.has("Draw"));
    let (hand, before) = (play::hand(&browser), saved_match(&browser));
    browser.run(BREAK_DOM);
    browser.press("Menu");
    browser.wait("return !!document.querySelector('.stopped textarea')?.value");
    // The browser logs it; follow-up errors are expected.
    const EXPECTED_ERRORS: [&str; 2] = ["panicked at", "RuntimeError"];
    let others = |fault: &String| !EXPECTED_ERRORS.iter().any(|words| fault.contains(words));
    browser.allow_errors(&EXPECTED_ERRORS);
    let noted = browser.take_errors();
    assert!(noted.iter().any(|fault| fault.contains("panicked at")), "{noted:?}");
    let mut faults: Vec<String> = noted.into_iter().filter(others).collect();
    faults.extend(audit::every_size(&browser, "fault").into_iter().filter(others));
    audit::assert_faultless(&faults);
    assert!(browser.text("return document.body.innerText").contains("Your match is saved"));
    // The text contains the version, and the source location as a relative path.
    let text = browser.text("return document.querySelector('.stopped textarea').value");
    assert!(text.starts_with("Upcard 0."), "{text}");
    let place = text.split_once("panicked at ").map(|(_, rest)| rest.lines().next());
    let place = place.flatten().unwrap_or_else(|| panic!("no place: {text}"));
    let mut parts = place.trim_end_matches(':').rsplitn(3, ':');
    let numbers = [parts.next(), parts.next()].map(|n| n.and_then(|n| n.parse::<u32>().ok()));
    assert!(numbers.iter().all(Option::is_some), "{place}");
    assert!(parts.next().is_some_and(|p| p.ends_with(".rs") && !p.starts_with('/')), "{place}");
    // It can be copied.
    browser.allow_clipboard();
    browser.press("Copy the text");
    browser.wait_for_text("button", "Copied");
    let copied =
        browser.run_async("navigator.clipboard.readText().then(done, e => done(String(e)))");
    assert_eq!(copied, text);
    // Code that still runs stores nothing, even when the page is closed.
    browser.run("dispatchEvent(new Event('pagehide'))");
    assert_eq!(saved_match(&browser), before);
    browser.press_each(&["Reload the page", "Continue your match"]);
    // The stored decision is asked again; then everything is as before.
    browser.wait(&format!(
        "return [...document.querySelectorAll('.hc')].map(c => c.dataset.face).sort().join(' ') === '{hand}'"
    ));
    assert!(play::play_deal(&browser, false) > 0);
}

/// Crashes without a panic message are reported too.
#[test]
fn a_program_that_fails_to_start_is_reported() {
    let (server, browser) = Server::with_browser(390, 844);
    browser.run_first(
        "WebAssembly.instantiateStreaming = WebAssembly.instantiate
            = () => Promise.reject(new WebAssembly.RuntimeError('out of memory'))",
    );
    browser.go(&server.address("/"));
    browser.wait(
        "return !!document.querySelector('.stopped textarea')?.value.includes('out of memory')",
    );
    browser.allow_errors(&["out of memory"]);
}
