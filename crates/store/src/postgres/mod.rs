//! PostgreSQL: a connection pool with two writer tasks; reads run on the caller's task.
//!
//! While the database is unreachable, writes wait until it is back and reads fail.

mod address;
mod database;
mod fault;
mod leases;
mod removal;
mod schema;
mod writer;

use std::sync::{Arc, Mutex, PoisonError};

use deadpool_postgres::Client;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use self::database::{CHECK_INTERVAL, Database};
pub use self::leases::Leases;
use self::writer::Request;
use crate::check::{ReadEntry, check_entries, checksum};
use crate::days::Clock;
use crate::error::StoreError;
use crate::store::{
    Change, Health, RemovalStep, Reply, Store, StoredEntry, UnusedStats, Version, reply_of,
};

/// Opens the store in a PostgreSQL database, as [`Postgres::open`] does, with the leases of its nodes.
pub async fn open_postgres(address: &str) -> Result<(Arc<dyn Store>, Leases), StoreError> {
    let store = Postgres::open(address).await?;
    let leases = store.leases();
    Ok((Arc::new(store), leases))
}

/// Store in a PostgreSQL database.
pub struct Postgres {
    database: Database,
    requests: Mutex<Option<mpsc::UnboundedSender<Request>>>,
    writers: Mutex<Vec<JoinHandle<()>>>,
    watcher: JoinHandle<()>,
}

impl Postgres {
    /// Connects to a database such as `postgres://user:password@host/database` and migrates its schema.
    /// `sslmode=require` encrypts connections and verifies the server's certificate, against the system's
    /// roots or those in the PEM file named by `sslrootcert`. Errors never contain the password.
    pub async fn open(address: &str) -> Result<Postgres, StoreError> {
        Postgres::connect(address, None).await
    }

    /// Like [`Postgres::open`], with the caller's clock.
    pub async fn open_with_clock(address: &str, clock: Clock) -> Result<Postgres, StoreError> {
        Postgres::connect(address, Some(clock)).await
    }

    async fn connect(address: &str, clock: Option<Clock>) -> Result<Postgres, StoreError> {
        let database = Database::at(address, clock)?;
        {
            let mut client = database.pool.get().await?;
            let work = client.transaction().await?;
            schema::prepare(&work).await?;
            work.commit().await?;
            database.count_days(&mut client).await?;
        }
        let (requests, queue) = mpsc::unbounded_channel();
        let writers = Mutex::new(writer::start(&database, queue));
        let watcher = tokio::spawn(watch(database.clone()));
        Ok(Postgres { database, requests: Mutex::new(Some(requests)), writers, watcher })
    }

    /// Leases of the nodes that share this database.
    #[must_use]
    pub fn leases(&self) -> Leases {
        Leases(self.database.clone())
    }

    fn query<T, F>(&self, question: impl FnOnce(Client) -> F + Send + 'static) -> Reply<T>
    where
        F: Future<Output = Result<T, StoreError>> + Send,
    {
        let database = self.database.clone();
        Box::pin(async move { database.query(question).await })
    }
}

/// Periodically checks that the database is reachable, and counts the days.
async fn watch(database: Database) {
    let mut often = tokio::time::interval(CHECK_INTERVAL);
    loop {
        often.tick().await;
        let counted = database.query(async |mut client| database.count_days(&mut client).await);
        if let Err(error) = counted.await {
            database.condition.end(Some(error));
        } else if matches!(database.condition.health().fault, Some(StoreError::Unreachable(_))) {
            database.condition.end(None);
        }
    }
}

impl Store for Postgres {
    fn change(&self, change: Change) -> Reply<()> {
        let (answer, reply) = oneshot::channel();
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let request = Request::new(change, answer);
        let sent = requests.as_ref().is_some_and(|requests| requests.send(request).is_ok());
        reply_of(sent, reply)
    }

    fn dated_entries(&self, table: &str) -> Reply<Vec<StoredEntry>> {
        let table = table.to_owned();
        self.query(|client| async move {
            // One statement, so that count and entries are consistent.
            let select = "SELECT t.entries, e.number, e.body, e.sum,
                          floor(extract(epoch FROM e.at) * 1000)::bigint
                          FROM tables t LEFT JOIN entries e ON e.of = t.id
                          WHERE t.name = $1 ORDER BY e.number";
            let select = client.prepare_cached(select).await?;
            let rows = client.query(&select, &[&table]).await?;
            let known = rows.first().map(|row| row.get::<_, i64>(0) as u64);
            let known = known.ok_or_else(|| StoreError::NoSuchTable(table.clone()))?;
            let found = rows.into_iter().filter_map(|row| {
                let number: i64 = row.get::<_, Option<i64>>(1)?;
                let (body, written): (Vec<u8>, i64) = (row.get(2), row.get(3));
                let number = number.max(0) as u64;
                let is_intact = written == i64::from(checksum(table.as_bytes(), number, &body));
                Some(ReadEntry { number, stored: StoredEntry { at: row.get(4), body }, is_intact })
            });
            check_entries(found, known)
                .map_err(|damage| StoreError::Damaged { table: table.clone(), damage })
        })
    }

