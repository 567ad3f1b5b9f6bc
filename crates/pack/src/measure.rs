//! Measures what a browser loads of the page, and how long a slow phone takes: until the first screen, until
//! the first turn, until a guest reaches a table, and until a tap on a card is painted.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use upcard_webdriver::Browser;

use crate::site::{self, Site};
use crate::weigh::{GUESTS, MOST, verdict};

/// CPU slowdown of a phone five years old.
const SLOWER: u32 = 4;

/// Viewport of a phone.
const PHONE: (u32, u32) = (390, 844);

/// Timeout.
const SOON: Duration = Duration::from_secs(60);

/// Cards in the hand being tapped.
const CARDS: usize = 11;

/// Page loads per measurement.
const LOADS: usize = 5;

/// Targets in milliseconds: until the first screen is shown, until the program controls it, until the first
/// turn, until a guest reaches a table, and for a tap.
const HOME: f64 = 800.0;
const READY: f64 = 2_000.0;
const CARD: f64 = 3_500.0;
const GUEST: f64 = 3_500.0;
const TAP: f64 = 50.0;

/// Script that records when an element exists and the page is idle; until then it runs `meanwhile` on every change.
fn note(there: &str, meanwhile: &str) -> String {
    "new MutationObserver((_, own) => {
    MEANWHILE
    if (THERE) {
        own.disconnect();
        requestAnimationFrame(() => setTimeout(() => window.ready = performance.now()));
    }
}).observe(document, {childList: true, subtree: true});"
        .replace("MEANWHILE", meanwhile)
        .replace("THERE", there)
}

/// Elements to wait for: the first screen, the same controlled by the program, a hand, the player's turn.
const SCREEN: &str = "document.querySelector('.home .btn')";
const TAKEN_OVER: &str = "document.querySelector('.home:not(#first) .btn')";
const HAND: &str = "document.querySelector('.hc')";
const TURN: &str = "document.querySelector('.prompt.mine') && document.querySelector('.hc')";

/// Clicks *Play now* as soon as it exists, and cuts the pack.
const PLAY: &str = "const play = document.querySelector('[data-tap=play-now]');
    if (play && !window.tapped) {
        window.tapped = true;
        setTimeout(() => play.click());
    }
    document.querySelector('.cut .btn')?.click();";

/// Records when a page opens the connection to a server's table, after which a guest waits for the server.
const NOTE_LINE: &str = "window.WebSocket = class extends WebSocket {
    constructor(...all) {
        super(...all);
        window.ready ??= performance.now();
    }
};";

/// Path of a server's table.
const TABLE: &str = "t/0123456789abcdefghijkl";

/// Records for each click the time until its frame is painted and queued tasks have run. (Without a screen,
/// the browser's own event durations end only when something else is painted.)
const NOTE_TAPS: &str = "window.taps = [];
addEventListener('click', event => requestAnimationFrame(() => {
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => window.taps.push(performance.now() - event.timeStamp);
    drawn.port2.postMessage(0);
}), true);";

/// Rounds over the hand, of which the fastest counts: other load on the machine only adds time.
const ROUNDS: usize = 5;

/// Prints the measurements.
pub(crate) fn measure(folder: &Path) -> Result<(), Box<dyn Error>> {
    let site = site::serve(folder)?;
    let address = &site.address;
    // On a fast connection more would have loaded by then.
    site.slow(true);
    fetched(&site)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("\nin Chromium on {cores} cores, slowed down {SLOWER} times; of {LOADS} loads each");
    println!("{:>9} {:>9} {:>9}", "least", "median", "most");
    println!("by a line of 1.6 Mbit/s");
    ready(address, &note(SCREEN, ""), HOME, "until the first screen stands and can be tapped")?;
    ready(address, &note(TAKEN_OVER, ""), READY, "until the program has it")?;
    for (there, until) in [(HAND, "the hand of a match with bots"), (TURN, "the first turn of it")]
    {
        ready(address, &note(there, PLAY), CARD, &format!("until {until}, tapped at once"))?;
    }
    let table = format!("{address}{TABLE}");
    ready(&table, NOTE_LINE, GUEST, "until a guest by a link reaches the table")?;
    site.slow(false);
    println!(
        "{:>9} {:>9} {:>9}  from a tap on a card of {CARDS} to its picture",
        "median", "nine in 10", "most"
    );
    taps(address, 1, "not slowed down")?;
    taps(address, SLOWER, "slowed down")
}

/// Starts a browser without any cache.
fn start() -> Result<Browser, Box<dyn Error>> {
    Ok(Browser::start(PHONE.0, PHONE.1, &[])?)
}

/// Waits for a script's result.
fn wait(browser: &Browser, script: &str) -> Result<Value, Box<dyn Error>> {
    browser.awaited(script, SOON).ok_or_else(|| format!("waited in vain for: {script}").into())
}

