//! Age of tables, in days counted while the store was in use. The system clock alone is not trusted: if it is
//! set years ahead, tables must not all expire at once.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};

use crate::error::StoreError;

/// Source of the wall-clock time.
pub type Clock = Arc<dyn Fn() -> SystemTime + Send + Sync>;

/// Maximum number of days counted between two readings of the clock; a larger step is a jump.
const MAX_STEP: i64 = 3;

/// Day of a table that is being removed and has lost its name.
pub(crate) const REMOVED_DAY: i64 = -1;

/// Maximum number of old tables removed per step.
pub(crate) const MAX_TABLES_PER_STEP: usize = 100;

/// Maximum number of their entries removed per step.
pub(crate) const MAX_ENTRIES_PER_STEP: usize = 1000;

const DAY_MS: i64 = 24 * 3600 * 1000;

/// Day counter that only goes forward, a few days at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DayCounter {
    /// Day of the system clock at the last reading, since 1970.
    pub(crate) seen: i64,
    pub(crate) counted: i64,
}

impl DayCounter {
    /// Initial counter, large enough that the age of any table can be subtracted from it.
    pub(crate) fn first(today: i64) -> DayCounter {
        DayCounter { seen: today, counted: i64::from(u32::MAX) }
    }

    /// Loads the counter of a file. A file without one starts now, with all its tables counted as new.
    pub(crate) fn load(db: &Connection, today: i64) -> Result<DayCounter, StoreError> {
        let found = db
            .query_row("SELECT seen, counted FROM days", [], |row| {
                Ok(DayCounter { seen: row.get(0)?, counted: row.get(1)? })
            })
            .optional()?;
        if let Some(found) = found {
            return Ok(found);
        }
        let days = DayCounter::first(today);
        db.execute("INSERT INTO days (seen, counted) VALUES (?1, ?2)", [today, days.counted])?;
        db.execute("UPDATE tables SET last_day = ?1", [days.counted])?;
        Ok(days)
    }

    /// Returns the counter for the day `today` of the system clock, and the jump in days, if any.
    pub(crate) fn advance(self, today: i64) -> (DayCounter, Option<i64>) {
        let passed = today.saturating_sub(self.seen);
        match passed {
            // The clock was corrected around midnight: the repeated day counts once.
            -1 => (self, None),
            0..=MAX_STEP => (DayCounter { seen: today, counted: self.counted + passed }, None),
            _ => (DayCounter { seen: today, ..self }, Some(passed)),
        }
    }

    pub(crate) fn save(self, db: &Connection) -> Result<(), StoreError> {
        db.execute("UPDATE days SET seen = ?1, counted = ?2", params![self.seen, self.counted])?;
        Ok(())
    }
}

/// Converts a time to milliseconds since 1970.
pub(crate) fn milliseconds(at: SystemTime) -> i64 {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Converts milliseconds since 1970 to days.
pub(crate) fn day(at: i64) -> i64 {
    at / DAY_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_without_clock_jumps() {
        let days = DayCounter { seen: 20_000, counted: 100 };
        for (today, counted, jump) in [
            (20_000, 100, None),
            (20_001, 101, None),
            (20_003, 103, None),
            (20_004, 100, Some(4)),
            (19_998, 100, Some(-2)),
            (19_000, 100, Some(-1000)),
            (i64::MAX, 100, Some(i64::MAX - 20_000)),
        ] {
            assert_eq!(days.advance(today), (DayCounter { seen: today, counted }, jump), "{today}");
        }
        // A clock that goes back and forth over midnight counts each day once.
        let nights = [20_001, 20_000, 20_001, 20_000, 20_001, 20_002];
        let after = nights.into_iter().fold(days, |days, today| days.advance(today).0);
        assert_eq!(after, DayCounter { seen: 20_002, counted: 102 });
    }
}
