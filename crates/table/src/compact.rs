//! Compact binary encoding (postcard) of the wire messages, for the page: a sixth of the size of JSON,
//! and far less code to parse. The encoding is not self-describing, so both sides must use the same
//! [`crate::wire::PROTOCOL`]; a client that cannot guarantee that uses JSON.

use std::collections::VecDeque;

use postcard::ser_flavors::Flavor;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// WebSocket subprotocol that selects the binary encoding.
pub const SUBPROTOCOL: &str = "upcard-compact";

/// Size of the stack buffer, in bytes. Most messages fit and need no allocation.
const SHORT: usize = 128;

/// Output buffer: on the stack up to [`SHORT`] bytes, on the heap beyond. A single flavor for all callers
/// keeps the serializer from being monomorphized twice.
struct Written {
    short: [u8; SHORT],
    length: usize,
    /// The whole output once it outgrows `short`; empty until then.
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

/// Serializes a message, entry or set-up. Returns an empty vector on failure, which none of these types
/// can cause.
#[must_use]
pub fn write<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    let written = Written::of(value);
    if written.long.is_empty() { written.bytes().to_vec() } else { written.long }
}

/// Appends a serialized value, as [`write()`] does, and returns its length in bytes.
pub(crate) fn append<T: Serialize + ?Sized>(value: &T, to: &mut VecDeque<u8>) -> usize {
    let written = Written::of(value);
    to.extend(written.bytes());
    written.bytes().len()
}

/// Deserializes the output of [`write()`]. `None` if the bytes do not parse or bytes are left over.
#[must_use]
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    match postcard::take_from_bytes(bytes) {
        Ok((value, [])) => Some(value),
        _ => None,
    }
}
