//! Positions for tests: matches are simulated here, with the page's own table code, up to a wanted moment,
//! and opened in the browser as stored matches.

use std::cell::RefCell;
use std::sync::Arc;

use serde_json::{Value, json};
use upcard_bots::{Budget, player};
use upcard_client::wire::{ClientMessage, Level, SeatPlan, SetUp, Stage};
use upcard_client::{LocalTable, Session};
use upcard_engine::{Action, Library, Phase, Seat, View};

use crate::driver::Browser;
use crate::server::Server;

/// How the position's human player plays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strategy {
    /// Like a bot.
    Bot,
    /// Buys everything and lays nothing down.
    Hoard,
    /// Lays down what it can, and takes no optional card.
    Lay,
}

#[derive(Clone, Copy)]
pub(crate) struct Play<'a> {
    pub(crate) game: &'a str,
    pub(crate) players: usize,
    pub(crate) changes: &'a [(&'a str, &'a str)],
    pub(crate) strategy: Strategy,
}

impl<'a> Play<'a> {
    pub(crate) fn of(game: &'a str) -> Play<'a> {
        Play { game, players: 4, changes: &[], strategy: Strategy::Bot }
    }
}

/// A match of one deal, in which the person lays down.
pub(crate) const ONE_DEAL: Play<'_> =
    Play { game: "may-i", players: 4, changes: &[("match.deals", "[1]")], strategy: Strategy::Lay };

fn bot(view: &View<'_>, level: Level, number: u64) -> Action {
    player(level, number).decide(view, &Budget::Playouts(2))
}

fn person(strategy: Strategy, view: &View<'_>, number: u64) -> Action {
    let discards = || {
        let mut cards: Vec<_> = view.hand.iter().collect();
        cards.reverse();
        let throw = |card| Action::Discard { card, shanghai: false };
        cards.into_iter().map(throw).find(|action| view.allows(action))
    };
    let own = match (strategy, view.table.phase()) {
        (Strategy::Hoard, Phase::Offers { .. } | Phase::Draw) if view.allows(&Action::Buy) => {
            Some(Action::Buy)
        }
        (Strategy::Hoard | Strategy::Lay, Phase::Draw) => Some(Action::Draw),
        (Strategy::Hoard, Phase::Play) => discards(),
        (Strategy::Hoard | Strategy::Lay, Phase::Call { .. })
        | (Strategy::Lay, Phase::Offers { .. }) => Some(Action::Pass),
        (Strategy::Lay, Phase::Play) => {
            let offered = view.offered(1).actions;
            offered.into_iter().find(|a| matches!(a, Action::Down(_)))
        }
        _ => None,
    };
    own.filter(|action| view.allows(action)).unwrap_or_else(|| bot(view, Level::Novice, number))
}

/// Plays until `wanted` is true, trying one shuffle after another; returns the match as a browser stores it.
pub(crate) fn reach(play: Play<'_>, wanted: impl Fn(&Session) -> bool) -> String {
    let library = Arc::new(Library::standard().expect("the games"));
    let found = (1..=60).find_map(|seed| play_shuffle(&library, play, seed, &wanted));
    found.unwrap_or_else(|| panic!("{}: there is no such position", play.game))
}

/// Plays until `find` succeeds; returns the match and what was found.
pub(crate) fn reach_with<T>(play: Play<'_>, find: impl Fn(&Session) -> Option<T>) -> (String, T) {
    let found = RefCell::new(None);
    let entries = reach(play, |session| {
        *found.borrow_mut() = find(session);
        found.borrow().is_some()
    });
    (entries, found.into_inner().expect("what was found"))
}

fn play_shuffle(
    library: &Arc<Library>,
    play: Play<'_>,
    seed: u8,
    wanted: &impl Fn(&Session) -> bool,
) -> Option<String> {
    let mut seats = vec![SeatPlan::Person];
    // Some positions arise only among novices, some only among better players.
    let level = if seed % 2 == 1 { Level::Novice } else { Level::Steady };
    seats.extend((1..play.players).map(|_| SeatPlan::Bot { level }));
    let mut set_up = SetUp { offer_seconds: 0, ..SetUp::new(play.game, seats) };
    let owned = |&(path, value): &(&str, &str)| (path.to_owned(), value.to_owned());
    set_up.changes = play.changes.iter().map(owned).collect();
    let mut table = LocalTable::new(library.clone(), set_up, [seed; 32])
        .unwrap_or_else(|flaws| panic!("{}: {flaws}", play.game));
    let mut session = Session::new(library.clone(), 1);
    let mut now = 1000;
    let mut messages = table.connect(now);
    messages.extend(
        table.send(now, ClientMessage::Sit { seat: Some(Seat::at(0)), name: "You".to_owned() }),
    );
    messages.extend(table.send(now, ClientMessage::Start));
    for number in 0..6000 {
        now += 1000;
        for message in messages.drain(..) {
            session.fold(message);
        }
        if session.stage == Stage::Playing || session.stage == Stage::Over {
            if wanted(&session) {
                return Some(table.saved_text());
            }
            if session.stage == Stage::Over {
                return None;
            }
        }
        let asked = session.view().filter(|_| session.must_decide());
        let action = asked.map(|view| person(play.strategy, &view, number));
        let over = |v: View<'_>| matches!(v.table.phase(), Phase::DealOver { .. });
        if let Some(message) = action.and_then(|action| session.act(&action)) {
            messages = table.send(now, message);
        } else if session.view().is_some_and(over) {
            messages = table.send(now, ClientMessage::Next);
        } else {
            messages = table.think(now, bot);
        }
    }
    None
}

/// Checks the player's view when the player has a decision.
pub(crate) fn view_matches(session: &Session, look: impl FnOnce(&View<'_>) -> bool) -> bool {
    session.must_decide() && session.view().is_some_and(|view| look(&view))
}

/// Returns `true` if it is the turn to play with a hand that can go down.
pub(crate) fn can_lay_down(view: &View<'_>) -> bool {
    view.table.phase() == Phase::Play
        && view.offered(1).actions.iter().any(|a| matches!(a, Action::Down(_)))
}

/// Returns `true` if it is the player's turn to play with at least this many cards.
pub(crate) fn is_playing(session: &Session, cards: usize) -> bool {
    view_matches(session, |view| view.table.phase() == Phase::Play && view.hand.len() >= cards)
}

/// Returns `true` if the player is offered a card.
pub(crate) fn may_buy(session: &Session) -> bool {
    view_matches(session, |view| {
        matches!(view.table.phase(), Phase::Offers { .. }) && view.allows(&Action::Buy)
    })
}

/// Returns `true` between two deals.
pub(crate) fn is_deal_over(session: &Session) -> bool {
    session.view.as_ref().is_some_and(|v| matches!(v.table.phase(), Phase::DealOver { .. }))
}

pub(crate) fn is_match_over(session: &Session) -> bool {
    session.view.as_ref().is_some_and(|v| v.table.phase() == Phase::MatchOver)
}

/// Returns `true` if it is the turn to play with several melds on the table.
pub(crate) fn is_playing_beside_melds(session: &Session, cards: usize, more_than: usize) -> bool {
    is_playing(session, cards)
        && session.view.as_ref().is_some_and(|v| v.table.melds().len() > more_than)
}

/// Opens a position in the page, with fast bots and no animations.
pub(crate) fn open(browser: &Browser, server: &Server, entries: &str) {
    open_with(browser, server, entries, "");
}

/// The same, with the hand sorted by suit. Sorting by melds changes when the planner is loaded, so cards
/// would move during the test.
pub(crate) fn open_by_suit(browser: &Browser, server: &Server, entries: &str) {
    open_with(
        browser,
        server,
        entries,
        "const s = JSON.parse(localStorage.getItem('upcard.settings')); s.sort = 'suit';
         localStorage.setItem('upcard.settings', JSON.stringify(s));",
    );
}

fn open_with(browser: &Browser, server: &Server, entries: &str, more: &str) {
    let script = format!("localStorage.setItem('upcard.match', {}); {more}", json!(entries));
    prepare_storage(browser, server, &script);
    browser.press("Continue your match");
    browser.wait_to_see(".table");
}

/// Returns the database's entries of matches: number of the match, number of the first entry, and text.
pub(crate) fn stored(browser: &Browser) -> Value {
    browser.run_async(
        "const open = indexedDB.open('upcard', 1);
         open.onerror = () => done([]);
         open.onsuccess = () => {
             const found = [], all = open.result.transaction('entries').objectStore('entries').openCursor();
             all.onsuccess = () => {
                 const at = all.result;
                 if (at) { found.push([...at.key, at.value]); at.continue(); }
                 else { open.result.close(); done(found); }
             };
         }",
    )
}

/// Stores a match as the one to continue.
pub(crate) fn store_match(browser: &Browser, entries: &str) {
    browser.run(&format!("localStorage.setItem('upcard.match', {})", json!(entries)));
}

/// Stores the person's name.
pub(crate) fn store_name(browser: &Browser, name: &str) {
    let settings = json!({"name": name, "motion": false});
    browser.run(&format!("localStorage.setItem('upcard.settings', JSON.stringify({settings}))"));
}

/// Reloads the page and resumes its stored match.
pub(crate) fn reload_match(browser: &Browser, server: &Server) {
    browser.go(&server.address("/"));
    browser.press("Continue your match");
}

/// Changes a setting in storage.
pub(crate) fn change_setting(browser: &Browser, name: &str, value: impl Into<Value>) {
    let value: Value = value.into();
    browser.run(&format!(
        "const s = JSON.parse(localStorage.getItem('upcard.settings')); s.{name} = {value};
         localStorage.setItem('upcard.settings', JSON.stringify(s));"
    ));
}

/// Changes a setting and resumes the match.
pub(crate) fn with_setting(
    browser: &Browser,
    server: &Server,
    name: &str,
    value: impl Into<Value>,
) {
    change_setting(browser, name, value);
    reload_match(browser, server);
}

/// Opens the first screen in a fresh browser.
pub(crate) fn begin(browser: &Browser, server: &Server) {
    prepare_storage(browser, server, "");
    browser.wait_to_see(".home:not(#first) .btn");
}

/// The same in a new browser of this size, with the shared server.
pub(crate) fn begin_at(width: u32, height: u32) -> (&'static Server, Browser) {
    let (server, browser) = Server::with_browser(width, height);
    begin(&browser, server);
    (server, browser)
}

/// Opens a position in a new browser of this size, with the shared server.
pub(crate) fn open_at(
    width: u32,
    height: u32,
    play: Play<'_>,
    wanted: impl Fn(&Session) -> bool,
) -> (&'static Server, Browser) {
    let (server, browser) = Server::with_browser(width, height);
    open(&browser, server, &reach(play, wanted));
    (server, browser)
}

/// The same for a decision of the player.
pub(crate) fn open_decision_at(
    width: u32,
    height: u32,
    play: Play<'_>,
    wanted: impl Fn(&View<'_>) -> bool,
) -> (&'static Server, Browser) {
    open_at(width, height, play, |session| view_matches(session, &wanted))
}

/// Opens a turn of Contract Rummy with at least this many cards.
pub(crate) fn turn_at(width: u32, height: u32, cards: usize) -> (&'static Server, Browser) {
    let contract = Play::of("contract-rummy");
    let (server, browser) = open_at(width, height, contract, |s| is_playing(s, cards));
    browser.wait(&format!("return document.querySelectorAll('.hc').length >= {cards}"));
    (server, browser)
}

/// Prepares storage with only fast bots, no animations, and what a script adds, from a picture of the same
/// origin, as the page itself takes a second to load.
fn prepare_storage(browser: &Browser, server: &Server, more: &str) {
    browser.go(&server.address("/icon.svg"));
    let settings = json!({"pace": "Fast", "motion": false, "level": "novice", "players": 4});
    browser.run(&format!(
        "localStorage.clear(); localStorage.setItem('upcard.taught', '255');
         localStorage.setItem('upcard.offers', 'all open own');
         localStorage.setItem('upcard.settings', JSON.stringify({settings})); {more}"
    ));
    browser.go(&server.address("/"));
}

/// Opens the page at the player's first turn in a match of Contract Rummy.
pub(crate) fn open_at_draw(browser: &Browser, server: &Server) {
    let at_draw = |s: &Session| view_matches(s, |view| view.table.phase() == Phase::Draw);
    open(browser, server, &reach(Play::of("contract-rummy"), at_draw));
    browser.wait_to_see(".prompt.mine");
}
