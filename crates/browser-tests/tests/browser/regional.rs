//! Regional games, at phone size: setting up and starting tables, minimum points of a first lay-down, deals
//! played to their end, and the score sheet.

use upcard_cards::{Card, Rank, Suit};
use upcard_client::Session;
use upcard_client::groups::best_ending;
use upcard_engine::{Action, Phase, Seat, View};

use crate::audit::layout;
use crate::driver::Browser;
use crate::friends::choose;
use crate::play::{self, look};
use crate::positions::{
    Play, Strategy, begin, open, open_decision_at, reach, reach_with, view_matches,
};
use crate::server::Server;

const PHONE: (u32, u32) = (390, 844);
const SMALL_PHONE: (u32, u32) = (320, 568);

/// Asserts that nothing overflows or is clipped, on a phone and a small one.
fn assert_fits(browser: &Browser, name: &str) {
    for size in [SMALL_PHONE, PHONE] {
        browser.resize_settled(size);
        browser.picture(&format!("regional-{name}-{}x{}", size.0, size.1));
        let faults = layout(browser);
        assert!(faults.is_empty(), "{name} {size:?}:\n{faults}");
    }
}

/// The line over the table.
const HEADLINE: &str = "return document.querySelector('.con-name').innerText.trim()";

/// Games by name, with the text of the line over the table in the first deal.
const TABLES: [(&str, &str); 7] = [
    ("Kalooki", "333"),
    ("Kalooki 40", "First melds of 40 points or more"),
    ("Carioca", "2 tríos"),
    ("Loba", "any melds"),
    ("Continental", "TT"),
    ("Continental Rummy", "of 4 sequences"),
    ("Telefunken", "Trío puro"),
];

#[test]
fn a_table_of_each_regional_game_is_set_up_and_begun() {
    let (server, browser) = Server::with_browser(PHONE.0, PHONE.1);
    for (game, line) in TABLES {
        begin(&browser, server);
        browser.press("Choose a game");
        choose(&browser, game);
        assert_fits(&browser, &format!("set-up-{game}"));
        browser.press("Play");
        browser.wait_to_see(".table .hc");
        let found = browser.text(HEADLINE);
        assert!(found.contains(line), "{game}: {found}");
        // The player draws, discards, and gets the next turn.
        play::play_until(&browser, |look| look.mine && look.has("Draw"));
        play::play_until(&browser, |look| look.mine && !look.has("Draw"));
        play::play_until(&browser, |look| !look.mine);
        play::play_until(&browser, |look| look.mine);
        assert_fits(&browser, &format!("table-{game}"));
    }
}

/// Script over the twos in hand: whether each is red, and marked and named as wild.
const TWOS: &str = "return [...document.querySelectorAll('.hc')].filter(c => c.dataset.face[0] === '2')
  .map(c => [!!c.querySelector('.hearts, .diamonds'), !!c.querySelector('.wild-mark'), /wild/.test(c.getAttribute('aria-label'))])";

#[test]
fn only_red_twos_are_marked_if_only_they_are_wild() {
    let both = |view: &View<'_>| {
        let red = |card: Card| card.suit().is_some_and(Suit::is_red);
        let twos = || view.hand.iter().filter(|card| card.rank() == Some(Rank::TWO));
        view.table.phase() == Phase::Play && twos().any(red) && twos().any(|card| !red(card))
    };
    let (_, browser) = open_decision_at(PHONE.0, PHONE.1, Play::of("carioca+red-twos"), both);
    browser.wait_for_at_least(".hc", 11);
    assert_fits(&browser, "red-twos");
    let twos: Vec<[bool; 3]> = serde_json::from_value(browser.run(TWOS)).unwrap();
    let is_right = |[red, marked, named]: &[bool; 3]| red == marked && red == named;
    assert!(twos.len() > 1 && twos.iter().all(is_right), "{twos:?}");
}

