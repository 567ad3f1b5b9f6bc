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
const STACK_SIZE: usize = 128;

/// Output buffer: on the stack up to [`STACK_SIZE`] bytes, on the heap beyond. A single flavor for all callers
/// keeps the serializer from being monomorphized twice.
struct OutputBuffer {
    on_stack: [u8; STACK_SIZE],
    length: usize,
    /// The whole output once it outgrows `on_stack`; empty until then.
    on_heap: Vec<u8>,
}

impl OutputBuffer {
    fn of<T: Serialize + ?Sized>(value: &T) -> OutputBuffer {
        let mut written =
            OutputBuffer { on_stack: [0; STACK_SIZE], length: 0, on_heap: Vec::new() };
        let mut serializer = postcard::Serializer { output: BufferFlavor(&mut written) };
        match value.serialize(&mut serializer) {
            Ok(()) => written,
            Err(_) => OutputBuffer { on_stack: [0; STACK_SIZE], length: 0, on_heap: Vec::new() },
        }
    }

    fn bytes(&self) -> &[u8] {
        if self.on_heap.is_empty() { &self.on_stack[..self.length] } else { &self.on_heap }
    }
}

struct BufferFlavor<'a>(&'a mut OutputBuffer);

impl Flavor for BufferFlavor<'_> {
    type Output = ();

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.try_extend(&[byte])
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        let OutputBuffer { on_stack, length, on_heap } = &mut *self.0;
        match on_stack.get_mut(*length..*length + bytes.len()) {
            Some(place) if on_heap.is_empty() => {
                place.copy_from_slice(bytes);
                *length += bytes.len();
            }
            _ => {
                if on_heap.is_empty() {
                    on_heap.reserve(4 * STACK_SIZE);
                    on_heap.extend(&on_stack[..*length]);
                }
                on_heap.extend(bytes);
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
    let written = OutputBuffer::of(value);
    if written.on_heap.is_empty() { written.bytes().to_vec() } else { written.on_heap }
}

/// Appends a serialized value, as [`write()`] does, and returns its length in bytes.
pub(crate) fn append<T: Serialize + ?Sized>(value: &T, to: &mut VecDeque<u8>) -> usize {
    let written = OutputBuffer::of(value);
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
