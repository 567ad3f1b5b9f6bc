//! Sounds: off by default, and no audio objects are created until they are switched on.

use std::time::Duration;

use serde_json::json;

use crate::driver::Browser;
use crate::play::{self, SEATED, look};
use crate::positions;
use crate::server::Server;

/// Counts the audio objects of every page.
const COUNT_AUDIO: &str = "window.contexts = 0; window.voices = 0;
window.AudioContext = class extends AudioContext {
    constructor(...all) { super(...all); window.contexts += 1; }
    createOscillator() { window.voices += 1; return super.createOscillator(); }
};";

/// The setting's current value.
const SOUND_SETTING: &str =
    "return document.querySelector('.setting[aria-label=Sound] [aria-pressed=true]')?.innerText";

/// Starts a match.
fn begin(browser: &Browser) {
    browser.press("Play now");
    browser.wait(SEATED);
}

/// Plays some turns.
fn play_turns(browser: &Browser) {
    let mut answers = 0;
    for _ in 0..1000 {
        let look = look(browser);
        if look.mine {
            play::answer(browser, &look, answers);
            answers += 1;
        }
        if answers == 12 {
            return;
        }
        std::thread::sleep(Duration::from_millis(60));
    }
    panic!("only {answers} turns came");
}

#[test]
fn sound_is_off_until_it_is_switched_on() {
    let (server, browser) = Server::with_browser(390, 844);
    browser.run_first(COUNT_AUDIO);
    positions::begin(&browser, server);
    begin(&browser);
    play_turns(&browser);
    assert_eq!(browser.run("return [contexts, voices]"), json!([0, 0]), "something sounds");
    browser.go(&server.address("/"));
    browser.press("Settings");
    browser.wait_to_see(".setting[aria-label=Sound]");
    assert_eq!(browser.text(SOUND_SETTING), "Off");
    assert_eq!(browser.run("return contexts"), json!(0));
    browser.drag(&[browser.place(".setting[aria-label=Sound] button")]);
    browser.wait(&format!("{SOUND_SETTING} === 'On'"));
    // Two notes, played at once.
    assert_eq!(browser.run("return [contexts, voices]"), json!([1, 2]));
    // The setting persists, and applies at the table.
    browser.go(&server.address("/"));
    browser.run("localStorage.removeItem('upcard.present')");
    browser.go(&server.address("/"));
    begin(&browser);
    play_turns(&browser);
    // A reloaded page is silent before the first user gesture, and queues no sounds for it.
    assert_eq!(browser.run("return [contexts, voices]"), json!([0, 0]));
    browser.drag(&[browser.place(".bar h1")]);
    play_turns(&browser);
    assert_eq!(browser.run("return contexts"), json!(1));
    assert!(browser.run("return voices").as_u64() > Some(0), "nothing is heard");
}

#[test]
fn a_browser_without_sound_plays_on() {
    let (server, browser) = Server::with_browser(390, 844);
    let without = "delete window.AudioContext;
        const kept = JSON.parse(localStorage.getItem('upcard.settings') ?? '{}');
        localStorage.setItem('upcard.settings', JSON.stringify({...kept, sound: true}));";
    browser.run_first(without);
    positions::begin(&browser, server);
    begin(&browser);
    browser.drag(&[browser.place(".bar h1")]);
    play_turns(&browser);
    assert_eq!(browser.take_errors(), Vec::<String>::new());
}
