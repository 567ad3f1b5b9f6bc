//! Games with melds kept in hand: knocking, lay-offs against knocks, going out, declaring, dropping.

use upcard_client::groups::{best_answer, best_ending};
use upcard_engine::{Action, Phase};

use crate::audit::{assert_faultless, every_size};
use crate::driver::Browser;
use crate::play::look;
use crate::positions::{self, Play, open_decision_at, view_matches};

fn two_player(game: &str) -> Play<'_> {
    Play { players: 2, ..Play::of(game) }
}

/// Waits for a prompt button by the start of its text, and returns the text.
fn button(browser: &Browser, begins: &str) -> String {
    let there = format!(
        "return [...document.querySelectorAll('.prompt .btn')].map(b => b.innerText.trim()).find(t => t.startsWith('{begins}'))"
    );
    browser.wait(&format!("{there} !== undefined"));
    browser.text(&there)
}

/// The line over the table.
const HEADLINE: &str = "return document.querySelector('.con').innerText";

#[test]
fn a_knock_is_proposed_with_its_melds_and_counted_in_the_open() {
    let (_, browser) = open_decision_at(390, 844, two_player("gin"), |view| {
        matches!(best_ending(view), Some(Action::Knock { melds, discard: Some(_) })
            if melds.iter().map(|meld| meld.cards.len()).sum::<usize>() < 10)
    });
    let open = button(&browser, "Knock with ");
    assert!(open.ends_with('…'), "{open}");
    let line = browser.text(HEADLINE);
    assert!(line.contains("knock at 10 ✓") && line.contains("deadwood"), "{line}");
    assert!(browser.count(".hc.melded") >= 3);
    let mut faults = every_size(&browser, "gin-turn");
    // Select a card whose discard ends the deal: its button says so in words.
    let buttons = browser.run_async(
        "(async () => {
           const drawn = () => new Promise(then => requestAnimationFrame(() => requestAnimationFrame(then)));
           const all = [];
           for (const card of document.querySelectorAll('.hc')) {
             card.click(); await drawn();
             all.push(...[...document.querySelectorAll('.prompt .btn')].map(b => b.innerText.trim()));
             card.click(); await drawn();
           }
           done(all);
         })()",
    );
    let buttons: Vec<String> = serde_json::from_value(buttons).expect("texts");
    assert!(buttons.iter().any(|text| text.starts_with("Knock with ")), "{buttons:?}");
    assert!(buttons.iter().all(|text| text.starts_with(char::is_uppercase)), "{buttons:?}");
    browser.press(&open);
    browser.wait_for_at_least(".slotbox.good .mid", 4);
    browser.wait_for_number(".slotbox.thrown .mid", 1);
    faults.extend(every_size(&browser, "gin-knock"));
    // The discard returns to the hand, and back to its place.
    let thrown = browser.text("return document.querySelector('.slotbox.thrown .mid').className");
    browser.click(".slotbox.thrown .mid");
    browser.wait_until_gone(".slotbox.thrown .mid");
    browser.wait("return ![...document.querySelectorAll('.prompt .btn')].some(b => b.innerText.startsWith('Knock'))");
    browser.press("Cancel");
    assert!(thrown.contains("mid"));
    browser.press(&open);
    browser.wait_for_number(".slotbox.thrown .mid", 1);
    browser.press(open.trim_end_matches(" …"));
    // The bot answers; then both hands are shown by groups, with the count.
    browser.wait_for_number(".sheet .left-hand", 2);
    browser.wait_for_at_least(".sheet .shown .drawn", 3);
    let counted = browser.text_of(".sheet .counted");
    assert!(counted.contains("the difference in deadwood"), "{counted}");
    faults.extend(every_size(&browser, "gin-show-down"));
    assert_faultless(&faults);
}

