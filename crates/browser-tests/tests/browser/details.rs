//! Small usability problems.

use upcard_engine::Phase;

use crate::audit::{assert_faultless, every_size, low_felt};
use crate::checked_sizes;
use crate::driver::Browser;
use crate::friends::{create_table, table};
use crate::play::{self, Look};
use crate::positions::{
    Play, begin_at, is_playing, is_playing_beside_melds, open, open_at, open_at_draw,
    open_decision_at, reach, turn_at, with_setting,
};
use crate::server::Server;

const ESCAPE: &str = "\u{e00c}";
const SHEET: &str = "return !!document.querySelector('.sheet')";
const NO_SHEET: &str = "return !document.querySelector('.sheet')";

fn may_discard(look: &Look) -> bool {
    look.mine && look.buttons.iter().any(|b| b.starts_with("Discard "))
}

#[test]
fn escape_closes_overlays_and_question_mark_lists_the_keys() {
    let (server, browser) = begin_at(1280, 800);
    browser.press("Settings");
    browser.wait(SHEET);
    browser.keys(ESCAPE);
    browser.wait(NO_SHEET);
    open(&browser, server, &reach(Play::of("contract-rummy"), |s| is_playing(s, 8)));
    browser.wait_to_see(".hc");
    browser.click(".hc");
    browser.wait_to_see(".hc.up");
    browser.keys("?");
    browser.wait_for_at_least(".sheet .keys kbd", 11);
    assert_faultless(&every_size(&browser, "keys"));
    browser.keys(ESCAPE);
    browser.wait(NO_SHEET);
    // It closed only the sheet.
    browser.wait_to_see(".hc.up");
    browser.keys(ESCAPE);
    browser.wait_until_gone(".hc.up");
}

#[test]
fn the_focus_is_in_the_hand_after_entering_the_table_and_after_a_discard() {
    let (_, browser) = begin_at(390, 844);
    play::tab_to(&browser, ".home main .btn.go");
    browser.keys("\u{e007}");
    let held = "return !!document.activeElement?.closest('.hc')";
    browser.wait(held);
    play::play_until(&browser, may_discard);
    let cards = browser.count(".hc");
    browser.keys("x");
    // Wait until the card is gone: the focus moves to another card then.
    browser.wait(&format!("return document.querySelectorAll('.hc').length < {cards}"));
    browser.wait(held);
    // A new plan may re-sort the hand at any time; from the last card, go back.
    let moved = (0..5).any(|_| {
        browser.settle();
        let before = browser.text("return document.activeElement.id");
        let last = "return document.activeElement === [...document.querySelectorAll('.hc')].at(-1)";
        let left = browser.run(last) == true;
        browser.keys(if left { "\u{e012}" } else { "\u{e014}" });
        browser.settle();
        browser.text("return document.activeElement.id") != before
    });
    assert!(moved, "the keys stay on one card");
}

#[test]
fn wild_twos_look_wild_and_tens_are_whole() {
    let (_, browser) = open_decision_at(390, 844, Play::of("progression"), |v| {
        let holds = |rank: char| v.hand.iter().any(|c| c.to_string().starts_with(rank));
        v.table.phase() == Phase::Play && holds('2') && holds('T')
    });
    browser.wait_to_see(".hc");
    let marked = "return [...document.querySelectorAll('.hc')].every(c => {
        const wild = !!c.querySelector('.wild-mark');
        return wild === c.dataset.face.startsWith('2') && wild === c.getAttribute('aria-label').includes('wild'); })";
    assert_eq!(browser.run(marked), true);
    // The index of a ten fits its card.
    let whole = "return [...document.querySelectorAll('symbol[id^=f-T], symbol[id^=s-T]')].every(s => {
        const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
        svg.setAttribute('viewBox', '0 0 100 140'); svg.style.cssText = 'position:fixed;left:0;top:0;width:100px;height:140px';
        svg.append(s.querySelector('text').cloneNode(true)); document.body.append(svg);
        const box = svg.querySelector('text').getBBox(); svg.remove();
        return box.x >= 0 && box.width > 20 && box.x + box.width < 62; })";
    assert_eq!(browser.run(whole), true);
    browser.picture("wild-twos");
}

