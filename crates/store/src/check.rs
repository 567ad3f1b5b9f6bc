//! Integrity check of a table's entries.

use crate::error::Damage;
use crate::store::Stored;

/// An entry as read from the database.
pub(crate) struct Found {
    pub(crate) number: u64,
    pub(crate) stored: Stored,
    /// Whether its checksum matches.
    pub(crate) fits: bool,
}

/// Checksum of an entry; `table` is the key that the store uses for the table.
pub(crate) fn sum(table: &[u8], number: u64, body: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(table);
    sum.update(&number.to_le_bytes());
    sum.update(body);
    sum.finalize()
}

/// Checks the entries of a table, ordered by number, against the stored count `known`.
pub(crate) fn whole(
    found: impl IntoIterator<Item = Found>,
    known: u64,
) -> Result<Vec<Stored>, Damage> {
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
        if !entry.fits {
            return Err(Damage::Changed { entry: found });
        }
        all.push(entry.stored);
    }
    match all.len() as u64 {
        last if last < known => Err(Damage::Tail { last, known }),
        _ => Ok(all),
    }
}
