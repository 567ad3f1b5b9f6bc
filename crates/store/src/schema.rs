//! The schema of the SQLite file, and how older files become new ones.

use rusqlite::Connection;

use crate::StoreError;

/// One step from each schema to the next; a file of schema n has gone through the first n.
const STEPS: &[&str] = &[
    // Entries have a rowid of their own that only grows, so that appends touch the last page of
    // the table and of no other tree than the index by table.
    "CREATE TABLE tables (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
     ) STRICT;
     CREATE TABLE entries (
        id INTEGER PRIMARY KEY,
        of INTEGER NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        text TEXT NOT NULL
     ) STRICT;
     CREATE UNIQUE INDEX entries_of ON entries (of, number);
     CREATE TABLE kept (
        name TEXT PRIMARY KEY,
        bytes BLOB NOT NULL
     ) STRICT;",
];

/// Makes a file ready: settings of the connection, and the steps that it has not gone through.
pub(crate) fn prepare(db: &mut Connection) -> Result<(), StoreError> {
    // One process serves a file, so the lock is held throughout; a second one is refused.
    db.busy_timeout(std::time::Duration::from_secs(1))?;
    db.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "foreign_keys", true)?;
    let found: u32 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = STEPS.len() as u32;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for (number, step) in (1u32..).zip(STEPS).skip(found as usize) {
        let step_by = db.transaction()?;
        step_by.execute_batch(step)?;
        step_by.pragma_update(None, "user_version", number)?;
        step_by.commit()?;
    }
    Ok(())
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Failed(error.to_string())
    }
}
