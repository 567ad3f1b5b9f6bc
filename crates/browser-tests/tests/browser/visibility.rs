//! Visibility at each size: melds as large as possible, their owners, the prompt beside the hand, whole
//! names, and seats distinguishable without colour.

use upcard_client::Session;
use upcard_engine::table::Down;

use crate::SIZES;
use crate::driver::Browser;
use crate::friends::{create_table, join, open_games};
use crate::play::SEATED;
use crate::positions::{
    Play, begin_at, can_lay_down, is_playing, is_playing_beside_melds, open_at, open_decision_at,
    turn_at,
};
use crate::server::Server;

fn number(browser: &Browser, script: &str) -> f64 {
    browser.run(script).as_f64().unwrap_or_else(|| panic!("{script} is no number"))
}

/// Up to six melds on the table, of several seats.
fn some_melds(session: &Session) -> bool {
    is_playing(session, 4)
        && session.view.as_ref().is_some_and(|v| {
            let melds = v.table.melds();
            melds.len() < 7 && melds.iter().any(|meld| meld.owner != melds[0].owner)
        })
}

#[test]
fn melds_fill_the_space_in_seat_order() {
    let (_, browser) = open_at(390, 844, Play::of("contract-rummy"), some_melds);
    browser.wait_for_at_least(".meld", 2);
    for (size, least) in [((390, 844), 42.0), ((768, 1024), 62.0), ((1280, 800), 62.0)] {
        browser.resize_settled(size);
        let width = "return document.querySelector('.meld .c').getBoundingClientRect().width";
        let width = number(&browser, width);
        assert!(width >= least, "a card of a meld is {width} px wide at {size:?}");
        // They are no larger than the felt allows.
        let fits = "const m = document.querySelector('.melds'); return m.scrollHeight <= m.clientHeight + 1";
        assert_eq!(browser.run(fits), true, "{size:?}");
    }
    let order = "return [...document.querySelectorAll('.melds .own')].map(h => Number(h.className.match(/av-(\\d)/)[1]))";
    let seats: Vec<u64> = serde_json::from_value(browser.run(order)).expect("numbers");
    assert!(seats.len() > 1 && seats.is_sorted(), "{seats:?}");
}

#[test]
fn on_a_desktop_the_prompt_is_beside_the_hand() {
    let (_, browser) = turn_at(1280, 800, 8);
    for size in [(1280, 800), (1600, 900)] {
        browser.resize_settled(size);
        let gaps = browser.run(
            "const h = document.querySelector('.hand').getBoundingClientRect(), p = document.querySelector('.prompt').getBoundingClientRect();
             return [p.left - h.right, p.top - h.bottom, h.top - p.bottom]",
        );
        let gap = |at: usize| gaps[at].as_f64().unwrap_or(f64::NAN);
        assert!(gap(0).abs() < 40.0, "{size:?}: {gaps}");
        assert!(gap(1) < 0.0 && gap(2) < 0.0, "they stand side by side: {gaps}");
    }
}

#[test]
fn a_lay_down_covers_the_melds_only_if_space_is_short() {
    let (_, browser) = open_decision_at(390, 844, Play::of("contract-rummy"), |v| {
        v.table.seat(v.seat).down == Down::No && v.table.melds().len() > 1 && can_lay_down(v)
    });
    browser.press("Go down");
    browser.wait_for_at_least(".slotbox .mid", 5);
    for size in SIZES {
        browser.resize_settled(size);
        let shown = browser.run(
            "const felt = document.querySelector('.felt').getBoundingClientRect(), panel = document.querySelector('.panel').getBoundingClientRect();
             const con = document.querySelector('.con').getBoundingClientRect();
             const melds = [...document.querySelectorAll('.meld')].filter(m => m.getClientRects().length).length;
             return [panel.height / (felt.height - con.height), panel.width / felt.width, melds]",
        );
        let part = |at: usize| shown[at].as_f64().unwrap_or(0.0);
        if size.0 >= 700 && size.1 >= 600 {
            assert!(part(2) > 1.0, "the melds are in sight at {size:?}: {shown}");
        } else {
            assert!(part(0) > 0.95 && part(1) > 0.95, "it takes the felt at {size:?}: {shown}");
        }
    }
}

