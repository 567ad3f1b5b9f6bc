//! The records of a table's matches, made from its entries.

use std::sync::Arc;

use upcard_engine::record::Record;
use upcard_engine::{Event, Library};

use crate::entry::Entry;
use crate::restore::RestoreError;
use crate::seat::Occupant;
use crate::state::{State, Told};
use crate::wire::{Change, Stage};

/// A match at a table.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its record, as far as it has come.
    pub record: Record,
    /// Is it over, or was it ended? Only then may the record be shown: it holds every card.
    pub over: bool,
}

/// The matches of a table, from the first.
///
/// # Errors
/// Why the entries do not make a table.
pub fn records<'a>(
    library: Arc<Library>,
    entries: impl IntoIterator<Item = &'a Entry>,
) -> Result<Vec<Played>, RestoreError> {
    let mut entries = entries.into_iter();
    let Some(Entry::Opened { host, set_up }) = entries.next() else {
        return Err(RestoreError::NotOpened);
    };
    let mut state = State::open(library, *host, set_up.clone()).map_err(RestoreError::Rules)?;
    let mut played: Vec<Played> = Vec::new();
    for (number, entry) in (2..).zip(entries) {
        let mut events: Vec<Event> = Vec::new();
        let mut secrets = Vec::new();
        state
            .apply(entry, &mut |told| match told {
                Told::Event(event) => events.push(event),
                Told::Change(Change::Revealed { deal, secret }) => secrets.push((deal, secret)),
                Told::Change(_) => {}
            })
            .map_err(|unfit| unfit.at(number))?;
        if *entry == Entry::Began {
            let mut record = Record::new(state.rules.set.clone(), names(&state));
            record.entropy = state.entropy.iter().map(|(_, entropy)| entropy.0).collect();
            played.push(Played { record, over: false });
        }
        let Some(last) = played.last_mut() else { continue };
        match entry {
            Entry::Began | Entry::NextDeal => {
                let deal = state.game().map_or(0, |game| game.table().deals_begun);
                if let Some(hash) = state.commitments.get(usize::from(deal).wrapping_sub(1)) {
                    last.record.committed(deal, hash.0);
                }
                last.record.began(&events);
            }
            Entry::Acted { seat, action, .. } => last.record.acted(*seat, action, &events),
            _ => {}
        }
        for (deal, secret) in secrets {
            last.record.revealed(deal, secret.0);
        }
        last.over |= state.stage == Stage::Over;
    }
    Ok(played)
}

fn names(state: &State) -> Vec<String> {
    let name = |occupant: &Occupant| match occupant {
        Occupant::Free => String::new(),
        Occupant::Person { name, .. } => name.clone(),
        Occupant::Bot { level } => format!("bot {}", level.word()),
    };
    state.seats.iter().map(|seat| name(&seat.occupant)).collect()
}
