//! Saving finished matches. Those at server tables are noted while being played and fetched when they are
//! over, however late the player returns.

use std::cell::RefCell;

use upcard_client::wire::Stage;
use upcard_client::{AllUnkept, Replay, Unkept};
use upcard_engine::record::Record;

use crate::browser::Answered;
use crate::store::App;
use crate::{browser, matches_kept, record};

/// Storage key for the list.
const LIST: &str = "upcard.unkept";

thread_local! {
    /// Address of the record fetched last.
    static FETCHED: RefCell<String> = const { RefCell::new(String::new()) };
}

fn all() -> AllUnkept {
    browser::stored(LIST).map(|text| AllUnkept::read(&text)).unwrap_or_default()
}

fn change(how: impl FnOnce(&mut AllUnkept)) {
    let before = all();
    let mut all = before.clone();
    how(&mut all);
    if all != before {
        browser::store(LIST, &all.text());
    }
}

/// Saves the finished match on this device, once. At a server's table, notes the current match, saves it if
/// it is over, and saves earlier ones that were missed.
pub(crate) fn keep(app: App) {
    let Some(table) = app.table() else {
        let played = app.session().with_untracked(|s| matches_kept::of(s, s.seat?));
        let Some(played) = played else { return };
        return app
            .own_record()
            .iter()
            .for_each(|record| matches_kept::note(&played, record, None));
    };
    let (stage, number, seat) = app.session().with_untracked(|s| (s.stage, s.number, s.seat));
    match stage {
        Stage::Playing => change(|all| all.note(&table, number, seat)),
        Stage::Over => keep_last(app, &table, number),
        Stage::Seating | Stage::Gathering => {}
    }
    all().before(&table, number).into_iter().for_each(|one| fetch(app, one, || {}));
}

/// Saves the finished match, once; its record names players who have left.
fn keep_last(app: App, table: &str, number: u32) {
    let (seat, seen, guesses) =
        app.session().with_untracked(|s| (s.seat, s.saw_the_end(), s.guesses_players()));
    if seen && seat.is_some() && FETCHED.with_borrow(|fetched| *fetched != record::link(app)) {
        change(|all| all.note(table, number, seat));
    }
    // Who sat down after the match has not played it.
    let seat = seat.filter(|_| all().has(table, number));
    if seat.is_none() && !guesses {
        return;
    }
    let link = record::link(app);
    if FETCHED.replace(link.clone()) == link {
        return;
    }
    let table = table.to_owned();
    browser::ask("GET", &link, &[], None, move |answer| {
        if answer.status != 200 {
            // Retry later.
            return FETCHED.with_borrow_mut(String::clear);
        }
        let text = &answer.text;
        // Another table or the next match may be shown by now.
        let number_now = app.session().with_untracked(|s| s.number);
        let same = app.table().as_ref() == Some(&table) && number_now == number;
        if let Ok(record) = Record::parse(text)
            && same
        {
            app.name_players(&record.seats);
        }
        let Some(seat) = seat else { return };
        match same {
            true => app
                .session()
                .with_untracked(|s| matches_kept::of(s, seat))
                .iter()
                .for_each(|played| matches_kept::note(played, text, answer.since)),
            false => keep_record(app, &Unkept { table: table.clone(), number, seat }, &answer),
        }
        change(|all| all.forget(&table, number));
    });
}

/// Saves missed finished matches of all tables; calls `then` for each.
pub(crate) fn look(app: App, then: impl Fn() + Copy + 'static) {
    all().iter().for_each(|one| fetch(app, one.clone(), then));
}

/// Fetches and saves a match's record.
fn fetch(app: App, one: Unkept, then: impl FnOnce() + 'static) {
    let address = record::address(&one.table, one.number);
    browser::ask("GET", &address, &[], None, move |answer| {
        match answer.status {
            200 => keep_record(app, &one, &answer),
            // The table no longer exists.
            404 => {}
            // Still being played, or the server is unreachable.
            _ => return,
        }
        change(|all| all.forget(&one.table, one.number));
        then();
    });
}

fn keep_record(app: App, one: &Unkept, answer: &Answered) {
    // A match ended before the first play does not count.
    let Ok(replay) = Replay::read(app.library(), &answer.text) else { return };
    if one.seat.index() < replay.seats().len() {
        let session = replay.over(Some(one.seat));
        matches_kept::of(&session, one.seat)
            .iter()
            .for_each(|played| matches_kept::note(played, &answer.text, answer.since));
    }
}
