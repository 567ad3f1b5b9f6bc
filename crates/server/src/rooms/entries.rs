//! Entries as they are stored.
//!
//! The entry of which there are most, a seat's answer, is stored in a few bytes; all others as JSON,
//! which may gain fields. Which form it is shows in the first byte: JSON never begins with 1. Earlier
//! programs stored answers as JSON, too, which is still read.

use upcard_engine::{Action, Seat};
use upcard_table::{Entry, compact};

/// The first byte of an answer: seat, action as text, the message's id and what it cost of the
/// clock's bank follow. Another order or another field would be another byte.
const ACTED: u8 = 1;

/// A stored entry that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("entry {number} cannot be read: {flaw}")]
pub struct EntryError {
    /// Its number at its table, from 1.
    pub number: usize,
    /// What is wrong with it.
    #[source]
    pub flaw: EntryFlaw,
}

/// What is wrong with a stored entry.
#[derive(Debug, thiserror::Error)]
pub enum EntryFlaw {
    /// It begins like an answer, and the rest is none.
    #[error("no answer of a seat")]
    Answer,
    /// It is not the JSON of an entry.
    #[error("{0}")]
    Json(serde_json::Error),
}

/// An entry as it is stored; none where it cannot be written, which none is.
#[must_use]
pub fn encode(entry: &Entry) -> Option<Vec<u8>> {
    match entry {
        Entry::Acted { seat, action, id, spent } => {
            Some(compact::write(&(ACTED, seat, action, id, spent)))
        }
        other => serde_json::to_vec(other).ok(),
    }
}

/// Stored entries, read. For many this takes long: it is nothing for a task that others wait for.
///
/// # Errors
/// The first that cannot be read, and why.
pub fn decode(bodies: &[Vec<u8>]) -> Result<Vec<Entry>, EntryError> {
    let numbered = (1..).zip(bodies);
    numbered
        .map(|(number, body)| read_entry(body).map_err(|flaw| EntryError { number, flaw }))
        .collect()
}

fn read_entry(body: &[u8]) -> Result<Entry, EntryFlaw> {
    match body {
        [ACTED, rest @ ..] => {
            let (seat, action, id, spent): (Seat, Action, Option<u64>, u32) =
                compact::read(rest).ok_or(EntryFlaw::Answer)?;
            Ok(Entry::Acted { seat, action, id, spent })
        }
        json => serde_json::from_slice(json).map_err(EntryFlaw::Json),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The forms are fixed: what is written here lies in hosts' stores.
    #[test]
    fn both_forms_are_read() {
        let acted = |action: &str, id, spent| Entry::Acted {
            seat: Seat::at(2),
            action: action.parse().unwrap(),
            id,
            spent,
        };
        let json = br#"{"acted":{"seat":2,"action":"discard JD","id":300,"spent":1}}"#;
        let bytes = b"\x01\x02\x0adiscard JD\x01\xac\x02\x01";
        for (stored, entry) in [
            (json.to_vec(), acted("discard JD", Some(300), 1)),
            (bytes.to_vec(), acted("discard JD", Some(300), 1)),
            (b"\x01\x02\x04draw\x00\x00".to_vec(), acted("draw", None, 0)),
            (br#""began""#.to_vec(), Entry::Began),
        ] {
            assert_eq!(
                decode(std::slice::from_ref(&stored)).unwrap(),
                std::slice::from_ref(&entry)
            );
            let again = encode(&entry).unwrap();
            assert!(again == stored || stored == json, "{again:?}");
        }
        for damaged in [&b""[..], b"\x01", b"\x01\x02\x04draw\x00\x00 ", b"\x02", b"{}"] {
            let error = decode(&[b"\"began\"".to_vec(), damaged.to_vec()]).unwrap_err().to_string();
            assert!(error.starts_with("entry 2 cannot be read: "), "{error}");
        }
    }
}