/// Script that fills up to thirty melds, every third with fourteen cards, by copying existing ones.
const ADD_MELDS: &str = r#"
const rows = document.querySelector('.melds'), meld = document.querySelector('.meld');
const owners = [...rows.querySelectorAll('.owner')];
const wanted = 30 - rows.querySelectorAll('.meld').length;
for (let n = 0; n < wanted; n++) {
  const copy = meld.cloneNode(true), cards = n % 3 === 0 ? 14 : 3 + n % 4;
  while (copy.children.length > cards) copy.lastChild.remove();
  while (copy.children.length < cards) copy.append(copy.children[copy.children.length % 3].cloneNode(true));
  owners[n % owners.length].querySelector('.row').append(copy);
}
return rows.querySelectorAll('.meld').length;
"#;

/// Script that checks the melds' readability; returns the faults, one per line.
const READABILITY_FAULTS: &str = r#"
const faults = [], melds = document.querySelector('.melds'), box = melds.getBoundingClientRect();
if (melds.scrollWidth > melds.clientWidth + 1) faults.push('the melds scroll sideways');
for (const meld of melds.querySelectorAll('.meld')) {
  const r = meld.getBoundingClientRect();
  if (r.right > box.right + 1 || r.left < box.left - 1) faults.push('a meld sticks out');
  const cards = [...meld.querySelectorAll('.c')].map(c => c.getBoundingClientRect());
  if (cards[0].width < 29.5) faults.push(`a card is ${cards[0].width} px wide`);
  cards.slice(1).forEach((c, i) => {
    const strip = c.left - cards[i].left;
    if (c.top === cards[i].top && strip < 15) faults.push(`a card shows ${strip} px`);
  });
}
melds.scrollTop = melds.scrollHeight;
const last = [...melds.querySelectorAll('.meld')].at(-1).getBoundingClientRect();
if (last.bottom > box.bottom + 1) faults.push('the last meld cannot be reached');
melds.scrollTop = 0;
return [...new Set(faults)].join('\n');
"#;

