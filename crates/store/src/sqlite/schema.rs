//! The schema of the SQLite file, and how older files become new ones.

use rusqlite::config::DbConfig;
use rusqlite::{Connection, TransactionBehavior};

use crate::error::StoreError;

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
    // How many entries a table has, so that a missing one is noticed; a sum for each entry, which
    // those from before (the first `unsummed`) do not have; the day of the last use, by an index of
    // its own that is written to once a day and table.
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
    // The log holds the entries of all tables in the order in which they came, and has no index: a
    // row names the one before it of the same table. A table's row says what the log held of it up
    // to the row `upto`; what came after `position` is read again at the start.
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

/// How long somebody else's lock is waited for.
pub(crate) const BUSY: std::time::Duration = std::time::Duration::from_secs(1);

/// What every store has had: tables and columns, whatever its schema.
const OWN: [(&str, &str); 3] = [("tables", "name"), ("kept", "name"), ("kept", "bytes")];

/// Makes sure that a file is a store, or nothing yet.
///
/// # Errors
/// Where it is another program's.
pub(crate) fn own(db: &Connection) -> Result<(), StoreError> {
    let number = |pragma: &str| db.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let empty = || db.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0));
    let has = |(table, column): (&str, &str)| {
        let select = "SELECT count(*) > 0 FROM pragma_table_info(?1) WHERE name = ?2";
        db.query_row(select, [table, column], |row| row.get::<_, bool>(0))
    };
    let ours = number("application_id")? == 0
        && match number("user_version")? {
            0 => empty()?,
            _ => has(OWN[0])? && has(OWN[1])? && has(OWN[2])?,
        };
    if ours {
        Ok(())
    } else {
        Err(StoreError::Failed(
            "this is another program's database; it is left as it is".to_owned(),
        ))
    }
}

/// Makes a file ready: settings of the connection, and the steps that it has not gone through.
pub(crate) fn prepare(db: &mut Connection) -> Result<(), StoreError> {
    db.busy_timeout(BUSY)?;
    // Another program's file is left as it is; closing a connection would change it.
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    own(db)?;
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    db.pragma_update(None, "foreign_keys", true)?;
    let found: u32 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = STEPS.len() as u32;
    if found > known {
        return Err(StoreError::Newer { found, known });
    }
    for (number, step) in (1u32..).zip(STEPS).skip(found as usize) {
        let step_by = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        step_by.execute_batch(step)?;
        step_by.pragma_update(None, "user_version", number)?;
        step_by.commit()?;
    }
    Ok(())
}
