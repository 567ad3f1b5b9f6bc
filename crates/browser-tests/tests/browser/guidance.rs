//! Offers, coaching and no dead ends, on a small phone, a phone and a desktop.

use serde_json::json;
use upcard_client::{Planner, SteadyPlanner};
use upcard_engine::table::Down;
use upcard_engine::{Action, Phase, Seat, View};

use crate::audit::{assert_faultless, low_felt};
use crate::driver::Browser;
use crate::play;
use crate::positions::{
    Play, Strategy, begin, can_lay_down, open, open_at, open_at_draw, open_decision_at, reach,
    reach_with, reload_match, view_matches, with_setting,
};
use crate::server::Server;

const SIZES: [(u32, u32); 3] = [(320, 568), (390, 844), (1280, 800)];

/// Script that checks that nothing is cut off and targets are large enough.
const LAYOUT_FAULTS: &str = r#"
const faults = [], w = innerWidth, h = innerHeight;
if (document.documentElement.scrollWidth > w) faults.push('the page scrolls sideways');
const felt = document.querySelector('.felt')?.getBoundingClientRect();
for (const e of document.querySelectorAll('.prompt .btn, .coach .btn, .ask .btn, .sheet .btn, .hint-button, .cycle, .sheet .chip')) {
  const r = e.getBoundingClientRect();
  if (!r.width) continue;
  if (r.height < 39.5 || r.width < 39.5) faults.push(`small: ${e.innerText} ${r.width.toFixed()}×${r.height.toFixed()}`);
  if (!e.closest('.sheet') && (r.right > w + 1 || r.bottom > h + 1 || r.left < -1)) faults.push(`${e.innerText} is not on the screen`);
  if (e.scrollWidth > e.clientWidth + 1) faults.push(`${e.innerText} does not fit`);
}
const coach = document.querySelector('.coach')?.getBoundingClientRect();
if (coach) {
  if (coach.bottom > h || coach.top < 0 || coach.left < 0 || coach.right > w) faults.push('the coach is cut off');
  const ringed = [...document.querySelectorAll('[data-ringed]')];
  if (!ringed.length) faults.push('the coach points at nothing');
  for (const e of [...ringed, document.querySelector('.prompt')]) {
    const r = e.getBoundingClientRect();
    const wide = Math.min(r.right, coach.right) - Math.max(r.left, coach.left), high = Math.min(r.bottom, coach.bottom) - Math.max(r.top, coach.top);
    if (wide > 1 && high > 1) faults.push(`the coach lies over ${e.className}`);
  }
}
return faults.join('\n');
"#;

/// Checks the screen at every size and saves screenshots.
fn check_sizes(browser: &Browser, name: &str, faults: &mut Vec<String>) {
    for size in SIZES {
        browser.resize_settled(size);
        browser.picture(&format!("calm-{name}-{}x{}", size.0, size.1));
        let mut found = browser.text(LAYOUT_FAULTS);
        found.extend(low_felt(browser));
        if !found.is_empty() {
            faults.push(format!("{name} {}×{}:\n{found}", size.0, size.1));
        }
    }
    browser.resize((390, 844));
}

/// The player may buy an upcard that another player has discarded.
fn is_offered(view: &View<'_>, helps: bool) -> bool {
    matches!(view.table.phase(), Phase::Offers { .. })
        && view.allows(&Action::Buy)
        && view.table.discarder() != Some(view.seat)
        && view.table.upcard().is_some_and(|card| SteadyPlanner.helps(view, card) == helps)
}

#[test]
fn offers_are_calm() {
    let shanghai = Play::of("shanghai-rummy");
    let (server, browser) = open_decision_at(390, 844, shanghai, |v| is_offered(v, false));
    let mut faults = Vec::new();
    browser.wait_for_start(".prompt .say", "Do you want the ");
    let text = browser.text_of(".prompt .say");
    assert!(text.contains("Costs"), "{text}");
    check_sizes(&browser, "offer", &mut faults);
    // Pass is as wide as May I?
    let widths = browser.run(
        "return ['Pass', 'May I?'].map(t => [...document.querySelectorAll('.prompt .btn')]
            .find(b => b.innerText === t).getBoundingClientRect().width | 0)",
    );
    assert!(widths[0].is_u64() && widths[0] == widths[1], "{widths}");
    // Players asked in order are numbered.
    assert!(browser.count(".seat .order") > 0);
    browser.press("Auto-pass");
    browser.wait_to_see(".comfort");
    check_sizes(&browser, "answers", &mut faults);
    // Two taps, and the offer is passed automatically.
    browser.run("[...document.querySelectorAll('.comfort label')].find(l => l.innerText.startsWith('Ask only about')).querySelector('input').click()");
    browser.press("Close");
    browser.wait("return !/^Do you want/.test(document.querySelector('.prompt .say').innerText)");
    let standing = browser.text("return localStorage.getItem('upcard.offers')");
    assert_eq!(standing.split(' ').next(), Some("helpful"));
    // A helpful card is still asked about.
    open(&browser, server, &reach(shanghai, |s| view_matches(s, |v| is_offered(v, true))));
    browser.run(&format!("localStorage.setItem('upcard.offers', '{standing}')"));
    reload_match(&browser, server);
    browser.wait_to_see(".prompt.offer.mine");
    assert_faultless(&faults);
}