#[test]
fn thirty_melds_of_up_to_fourteen_cards_can_be_read() {
    let eight = Play { players: 8, ..Play::of("may-i") };
    let (_, browser) = open_at(390, 844, eight, |s| is_playing_beside_melds(s, 6, 12));
    browser.wait_for_at_least(".meld", 13);
    assert_eq!(number(&browser, ADD_MELDS), 30.0);
    let mut faults = Vec::new();
    for size in SIZES {
        browser.resize_settled(size);
        browser.picture(&format!("thirty-melds-{}x{}", size.0, size.1));
        let found = browser.text(READABILITY_FAULTS);
        if !found.is_empty() {
            faults.push(format!("{size:?}:\n{found}"));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Script that finds names covered, or cut despite free space; returns the faults, one per line.
const NAME_FAULTS: &str = r#"
const faults = [], crosses = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
for (const seat of document.querySelectorAll('.seat')) {
  const who = seat.querySelector('.who'), name = who.getBoundingClientRect(), row = seat.getBoundingClientRect();
  // A name may end in dots where its tile is full.
  if (who.scrollWidth > who.clientWidth + 1 && row.right - name.right > 16) faults.push(`${who.innerText} is cut`);
  for (const badge of seat.querySelectorAll('.av i, .dealer, .order, .pts, .st')) {
    const place = badge.getBoundingClientRect();
    if (place.width && crosses(place, name)) faults.push(`${badge.className || 'the count'} covers ${who.innerText}`);
  }
}
return faults.join('\n');
"#;

#[test]
fn names_are_not_cut_needlessly_or_covered_by_badges() {
    let server = Server::slow();
    let (ann, bart) = (Browser::start(390, 844), Browser::start(390, 844));
    let path = create_table(&ann, &server, "Contract Rummy");
    join(&bart, &server.address(&path), "Bartholomew");
    ann.wait_for_text(".standings b", "Bartholomew");
    ann.press("Start");
    ann.wait(SEATED);
    for size in SIZES {
        ann.resize_settled(size);
        let found = ann.text(NAME_FAULTS);
        assert!(found.is_empty(), "{size:?}:\n{found}");
    }
    // In uncrowded tiles eleven letters are whole.
    for size in [(768, 1024), (1280, 800)] {
        ann.resize_settled(size);
        let whole = "return [...document.querySelectorAll('.who')].every(w => w.scrollWidth <= w.clientWidth + 1)";
        assert_eq!(ann.run(whole), true, "{size:?}");
    }
}

/// Opens the chapters of a rule sheet.
const OPEN_CHAPTERS: &str =
    "document.querySelectorAll('.rules details').forEach(d => d.open = true)";

/// Script that returns words broken within a rule sheet's tables.
const BROKEN_WORDS: &str = r#"
const broken = [];
for (const cell of document.querySelectorAll('.rules th, .rules td')) {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node; node = texts.nextNode();) {
    for (const word of node.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1) broken.push(word[0]);
    }
  }
}
return broken.join();
"#;

#[test]
fn words_in_rule_sheet_tables_are_not_broken() {
    let (_, browser) = begin_at(320, 568);
    open_games(&browser);
    // Its table of packs has the most columns.
    browser.run("[...document.querySelectorAll('.game')].find(g => g.querySelector('b').innerText === 'Rummy').click()");
    browser.press("Read the rules");
    browser.wait_for_at_least(".rules th", 5);
    // All chapters but the summary are folded; opened, all fit.
    let open = "return [...document.querySelectorAll('.rules section')].filter(s => s.checkVisibility()).length";
    assert_eq!(browser.run(open), 1);
    browser.run(OPEN_CHAPTERS);
    let wide = "return [...document.querySelectorAll('.rules .scroll')].some(t => t.scrollWidth > t.clientWidth)";
    assert_eq!(browser.run(wide), false, "all columns are in sight");
    for zoom in ["100%", "200%"] {
        browser.run(&format!("document.documentElement.style.fontSize = '{zoom}'"));
        for size in SIZES {
            browser.resize_settled(size);
            assert_eq!(browser.text(BROKEN_WORDS), "", "{size:?} {zoom}");
            let page = "return document.documentElement.scrollWidth <= innerWidth";
            assert_eq!(browser.run(page), true, "{size:?} {zoom}");
        }
    }
}

#[test]
fn a_rule_sheet_ends_with_advice_and_a_searchable_glossary() {
    let (_, browser) = begin_at(390, 844);
    open_games(&browser);
    browser.press("Read the rules");
    browser.wait_for_at_least(".rules .words p", 21);
    browser.run(OPEN_CHAPTERS);
    let headings = browser
        .text("return [...document.querySelectorAll('.rules h3')].map(h => h.innerText).join()");
    assert!(headings.contains("How to play well") && headings.ends_with("Card terms"));
    // Missing texts show as their ids in such brackets.
    assert!(!browser.text("return document.body.innerText").contains('\u{27e6}'));
    let find = |word: &str| {
        browser.fill(".words input", word);
        browser.settle();
        browser.text(
            "return [...document.querySelectorAll('.words p')].map(p => p.innerText).join('|')",
        )
    };
    for size in [(390, 844), (320, 568)] {
        browser.resize(size);
        assert!(find("straight").starts_with("run (also sequence, straight"), "{size:?}");
        assert_eq!(find("zzz"), "No matching term.");
        let page = "return document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(browser.run(page), true, "{size:?}");
    }
}

#[test]
fn seats_differ_in_shape_as_well_as_colour() {
    let eight = Play { players: 8, ..Play::of("may-i") };
    let (_, browser) = open_at(1280, 800, eight, |s| is_playing(s, 5));
    browser.wait_for_number(".seat .av", 7);
    for part in ["clipPath", "backgroundColor"] {
        let kinds = format!(
            "return new Set([...document.querySelectorAll('.seat .av')].map(a => getComputedStyle(a, '::after').{part})).size"
        );
        assert_eq!(browser.run(&kinds), 7, "{part}");
    }
    // The melds' owners have the same shapes as their tiles.
    let own = "return [...document.querySelectorAll('.own')].every(h => /av-\\d sh-\\d/.test(h.className))";
    assert_eq!(browser.run(own), true);
}
