//! Large text, large cards and zoom: no card is out of view, the prompt grows, buttons do not move, and
//! animated cards end in the right place.

use serde_json::Value;
use upcard_engine::Phase;
use upcard_engine::table::Down;

use crate::driver::Browser;
use crate::positions::{
    Play, can_lay_down, is_playing, open, open_at, open_decision_at, reach, reload_match, turn_at,
    view_matches, with_setting,
};
use crate::server::Server;

const PHONES: [(u32, u32); 3] = [(320, 568), (360, 640), (390, 844)];

/// Script that returns: cards of the hand out of view, the felt's height, the prompt's text size, what is
/// cut, and the number of visible opponents.
const MEASURE: &str = r#"
const box = e => e.getBoundingClientRect(), all = s => [...document.querySelectorAll(s)];
const felt = box(document.querySelector('.felt')), prompt = box(document.querySelector('.prompt'));
const out = all('.hc').filter(card => {
  const c = box(card), row = box(card.parentElement);
  return c.left < row.left - 1 || c.right > Math.min(row.right, innerWidth) + 1 || c.bottom > innerHeight + 1;
}).length;
const cut = [];
// What is pressed below a pile is larger than its words.
const words = e => { const range = document.createRange(); range.selectNodeContents(e); return range.getBoundingClientRect(); };
for (const r of [...all('.pile .c').map(box), ...all('.under').map(words)]) if (r.top < felt.top - 1 || r.bottom > felt.bottom + 1) cut.push(`a pile: ${r.bottom - felt.bottom}`);
for (const e of all('.say > *, .prompt .btn')) if (box(e).top < prompt.top - 1 || box(e).bottom > prompt.bottom + 1) cut.push(`the prompt: ${e.innerText}`);
const say = document.querySelector('.say');
if (say.scrollHeight > say.clientHeight + 1) cut.push(`the words: ${say.scrollHeight} in ${say.clientHeight}`);
if (all('.hand').some(e => box(e).bottom > innerHeight + 1 || box(e).top < prompt.bottom - 1)) cut.push('the hand');
const others = all('.seat').map(box).filter(r => r.left >= 0 && r.right <= innerWidth).length;
return [out, Math.round(felt.height), parseFloat(getComputedStyle(say).fontSize), cut.join('; '), others];
"#;

/// Minimum height of the felt, in pixels: on low phones, where piles are beside the contract, and on others.
const MIN_FELT_HEIGHT: [u64; 2] = [150, 219];