#[test]
fn a_newcomer_is_asked_less_after_three_passes() {
    let shanghai = Play::of("shanghai-rummy");
    let (server, browser) = open_decision_at(390, 844, shanghai, |v| is_offered(v, false));
    browser.run("localStorage.setItem('upcard.offers', 'open ranks 0 passes 2')");
    reload_match(&browser, server);
    browser.wait_to_see(".prompt.offer.mine");
    browser.press("Pass");
    browser.wait(
        "return document.querySelector('.prompt .notice')?.innerText.startsWith('From now on')
        || localStorage.getItem('upcard.offers').startsWith('helpful')",
    );
}

/// The player's turn, with a hand that can go down.
fn is_ready_to_lay_down(view: &View<'_>) -> bool {
    view.table.seat(view.seat).down == Down::No && can_lay_down(view)
}

/// Script that opens a draft, answering earlier decisions; returns `true` once it is open.
const OPEN_DRAFT: &str = r#"
if (document.querySelector('.slotbox')) return true;
const all = [...document.querySelectorAll('.prompt .btn')];
['Build melds …', 'Pass', 'Draw'].map(t => all.find(b => b.innerText === t)).find(Boolean)?.click();
return false;
"#;

#[test]
fn a_lay_down_can_be_arranged_during_others_turns() {
    let mut faults = Vec::new();
    // Another player's turn, slow enough to look at.
    let (server, browser) = open_at(390, 844, Play::of("contract-rummy"), |s| {
        s.view().is_some_and(|v| {
            v.table.phase() == Phase::Draw
                && !v.table.asks(Seat::at(0))
                && v.table.melds().len() > 1
                && v.table.seats()[0].down == Down::No
        })
    });
    with_setting(&browser, server, "pace", "Calm");
    browser.wait(OPEN_DRAFT);
    browser.run("document.querySelectorAll('.hc')[0].click()");
    browser.wait_to_see(".hc.up");
    browser.click(".slotbox");
    browser.wait_for_number(".slotbox .mid", 1);
    check_sizes(&browser, "prepared", &mut faults);
    // The draft survives others' plays and Cancel.
    browser.wait("return document.querySelector('.prompt.mine') !== null");
    assert_eq!(browser.count(".slotbox .mid"), 1);
    browser.run(
        "document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))",
    );
    browser.wait_until_gone(".slotbox");
    browser.wait(OPEN_DRAFT);
    browser.wait_for_number(".slotbox .mid", 1);
    assert_faultless(&faults);
}

#[test]
fn a_discard_that_breaks_the_contract_is_confirmed_once() {
    let (server, browser) = Server::with_browser(390, 844);
    let mut faults = Vec::new();
    let entries = reach(Play::of("contract-rummy"), |s| view_matches(s, is_ready_to_lay_down));
    open(&browser, server, &entries);
    browser.wait_for_words(".self", "cost");
    check_sizes(&browser, "own-line", &mut faults);
    play::discard_first(&browser);
    browser.wait_for_start(".ask", "You can go down.");
    check_sizes(&browser, "ask-discard", &mut faults);
    browser.press("Cancel");
    browser.wait_until_gone(".ask");
    // It asks once only.
    play::press_discard(&browser);
    browser.wait_until_gone(".hc.up");
    assert_eq!(browser.text_of(".ask"), "");
    // Switched off, it does not ask at all.
    open(&browser, server, &entries);
    with_setting(&browser, server, "ask_discard", false);
    browser.wait_to_see(".hc");
    play::discard_first(&browser);
    browser.wait(
        "return !document.querySelector('.prompt.mine') || !document.querySelector('.hc.up')",
    );
    assert_eq!(browser.text_of(".ask"), "");
    assert_faultless(&faults);
}

