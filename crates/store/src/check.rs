//! Integrity check of a table's entries.

use crate::error::Damage;
use crate::store::StoredEntry;

/// An entry as read from the database.
pub(crate) struct ReadEntry {
    pub(crate) number: u64,
    pub(crate) stored: StoredEntry,
    /// Whether its checksum matches.
    pub(crate) is_intact: bool,
}

/// Checksum of an entry; `table` is the key that the store uses for the table.
pub(crate) fn checksum(table: &[u8], number: u64, body: &[u8]) -> u32 {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(table);
    checksum.update(&number.to_le_bytes());
    checksum.update(body);
    checksum.finalize()
}

/// Checks the entries of a table, ordered by number, against the stored count `known`.
pub(crate) fn check_entries(
    found: impl IntoIterator<Item = ReadEntry>,
    known: u64,
) -> Result<Vec<StoredEntry>, Damage> {
    let mut all = Vec::new();
    for entry in found {
        let expected = all.len() as u64 + 1;
        let found = entry.number;
        if found > known {
            return Err(Damage::Beyond { found, known });
        }
        if found != expected {
            return Err(Damage::Gap { expected, found });
        }
        if !entry.is_intact {
            return Err(Damage::Changed { entry: found });
        }
        all.push(entry.stored);
    }
    match all.len() as u64 {
        last if last < known => Err(Damage::Tail { last, known }),
        _ => Ok(all),
    }
}