#[test]
fn every_card_is_visible_and_the_prompt_grows_with_the_text() {
    let five = Play { players: 5, ..Play::of("contract-rummy") };
    let (server, browser) = open_at(390, 844, five, |s| is_playing(s, 11));
    let mut faults = Vec::new();
    for cards in ["Usual", "Large", "VeryLarge"] {
        with_setting(&browser, server, "cards", cards);
        browser.wait_for_at_least(".hc", 11);
        for size in PHONES {
            browser.resize(size);
            let mut words = Vec::new();
            for text in ["100%", "200%"] {
                browser.run(&format!("document.documentElement.style.fontSize = '{text}'"));
                browser.settle();
                let name = format!("{cards}-{}-{}x{}", text.trim_end_matches('%'), size.0, size.1);
                browser.picture(&format!("sizes-{name}"));
                let room = browser.run(MEASURE);
                words.push(room[2].as_f64().unwrap_or(0.0));
                // The smallest phone has space with the largest cards.
                let roomy =
                    size.1 >= 700 || (cards, text, size) == ("VeryLarge", "100%", PHONES[0]);
                let least = MIN_FELT_HEIGHT[usize::from(roomy)];
                let opponents = room[4].as_u64().unwrap_or(0);
                if room[0] != 0
                    || room[1].as_u64().is_none_or(|felt| felt < least)
                    || room[3] != ""
                    || opponents < 2
                {
                    faults
                        .push(format!("{name}: cards hidden, felt, words, cut, opponents: {room}"));
                }
            }
            if words[1] < words[0] * 1.4 {
                faults.push(format!("{cards}-{size:?}: the prompt grows from {words:?}"));
            }
            browser.run("document.documentElement.style.fontSize = ''");
        }
        browser.resize((390, 844));
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Script that checks a zoomed page, which acts as a smaller one; returns the faults, one per line.
const ZOOM_FAULTS: &str = r#"
const faults = [];
if (document.documentElement.scrollWidth > innerWidth) faults.push('it scrolls sideways');
for (const s of ['.felt', '.prompt', '.hand', '.prompt .btn', '.hc'])
  for (const e of document.querySelectorAll(s)) {
    const r = e.getBoundingClientRect();
    if (r.bottom > innerHeight + 1 || r.top < -1) faults.push(`${s} is cut: ${r.top.toFixed()} to ${r.bottom.toFixed()}`);
  }
return [...new Set(faults)].join('\n');
"#;

#[test]
fn a_page_zoomed_to_200_percent_is_playable() {
    let (_, browser) = turn_at(390, 844, 11);
    // A tablet and a desktop.
    for size in [(384, 512), (640, 400)] {
        browser.resize_settled(size);
        browser.picture(&format!("sizes-zoom-{}x{}", size.0, size.1));
        assert_eq!(browser.text(ZOOM_FAULTS), "", "{size:?}");
    }
}

/// Script that checks that the spread discards and the texts below the piles are whole.
const CLIPPING_FAULTS: &str = r#"
const faults = [], spread = document.querySelector('.spread');
if (spread?.getClientRects().length) {
  const box = spread.getBoundingClientRect();
  for (const card of spread.querySelectorAll('.c')) {
    const c = card.getBoundingClientRect();
    if (!c.width) continue;
    if (c.left < box.left - 1 || c.right > box.right + 1 || c.bottom > box.bottom + 1) faults.push('a card of the spread is cut');
  }
  if (box.left < 0 || box.right > innerWidth || box.top < document.querySelector('.felt').getBoundingClientRect().top) faults.push('the spread is off the screen');
  for (const pile of document.querySelectorAll('.pile')) if (pile.getBoundingClientRect().left < box.right - 1 && pile.getBoundingClientRect().right > box.right && pile.getBoundingClientRect().top < box.bottom - 1) faults.push('the spread lies over a pile');
} else faults.push('there is no spread');
for (const e of document.querySelectorAll('.under')) {
  const r = e.getBoundingClientRect();
  if (e.scrollWidth > e.clientWidth + 1 || r.left < 0 || r.right > innerWidth + 1) faults.push(`cut: ${e.innerText}`);
}
return [...new Set(faults)].join('\n');
"#;

#[test]
fn spread_discards_and_their_labels_are_not_clipped() {
    let (_, browser) = open_decision_at(390, 844, Play::of("ill-buy-it"), |v| {
        v.table.phase() == Phase::Draw && v.table.discards().len() > 12
    });
    browser.wait_to_see(".spread");
    let mut faults = Vec::new();
    for size in crate::checked_sizes() {
        browser.resize_settled(size);
        browser.picture(&format!("sizes-spread-{}x{}", size.0, size.1));
        let found = browser.text(CLIPPING_FAULTS);
        if !found.is_empty() {
            faults.push(format!("{size:?}: {found}"));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Returns the positions of the buttons below the draft, by text.
fn buttons(browser: &Browser) -> Value {
    browser.settle();
    browser.run(
        "return Object.fromEntries([...document.querySelectorAll('.prompt .btn')].map(b => {
             const r = b.getBoundingClientRect(); return [b.innerText, [r.left, r.top, r.width].map(Math.round)]; }))",
    )
}

/// A first turn with a hand that can lay down its contract.
fn position_before_lay_down() -> String {
    reach(Play::of("contract-rummy"), |s| {
        view_matches(s, |v| {
            v.table.seat(v.seat).down == Down::No && v.hand.len() > 9 && can_lay_down(v)
        })
    })
}

#[test]
fn buttons_keep_their_position_while_a_lay_down_is_composed() {
    let (server, browser) = Server::with_browser(390, 844);
    let entries = position_before_lay_down();
    for size in crate::checked_sizes() {
        browser.resize(size);
        open(&browser, server, &entries);
        browser.press("Go down");
        browser.wait_for_at_least(".slotbox .mid", 5);
        let whole = buttons(&browser);
        browser.picture(&format!("sizes-thumb-{}x{}", size.0, size.1));
        // Cards return to the hand one by one.
        for left in (0..3).rev() {
            browser.click(".slotbox .mid");
            browser.settle();
            let now = buttons(&browser);
            assert_eq!(now["Cancel"], whole["Cancel"], "{size:?}, {left}: {now} after {whole}");
        }
        assert!(whole["Cancel"].is_array(), "{whole}");
    }
}

#[test]
fn the_coach_does_not_cover_the_slots_of_a_lay_down() {
    let (server, browser) = Server::with_browser(390, 844);
    open(&browser, server, &position_before_lay_down());
    browser.run("localStorage.removeItem('upcard.taught')");
    reload_match(&browser, server);
    let coached = "return !!document.querySelector('.coach')";
    browser.wait(coached);
    browser.press("Go down");
    browser.wait_for_at_least(".slotbox .mid", 5);
    browser.settle();
    assert_eq!(browser.run(coached), false);
    browser.press("Cancel");
    browser.wait(coached);
}

/// Script that discards the selected card, opens the menu at once, and follows the animated card: its final
/// distance from the pile, its width relative to its card, and whether it is below the menu.
const FOLLOW_FLIGHT: &str = r#"
(async () => {
  const button = words => [...document.querySelectorAll('.prompt .btn')].find(b => b.innerText.startsWith(words));
  const frame = () => new Promise(requestAnimationFrame);
  const spot = document.querySelector('[data-spot=upcard] .c').getBoundingClientRect();
  const began = performance.now();
  button('Discard ').click();
  document.querySelector('[aria-label=Menu]').click();
  let ghost, last, below;
  while (performance.now() - began < 5000) {
    await frame();
    ghost ??= document.querySelector('.ghost');
    if (!ghost) continue;
    if (!ghost.isConnected) break;
    const r = (ghost.querySelector('.c') ?? ghost).getBoundingClientRect();
    last = [r.left + r.width / 2 - spot.left - spot.width / 2, r.top + r.height / 2 - spot.top - spot.height / 2, r.width / spot.width];
    const veil = document.querySelector('.veil');
    if (veil) below = Number(getComputedStyle(ghost).zIndex) < Number(getComputedStyle(veil).zIndex);
  }
  done([...(last ?? [NaN, NaN, NaN]), below ?? null]);
})();
"#;

#[test]
fn a_flying_card_lands_on_the_pile_at_its_size_and_below_overlays() {
    let (server, browser) = Server::with_browser(390, 844);
    let entries = reach(Play::of("contract-rummy"), |s| is_playing(s, 8));
    for size in [(320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800)] {
        browser.resize(size);
        open(&browser, server, &entries);
        browser.run("localStorage.setItem('upcard.settings', JSON.stringify({...JSON.parse(localStorage.getItem('upcard.settings')), motion: true, ask_discard: false}))");
        with_setting(&browser, server, "pace", "Calm");
        browser.wait_for_at_least(".hc", 8);
        browser.settle();
        browser.click(".hc");
        browser.wait("return [...document.querySelectorAll('.prompt .btn')].some(b => b.innerText.startsWith('Discard '))");
        let end = browser.run_async(FOLLOW_FLIGHT);
        let part = |at: usize| end[at].as_f64().unwrap_or(f64::NAN);
        assert!(part(0).abs() < 3.0 && part(1).abs() < 3.0, "{size:?}: it ends beside it: {end}");
        assert!((0.97..1.03).contains(&part(2)), "{size:?}: it ends in another size: {end}");
        assert_eq!(end[3], true, "{size:?}: {end}");
    }
}
