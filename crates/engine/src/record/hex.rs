//! Hexadecimal encoding.

use crate::chance::Seed;

/// Encodes 32 bytes as 64 hexadecimal digits.
#[must_use]
pub fn to_hex(bytes: &Seed) -> String {
    ::hex::encode(bytes)
}

/// Decodes two hexadecimal digits per byte.
pub(super) fn from_digits<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    ::hex::decode_to_slice(text, &mut bytes).ok()?;
    Some(bytes)
}

/// Decodes 64 hexadecimal digits to 32 bytes.
#[must_use]
pub fn from_hex(text: &str) -> Option<Seed> {
    from_digits(text)
}
