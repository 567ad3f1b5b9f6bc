//! Unusual decisions of a turn, at phone size, answered by taps: where an ambiguous card goes, which discard
//! is called, ending a turn without a discard.

use upcard_cards::{Card, End};
use upcard_engine::{Action, MeldId, Phase, View};

use crate::audit::{assert_faultless, every_size};
use crate::driver::Browser;
use crate::positions::{self, Play, Strategy, open_decision_at};
use crate::server::Server;

/// Finds a position where `find` succeeds at the player's turn, and returns both.
fn reach<T>(play: Play<'_>, find: impl Fn(&View<'_>) -> Option<T>) -> (String, T) {
    positions::reach_with(play, |session| {
        let view = session.view().filter(|_| session.must_decide())?;
        (view.table.phase() == Phase::Play).then(|| find(&view))?
    })
}

/// Opens a position on a phone and taps a card of the hand.
fn choose(browser: &Browser, server: &Server, entries: &str, card: Card) {
    positions::open_by_suit(browser, server, entries);
    let card = format!(".hc[data-face='{card}']");
    browser.wait_to_see(&card);
    browser.drag(&[browser.place(&card)]);
    browser.wait_to_see(".hc.up");
}

/// Script that returns the answers to the question above the prompt.
const ANSWER_TEXTS: &str =
    "return [...document.querySelectorAll('.ask .btn')].map(b => b.innerText.trim()).join(' | ')";

/// A wild card that can be laid off at either end of a run.
fn both_ends(view: &View<'_>) -> Option<(u16, Card)> {
    let wild = |card: &Card| view.contract_rules().melds.is_wild(*card);
    let cards: Vec<Card> = view.hand.iter().filter(wild).collect();
    let open = |meld: u16, card: Card| {
        let meld = MeldId(meld);
        let off = |end| view.allows(&Action::Off { meld, card, end });
        !off(None) && off(Some(End::Low)) && off(Some(End::High))
    };
    let melds = view.table.melds().iter().map(|meld| meld.id.0);
    // It must not end the turn, to be visible afterwards.
    melds
        .flat_map(|id| cards.iter().map(move |card| (id, *card)))
        .find(|(id, card)| view.hand.len() > 2 && open(*id, *card))
}

/// A card that can be discarded in two ways or laid off, while an undo is possible too.
fn four_ways(view: &View<'_>) -> Option<Card> {
    let thrown = |card, shanghai| view.allows(&Action::Discard { card, shanghai });
    let melds = view.table.melds().iter().map(|meld| meld.id);
    let off = |meld, card| view.allows(&Action::Off { meld, card, end: None });
    let four = |card: &Card| {
        thrown(*card, true) && thrown(*card, false) && melds.clone().any(|meld| off(meld, *card))
    };
    let may_undo = view.hand.len() > 2 && view.allows(&Action::Undo);
    may_undo.then(|| view.hand.iter().find(four)).flatten()
}

#[test]
fn four_answers_fit_side_by_side_unclipped() {
    let (server, browser) = Server::with_browser(390, 844);
    let play = Play { strategy: Strategy::Lay, ..Play::of("shanghai-rummy") };
    let (entries, card) = reach(play, four_ways);
    choose(&browser, server, &entries, card);
    browser.wait_for_number(".prompt > .buttons .btn", 4);
    assert_faultless(&every_size(&browser, "four-answers"));
}

#[test]
fn a_wild_card_goes_to_the_tapped_end() {
    let (server, browser) = Server::with_browser(390, 844);
    let play = Play { strategy: Strategy::Lay, ..Play::of("contract-rummy") };
    let (entries, (meld, card)) = reach(play, both_ends);
    let goal = format!("[data-spot=meld-{meld}]");
    // The wild card is drawn with the face it stands for: the meld's first or last card.
    let faces = format!(
        "return [...document.querySelectorAll('{goal} .c')].map(c => c.outerHTML).join('\\n')"
    );
    // The question can be dismissed.
    choose(&browser, server, &entries, card);
    let before = browser.count(".hc");
    browser.drag(&[browser.place(&goal)]);
    browser.wait_to_see(".ask");
    browser.press("Cancel");
    browser.wait_until_gone(".ask");
    assert_eq!(browser.count(".hc"), before);
    let mut faults = Vec::new();
    for (answer, first) in [("At the low end", true), ("At the high end", false)] {
        choose(&browser, server, &entries, card);
        let before = browser.text(&faces);
        browser.wait_to_see(&format!("{goal}.fit"));
        browser.drag(&[browser.place(&goal)]);
        browser.wait_to_see(".ask");
        assert_eq!(browser.text(ANSWER_TEXTS), "At the low end | At the high end | Cancel");
        if first {
            faults.extend(every_size(&browser, "which-end"));
        }
        browser.press(answer);
        browser.wait_until_gone(".ask");
        browser.wait_for_number(&format!("{goal} .c"), before.lines().count() + 1);
        let now = browser.text(&faces);
        let (after, old): (Vec<&str>, Vec<&str>) =
            (now.lines().collect(), before.lines().collect());
        let kept = if first { &after[1..] } else { &after[..old.len()] };
        assert_eq!(kept, old, "{answer}");
    }
    assert_faultless(&faults);
}

#[test]
fn a_discard_is_called_and_a_turn_ends_without_one() {
    let (server, browser) = Server::with_browser(390, 844);
    // A discard protected by calling.
    let (entries, card) = reach(Play::of("shanghai-rummy"), |view| {
        let called = |card: &Card| view.allows(&Action::Discard { card: *card, shanghai: true });
        view.hand.iter().find(called)
    });
    choose(&browser, server, &entries, card);
    browser.wait_for_text(".prompt .btn", "Discard, Shanghai!");
    let faults = every_size(&browser, "discard-called");
    browser.press("Discard, Shanghai!");
    browser.wait(
        "return !document.querySelector('.prompt .btn.go')?.innerText.startsWith('Discard ')",
    );
    assert_faultless(&faults);
}

#[test]
fn discards_are_taken_from_deep_with_the_obligation() {
    let three = Play { players: 3, ..Play::of("rummy-500") };
    let (_, browser) = open_decision_at(390, 844, three, |view| {
        view.deep_takes().len() > 1 && view.table.discards().len() > 3
    });
    browser.press("Take deeper …");
    browser.wait_for_at_least(".sheet .deep", 4);
    let mut faults = every_size(&browser, "take-deep");
    // One below the first of those that can be used.
    browser.wait(
        "if (document.querySelector('.ask')) return true;
         const all = [...document.querySelectorAll('.sheet .deep')];
         window.tried = (window.tried ?? 0) + 1; all[window.tried % all.length]?.click();
         [...document.querySelectorAll('.prompt .btn')].find(b => b.innerText === 'Take deeper …')?.click();
         return !!document.querySelector('.ask')",
    );
    browser.run("document.querySelector('.sheet .ico')?.click()");
    browser.wait_for_words(".ask p", "You must play that card first");
    faults.extend(every_size(&browser, "ask-deep"));
    browser.press("Take them");
    browser.wait_for_words(".prompt", "you must use it at once");
    faults.extend(every_size(&browser, "owes"));
    assert_faultless(&faults);
}
