//! Finished matches stored on this device: the list and their records.

use upcard_client::{PlayedMatch, PlayedMatches, Session};
use upcard_engine::{Seat, Table};

use crate::{browser, figures, news, text};

/// Storage key for the list.
const LIST: &str = "upcard.matches";

pub(crate) fn store(all: &PlayedMatches) {
    browser::store(LIST, &all.text());
}

/// Storage key for a record, by the time its match ended.
fn key(ended: u64) -> String {
    format!("upcard.record.{ended}")
}

/// Returns the record of the match that ended at this time; empty if missing.
pub(crate) fn record(ended: u64) -> String {
    browser::stored(&key(ended)).unwrap_or_default()
}

/// Deletes a match's record and statistics.
pub(crate) fn delete(ended: u64) {
    browser::remove_stored(&key(ended));
    figures::delete(ended);
}

pub(crate) fn all() -> PlayedMatches {
    browser::stored(LIST).map(|text| PlayedMatches::read(&text)).unwrap_or_default()
}

/// Returns a finished match as listed for this seat; `None` if nothing is known of it.
pub(crate) fn summarize(session: &Session, seat: Seat) -> Option<PlayedMatch> {
    let (rules, view) = (session.rules.as_ref()?, session.view.as_ref()?);
    let others = Seat::all(view.table.players()).filter(|other| *other != seat);
    let people = others.filter_map(|other| session.player_name(other).map(str::to_owned));
    Some(PlayedMatch {
        ended: 0,
        size: 0,
        game: rules.set.catalogue.name.clone(),
        result: points(session, &view.table),
        seat: seat.index(),
        people: people.collect(),
    })
}

/// Returns the players' points as text.
pub(crate) fn points(session: &Session, table: &Table) -> String {
    // Others read it: use names instead of 'you'.
    let name = |seat: Seat| {
        session.player_name(seat).map_or_else(|| news::player(session, seat), str::to_owned)
    };
    let scores: Vec<String> = Seat::all(table.players())
        .map(|seat| format!("{} {}", name(seat), text::number(table.score(seat).into())))
        .collect();
    scores.join(", ")
}

/// Saves a match and its record with the time it ended (default: now), unless it is known.
pub(crate) fn save(played: &PlayedMatch, record: &str, ended: Option<u64>) {
    let mut all = all();
    let same = |one: &PlayedMatch| {
        one.size == record.len() && browser::stored(&key(one.ended)).as_deref() == Some(record)
    };
    if all.iter().any(same) {
        return;
    }
    // Several may arrive in the same millisecond.
    let now = browser::now() as u64;
    let first = ended.map_or(now, |ended| ended.min(now));
    let ended = (first..).find(|time| all.iter().all(|one| one.ended != *time)).unwrap_or(first);
    let gone = all.note(PlayedMatch { ended, size: record.len(), ..played.clone() });
    browser::store(&key(ended), record);
    gone.into_iter().for_each(delete);
    // Some browsers delete the storage of pages not opened for a week.
    browser::request_persistence();
    store(&all);
}
