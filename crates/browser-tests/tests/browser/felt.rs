//! The felt keeps its space: at every size, with large text, full tables and large hands.

use crate::checked_sizes;
use crate::driver::Browser;
use crate::play;
use crate::positions::{
    Play, Strategy, can_lay_down, is_playing, is_playing_beside_melds, may_buy, open, open_at_draw,
    reach, view_matches,
};
use crate::server::Server;

/// Script that checks the table's parts; returns the faults, one per line.
const PART_FAULTS: &str = r#"
const faults = [], w = innerWidth, h = innerHeight;
const place = s => document.querySelector(s)?.getBoundingClientRect();
const felt = place('.felt'), prompt = place('.prompt'), hand = place('.hand');
// On low phones large text has its room from the felt.
const least = w < 640 && h < 700 && parseFloat(getComputedStyle(document.documentElement).fontSize) > 20 ? 150 : 219.5;
if (felt.height < least) faults.push(`the felt is ${felt.height.toFixed()} px high`);
if (document.documentElement.scrollWidth > w || document.body.scrollWidth > w) faults.push('the page scrolls sideways');
for (const [name, r] of Object.entries({felt, prompt, hand}))
  if (r.bottom > h + 1 || r.top < 0 || r.right > w + 1) faults.push(`${name} is not on the screen: ${r.top.toFixed()}–${r.bottom.toFixed()} of ${h}`);
for (const e of document.querySelectorAll('.prompt .btn')) {
  const r = e.getBoundingClientRect();
  if (r.height < 43.5 || r.width < 43.5) faults.push(`small button ${e.innerText}`);
  if (r.right > w + 1 || r.bottom > h + 1) faults.push(`${e.innerText} is not on the screen`);
}
for (const e of document.querySelectorAll('.pile-button')) {
  const r = e.getBoundingClientRect();
  if (r.height && (r.bottom > felt.bottom + 1 || r.top < felt.top)) faults.push('a pile is cut off');
}
const end = place('.melds')?.bottom ?? 0;
const below = [...document.querySelectorAll('.meld')].filter(m => { const r = m.getBoundingClientRect(); return r.top + r.height * 0.75 > end; }).length;
const counted = parseInt(document.querySelector('.more')?.innerText ?? '0');
if (below !== counted) faults.push(`${below} melds are out of sight, ${counted} are counted`);
const row = document.querySelector('.hrow');
const first = row.querySelector('.hc')?.getBoundingClientRect();
if (first && (first.top < hand.top - 1 || first.bottom > h + 1)) faults.push('the hand is cut off');
return faults.join('\n');
"#;

/// Checks the table at every size, with normal and double text size.
fn every_size(browser: &Browser, name: &str, faults: &mut Vec<String>) {
    for size in checked_sizes() {
        browser.resize(size);
        for text in ["100%", "200%"] {
            browser.run(&format!("document.documentElement.style.fontSize = '{text}'"));
            browser.settle();
            let (width, height) = size;
            browser.picture(&format!("felt-{name}-{width}x{height}-{}", &text[..3]));
            let found = browser.text(PART_FAULTS);
            if !found.is_empty() {
                faults.push(format!("{name} {width}×{height}, text {text}:\n{found}"));
            }
        }
        browser.run("document.documentElement.style.fontSize = ''");
    }
}

/// Opens a table of eight with more than twelve melds.
fn open_full_table(browser: &Browser, server: &Server) {
    let eight = Play { players: 8, ..Play::of("may-i") };
    open(browser, server, &reach(eight, |s| is_playing_beside_melds(s, 6, 12)));
}

#[test]
fn the_felt_keeps_its_height() {
    let (server, browser) = Server::with_browser(390, 844);
    let mut faults = Vec::new();
    open_full_table(&browser, server);
    browser.wait_for_at_least(".hc", 6);
    every_size(&browser, "eight", &mut faults);
    let hoard = Play { strategy: Strategy::Hoard, players: 8, ..Play::of("may-i") };
    open(&browser, server, &reach(hoard, |s| is_playing(s, 26)));
    browser.wait_for_at_least(".hc", 26);
    every_size(&browser, "hand-26", &mut faults);
    let offer = Play { players: 5, ..Play::of("shanghai-rummy") };
    open(&browser, server, &reach(offer, may_buy));
    browser.wait_for_number(".prompt .btn", 3);
    every_size(&browser, "offer", &mut faults);
    open(&browser, server, &reach(Play::of("shanghai-rummy"), |s| view_matches(s, can_lay_down)));
    browser.press("Go down");
    browser.wait_for_at_least(".slotbox .mid", 5);
    every_size(&browser, "lay-down", &mut faults);
    assert!(faults.is_empty(), "\n{}", faults.join("\n\n"));
}

#[test]
fn melds_out_of_view_are_counted() {
    let (server, browser) = Server::with_browser(320, 568);
    open_full_table(&browser, server);
    browser.wait_to_see(".more");
    let below = "const end = document.querySelector('.melds').getBoundingClientRect().bottom;
         return [...document.querySelectorAll('.meld')].filter(m => {
           const r = m.getBoundingClientRect(); return r.top + r.height * 0.75 > end; }).length";
    let counted = browser.run(below);
    let shown = browser.text_of(".more");
    assert!(shown.starts_with(&counted.to_string()), "{shown}, {counted} are below");
    browser.click(".more");
    browser.wait(&format!(
        "return !document.querySelector('.more') || parseInt(document.querySelector('.more').innerText) < {counted}"
    ));
}

#[test]
fn the_layout_is_stable_and_the_keyboard_focus_is_kept() {
    let (server, browser) = Server::with_browser(390, 844);
    open_at_draw(&browser, server);
    let heights = "const f = document.querySelector('.felt').getBoundingClientRect();
        return [f.top, f.bottom].map(Math.round).join(' ')";
    let before = browser.text(heights);
    play::tab_to(&browser, ".hc");
    browser.keys("d");
    browser.wait(
        "return document.querySelector('.prompt').innerText.includes('Choose a card')
        || document.querySelector('.prompt').innerText.includes('lay')",
    );
    assert_eq!(browser.text(heights), before, "after drawing");
    let held = "return !!document.activeElement?.closest('.hc')";
    browser.wait(held);
    browser.keys(" ");
    browser.wait_to_see(".hc.up");
    assert_eq!(browser.text(heights), before, "with a card chosen");
    browser.wait("return [...document.querySelectorAll('.prompt .btn')].some(b => b.ariaKeyShortcuts === 'x')");
    browser.keys("x");
    browser.wait_until_gone(".hc.up");
    browser.wait(held);
    assert_eq!(browser.text(heights), before, "after the discard");
}