#[test]
fn a_knock_is_answered_by_laying_off_on_its_melds() {
    let (_, browser) = open_decision_at(390, 844, two_player("gin"), |view| {
        best_answer(view).is_some_and(|best| best.lay_offs.len() > 1)
    });
    button(&browser, "Show the best");
    let asked = look(&browser);
    assert!(
        asked.question.contains("knocks with") && asked.detail.starts_with("Best: "),
        "{asked:?}"
    );
    let mut faults = every_size(&browser, "gin-answer");
    // A marked card, then its highlighted meld.
    let before = asked.hand;
    browser.click(".hc.lays");
    browser.wait_to_see(".meld.fit");
    browser.click(".meld.fit");
    browser.wait(&format!(
        "document.querySelector('.ask .btn.go')?.click();
         return document.querySelectorAll('.hc').length === {}",
        before - 1
    ));
    // The player's own melds, as composed.
    browser.press("My own melds …");
    browser.wait_to_see(".panel .slotbox");
    faults.extend(every_size(&browser, "gin-own-melds"));
    browser.press_each(&["Cancel", "Show the best"]);
    browser.wait_for_number(".sheet .left-hand", 2);
    assert_faultless(&faults);
}

#[test]
fn going_out_is_proposed_and_others_get_their_last_turns() {
    let three = Play { players: 3, ..Play::of("three-thirteen") };
    let (_, browser) = open_decision_at(320, 568, three, |view| {
        view.table.deals_begun() >= 3
            && view.table.phase() == Phase::Play
            && view.table.went_out().is_none()
            && best_ending(view).is_some()
    });
    let open = button(&browser, "Go out");
    let line = browser.text(HEADLINE);
    assert!(line.contains("wild: ") && line.contains("left over"), "{line}");
    let mut faults = every_size(&browser, "three-thirteen-turn");
    browser.press(&open);
    browser.wait_for_number(".slotbox.thrown .mid", 1);
    faults.extend(every_size(&browser, "three-thirteen-out"));
    browser.press("Go out");
    browser.wait_for_number(".sheet .left-hand", 3);
    faults.extend(every_size(&browser, "three-thirteen-show-down"));
    assert_faultless(&faults);
}

#[test]
fn a_hand_is_declared_with_its_sequences_in_sight() {
    let three = Play { players: 3, ..Play::of("deals-rummy") };
    let (_, browser) = open_decision_at(390, 844, three, |view| {
        view.table.phase() == Phase::Play && best_ending(view).is_some()
    });
    let open = button(&browser, "Declare");
    let line = browser.text(HEADLINE);
    assert!(line.contains("wild: ") && line.contains("pure sequence ✓"), "{line}");
    let mut faults = every_size(&browser, "indian-turn");
    browser.press(&open);
    browser.wait_for_number(".slotbox.good:not(.thrown) .mid", 13);
    browser.wait_for_number(".slotbox.thrown .mid", 1);
    faults.extend(every_size(&browser, "indian-declare"));
    // Four melds and the discard are visible on the smallest phone.
    browser.resize_settled((320, 568));
    let end = "return ['.panel', '.slotbox.thrown'].map(s => document.querySelector(s).getBoundingClientRect().bottom).reduce((panel, thrown) => panel - thrown)";
    let room = browser.run(end).as_f64().unwrap();
    assert!(room >= 0.0, "the discard is cut by {room} pixels");
    browser.picture("indian-declare-smallest");
    browser.resize((390, 844));
    browser.press("Declare");
    browser.wait_for_number(".sheet .left-hand", 3);
    browser.wait_for_number(".sheet .pool li", 3);
    faults.extend(every_size(&browser, "indian-show-down"));
    assert_faultless(&faults);
}