#[test]
fn spectators_have_no_hand_and_cannot_start_a_match() {
    let server = Server::slow();
    let (_ann, _bob, path) = table(&server, "Contract Rummy");
    let cat = Browser::start(390, 844);
    cat.go(&server.address(&path));
    cat.wait_to_see(".table");
    assert_eq!(cat.run("return [...document.querySelectorAll('.sort button')].some(b => b.getClientRects().length)"), false);
    // Guests see rules and bots' names before they sit down.
    let dan = Browser::start(390, 844);
    let path = create_table(&dan, &server, "Shanghai Rummy");
    let eve = Browser::start(360, 640);
    eve.go(&server.address(&path));
    eve.wait("return !!document.querySelector('.sit input') && document.querySelectorAll('.lobby .bot svg').length === 2");
    let text = eve.text_of(".lobby");
    assert!(text.contains("bot (") && text.contains("Read the rules"), "{text}");
    assert_faultless(&every_size(&eve, "lobby-friend"));
    // An empty name is rejected.
    eve.press("Sit down");
    eve.wait_to_see(".lobby .notice");
    assert_eq!(dan.run("return !!document.querySelector('.lobby .qr')"), false);
    dan.press("Show a code to scan");
    dan.wait("return document.querySelector('.sheet .qr')?.naturalWidth > 0");
}

#[test]
fn cards_can_be_enlarged_without_shrinking_the_table() {
    let (server, browser) = Server::with_browser(390, 844);
    let entries = reach(Play::of("contract-rummy"), |s| is_playing_beside_melds(s, 8, 2));
    let mut faults = Vec::new();
    let mut widths = Vec::new();
    for size in ["Usual", "Large", "VeryLarge"] {
        open(&browser, server, &entries);
        with_setting(&browser, server, "cards", size);
        browser.wait_to_see(".hc");
        let width = "return document.querySelector('.hc .c').getBoundingClientRect().width";
        widths.push(browser.run(width).as_f64().unwrap_or(0.0));
        faults.extend(every_size(&browser, &format!("cards-{size}")));
        for dimensions in checked_sizes() {
            browser.resize(dimensions);
            // On the lowest phones a second row of large cards takes space from the felt: see `sizes`.
            let low = low_felt(&browser).filter(|_| size == "Usual" || dimensions.1 >= 600);
            faults.extend(low.map(|low| format!("{size} at {dimensions:?}: {low}")));
        }
        browser.resize((390, 844));
    }
    assert!(widths[1] > widths[0] * 1.2 && widths[2] > widths[1] * 1.2, "{widths:?}");
    assert_faultless(&faults);
}

#[test]
fn the_deal_can_be_reviewed_without_leaving_the_table() {
    let (server, browser) = Server::with_browser(390, 844);
    open_at_draw(&browser, server);
    play::play_until(&browser, may_discard);
    // Play one round, so that there are some plays.
    browser.keys("x");
    browser.wait_until_gone(".hc.up");
    play::play_until(&browser, may_discard);
    browser.press_each(&["Menu", "This deal so far"]);
    browser.wait(
        "return /^Play \\d+ of \\d+$/.test(document.querySelector('.story-bar small').innerText)",
    );
    let last = browser.text_of(".story-bar small");
    browser.press("Back one play");
    browser
        .wait(&format!("return document.querySelector('.story-bar small').innerText !== '{last}'"));
    browser.keys("\u{e014}");
    assert_faultless(&every_size(&browser, "story"));
    browser.keys(ESCAPE);
    browser.wait(NO_SHEET);
    browser.wait("return [...document.querySelectorAll('.prompt .btn')].some(b => b.innerText.startsWith('Discard '))");
    // It survives a reload.
    browser.reload();
    browser.press("Continue your match");
    browser.wait_to_see(".prompt.mine");
    browser.press_each(&["Menu", "This deal so far"]);
    browser.wait_for_text(".story-bar small", &last);
}

#[test]
fn the_next_deal_starts_while_a_bot_covers() {
    let (_, browser) = turn_at(390, 844, 5);
    browser.press_each(&["Menu", "Let a bot play for me"]);
    browser.wait_for_text(".prompt .btn", "Next deal");
    // Without a clock there is no ring.
    assert_eq!(browser.run("return !!document.querySelector('.ring')"), false);
    let deal = browser.text_of(".bar small");
    play::press(&browser, "Next deal");
    browser.wait(&format!("return document.querySelector('.bar small').innerText !== '{deal}'"));
}