#[test]
fn a_hint_helps_and_cards_for_lay_offs_are_marked() {
    let (server, browser) = Server::with_browser(390, 844);
    let mut faults = Vec::new();
    let turn = reach(Play::of("contract-rummy"), |s| {
        view_matches(s, |v| {
            v.table.phase() == Phase::Play
                && v.table.seats()[0].down == Down::No
                && !is_ready_to_lay_down(v)
        })
    });
    open(&browser, server, &turn);
    browser.press("Hint");
    browser.wait_to_see(".hints");
    let text = browser.text_of(".hints");
    assert!(text.contains("missing") && text.contains("Discard the "), "{text}");
    check_sizes(&browser, "hint", &mut faults);
    // The game continues below: the hint becomes outdated and can be renewed.
    browser.click(".hc:not(.up)");
    browser.wait_for_start(".prompt.mine .btn.go", "Discard");
    browser.click(".prompt.mine .btn.go");
    browser.wait_to_see(".hints .old");
    check_sizes(&browser, "hint-old", &mut faults);
    assert_eq!(browser.run("return document.querySelector('.hints .go')?.hidden ?? true"), true);
    browser.press("Think again");
    browser.wait_until_gone(".hints .old");
    assert_eq!(browser.run("return document.activeElement.matches('.hints')"), true);
    open(&browser, server, &turn);
    browser.press_each(&["Hint", "Do that"]);
    browser.wait("return !document.querySelector('.hints') && !document.querySelector('.prompt.mine .btn.go')?.innerText.startsWith('Discard')");
    // After going down: cards that fit melds are marked, also for screen readers.
    let lay = Play { strategy: Strategy::Lay, ..Play::of("contract-rummy") };
    let (entries, face) = reach_with(lay, |session| {
        let view = session.view().filter(|_| session.must_decide())?;
        let at_play = view.table.phase() == Phase::Play;
        at_play.then(|| upcard_client::layable_cards(&view).first().copied())?
    });
    open(&browser, server, &entries);
    let card = format!(".hc.lays[data-face='{face}']");
    browser.wait_to_see(&card);
    let label = browser.text(&format!("return document.querySelector(\"{card}\").ariaLabel"));
    assert!(label.ends_with("can be laid off"), "{label}");
    check_sizes(&browser, "lays-off", &mut faults);
    assert_faultless(&faults);
}

#[test]
fn the_first_deal_is_coached_and_the_contract_is_drawn() {
    let (server, browser) = Server::with_browser(390, 844);
    let mut faults = Vec::new();
    begin(&browser, server);
    browser.run("localStorage.removeItem('upcard.taught')");
    browser.go(&server.address("/"));
    browser.press("Play now");
    browser.wait_for_words(".coach", "A set is");
    check_sizes(&browser, "coach", &mut faults);
    // The coach lines appear in order, none covering its target.
    for line in ["slots", "piles"] {
        let before = browser.text_of(".coach");
        browser.press("Got it");
        browser.wait(&format!(
            "const c = document.querySelector('.coach')?.innerText;
             // Whoever plays first draws before the next line is due.
             if (!c && document.querySelector('.prompt.mine')) document.querySelector('[data-spot=stock]').click();
             return c && c !== {}",
            json!(before)
        ));
        check_sizes(&browser, &format!("coach-{line}"), &mut faults);
    }
    browser.press("No more tips");
    browser.wait_until_gone(".coach");
    assert_eq!(browser.text("return localStorage.getItem('upcard.taught')"), "255");
    // The contract, by a tap.
    browser.click(".con");
    browser.wait_for_at_least(".sheet figure", 2);
    check_sizes(&browser, "contract", &mut faults);
    assert_faultless(&faults);
}

#[test]
fn impossible_actions_explain_why() {
    let (_, browser) = open_decision_at(390, 844, Play::of("contract-rummy"), |v| {
        v.table.phase() == Phase::Play && !v.table.melds().is_empty()
    });
    browser.wait_to_see(".prompt.mine");
    browser.click("[data-spot=stock]");
    browser.wait("return (document.querySelector('.say .notice')?.innerText ?? '').length > 5");
    let stock = browser.text_of(".say .notice");
    browser.click(".meld");
    browser.wait_for_start(".say .notice", "Choose a card");
    assert_ne!(stock, browser.text_of(".say .notice"));
}

#[test]
fn idle_players_get_a_reminder() {
    let (server, browser) = Server::with_browser(390, 844);
    open_at_draw(&browser, server);
    let title = browser.text("return document.title");
    // Simulate half a minute.
    browser.run("const now = Date.now; Date.now = () => now() + 40000;");
    browser.wait("return document.title.startsWith('●')");
    // The prompt stays; the reminder is a mark.
    let text = browser.text_of(".prompt .say");
    assert!(text.starts_with("Your turn: draw a card."), "{text}");
    browser.wait_to_see(".prompt.nudged");
    browser.run("dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))");
    browser.wait("return !document.title.startsWith('●')");
    assert_eq!(browser.text("return document.title"), title);
}
