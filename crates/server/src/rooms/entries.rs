//! Encoding of stored entries.
//!
//! The most frequent entry, a player's action, is stored as a few bytes; all others as JSON, which may gain
//! fields. The first byte tells them apart: JSON never starts with 1. Earlier versions stored actions as JSON
//! as well, which can still be read.

use upcard_engine::{Action, Seat};
use upcard_table::{Entry, compact};

/// First byte of an encoded action; followed by seat, action as text, message id and time-bank cost. A change
/// of order or fields needs another byte.
const ACTED: u8 = 1;

/// A stored entry that cannot be parsed.
#[derive(Debug, thiserror::Error)]
#[error("entry {number} cannot be read: {flaw}")]
pub struct EntryError {
    /// Its number at its table, from 1.
    pub number: usize,
    /// Cause.
    #[source]
    pub flaw: EntryFlaw,
}

/// Flaw of a stored entry.
#[derive(Debug, thiserror::Error)]
pub enum EntryFlaw {
    /// It starts like an action, but the rest is malformed.
    #[error("not a seat's action")]
    Answer,
    /// It is not valid JSON of an entry.
    #[error("{0}")]
    Json(serde_json::Error),
}

/// Encodes an entry. `None` if serialization fails, which does not happen.
#[must_use]
pub fn encode(entry: &Entry) -> Option<Vec<u8>> {
    match entry {
        Entry::Acted { seat, action, id, spent } => {
            Some(compact::write(&(ACTED, seat, action, id, spent)))
        }
        other => serde_json::to_vec(other).ok(),
    }
}

/// Decodes stored entries. Slow for many of them: do not call it on an async worker.
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

    /// Both encodings are fixed, as existing stores contain them.
    #[test]
    fn both_entry_encodings_are_read() {
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
            let read = decode(std::slice::from_ref(&stored)).unwrap();
            assert_eq!(read, std::slice::from_ref(&entry));
            let again = encode(&entry).unwrap();
            assert!(again == stored || stored == json, "{again:?}");
        }
        for damaged in [&b""[..], b"\x01", b"\x01\x02\x04draw\x00\x00 ", b"\x02", b"{}"] {
            let error = decode(&[b"\"began\"".to_vec(), damaged.to_vec()]).unwrap_err().to_string();
            assert!(error.starts_with("entry 2 cannot be read: "), "{error}");
        }
    }
}