#[test]
fn an_exact_cut_is_explained_before_and_counted_after() {
    let (_, browser) = open_decision_at(390, 844, Play::of("liverpool-rummy"), |v| {
        matches!(v.table.phase(), Phase::Cut { .. })
    });
    browser.wait_to_see(".cut .btn");
    let words = browser.text_of(".cut-bonus");
    assert!(words.starts_with("Lift exactly ") && words.contains("points come off"), "{words}");
    browser.click(".cut .btn");
    browser.wait(
        "return /^You cut \\d+ cards\\./.test(document.querySelector('.toast')?.innerText ?? '')",
    );
    browser.picture("cut-counted");
}

#[test]
fn refusals_shake_the_prompt_and_explain_why() {
    let (_, browser) = turn_at(390, 844, 8);
    browser.run(
        "document.querySelectorAll('.hc')[0].click(); document.querySelectorAll('.hc')[1].click()",
    );
    browser.click("[data-drop=discards]");
    browser.wait_to_see(".say.shake .notice.refused");
    browser.click("[data-drop=discards]");
    browser.wait_to_see(".say.shake-again");
}

/// Records where each animated card ends, and its width, relative to discards, own meld or face.
const FLIGHTS: &str = r#"
window.flights = {};
const look = () => {
  for (const ghost of document.querySelectorAll('.ghost')) {
    const at = e => { const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2, r.width]; };
    const ends = [...document.querySelectorAll('[data-spot=upcard] .c, .seat .av, .hc .c, .meld .c')].map(at);
    const now = at(ghost.querySelector('.c'));
    ghost.number ??= Object.keys(flights).length;
    const off = Math.min(...ends.map(e => Math.hypot(e[0] - now[0], e[1] - now[1])));
    const end = ends.find(e => Math.hypot(e[0] - now[0], e[1] - now[1]) === off);
    flights[ghost.number] = [off, now[2] / end[2]];
  }
  requestAnimationFrame(look);
};
look();
"#;

#[test]
fn flying_cards_land_at_position_and_size_of_their_target() {
    let (server, browser) = turn_at(390, 844, 8);
    with_setting(&browser, server, "motion", true);
    browser.wait_for_at_least(".hc", 8);
    browser.run(FLIGHTS);
    play::discard_first(&browser);
    // The player's card, and some of the others'.
    browser.press("Pass");
    browser.wait("return Object.keys(flights).length > 2");
    browser.wait_until_gone(".ghost");
    let far = "return Object.values(flights).filter(([off, size]) => off > 6 || size < 0.8 || size > 1.25).map(String).join(' | ')";
    assert_eq!(browser.text(far), "");
}

#[test]
fn four_opponents_are_visible_and_large_text_leaves_two_rows_of_cards() {
    let five = Play { players: 5, ..Play::of("contract-rummy") };
    let (server, browser) = open_at(390, 844, five, |s| is_playing(s, 11));
    browser.wait_for_at_least(".hc", 11);
    let hidden = "return [...document.querySelectorAll('.seat')].filter(s => { const r = s.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth; }).length";
    assert_eq!(browser.count(".seat"), 4);
    assert_eq!(browser.run(hidden), 0);
    browser.picture("four-opponents-390x844");
    let rows =
        "return [...document.querySelectorAll('.hrow')].filter(r => r.children.length > 0).length";
    browser.run("document.documentElement.style.fontSize = '200%'");
    browser.wait("return document.documentElement.classList.contains('short')");
    browser.settle();
    assert_eq!(browser.run(rows), 2);
    browser.picture("four-opponents-390x844-200");
    browser.run("document.documentElement.style.fontSize = ''");
    with_setting(&browser, server, "cards", "VeryLarge");
    browser.wait("return document.documentElement.classList.contains('huge-cards') && document.querySelectorAll('.hc').length > 10");
    assert_eq!(browser.run(rows), 2);
    browser.picture("four-opponents-390x844-very-large");
    browser.resize_settled((768, 1024));
    let wide = "return document.querySelector('.hc:last-child').getBoundingClientRect().width";
    let tablet = browser.run(wide).as_f64().unwrap();
    assert!(tablet >= 116.0, "twice a phone's: {tablet}");
}
