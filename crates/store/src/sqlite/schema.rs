//! Schema of the SQLite file, and its migrations.

use rusqlite::config::DbConfig;
use rusqlite::{Connection, TransactionBehavior};

use crate::error::StoreError;

/// Migrations; a file with schema n has run the first n.
const MIGRATIONS: &[&str] = &[
    // Entries have their own ascending rowid, so that appends touch only the last page of the table and the
    // index by table.
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
    // Number of entries per table, to notice missing ones; a checksum per entry, absent in the first
    // `unsummed`; day of the last use, whose index is written once per day and table.
    "ALTER TABLE tables ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE tables ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE tables ADD COLUMN unsummed INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE tables ADD COLUMN last_day INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE entries ADD COLUMN sum INTEGER;
     UPDATE tables SET (entries, bytes) = (
        SELECT coalesce(max(number), 0), coalesce(sum(octet_length(text)), 0)
        FROM entries WHERE of = tables.id);
     UPDATE tables SET unsummed = entries;
     CREATE INDEX tables_by_day ON tables (last_day);
     CREATE TABLE days (
        seen INTEGER NOT NULL,
        counted INTEGER NOT NULL
     ) STRICT;",
    // The log holds the entries of all tables in order of arrival, without an index: each row links to the
    // previous row of its table. A table's row describes its log rows up to `upto`; rows after `position` are
    // read again at startup.
    "CREATE TABLE log (
        id INTEGER PRIMARY KEY,
        of INTEGER NOT NULL,
        number INTEGER NOT NULL,
        before INTEGER NOT NULL,
        at INTEGER NOT NULL,
        body BLOB NOT NULL,
        sum INTEGER
     ) STRICT;
     INSERT INTO log
        SELECT id, of, number, coalesce(lag(id) OVER (PARTITION BY of ORDER BY number), 0),
               at, CAST(text AS BLOB), sum
        FROM entries ORDER BY id;
     CREATE TABLE marks (position INTEGER NOT NULL) STRICT;
     INSERT INTO marks SELECT coalesce(max(id), 0) FROM log;
     ALTER TABLE tables ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
     ALTER TABLE tables ADD COLUMN upto INTEGER NOT NULL DEFAULT 0;
     UPDATE tables SET
        last = coalesce((SELECT id FROM entries WHERE of = tables.id ORDER BY number DESC LIMIT 1), 0),
        upto = (SELECT position FROM marks);
     DROP TABLE entries;",
];

/// Timeout when waiting for another connection's lock.
pub(crate) const BUSY_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(1);

/// Checks that a file is a store, or empty; it may belong to another program.
pub(crate) fn check_is_store(db: &Connection) -> Result<(), StoreError> {
    let number = |pragma: &str| db.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let empty = || db.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0));
    let has = |table: &str, column: &str| {
        let select = "SELECT count(*) > 0 FROM pragma_table_info(?1) WHERE name = ?2";
        db.query_row(select, [table, column], |row| row.get::<_, bool>(0))
    };
    let ours = number("application_id")? == 0
        && match number("user_version")? {
            0 => empty()?,
            // These are in every version of the schema.
            _ => has("tables", "name")? && has("kept", "name")? && has("kept", "bytes")?,
        };
    if ours {
        Ok(())
    } else {
        Err(StoreError::Failed("this is another program's database; it was not changed".to_owned()))
    }
}

/// Configures the connection and runs the pending migrations.
pub(crate) fn prepare(db: &mut Connection) -> Result<(), StoreError> {
    db.busy_timeout(BUSY_TIMEOUT)?;
    // Leave another program's file untouched: closing the connection would checkpoint its WAL.
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    check_is_store(db)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "foreign_keys", true)?;
    let found: u32 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = MIGRATIONS.len() as u32;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for (number, step) in (1u32..).zip(MIGRATIONS).skip(found as usize) {
        let step_by = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        step_by.execute_batch(step)?;
        step_by.pragma_update(None, "user_version", number)?;
        step_by.commit()?;
    }
    Ok(())
}
