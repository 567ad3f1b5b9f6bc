//! The messages as bytes, for the page: a sixth of the length of JSON, and read by a fraction of
//! the code. What the bytes mean follows from the types alone, so both sides must be of the same
//! [`crate::wire::PROTOCOL`]; whoever cannot be sure of that speaks JSON.

use std::collections::VecDeque;

use postcard::ser_flavors::Flavor;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The WebSocket subprotocol of a connection that speaks bytes.
pub const SUBPROTOCOL: &str = "upcard-compact";

/// Most messages are no longer than this, in bytes: no memory grows while they are written.
const SHORT: usize = 128;

/// What was written: on the stack, or longer than that. There is one way of writing, so that there is one
/// code for it.
struct Written {
    short: [u8; SHORT],
    length: usize,
    /// All of it, where it is too long.
    long: Vec<u8>,
}

impl Written {
    fn of<T: Serialize + ?Sized>(value: &T) -> Written {
        let mut written = Written { short: [0; SHORT], length: 0, long: Vec::new() };
        let mut serializer = postcard::Serializer { output: Writes(&mut written) };
        match value.serialize(&mut serializer) {
            Ok(()) => written,
            Err(_) => Written { short: [0; SHORT], length: 0, long: Vec::new() },
        }
    }

    fn bytes(&self) -> &[u8] {
        if self.long.is_empty() { &self.short[..self.length] } else { &self.long }
    }
}

struct Writes<'a>(&'a mut Written);

impl Flavor for Writes<'_> {
    type Output = ();

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.try_extend(&[byte])
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        let Written { short, length, long } = &mut *self.0;
        match short.get_mut(*length..*length + bytes.len()) {
            Some(place) if long.is_empty() => {
                place.copy_from_slice(bytes);
                *length += bytes.len();
            }
            _ => {
                if long.is_empty() {
                    long.reserve(4 * SHORT);
                    long.extend(&short[..*length]);
                }
                long.extend(bytes);
            }
        }
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}

/// Writes a message, an entry, a set-up. Empty where it cannot be written, which none of them is.
#[must_use]
pub fn write<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    let written = Written::of(value);
    if written.long.is_empty() { written.bytes().to_vec() } else { written.long }
}

/// Writes a value behind what is there already, as [`write()`] does; its length.
pub(crate) fn append<T: Serialize + ?Sized>(value: &T, to: &mut VecDeque<u8>) -> usize {
    let written = Written::of(value);
    to.extend(written.bytes());
    written.bytes().len()
}

/// Reads what [`write()`] wrote; none where the bytes are not of this kind, or more than that.
#[must_use]
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Some(value),
        _ => None,
    }
}
