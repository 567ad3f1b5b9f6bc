//! The messages as bytes, for the page: a sixth of the length of JSON, and read by a fraction of
//! the code. What the bytes mean follows from the types alone, so both sides must be of the same
//! [`crate::wire::PROTOCOL`]; whoever cannot be sure of that speaks JSON.

use std::collections::VecDeque;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use upcard_engine::Edition;

use crate::entry::{Entry, Guest};
use crate::set_up::SetUp;

/// The WebSocket subprotocol of a connection that speaks bytes.
pub const SUBPROTOCOL: &str = "upcard-compact";

/// Most messages are no longer than this, in bytes: no memory grows while they are written.
const SHORT: usize = 128;

/// Writes a message, an entry, a set-up. Empty where it cannot be written, which none of them is.
#[must_use]
pub fn write<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    match postcard::to_slice(value, &mut [0; SHORT]) {
        Ok(written) => written.to_vec(),
        Err(_) => postcard::to_allocvec(value).unwrap_or_default(),
    }
}

/// Writes a value behind what is there already, as [`write()`] does; its length.
pub(crate) fn append<T: Serialize + ?Sized>(value: &T, to: &mut VecDeque<u8>) -> usize {
    let mut short = [0; SHORT];
    match postcard::to_slice(value, &mut short) {
        Ok(written) => {
            to.extend(&*written);
            written.len()
        }
        Err(_) => {
            let written = postcard::to_allocvec(value).unwrap_or_default();
            to.extend(&written);
            written.len()
        }
    }
}

/// Reads what [`write()`] wrote; none where the bytes are not of this kind, or more than that.
#[must_use]
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Some(value),
        _ => None,
    }
}

/// The entries that did not name an edition once, in the order of [`Entry`]'s first ones.
#[derive(Deserialize)]
enum WithoutEdition {
    Opened { host: Guest, set_up: SetUp },
    SetUp { set_up: SetUp },
}

/// Reads the entries of a table that were written before they named an edition: theirs is the first.
/// None where the bytes are not of this kind.
#[must_use]
pub fn read_without_editions(bytes: &[u8]) -> Option<Vec<Entry>> {
    let (count, mut rest): (usize, _) = postcard::take_from_bytes(bytes).ok()?;
    let mut entries = Vec::new();
    for _ in 0..count {
        // Which entry it is stands in front.
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
