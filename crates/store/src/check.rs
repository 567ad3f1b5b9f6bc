//! Are the entries of a table all there, each as it was written?

use crate::error::Damage;
use crate::store::Stored;

/// An entry as it was found.
pub(crate) struct Found {
    pub(crate) number: u64,
    pub(crate) stored: Stored,
    /// Does its sum fit?
    pub(crate) fits: bool,
}

/// The sum by which a changed entry is noticed; `table` is what the store knows the table by.
pub(crate) fn sum(table: &[u8], number: u64, body: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(table);
    sum.update(&number.to_le_bytes());
    sum.update(body);
    sum.finalize()
}

/// Checks the entries of a table, in the order of their numbers, of which `known` were stored.
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