/// Prints the bytes loaded: for the first screen, for the hand of a match with bots, and for a guest with a link.
fn fetched(site: &Site) -> Result<(), Box<dyn Error>> {
    println!("\nbytes that Chromium has fetched");
    let until = |path: &str, note: &str, name: &str, most: u64| {
        let browser = start()?;
        browser.command("Page.enable", json!({}));
        browser.command("Page.addScriptToEvaluateOnNewDocument", json!({"source": note}));
        browser.go(&format!("{}{path}", site.address));
        wait(&browser, "return window.ready")?;
        let sent = site.sent();
        println!("{sent:>9}  until {name}{}", verdict(sent, most));
        Ok::<(), Box<dyn Error>>(())
    };
    until("", &note(TAKEN_OVER, ""), "the first screen answers", MOST)?;
    until("", &note(HAND, PLAY), "the hand of a match with bots, tapped at once", MOST)?;
    until(TABLE, NOTE_LINE, "a guest by a link reaches the table", GUESTS)
}

/// Starts a match with bots and plays until the player's turn with at least this many cards.
fn own_turn(browser: &Browser, cards: usize) -> Result<(), Box<dyn Error>> {
    wait(
        browser,
        "const b = [...document.querySelectorAll('.btn.big')].find(b => b.innerText.includes('Play now')); b?.click(); return !!b",
    )?;
    wait(
        browser,
        &format!("document.querySelector('.cut .btn')?.click();
         const b = [...document.querySelectorAll('.prompt .buttons .btn')].map(b => [b.innerText.trim(), b]);
         const go = b.find(([t]) => t === 'Draw' || t === 'Pass'); go?.[1].click();
         return !go && document.querySelector('.prompt.mine') && document.querySelectorAll('.hc').length >= {cards};"),
    )?;
    Ok(())
}

fn ready(address: &str, note: &str, wanted: f64, name: &str) -> Result<(), Box<dyn Error>> {
    let mut times = Vec::new();
    for _ in 0..LOADS {
        // A new browser each time, with an empty cache.
        let browser = start()?;
        browser.command("Page.enable", json!({}));
        browser.command("Page.addScriptToEvaluateOnNewDocument", json!({"source": note}));
        browser.command("Emulation.setCPUThrottlingRate", json!({"rate": SLOWER}));
        browser.go(address);
        times.push(wait(&browser, "return window.ready")?.as_f64().unwrap_or(f64::NAN));
    }
    times.sort_by(f64::total_cmp);
    let (least, median, most) = (times[0], times[times.len() / 2], times[times.len() - 1]);
    let verdict = if median < wanted { "" } else { ": TOO SLOW" };
    println!("{least:>6.0} ms {median:>6.0} ms {most:>6.0} ms  {name}{verdict}");
    Ok(())
}

fn taps(address: &str, slower: u32, name: &str) -> Result<(), Box<dyn Error>> {
    let browser = start()?;
    browser.go(address);
    wait(&browser, "return !!document.querySelector('.home:not(#first) .btn')")?;
    let settings =
        json!({"pace": "Fast", "game": "contract-rummy", "players": 4, "level": "steady"});
    browser.run(&format!("localStorage.setItem('upcard.settings', JSON.stringify({settings}))"));
    browser.go(address);
    own_turn(&browser, CARDS)?;
    browser.run(NOTE_TAPS);
    browser.command("Emulation.setCPUThrottlingRate", json!({"rate": slower}));
    let mut calmest: Option<Vec<f64>> = None;
    for round in 0..ROUNDS {
        browser.run("window.taps = []");
        // Twice over the hand: each card is selected, then deselected.
        for card in (0..CARDS).chain(0..CARDS) {
            let place = browser.run(&format!(
                "const r = document.querySelectorAll('.hc')[{card}].getBoundingClientRect(); return [r.left + 9, r.top + 20 + {round}];"
            ));
            if let (Some(x), Some(y)) = (place[0].as_f64(), place[1].as_f64()) {
                browser.drag(&[(x, y)]);
                std::thread::sleep(Duration::from_millis(60));
            }
        }
        std::thread::sleep(Duration::from_millis(500));
        let noted = browser.run("return window.taps");
        let mut times: Vec<f64> =
            noted.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        times.sort_by(f64::total_cmp);
        if calmest.as_ref().is_none_or(|calmest| calmest.last() > times.last()) {
            calmest = Some(times).filter(|times| !times.is_empty()).or(calmest);
        }
    }
    let times = calmest.ok_or("no tap was answered")?;
    let at = |share: f64| {
        let place = ((times.len() - 1) as f64 * share) as usize;
        times[place]
    };
    let verdict = if at(1.0) < TAP { "" } else { ": TOO SLOW" };
    println!(
        "{:>6.0} ms {:>6.0} ms {:>6.0} ms  {name}, {} taps in the calmest of {ROUNDS} rounds{verdict}",
        at(0.5),
        at(0.9),
        at(1.0),
        times.len()
    );
    Ok(())
}
