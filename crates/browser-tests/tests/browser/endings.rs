//! Games with melds kept in hand: knocking, lay-offs against knocks, going out, declaring, dropping.

use upcard_client::groups::{best_answer, best_ending};
use upcard_engine::{Action, Phase};

use crate::audit::{assert_faultless, every_size};
use crate::driver::Browser;
use crate::play::look;
use crate::positions::{self, Play, view_matches};
use crate::server::Server;

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
    let (server, browser) = Server::with_browser(390, 844);
    let entries = positions::reach(two_player("gin"), |s| {
        view_matches(s, |view| match best_ending(view) {
            Some(Action::Knock { melds, discard: Some(_) }) => {
                melds.iter().map(|meld| meld.cards.len()).sum::<usize>() < 10
            }
            _ => false,
        })
    });
    positions::open(&browser, server, &entries);
    let open = button(&browser, "Knock with ");
    assert!(open.ends_with('…'), "{open}");
    let line = browser.text(HEADLINE);
    assert!(line.contains("knock at 10 ✓") && line.contains("deadwood"), "{line}");
    assert!(browser.run("return document.querySelectorAll('.hc.melded').length >= 3") == true);
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
    let buttons: Vec<&str> =
        buttons.as_array().into_iter().flatten().filter_map(|b| b.as_str()).collect();
    assert!(buttons.iter().any(|text| text.starts_with("Knock with ")), "{buttons:?}");
    assert!(
        buttons.iter().all(|text| text.starts_with(|first: char| first.is_uppercase())),
        "{buttons:?}"
    );
    browser.press(&open);
    browser.wait("return document.querySelectorAll('.slotbox.good .mid').length >= 4");
    browser.wait("return document.querySelectorAll('.slotbox.thrown .mid').length === 1");
    faults.extend(every_size(&browser, "gin-knock"));
    // The discard returns to the hand, and back to its place.
    let thrown = browser.text("return document.querySelector('.slotbox.thrown .mid').className");
    browser.run("document.querySelector('.slotbox.thrown .mid').click()");
    browser.wait("return !document.querySelector('.slotbox.thrown .mid')");
    browser.wait("return ![...document.querySelectorAll('.prompt .btn')].some(b => b.innerText.startsWith('Knock'))");
    browser.press("Cancel");
    assert!(thrown.contains("mid"));
    browser.press(&open);
    browser.wait("return document.querySelectorAll('.slotbox.thrown .mid').length === 1");
    browser.press(open.trim_end_matches(" …"));
    // The bot answers; then both hands are shown by groups, with the count.
    browser.wait("return document.querySelectorAll('.sheet .left-hand').length === 2");
    browser.wait("return document.querySelectorAll('.sheet .shown .drawn').length >= 3");
    let counted = browser.text("return document.querySelector('.sheet .counted').innerText");
    assert!(counted.contains("the difference in deadwood"), "{counted}");
    faults.extend(every_size(&browser, "gin-show-down"));
    assert_faultless(&faults);
}

#[test]
fn a_knock_is_answered_by_laying_off_on_its_melds() {
    let (server, browser) = Server::with_browser(390, 844);
    let entries = positions::reach(two_player("gin"), |s| {
        view_matches(s, |view| best_answer(view).is_some_and(|best| best.lay_offs.len() > 1))
    });
    positions::open(&browser, server, &entries);
    button(&browser, "Show the best");
    let asked = look(&browser);
    assert!(
        asked.question.contains("knocks with") && asked.detail.starts_with("Best: "),
        "{asked:?}"
    );
    let mut faults = every_size(&browser, "gin-answer");
    // A marked card, then its highlighted meld.
    let before = asked.hand;
    browser.run("document.querySelector('.hc.lays').click()");
    browser.wait("return !!document.querySelector('.meld.fit')");
    browser.run("document.querySelector('.meld.fit').click()");
    browser.wait(&format!(
        "document.querySelector('.ask .btn.go')?.click();
         return document.querySelectorAll('.hc').length === {}",
        before - 1
    ));
    // The player's own melds, as composed.
    browser.press("My own melds …");
    browser.wait("return !!document.querySelector('.panel .slotbox')");
    faults.extend(every_size(&browser, "gin-own-melds"));
    browser.press_each(&["Cancel", "Show the best"]);
    browser.wait("return document.querySelectorAll('.sheet .left-hand').length === 2");
    assert_faultless(&faults);
}

#[test]
fn going_out_is_proposed_and_others_get_their_last_turns() {
    let (server, browser) = Server::with_browser(320, 568);
    let three = Play { players: 3, ..Play::of("three-thirteen") };
    let entries = positions::reach(three, |s| {
        view_matches(s, |view| {
            view.table.deals_begun() >= 3
                && view.table.phase() == Phase::Play
                && view.table.went_out().is_none()
                && best_ending(view).is_some()
        })
    });
    positions::open(&browser, server, &entries);
    let open = button(&browser, "Go out");
    let line = browser.text(HEADLINE);
    assert!(line.contains("wild: ") && line.contains("left over"), "{line}");
    let mut faults = every_size(&browser, "three-thirteen-turn");
    browser.press(&open);
    browser.wait("return document.querySelectorAll('.slotbox.thrown .mid').length === 1");
    faults.extend(every_size(&browser, "three-thirteen-out"));
    browser.press("Go out");
    browser.wait("return document.querySelectorAll('.sheet .left-hand').length === 3");
    faults.extend(every_size(&browser, "three-thirteen-show-down"));
    assert_faultless(&faults);
}

