//! What a browser really fetches of the page, and how long a slow phone takes over it: until the first screen
//! stands, until the first turn, until a guest reaches a table, and until a tap on a card is answered by a picture.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use upcard_webdriver::Browser;

use crate::site::{self, Site};
use crate::weigh::{GUESTS, MOST, verdict};

/// How much slower a phone five years old is.
const SLOWER: u32 = 4;

/// The page's size: a phone's.
const PHONE: (u32, u32) = (390, 844);

/// How long something may take that should come soon.
const SOON: Duration = Duration::from_secs(60);

/// Cards in the hand that is tapped on.
const CARDS: usize = 11;

/// Loads of each kind.
const LOADS: usize = 5;

/// What is to be reached: milliseconds until the first screen stands, until the program has it, until the
/// first turn, until a guest reaches a table, and for a tap.
const HOME: f64 = 800.0;
const READY: f64 = 2_000.0;
const CARD: f64 = 3_500.0;
const GUEST: f64 = 3_500.0;
const TAP: f64 = 50.0;

/// Notes in every page when something stands there and the page has nothing else to do; whenever the page has
/// changed before that, it does something.
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

/// What stands there: the first screen, the same once the program has it, a hand, the person's turn.
const SCREEN: &str = "document.querySelector('.home .btn')";
const TAKEN_OVER: &str = "document.querySelector('.home:not(#first) .btn')";
const HAND: &str = "document.querySelector('.hc')";
const TURN: &str = "document.querySelector('.prompt.mine') && document.querySelector('.hc')";

/// Taps on *Play now* as soon as it stands there, and cuts the pack.
const PLAY: &str = "const play = document.querySelector('[data-tap=play-now]');
    if (play && !window.tapped) {
        window.tapped = true;
        setTimeout(() => play.click());
    }
    document.querySelector('.cut .btn')?.click();";

/// Notes in every page when it opens the line to a server's table: from then on a guest waits for the server.
const NOTE_LINE: &str = "window.WebSocket = class extends WebSocket {
    constructor(...all) {
        super(...all);
        window.ready ??= performance.now();
    }
};";

/// The address of a table of a server.
const TABLE: &str = "t/0123456789abcdefghijkl";

/// Notes for each click how long it takes until its picture is drawn: the frame after it is begun,
/// and what comes behind it has its turn. (What the browser itself reports as an event's duration
/// ends, without a screen, only when something else is drawn.)
const NOTE_TAPS: &str = "window.taps = [];
addEventListener('click', event => requestAnimationFrame(() => {
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => window.taps.push(performance.now() - event.timeStamp);
    drawn.port2.postMessage(0);
}), true);";

/// Rounds over the hand of which the calmest counts: what else the machine does can only add.
const ROUNDS: usize = 5;

/// Prints the times.
pub(crate) fn measure(folder: &Path) -> Result<(), Box<dyn Error>> {
    let site = site::serve(folder)?;
    let address = &site.address;
    // Over a fast line more has come by the time that is looked at.
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

/// A browser that has never seen the page.
fn start() -> Result<Browser, Box<dyn Error>> {
    Ok(Browser::start(PHONE.0, PHONE.1, &[])?)
}

/// Waits for what a script returns.
fn wait(browser: &Browser, script: &str) -> Result<Value, Box<dyn Error>> {
    browser.awaited(script, SOON).ok_or_else(|| format!("waited in vain for: {script}").into())
}

/// Prints what a browser fetches: for the first screen, for the hand of a match with bots, and for a guest by a link.
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

/// Sits down with bots and goes on to the own turn with at least this many cards, answering what is
/// asked before it.
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
        // A browser of its own each time: nothing is kept from the load before.
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
        // Twice over the hand: each card is selected, and let go again.
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
