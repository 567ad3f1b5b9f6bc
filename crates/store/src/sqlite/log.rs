//! Rows of the log: one per entry, in order of arrival. Each links to the previous row of the same table, so
//! a table is read backwards from its newest entry.

use rusqlite::{CachedStatement, Connection, OptionalExtension, params};

use crate::check::{ReadEntry, check_entries, checksum};
use crate::error::{Damage, StoreError};
use crate::store::StoredEntry;

#[derive(Clone, Copy)]
pub(crate) struct Position {
    /// Row id of its table.
    pub(crate) of: i64,
    pub(crate) number: u64,
    /// Log row of the previous entry; 0 for the first.
    pub(crate) before: i64,
}

/// Prepared statement that appends rows to the log.
pub(crate) struct Append<'a>(CachedStatement<'a>);

impl<'a> Append<'a> {
    pub(crate) fn new(db: &'a Connection) -> Result<Append<'a>, StoreError> {
        let insert = "INSERT INTO log (id, of, number, before, at, body, sum)
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        Ok(Append(db.prepare_cached(insert)?))
    }

    /// Appends an entry as row `id`, which must exceed all earlier ids.
    pub(crate) fn add(
        &mut self,
        id: i64,
        position: Position,
        at: i64,
        body: &[u8],
    ) -> Result<(), StoreError> {
        let Position { of, number, before } = position;
        let checksum = checksum(&of.to_le_bytes(), number, body);
        self.0.execute(params![id, of, number, before, at, body, checksum])?;
        Ok(())
    }
}

pub(crate) struct Removed {
    pub(crate) number: u64,
    pub(crate) before: i64,
    pub(crate) bytes: i64,
}

pub(crate) fn remove(db: &Connection, of: i64, id: i64) -> Result<Option<Removed>, StoreError> {
    let delete = "DELETE FROM log WHERE id = ?1 AND of = ?2
                  RETURNING number, before, octet_length(body)";
    let removed = db.prepare_cached(delete)?.query_row([id, of], |row| {
        Ok(Removed { number: row.get(0)?, before: row.get(1)?, bytes: row.get(2)? })
    });
    Ok(removed.optional()?)
}

/// Location and size of a table in the log.
pub(crate) struct Extent {
    pub(crate) of: i64,
    /// Log row of the newest entry.
    pub(crate) last: i64,
    pub(crate) entries: u64,
    /// Number of initial entries without checksums.
    pub(crate) unsummed: u64,
}

impl Extent {
    fn is_intact(&self, number: u64, body: &[u8], sum_of: Option<u32>) -> bool {
        match sum_of {
            Some(written) => written == checksum(&self.of.to_le_bytes(), number, body),
            None => number <= self.unsummed,
        }
    }

    /// Reads all entries, following the chain from the newest; `None` if the chain is broken.
    fn read_chain(&self, db: &Connection) -> Result<Option<Vec<StoredEntry>>, StoreError> {
        let mut select =
            db.prepare_cached("SELECT of, number, before, body, sum, at FROM log WHERE id = ?1")?;
        let (mut id, mut number) = (self.last, self.entries);
        let mut all = Vec::new();
        while number > 0 {
            let found = select.query_row([id], |row| {
                let body: Vec<u8> = row.get(3)?;
                let is_intact = row.get::<_, i64>(0)? == self.of
                    && row.get::<_, i64>(1)? == number as i64
                    && self.is_intact(number, &body, row.get(4)?);
                Ok((is_intact, row.get::<_, i64>(2)?, StoredEntry { at: row.get(5)?, body }))
            });
            match found.optional()? {
                Some((true, before, stored)) => {
                    all.push(stored);
                    id = before;
                    number -= 1;
                }
                _ => return Ok(None),
            }
        }
        all.reverse();
        Ok(Some(all))
    }

    /// Reads all entries. If the chain is broken, scans the whole log to report what is missing.
    pub(crate) fn read(
        &self,
        db: &Connection,
    ) -> Result<Result<Vec<StoredEntry>, Damage>, StoreError> {
        if let Some(all) = self.read_chain(db)? {
            return Ok(Ok(all));
        }
        let select = "SELECT number, body, sum, at FROM log WHERE of = ?1 ORDER BY number, id";
        let found: Vec<ReadEntry> = db
            .prepare_cached(select)?
            .query_map([self.of], |row| {
                let (number, body): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
                let number = number.max(0) as u64;
                let is_intact = self.is_intact(number, &body, row.get(2)?);
                Ok(ReadEntry { number, stored: StoredEntry { at: row.get(3)?, body }, is_intact })
            })?
            .collect::<Result<_, _>>()?;
        Ok(check_entries(found, self.entries))
    }
}