#[test]
fn a_hand_is_declared_with_its_sequences_in_sight() {
    let (server, browser) = Server::with_browser(390, 844);
    let entries = positions::reach(Play { players: 3, ..Play::of("deals-rummy") }, |s| {
        view_matches(s, |view| view.table.phase() == Phase::Play && best_ending(view).is_some())
    });
    positions::open(&browser, server, &entries);
    let open = button(&browser, "Declare");
    let line = browser.text(HEADLINE);
    assert!(line.contains("wild: ") && line.contains("pure sequence ✓"), "{line}");
    let mut faults = every_size(&browser, "indian-turn");
    browser.press(&open);
    browser
        .wait("return document.querySelectorAll('.slotbox.good:not(.thrown) .mid').length === 13");
    browser.wait("return document.querySelectorAll('.slotbox.thrown .mid').length === 1");
    faults.extend(every_size(&browser, "indian-declare"));
    // Four melds and the discard are visible on the smallest phone.
    browser.resize_settled((320, 568));
    let end = "return ['.panel', '.slotbox.thrown'].map(s => document.querySelector(s).getBoundingClientRect().bottom).reduce((panel, thrown) => panel - thrown)";
    let room = browser.run(end).as_f64().unwrap();
    assert!(room >= 0.0, "the discard is cut by {room} pixels");
    browser.picture("indian-declare-smallest");
    browser.resize((390, 844));
    browser.press("Declare");
    browser.wait("return document.querySelectorAll('.sheet .left-hand').length === 3");
    browser.wait("return document.querySelectorAll('.sheet .pool li').length === 3");
    faults.extend(every_size(&browser, "indian-show-down"));
    assert_faultless(&faults);
}

#[test]
fn a_drop_is_confirmed_with_its_price_and_eliminated_players_may_rejoin() {
    let (server, browser) = Server::with_browser(320, 568);
    let pool = Play { players: 4, ..Play::of("pool-101") };
    let entries = positions::reach(pool, |s| view_matches(s, |view| view.drop_price() == Some(20)));
    positions::open(&browser, server, &entries);
    browser.press("Drop for 20");
    browser.wait("return document.querySelector('.ask')?.innerText.includes('20 points')");
    let mut faults = every_size(&browser, "indian-drop");
    browser.press("Drop");
    browser.wait("return !document.querySelector('.ask')");
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
    let (server, browser) = Server::with_browser(390, 844);
    let pool = Play { players: 4, ..Play::of("pool-101") };
    let entries = positions::reach(pool, |s| {
        view_matches(s, |view| {
            let advised = || upcard_client::hint::hint(view).advice;
            view.drop_price() == Some(20)
                && advised().is_some_and(|(action, _)| action == Action::Drop)
        })
    });
    positions::open(&browser, server, &entries);
    browser.press("Hint");
    browser.wait(
        "return document.querySelector('.hints')?.innerText.includes('Drop out of this deal.')",
    );
    let mut faults = every_size(&browser, "indian-drop-hint");
    browser.press("Do that");
    browser.wait("return document.querySelector('.ask')?.innerText.includes('20 points')");
    // Nothing happens before the answer, or after a no.
    let offered = "return [...document.querySelectorAll('.prompt .btn')].some(b => b.innerText === 'Drop for 20')";
    assert_eq!(browser.run(offered), true);
    browser.press("Cancel");
    browser.wait("return !document.querySelector('.ask')");
    assert_eq!(browser.run(offered), true);
    browser.press_each(&["Hint", "Do that", "Drop"]);
    browser.wait(&format!("{} === false", offered));
    browser.press("Menu");
    browser.wait("return document.querySelector('.log')?.innerText.includes('You dropped.')");
    faults.extend(every_size(&browser, "menu-log"));
    assert_faultless(&faults);
}

#[test]
fn players_group_their_own_hand_after_a_declaration_if_the_rules_say_so() {
    let (server, browser) = Server::with_browser(390, 844);
    let own = &[("scoring.grouping", "own")];
    let play = Play { players: 3, changes: own, ..Play::of("points-rummy") };
    let entries = positions::reach(play, |s| {
        view_matches(s, |view| {
            let cost = upcard_client::status_line::status_line(view).hand_cost;
            matches!(view.table.phase(), Phase::Show { .. }) && (10..80).contains(&cost)
        })
    });
    positions::open(&browser, server, &entries);
    let open = button(&browser, "Group it myself");
    let asked = "return document.querySelector('.prompt .say').innerText";
    let text = browser.text(asked);
    assert!(text.contains("has declared: how do you group your hand?"), "{text}");
    assert!(text.contains("At best it costs you "), "{text}");
    let mut faults = every_size(&browser, "indian-group-asked");
    browser.press(&open);
    browser.wait("return document.querySelectorAll('.slotbox .mid').length >= 3");
    browser.wait(
        "return document.querySelector('.prompt .say').innerText.includes('the least it can.')",
    );
    faults.extend(every_size(&browser, "indian-group"));
    // Breaking up a group costs more, and the prompt says how much.
    let laid = browser.run("return document.querySelectorAll('.slotbox .mid').length");
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
    browser.wait("return document.querySelectorAll('.sheet .left-hand').length === 3");
    let sheet = browser.text("return document.querySelector('.sheet .left-over').innerText");
    assert!(sheet.contains(&format!("+{}", numbers[0].min(80))), "{line}: {sheet}");
    faults.extend(every_size(&browser, "indian-grouped"));
    assert_faultless(&faults);
}
