//! The messages as bytes, for the page: a sixth of the length of JSON, and read by a fraction of
//! the code. What the bytes mean follows from the types alone, so both sides must be of the same
//! [`crate::wire::PROTOCOL`]; whoever cannot be sure of that speaks JSON.

use std::collections::VecDeque;

use serde::Serialize;
use serde::de::DeserializeOwned;

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
