//! Measures what a browser loads of the page, and how long a slow phone takes: until the first screen, until
//! the first turn, until a guest reaches a table, and until a tap on a card is painted.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use upcard_webdriver::Browser;

use crate::site::{self, Site};
use crate::sizes::{MAX_GUEST_SIZE, MAX_HAND_SIZE, verdict};

/// CPU slowdown of a phone five years old.
const CPU_SLOWDOWN: u32 = 4;

/// Viewport of a phone.
const PHONE: (u32, u32) = (390, 844);

/// Timeout.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Cards in the hand being tapped.
const HAND_SIZE: usize = 11;

/// Page loads per measurement.
const PAGE_LOADS: usize = 5;

/// Targets in milliseconds: until the first screen is shown, until the program controls it, until the first
/// turn, until a guest reaches a table, and for a tap.
const HOME_TARGET: f64 = 800.0;
const READY_TARGET: f64 = 2_000.0;
const TURN_TARGET: f64 = 3_500.0;
const GUEST_TARGET: f64 = 3_500.0;
const TAP_TARGET: f64 = 50.0;

/// Script that records when an element exists and the page is idle; until then it runs `meanwhile` on every change.
fn record_ready(there: &str, meanwhile: &str) -> String {
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
const PROGRAM_SCREEN: &str = "document.querySelector('.home:not(#first) .btn')";
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
const RECORD_CONNECTION: &str = "window.WebSocket = class extends WebSocket {
    constructor(...all) {
        super(...all);
        window.ready ??= performance.now();
    }
};";

/// Path of a server's table.
const TABLE: &str = "t/0123456789abcdefghijkl";

/// Records for each click the time until its frame is painted and queued tasks have run. (Without a screen,
/// the browser's own event durations end only when something else is painted.)
const RECORD_TAPS: &str = "window.taps = [];
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
    site.set_slow(true);
    report_transfers(&site)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!(
        "\nin Chromium on {cores} cores, slowed down {CPU_SLOWDOWN} times; {PAGE_LOADS} loads each"
    );
    println!("{:>9} {:>9} {:>9}", "least", "median", "most");
    println!("over a connection of 1.6 Mbit/s");
    for (there, meanwhile, target, until) in [
        (SCREEN, "", HOME_TARGET, "the first screen can be tapped"),
        (PROGRAM_SCREEN, "", READY_TARGET, "the program has taken over"),
        (HAND, PLAY, TURN_TARGET, "the hand of a match with bots, tapped at once"),
        (TURN, PLAY, TURN_TARGET, "the first turn of it, tapped at once"),
    ] {
        measure_ready(address, &record_ready(there, meanwhile), target, until)?;
    }
    let until = "a guest with a link reaches the table";
    measure_ready(&format!("{address}{TABLE}"), RECORD_CONNECTION, GUEST_TARGET, until)?;
    site.set_slow(false);
    println!(
        "{:>9} {:>9} {:>9}  from a tap on a card of {HAND_SIZE} to the next frame",
        "median", "9 in 10", "most"
    );
    measure_taps(address, 1, "not slowed down")?;
    measure_taps(address, CPU_SLOWDOWN, "slowed down")
}

/// Starts a browser, with an empty cache, that runs this script first.
fn start(note: &str) -> Result<Browser, Box<dyn Error>> {
    let browser = Browser::start(PHONE.0, PHONE.1, &[])?;
    browser.run_first(note);
    Ok(browser)
}

/// Waits for a script's result.
fn wait(browser: &Browser, script: &str) -> Result<Value, Box<dyn Error>> {
    browser
        .wait_for(script, TIMEOUT)
        .ok_or_else(|| format!("timed out waiting for: {script}").into())
}

/// Prints the bytes loaded: for the first screen, for the hand of a match with bots, and for a guest with a link.
fn report_transfers(site: &Site) -> Result<(), Box<dyn Error>> {
    println!("\nbytes fetched by Chromium");
    let until = |path: &str, note: &str, name: &str, most: u64| {
        let browser = start(note)?;
        browser.go(&format!("{}{path}", site.address));
        wait(&browser, "return window.ready")?;
        let sent = site.take_sent();
        println!("{sent:>9}  until {name}{}", verdict(sent, most));
        Ok::<(), Box<dyn Error>>(())
    };
    let (ready, hand) = (record_ready(PROGRAM_SCREEN, ""), record_ready(HAND, PLAY));
    until("", &ready, "the first screen responds", MAX_HAND_SIZE)?;
    until("", &hand, "the hand of a match with bots, tapped at once", MAX_HAND_SIZE)?;
    until(TABLE, RECORD_CONNECTION, "a guest with a link reaches the table", MAX_GUEST_SIZE)
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

fn measure_ready(
    address: &str,
    note: &str,
    wanted: f64,
    until: &str,
) -> Result<(), Box<dyn Error>> {
    let mut times = Vec::new();
    for _ in 0..PAGE_LOADS {
        let browser = start(note)?;
        browser.command("Emulation.setCPUThrottlingRate", json!({"rate": CPU_SLOWDOWN}));
        browser.go(address);
        times.push(wait(&browser, "return window.ready")?.as_f64().unwrap_or(f64::NAN));
    }
    times.sort_by(f64::total_cmp);
    let (least, median, most) = (times[0], times[times.len() / 2], times[times.len() - 1]);
    let verdict = if median < wanted { "" } else { ": TOO SLOW" };
    println!("{least:>6.0} ms {median:>6.0} ms {most:>6.0} ms  until {until}{verdict}");
    Ok(())
}

fn measure_taps(address: &str, slower: u32, name: &str) -> Result<(), Box<dyn Error>> {
    let browser = start(RECORD_TAPS)?;
    browser.go(address);
    wait(&browser, "return !!document.querySelector('.home:not(#first) .btn')")?;
    let settings =
        json!({"pace": "Fast", "game": "contract-rummy", "players": 4, "level": "steady"});
    browser.run(&format!("localStorage.setItem('upcard.settings', JSON.stringify({settings}))"));
    browser.go(address);
    own_turn(&browser, HAND_SIZE)?;
    browser.command("Emulation.setCPUThrottlingRate", json!({"rate": slower}));
    let mut calmest: Option<Vec<f64>> = None;
    for round in 0..ROUNDS {
        browser.run("window.taps = []");
        // Twice over the hand: each card is selected, then deselected.
        for card in (0..HAND_SIZE).chain(0..HAND_SIZE) {
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
    let times = calmest.ok_or("no tap got a response")?;
    let at = |share: f64| {
        let place = ((times.len() - 1) as f64 * share) as usize;
        times[place]
    };
    let (median, slow, most, taps) = (at(0.5), at(0.9), at(1.0), times.len());
    let verdict = if most < TAP_TARGET { "" } else { ": TOO SLOW" };
    println!(
        "{median:>6.0} ms {slow:>6.0} ms {most:>6.0} ms  {name}, {taps} taps in the quietest of {ROUNDS} rounds{verdict}"
    );
    Ok(())
}
