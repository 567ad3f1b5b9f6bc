//! Match records, derived from a table's entries.

use std::sync::Arc;

use upcard_engine::record::{Origin, Part, Record};
use upcard_engine::{Deal, Event, Library};

use super::data::State;
use super::update::Update;
use crate::stored::{Entry, Occupant, RestoreError};
use crate::wire::{Change, Stage};

/// A match at a table.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its record so far; closed once the match is over.
    pub record: Record,
    /// `true` once it is over or was ended. Only then may the record be shown: it contains all cards.
    pub over: bool,
    /// Number of the entry that ended it, from 1. The time at which that entry was stored is the end of the
    /// match; a record has no date.
    pub ended_by: Option<usize>,
}

/// Returns the matches of a table, in order.
///
/// # Errors
/// Why the entries do not restore.
pub fn records<'a>(
    library: Arc<Library>,
    entries: impl IntoIterator<Item = &'a Entry>,
) -> Result<Vec<Played>, RestoreError> {
    let (mut state, entries) = State::opened(library, entries)?;
    let mut played: Vec<Played> = Vec::new();
    for (number, entry) in entries {
        let mut events: Vec<Event> = Vec::new();
        let mut secrets = Vec::new();
        let mut commitments = Vec::new();
        state
            .apply(entry, &mut |update| match update {
                Update::Event(event) => events.push(event),
                Update::Change(Change::Revealed { deal, secret }) => secrets.push((deal, secret)),
                Update::Change(Change::Committed { deal, commitment }) => {
                    commitments.push((deal, commitment));
                }
                Update::Change(_) => {}
            })
            .map_err(|unfit| unfit.at(number))?;
        if *entry == Entry::Began {
            played.push(Played { record: new_record(&state), over: false, ended_by: None });
        }
        let Some(last) = played.last_mut().filter(|last| !last.over) else { continue };
        let record = &mut last.record;
        match entry {
            Entry::Began | Entry::NextDeal => record.began(&events),
            Entry::Acted { seat, action, .. } => record.acted(*seat, action, &events),
            Entry::Ended => record.ended(),
            _ => {}
        }
        for (deal, secret) in secrets {
            record.revealed(deal, secret.0);
        }
        if state.persistent.stage == Stage::Over {
            record.close();
            (last.over, last.ended_by) = (true, Some(number));
            continue;
        }
        for (deal, commitment) in commitments {
            record.committed(deal, commitment.0);
        }
    }
    Ok(played)
}

/// Creates the record of a match that begins, with everything fixed before its first deal.
fn new_record(state: &State) -> Record {
    let mut record = Record::new(state.rules.set.clone(), names(state));
    record.origin =
        Some(Origin { number: state.number, gathering: state.persistent.gathering.number });
    record.entropy_commitments =
        state.persistent.gathering.bound.iter().map(|(seat, hash)| (*seat, hash.0)).collect();
    record.entropy = (state.persistent.entropy.iter())
        .map(|(seat, entropy)| Part { seat: Some(*seat), entropy: entropy.0 })
        .collect();
    for (deal, hash) in Deal::all().zip(&state.persistent.commitments) {
        record.committed(deal, hash.0);
    }
    record
}

fn names(state: &State) -> Vec<String> {
    let name = |occupant: &Occupant| match occupant {
        Occupant::Free => String::new(),
        Occupant::Person { name, .. } => name.clone(),
        Occupant::Bot { level } => format!("bot {}", level.name()),
    };
    state.persistent.seats.iter().map(|seat| name(&seat.occupant)).collect()
}
