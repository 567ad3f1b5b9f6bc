//! The ids of tables: links to them hold nothing else, so who knows one may join.

use crate::operations::entropy::random;

/// The letters of a table's id: none that is taken for another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Letters in a table's id: 60 bits.
const ID: usize = 12;

/// Can this be the id of a table?
pub(crate) fn is_id(id: &str) -> bool {
    id.len() == ID && id.bytes().all(|byte| LETTERS.contains(&byte))
}

/// Letters in a table's short code, with which its id ends: 30 bits.
const CODE: usize = 6;

/// Is this the short code of a table with this id?
pub(crate) fn is_code_of(code: &str, id: &str) -> bool {
    code.len() == CODE && id.ends_with(code)
}

/// The part of a table's id that may stand in a log.
pub(crate) fn short(id: &str) -> &str {
    id.get(..4).unwrap_or(id)
}

/// An id for a new table.
pub(crate) fn new_id() -> String {
    let bytes: [u8; ID] = random();
    bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)] as char).collect()
}
