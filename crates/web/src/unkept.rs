//! Keeping the matches that end. Those at tables of servers are noted while they are played, and fetched when they are
//! over, however late somebody comes back.

use std::cell::RefCell;

use upcard_client::wire::Stage;
use upcard_client::{AllUnkept, Replay, Unkept};
use upcard_engine::record::Record;

use crate::browser::Answered;
use crate::store::App;
use crate::{browser, matches_kept, record};

/// The key of the list.
const LIST: &str = "upcard.unkept";

thread_local! {
    /// The address of the record that was fetched last.
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

/// Keeps the match of this device that is over, once. At a server's table the one that is played is noted, the one
/// that is over is kept, and those before it that were missed.
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

/// Keeps the match that is over, once; by its record those are named who have left.
fn keep_last(app: App, table: &str, number: u32) {
    let (seat, seen, guesses) =
        app.session().with_untracked(|s| (s.seat, s.saw_the_end(), s.guesses_players()));
    if seen && seat.is_some() && FETCHED.with_borrow(|fetched| *fetched != record::link(app)) {
        change(|all| all.note(table, number, seat));
    }
    // Whoever sat down after the match has not played it.
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
            // It is asked for again.
            return FETCHED.with_borrow_mut(String::clear);
        }
        let text = &answer.text;
        // Another table may be shown by now, or the next match.
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

/// Keeps what was missed of all tables, where it is over; told of each.
pub(crate) fn look(app: App, then: impl Fn() + Copy + 'static) {
    all().iter().for_each(|one| fetch(app, one.clone(), then));
}

/// Fetches the record of a match, and keeps it.
fn fetch(app: App, one: Unkept, then: impl FnOnce() + 'static) {
    let address = record::address(&one.table, one.number);
    browser::ask("GET", &address, &[], None, move |answer| {
        match answer.status {
            200 => keep_record(app, &one, &answer),
            // The table is not there any more.
            404 => {}
            // It is still being played, or the server cannot be reached.
            _ => return,
        }
        change(|all| all.forget(&one.table, one.number));
        then();
    });
}

fn keep_record(app: App, one: &Unkept, answer: &Answered) {
    // A match that was broken off before anything was played is none.
    let Ok(replay) = Replay::read(app.library(), &answer.text) else { return };
    if one.seat.index() < replay.seats().len() {
        let session = replay.over(Some(one.seat));
        matches_kept::of(&session, one.seat)
            .iter()
            .for_each(|played| matches_kept::note(played, &answer.text, answer.since));
    }
}