#[test]
fn a_drop_is_confirmed_with_its_price_and_eliminated_players_may_rejoin() {
    let pool = Play::of("pool-101");
    let (server, browser) = open_decision_at(320, 568, pool, |view| view.drop_price() == Some(20));
    browser.press("Drop for 20");
    browser.wait_for_words(".ask", "20 points");
    let mut faults = every_size(&browser, "indian-drop");
    browser.press("Drop");
    browser.wait_until_gone(".ask");
    browser.wait("return document.querySelector('.prompt').innerText.length > 0 && ![...document.querySelectorAll('.prompt .btn')].some(b => b.innerText.startsWith('Drop'))");
    let entries = positions::reach(pool, |s| {
        view_matches(s, |view| matches!(view.table.phase(), Phase::Rejoin { .. }))
    });
    positions::open(&browser, server, &entries);
    button(&browser, "Come back");
    faults.extend(every_size(&browser, "indian-rejoin"));
    browser.press("Come back");
    browser.wait("return ![...document.querySelectorAll('.prompt .btn')].some(b => b.innerText === 'Come back')");
    assert_faultless(&faults);
}

#[test]
fn a_hint_to_drop_names_the_price_before_it_is_done() {
    let (_, browser) = open_decision_at(390, 844, Play::of("pool-101"), |view| {
        let advised = || upcard_client::hint::hint(view).advice;
        view.drop_price() == Some(20) && advised().is_some_and(|(action, _)| action == Action::Drop)
    });
    browser.press("Hint");
    browser.wait_for_words(".hints", "Drop out of this deal.");
    let mut faults = every_size(&browser, "indian-drop-hint");
    browser.press("Do that");
    browser.wait_for_words(".ask", "20 points");
    // Nothing happens before the answer, or after a no.
    let offered = "return [...document.querySelectorAll('.prompt .btn')].some(b => b.innerText === 'Drop for 20')";
    assert_eq!(browser.run(offered), true);
    browser.press("Cancel");
    browser.wait_until_gone(".ask");
    assert_eq!(browser.run(offered), true);
    browser.press_each(&["Hint", "Do that", "Drop"]);
    browser.wait(&format!("{} === false", offered));
    browser.press("Menu");
    browser.wait_for_words(".log", "You dropped.");
    faults.extend(every_size(&browser, "menu-log"));
    assert_faultless(&faults);
}

#[test]
fn players_group_their_own_hand_after_a_declaration_if_the_rules_say_so() {
    let own = &[("scoring.grouping", "own")];
    let play = Play { players: 3, changes: own, ..Play::of("points-rummy") };
    let (_, browser) = open_decision_at(390, 844, play, |view| {
        let cost = upcard_client::status_line::status_line(view).hand_cost;
        matches!(view.table.phase(), Phase::Show { .. }) && (10..80).contains(&cost)
    });
    let open = button(&browser, "Group it myself");
    let asked = "return document.querySelector('.prompt .say').innerText";
    let text = browser.text(asked);
    assert!(text.contains("has declared: how do you group your hand?"), "{text}");
    assert!(text.contains("At best it costs you "), "{text}");
    let mut faults = every_size(&browser, "indian-group-asked");
    browser.press(&open);
    browser.wait_for_at_least(".slotbox .mid", 3);
    browser.wait_for_words(".prompt .say", "the least it can.");
    faults.extend(every_size(&browser, "indian-group"));
    // Breaking up a group costs more, and the prompt says how much.
    let laid = browser.count(".slotbox .mid");
    browser.run("document.querySelector('.slotbox:has(.mid)').querySelectorAll('.mid').forEach(m => m.click())");
    browser.wait(&format!("return document.querySelectorAll('.slotbox .mid').length < {laid}"));
    browser.wait(
        "return /the least would be \\d+/.test(document.querySelector('.prompt .say').innerText)",
    );
    let line = browser.text(asked);
    let numbers: Vec<u32> =
        line.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    assert!(numbers.len() == 2 && numbers[0] > numbers[1], "{line}");
    browser.press("Count this");
    // The composed groups count, up to a deal's maximum.
    browser.wait_for_number(".sheet .left-hand", 3);
    let sheet = browser.text_of(".sheet .left-over");
    assert!(sheet.contains(&format!("+{}", numbers[0].min(80))), "{line}: {sheet}");
    faults.extend(every_size(&browser, "indian-grouped"));
    assert_faultless(&faults);
}
