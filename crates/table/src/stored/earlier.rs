//! Entries as serialized by earlier programs.

use serde::Deserialize;
use upcard_engine::Edition;

use super::entry::Entry;
use crate::guest::Guest;
use crate::set_up::SetUp;

/// First entries of [`Entry`], in order, as they were before they named an edition.
#[derive(Deserialize)]
enum WithoutEdition {
    Opened { host: Guest, set_up: SetUp },
    SetUp { set_up: SetUp },
}

/// Reads a table's entries from before they named an edition, and assigns the first edition. `None` if the
/// bytes do not parse.
#[must_use]
pub fn read_without_editions(bytes: &[u8]) -> Option<Vec<Entry>> {
    let (count, mut rest): (usize, _) = postcard::take_from_bytes(bytes).ok()?;
    let mut entries = Vec::new();
    for _ in 0..count {
        // The variant index comes first.
        let (entry, after) = match rest.first()? {
            0 | 1 => {
                let (entry, after) = postcard::take_from_bytes(rest).ok()?;
                let edition = Edition::FIRST;
                let entry = match entry {
                    WithoutEdition::Opened { host, set_up } => {
                        Entry::Opened { host, set_up, edition }
                    }
                    WithoutEdition::SetUp { set_up } => Entry::SetUp { set_up, edition },
                };
                (entry, after)
            }
            _ => postcard::take_from_bytes(rest).ok()?,
        };
        entries.push(entry);
        rest = after;
    }
    rest.is_empty().then_some(entries)
}
