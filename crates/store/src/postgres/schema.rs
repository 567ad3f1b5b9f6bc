//! The schema of the PostgreSQL database, and how older ones become new ones.

use deadpool_postgres::Transaction;

use crate::error::StoreError;

/// One step from each schema to the next; a database of schema n has gone through the first n.
const STEPS: &[&str] = &[
    // A table's row changes with every entry: it leaves room on its page, so that no index is
    // touched then. `mark` is of the last change, so that whoever has lost the connection before
    // the answer finds out whether it was made.
    r#"CREATE TABLE tables (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text COLLATE "C" NOT NULL UNIQUE,
        entries bigint NOT NULL,
        bytes bigint NOT NULL,
        last_day bigint NOT NULL,
        mark bigint NOT NULL,
        epoch bigint NOT NULL DEFAULT 0,
        node bigint
     ) WITH (fillfactor = 60);
     CREATE INDEX tables_by_day ON tables (last_day);
     CREATE TABLE entries (
        of bigint NOT NULL,
        number bigint NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        body bytea NOT NULL,
        sum bigint NOT NULL,
        PRIMARY KEY (of, number)
     );
     CREATE TABLE kept (
        name text COLLATE "C" PRIMARY KEY,
        bytes bytea NOT NULL
     );
     CREATE TABLE days (
        seen bigint NOT NULL,
        counted bigint NOT NULL
     );"#,
    // Several nodes. Each entry names the epoch of the lease under which it was written.
    r#"ALTER TABLE entries ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
     CREATE TABLE nodes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        address text NOT NULL,
        alive_until timestamptz NOT NULL,
        draining boolean NOT NULL DEFAULT false,
        reachable boolean NOT NULL DEFAULT true
     );"#,
    // A node shows by a counter that it lives; whoever wants its tables watches that by a steady clock
    // of its own. `alive_until` is still written for programs from before, which go by it.
    r#"ALTER TABLE nodes ADD COLUMN counter bigint NOT NULL DEFAULT 0;"#,
];

/// Only one server at a time brings a database up to date.
const LOCK: i64 = 0x7570_6361_7264;

/// Goes through the steps that the database has not gone through.
pub(super) async fn prepare(work: &Transaction<'_>) -> Result<(), StoreError> {
    work.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let made = "CREATE TABLE IF NOT EXISTS upcard_schema (version bigint NOT NULL)";
    work.batch_execute(made).await?;
    let found = work.query_opt("SELECT version FROM upcard_schema", &[]).await?;
    let found = match found {
        Some(row) => row.get(0),
        None => {
            work.execute("INSERT INTO upcard_schema VALUES (0)", &[]).await?;
            0
        }
    };
    let known = STEPS.len() as i64;
    if found > known {
        return Err(StoreError::Newer { found: found as u32, known: known as u32 });
    }
    for step in STEPS.iter().skip(found as usize) {
        work.batch_execute(step).await?;
    }
    work.execute("UPDATE upcard_schema SET version = $1", &[&known]).await?;
    Ok(())
}
