//! The age of tables, in days that were counted while the store was used. The system's clock alone
//! is not trusted with it: one that is set years ahead must not make every table old at once.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::StoreError;

/// Where the time of day comes from.
pub type Clock = Arc<dyn Fn() -> SystemTime + Send + Sync>;

/// The most days between two looks at the clock that are taken to have passed.
const STEP: i64 = 3;

/// The day of a table that is being removed: it has no name that anybody knows any more.
pub(crate) const LEAVING: i64 = -1;

/// The most old tables that are removed at a time.
pub(crate) const TABLES_AT_ONCE: usize = 100;

/// The most of their entries that are removed at a time.
pub(crate) const ENTRIES_AT_ONCE: usize = 1000;

const DAY_MS: i64 = 24 * 3600 * 1000;

/// A count of days that only goes forward, a few days at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Days {
    /// The day of the system's clock at the last look, since 1970.
    pub(crate) seen: i64,
    /// The days that were counted.
    pub(crate) counted: i64,
}

impl Days {
    /// A count that begins: so far from 0 that the age of any table can be taken from it.
    pub(crate) fn first(today: i64) -> Days {
        Days { seen: today, counted: i64::from(u32::MAX) }
    }

    /// The count of a file; a file without one begins it now, and all its tables are new by it.
    pub(crate) fn load(db: &Connection, today: i64) -> Result<Days, StoreError> {
        let found = db
            .query_row("SELECT seen, counted FROM days", [], |row| {
                Ok(Days { seen: row.get(0)?, counted: row.get(1)? })
            })
            .optional()?;
        if let Some(found) = found {
            return Ok(found);
        }
        let days = Days::first(today);
        db.execute("INSERT INTO days (seen, counted) VALUES (?1, ?2)", [today, days.counted])?;
        db.execute("UPDATE tables SET last_day = ?1", [days.counted])?;
        Ok(days)
    }

    /// The count on the day `today` of the system's clock, and by how many days it has jumped.
    pub(crate) fn at(self, today: i64) -> (Days, Option<i64>) {
        let passed = today.saturating_sub(self.seen);
        match passed {
            // A clock that is put right around midnight: the day that it goes through once more counts once.
            -1 => (self, None),
            0..=STEP => (Days { seen: today, counted: self.counted + passed }, None),
            _ => (Days { seen: today, ..self }, Some(passed)),
        }
    }

    /// Writes the count.
    pub(crate) fn save(self, db: &Connection) -> Result<(), StoreError> {
        db.execute("UPDATE days SET seen = ?1, counted = ?2", params![self.seen, self.counted])?;
        Ok(())
    }
}

/// Milliseconds since 1970.
pub(crate) fn milliseconds(at: SystemTime) -> i64 {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// The day since 1970 of a moment in milliseconds.
pub(crate) fn day(at: i64) -> i64 {
    at / DAY_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_one_after_another_and_jumps_are_not() {
        let days = Days { seen: 20_000, counted: 100 };
        for (today, counted, jump) in [
            (20_000, 100, None),
            (20_001, 101, None),
            (20_003, 103, None),
            (20_004, 100, Some(4)),
            (19_998, 100, Some(-2)),
            (19_000, 100, Some(-1000)),
            (i64::MAX, 100, Some(i64::MAX - 20_000)),
        ] {
            assert_eq!(days.at(today), (Days { seen: today, counted }, jump), "{today}");
        }
        // One that goes back and forth over midnight counts each day once.
        let nights = [20_001, 20_000, 20_001, 20_000, 20_001, 20_002];
        let after = nights.into_iter().fold(days, |days, today| days.at(today).0);
        assert_eq!(after, Days { seen: 20_002, counted: 102 });
    }
}
