//! Saving finished matches. Those at server tables are noted while being played and fetched when they are
//! over, however late the player returns.

use std::cell::RefCell;

use upcard_client::wire::Stage;
use upcard_client::{MissingRecord, MissingRecords, Replay};
use upcard_engine::record::Record;

use crate::browser::Response;
use crate::store::App;
use crate::{browser, record, saved_matches};

/// Storage key for the list.
const LIST: &str = "upcard.unkept";

thread_local! {
    /// Address of the record fetched last.
    static FETCHED: RefCell<String> = const { RefCell::new(String::new()) };
}

fn all() -> MissingRecords {
    browser::stored(LIST).map(|text| MissingRecords::read(&text)).unwrap_or_default()
}

fn update(how: impl FnOnce(&mut MissingRecords)) {
    let before = all();
    let mut all = before.clone();
    how(&mut all);
    if all != before {
        browser::store(LIST, &all.text());
    }
}

/// Saves the finished match on this device, once. At a server's table, notes the current match, saves it if
/// it is over, and saves earlier ones that were missed.
pub(crate) fn save_finished(app: App) {
    let Some(table) = app.table() else {
        let played = app.session().with_untracked(|s| saved_matches::summarize(s, s.seat?));
        let Some(played) = played else { return };
        return app
            .own_record()
            .iter()
            .for_each(|record| saved_matches::save(&played, record, None));
    };
    let (stage, number, seat) = app.session().with_untracked(|s| (s.stage, s.number, s.seat));
    match stage {
        Stage::Playing => update(|all| all.note(&table, number, seat)),
        Stage::Over => save_last(app, &table, number),
        Stage::Seating | Stage::Gathering => {}
    }
    all().before(&table, number).into_iter().for_each(|one| fetch(app, one, || {}));
}

/// Saves the finished match, once; its record names players who have left.
fn save_last(app: App, table: &str, number: u32) {
    let (seat, seen, guesses) =
        app.session().with_untracked(|s| (s.seat, s.saw_the_end(), s.guesses_players()));
    if seen && seat.is_some() && FETCHED.with_borrow(|fetched| *fetched != record::link(app)) {
        update(|all| all.note(table, number, seat));
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
    browser::request("GET", &link, &[], None, move |answer| {
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
                .with_untracked(|s| saved_matches::summarize(s, seat))
                .iter()
                .for_each(|played| saved_matches::save(played, text, answer.modified)),
            false => {
                save_record(app, &MissingRecord { table: table.clone(), number, seat }, &answer)
            }
        }
        update(|all| all.forget(&table, number));
    });
}

/// Saves missed finished matches of all tables; calls `then` for each.
pub(crate) fn fetch_missing(app: App, then: impl Fn() + Copy + 'static) {
    all().iter().for_each(|one| fetch(app, one.clone(), then));
}

/// Fetches and saves a match's record.
fn fetch(app: App, one: MissingRecord, then: impl FnOnce() + 'static) {
    let address = record::address(&one.table, one.number);
    browser::request("GET", &address, &[], None, move |answer| {
        match answer.status {
            200 => save_record(app, &one, &answer),
            // The table no longer exists.
            404 => {}
            // Still being played, or the server is unreachable.
            _ => return,
        }
        update(|all| all.forget(&one.table, one.number));
        then();
    });
}

fn save_record(app: App, one: &MissingRecord, answer: &Response) {
    // A match ended before the first play does not count.
    let Ok(replay) = Replay::read(app.library(), &answer.text) else { return };
    if one.seat.index() < replay.seats().len() {
        let session = replay.over(Some(one.seat));
        saved_matches::summarize(&session, one.seat)
            .iter()
            .for_each(|played| saved_matches::save(played, &answer.text, answer.modified));
    }
}
