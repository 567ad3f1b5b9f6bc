//! The finished matches that this device keeps: the list, and their records.

use upcard_client::{AllPlayed, Played, Session};
use upcard_engine::{Seat, Table};

use crate::{browser, figures, news, text};

/// The key of the list.
const LIST: &str = "upcard.matches";

/// Stores the list.
pub(crate) fn store(all: &AllPlayed) {
    browser::store(LIST, &all.text());
}

/// The key of a record, by the time when its match ended.
fn key(ended: u64) -> String {
    format!("upcard.record.{ended}")
}

/// The record of the match that ended then; empty where it is not there.
pub(crate) fn record_of(ended: u64) -> String {
    browser::stored(&key(ended)).unwrap_or_default()
}

/// What is kept of a match beside the list goes.
pub(crate) fn forget(ended: u64) {
    browser::forget(&key(ended));
    figures::forget(ended);
}

/// The list.
pub(crate) fn all() -> AllPlayed {
    browser::stored(LIST).map(|text| AllPlayed::read(&text)).unwrap_or_default()
}

/// A match that is over, as it is listed for whoever had this seat; none where nothing is known of it.
pub(crate) fn of(session: &Session, seat: Seat) -> Option<Played> {
    let (rules, view) = (session.rules.as_ref()?, session.view.as_ref()?);
    let others = Seat::all(view.table.players()).filter(|other| *other != seat);
    let people = others.filter_map(|other| session.player_name(other).map(str::to_owned));
    Some(Played {
        ended: 0,
        size: 0,
        game: rules.set.catalogue.name.clone(),
        result: points(session, &view.table),
        seat: seat.index(),
        people: people.collect(),
    })
}

/// Who has how many points.
pub(crate) fn points(session: &Session, table: &Table) -> String {
    // Whoever reads it is somebody else.
    let name = |seat: Seat| {
        session.player_name(seat).map_or_else(|| news::player(session, seat), str::to_owned)
    };
    let scores: Vec<String> = Seat::all(table.players())
        .map(|seat| format!("{} {}", name(seat), text::number(table.score(seat).into())))
        .collect();
    scores.join(", ")
}

/// Notes a match with its record, and when it ended, if not just now; unless it is known.
pub(crate) fn note(played: &Played, record: &str, ended: Option<u64>) {
    let mut all = all();
    let same = |one: &Played| {
        one.size == record.len() && browser::stored(&key(one.ended)).as_deref() == Some(record)
    };
    if all.iter().any(same) {
        return;
    }
    // Several may come at once.
    let now = browser::now() as u64;
    let first = ended.map_or(now, |ended| ended.min(now));
    let ended = (first..).find(|time| all.iter().all(|one| one.ended != *time)).unwrap_or(first);
    let gone = all.note(Played { ended, size: record.len(), ..played.clone() });
    browser::store(&key(ended), record);
    gone.into_iter().for_each(forget);
    // Some browsers delete what a page keeps that was not opened for a week.
    browser::keep_for_good();
    store(&all);
}