    fn version(&self, table: &str) -> Reply<Version> {
        let table = table.to_owned();
        self.query(|client| async move {
            let select = "SELECT entries, mark FROM tables WHERE name = $1";
            let select = client.prepare_cached(select).await?;
            let row = client.query_opt(&select, &[&table]).await?;
            let row = row.ok_or_else(|| StoreError::NoSuchTable(table.clone()))?;
            Ok(Version { entries: row.get::<_, i64>(0) as u64, mark: row.get(1) })
        })
    }

    fn get_or_insert(&self, name: &str, fresh: Vec<u8>) -> Reply<Vec<u8>> {
        let name = name.to_owned();
        self.query(|client| async move {
            let insert = "INSERT INTO kept (name, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            client.execute(insert, &[&name, &fresh]).await?;
            let select = "SELECT bytes FROM kept WHERE name = $1";
            Ok(client.query_one(select, &[&name]).await?.get(0))
        })
    }

    fn put(&self, kept: Vec<(String, Vec<u8>)>) -> Reply<()> {
        let (names, bytes): (Vec<String>, Vec<Vec<u8>>) = kept.into_iter().unzip();
        self.query(|client| async move {
            let insert =
                "INSERT INTO kept (name, bytes) SELECT * FROM unnest($1::text[], $2::bytea[])
                          ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes";
            client.execute(insert, &[&names, &bytes]).await?;
            Ok(())
        })
    }

    fn get(&self, name: &str) -> Reply<Option<Vec<u8>>> {
        let name = name.to_owned();
        self.query(|client| async move {
            let select = "SELECT bytes FROM kept WHERE name = $1";
            Ok(client.query_opt(select, &[&name]).await?.map(|row| row.get(0)))
        })
    }

    fn table_names(&self, after: &str, most: u32) -> Reply<Vec<String>> {
        let after = after.to_owned();
        self.query(move |client| async move {
            let select = "SELECT name FROM tables WHERE name > $1 AND last_day >= 0
                          ORDER BY name LIMIT $2";
            let rows = client.query(select, &[&after, &i64::from(most)]).await?;
            Ok(rows.into_iter().map(|row| row.get(0)).collect())
        })
    }

    fn count(&self) -> Reply<u64> {
        self.query(|client| async move {
            let select = "SELECT count(*) FROM tables WHERE last_day >= 0";
            Ok(client.query_one(select, &[]).await?.get::<_, i64>(0) as u64)
        })
    }

    fn unused_stats(&self, days: u32) -> Reply<UnusedStats> {
        let database = self.database.clone();
        self.query(move |mut client| async move {
            let counted = database.count_days(&mut client).await?;
            let select =
                "SELECT count(*), coalesce(sum(bytes), 0)::bigint, max(last_day), min(last_day)
                 FROM tables WHERE last_day >= 0 AND last_day <= $1";
            let row = client.query_one(select, &[&(counted - i64::from(days))]).await?;
            let age = |day: Option<i64>| day.map_or(0, |day| (counted - day) as u64);
            Ok(UnusedStats {
                tables: row.get::<_, i64>(0) as u64,
                bytes: row.get::<_, i64>(1) as u64,
                least: age(row.get(2)),
                most: age(row.get(3)),
            })
        })
    }

    fn remove_unused(&self, days: u32) -> Reply<RemovalStep> {
        let database = self.database.clone();
        self.query(move |mut client| async move {
            let before = database.count_days(&mut client).await? - i64::from(days);
            removal::remove_batch(client, before).await
        })
    }

    fn health(&self) -> Health {
        self.database.condition.health()
    }

    fn close(&self) -> Reply<()> {
        let open = self.requests.lock().unwrap_or_else(PoisonError::into_inner).take();
        let writers =
            std::mem::take(&mut *self.writers.lock().unwrap_or_else(PoisonError::into_inner));
        let pool = self.database.pool.clone();
        self.watcher.abort();
        Box::pin(async move {
            if open.is_none() {
                return Err(StoreError::Closed);
            }
            drop(open);
            for writer in writers {
                // Requests of a writer that panicked have already failed.
                let _ = writer.await;
            }
            pool.close();
            Ok(())
        })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.watcher.abort();
    }
}
