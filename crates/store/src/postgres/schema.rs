//! Schema of the PostgreSQL database, and its migrations.

use deadpool_postgres::Transaction;

use crate::error::StoreError;

/// Migrations; a database with schema n has run the first n.
const MIGRATIONS: &[&str] = &[
    // A table's row changes with every entry; the fill factor leaves room on its page for HOT updates, which
    // skip the indexes. `mark` identifies the last change, so that a client that lost its connection before
    // the response can find out whether the change was committed.
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
    // Several nodes. Each entry records the epoch of the lease under which it was written.
    r#"ALTER TABLE entries ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
     CREATE TABLE nodes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        address text NOT NULL,
        alive_until timestamptz NOT NULL,
        draining boolean NOT NULL DEFAULT false,
        reachable boolean NOT NULL DEFAULT true
     );"#,
    // A node shows that it is alive by a counter, which other nodes watch by their own monotonic clocks.
    // `alive_until` is still written for older versions, which go by it.
    r#"ALTER TABLE nodes ADD COLUMN counter bigint NOT NULL DEFAULT 0;"#,
];

/// Key of the advisory lock: only one server at a time migrates a database.
const MIGRATION_LOCK: i64 = 0x7570_6361_7264;

/// Runs the pending migrations.
pub(super) async fn prepare(work: &Transaction<'_>) -> Result<(), StoreError> {
    work.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATION_LOCK]).await?;
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
    let known = MIGRATIONS.len() as i64;
    if found > known {
        return Err(StoreError::Newer { found: found as u32, known: known as u32 });
    }
    for step in MIGRATIONS.iter().skip(found as usize) {
        work.batch_execute(step).await?;
    }
    work.execute("UPDATE upcard_schema SET version = $1", &[&known]).await?;
    Ok(())
}