/// Returns the cards of one meld in a possible first lay-down of several melds.
fn first_lay(session: &Session) -> Option<Vec<String>> {
    let view = session.view().filter(|_| session.must_decide())?;
    view.first_points().filter(|_| view.table.phase() == Phase::Play)?;
    view.first_lay_downs().iter().find_map(|action| match action {
        Action::Down(melds) if melds.len() > 1 => {
            Some(melds[0].cards.iter().map(ToString::to_string).collect())
        }
        _ => None,
    })
}

#[test]
fn points_of_a_first_lay_down_are_counted_during_selection() {
    let (server, browser) = Server::with_browser(PHONE.0, PHONE.1);
    let (entries, faces) = reach_with(Play::of("kalooki-40"), first_lay);
    open(&browser, server, &entries);
    browser.wait_to_see(".prompt.mine");
    for face in faces {
        browser.click(&format!(".hc[data-face='{face}']:not(.up)"));
    }
    browser.wait_for_words(".prompt .say small", "of 40 points");
    assert_fits(&browser, "first-points-chosen");
    // The proposal has enough points.
    browser.run("document.querySelectorAll('.hc.up').forEach(c => c.click())");
    browser.press("Lay melds");
    browser.wait_for_at_least(".slotbox .mid", 4);
    let proposed = look(&browser);
    let points = proposed.detail.strip_prefix("Your first melds count ");
    let points = points.and_then(|text| text.split('.').next()?.parse::<i32>().ok());
    assert!(points >= Some(40), "{proposed:?}");
    assert!(proposed.detail.contains(" Leaves ") && proposed.has("Lay down"), "{proposed:?}");
    assert_fits(&browser, "first-points-proposed");
}

/// Returns `true` if a deal is nearly over, after this many finished ones.
fn is_nearly_over(session: &Session, deals: usize) -> bool {
    session.sheet.len() == deals
        && view_matches(session, |view| {
            Seat::all(view.table.players()).any(|seat| view.table.seat(seat).count <= 2)
        })
}

/// Games with melds on the table: number of earlier deals, and the texts after the next one.
const ENDS: [(&str, usize, &[&str]); 6] = [
    ("kalooki", 0, &["The next contract is 334"]),
    ("carioca", 0, &["The next contract is 1 trío, 1 escala"]),
    ("continental", 0, &["The next contract is TE"]),
    ("kalooki-40", 0, &["Out at 151", "unit"]),
    ("loba", 0, &["went out"]),
    ("telefunken", 1, &["Buys for the whole match", "buys left", "The next contract is cuarteto"]),
];

/// Returns the text of the score sheet, which opens after a deal.
fn score_sheet(browser: &Browser, game: &str) -> String {
    browser.wait_to_see(".sheet .scores tbody tr");
    assert_fits(browser, &format!("sheet-{game}"));
    browser.text_of(".sheet")
}

#[test]
fn deals_are_played_to_their_end_and_the_sheet_lists_what_counts() {
    let (server, browser) = Server::with_browser(PHONE.0, PHONE.1);
    for (game, deals, says) in ENDS {
        let play = Play { strategy: Strategy::Lay, ..Play::of(game) };
        open(&browser, server, &reach(play, |s| is_nearly_over(s, deals)));
        browser.wait_to_see(".prompt.mine");
        assert!(play::play_deal(&browser, false) > 0, "{game}");
        let told = score_sheet(&browser, game);
        for words in says {
            assert!(told.contains(words), "{game}: {words}\n{told}");
        }
    }
    // Fifteen cards go down at once, and the others pay.
    let ready = |view: &View<'_>| view.table.phase() == Phase::Play && best_ending(view).is_some();
    let entries =
        reach(Play::of("continental-15"), |s| s.sheet.is_empty() && view_matches(s, ready));
    open(&browser, server, &entries);
    browser.press("Declare …");
    browser.wait_for_at_least(".panel.ends .slotbox", 5);
    assert_fits(&browser, "declare-continental-15");
    browser.press("Declare");
    let told = score_sheet(&browser, "continental-15");
    assert!(told.contains('+') && told.contains('\u{2212}'), "{told}");
}
