//! Ids of tables. They are the only secret in a link: knowing one is enough to join.

use crate::operations::entropy::random;

/// Alphabet of table ids, without look-alike letters.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Length of a table id: 60 bits.
const ID_LENGTH: usize = 12;

/// Returns `true` if this is a well-formed table id.
pub(crate) fn is_id(id: &str) -> bool {
    id.len() == ID_LENGTH && id.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// Length of a table's short code, the end of its id: 30 bits.
const CODE_LENGTH: usize = 6;

/// Returns `true` if this is the short code of the table with this id.
pub(crate) fn is_code_of(code: &str, id: &str) -> bool {
    code.len() == CODE_LENGTH && id.ends_with(code)
}

/// Returns the part of a table id that may be logged.
pub(crate) fn short(id: &str) -> &str {
    id.get(..4).unwrap_or(id)
}

/// Creates a random table id.
pub(crate) fn new_id() -> String {
    let bytes: [u8; ID_LENGTH] = random();
    bytes.iter().map(|byte| ALPHABET[usize::from(byte % 32)] as char).collect()
}
