//! PostgreSQL: a pool of connections, two tasks that write, and whoever asks reads.
//!
//! While the database cannot be reached, what is to be written waits; it is written when the
//! database is back. Questions are answered with an error meanwhile.

mod address;
mod fault;
mod forget;
mod leases;
mod schema;
mod writer;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use deadpool_postgres::tokio_postgres::Row;
use deadpool_postgres::{Client, GenericClient, Manager, Pool, Runtime};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use self::address::Address;
use self::fault::{fault, no_connection};
pub use self::leases::{Claim, Leases, Node, Renewed, STILL, Sign, Watch};
use self::writer::Request;
use crate::check::{self, Found};
use crate::condition::Condition;
use crate::days::{Clock, Days, day, milliseconds};
use crate::{Change, Forgotten, Health, Reply, Store, StoreError, Unused};

/// Connections to the database.
const CONNECTIONS: usize = 8;

/// For how long a connection is waited for.
const CONNECT: Duration = Duration::from_secs(3);

/// For how long an answer is waited for; a connection that does not answer is given up.
const ANSWER: Duration = Duration::from_secs(5);

/// How often it is looked whether the database is there, and which day it is.
const LOOK: Duration = Duration::from_secs(1);

/// What our sessions are set to: confirmed is what is on disk; every question here is about few
/// rows, which are found by their index however little the server knows of the tables. Whoever is cut off
/// in the middle of a transaction does not keep its locks from others for longer than a while.
const OPTIONS: &str = "-c synchronous_commit=on -c enable_seqscan=off -c enable_hashjoin=off \
                       -c enable_mergejoin=off -c jit=off \
                       -c idle_in_transaction_session_timeout=10s";

/// A store in a PostgreSQL database.
pub struct Postgres {
    database: Database,
    requests: Mutex<Option<mpsc::UnboundedSender<Request>>>,
    writers: Mutex<Vec<JoinHandle<()>>>,
    watcher: JoinHandle<()>,
}

/// What all parts of the store share.
#[derive(Clone)]
struct Database {
    pool: Pool,
    condition: Condition,
    /// A clock of the caller's; otherwise the database's is used.
    clock: Option<Clock>,
    /// The counted day.
    today: Arc<Mutex<i64>>,
}

impl Postgres {
    /// Connects to the database at an address as in `postgres://user:password@host/database`, and
    /// brings its schema up to date. With `sslmode=require` connections are encrypted, and the server's
    /// certificate is checked against those that the system trusts, or those in the PEM file that
    /// `sslrootcert` names.
    ///
    /// # Errors
    /// What is wrong with the address or the database. A password never stands in it.
    pub async fn open(address: &str) -> Result<Postgres, StoreError> {
        Postgres::connect(address, None).await
    }

    /// The same by a clock of the caller's.
    ///
    /// # Errors
    /// As [`Postgres::open`].
    pub async fn open_by(address: &str, clock: Clock) -> Result<Postgres, StoreError> {
        Postgres::connect(address, Some(clock)).await
    }

    async fn connect(address: &str, clock: Option<Clock>) -> Result<Postgres, StoreError> {
        let Address { mut config, tls } = Address::read(address)?;
        let options =
            config.get_options().map_or(OPTIONS.to_owned(), |own| format!("{OPTIONS} {own}"));
        config.options(options).application_name("upcard");
        config.connect_timeout(CONNECT).tcp_user_timeout(ANSWER);
        config.keepalives_idle(ANSWER).keepalives_interval(LOOK).keepalives_retries(3);
        let pool = Pool::builder(Manager::new(config, tls))
            .max_size(CONNECTIONS)
            .create_timeout(Some(CONNECT))
            .wait_timeout(Some(ANSWER))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        let database =
            Database { pool, condition: Condition::default(), clock, today: Arc::default() };
        {
            let mut client = database.client().await?;
            let work = client.transaction().await.map_err(fault)?;
            schema::prepare(&work).await?;
            work.commit().await.map_err(fault)?;
        }
        database.count_days().await?;
        let (requests, queue) = mpsc::unbounded_channel();
        let writers = writer::start(&database, queue);
        let watcher = tokio::spawn(watch(database.clone()));
        Ok(Postgres {
            database,
            requests: Mutex::new(Some(requests)),
            writers: Mutex::new(writers),
            watcher,
        })
    }

    /// The leases of the nodes that share this database.
    #[must_use]
    pub fn leases(&self) -> Leases {
        Leases::new(self.database.clone())
    }

    /// Asks the database something; an answer that does not come in time is an error.
    fn ask<T, F>(&self, question: impl FnOnce(Database) -> F) -> Reply<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, StoreError>> + Send + 'static,
    {
        let question = question(self.database.clone());
        Box::pin(in_time(question))
    }
}

/// The answer to a question, or that it has not come in time.
async fn in_time<T>(
    question: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let late = |_| StoreError::Unreachable(format!("no answer for {} s", ANSWER.as_secs()));
    tokio::time::timeout(ANSWER, question).await.map_err(late)?
}

/// Looks now and then whether the database is there, and counts the days.
async fn watch(database: Database) {
    let mut often = tokio::time::interval(LOOK);
    loop {
        often.tick().await;
        if let Err(error) = in_time(database.count_days()).await {
            database.condition.end(Some(error));
        } else if matches!(database.condition.health().fault, Some(StoreError::Unreachable(_))) {
            database.condition.end(None);
        }
    }
}

impl Database {
    async fn client(&self) -> Result<Client, StoreError> {
        self.pool.get().await.map_err(no_connection)
    }

    /// The day of the clock.
    async fn day(&self, client: &impl GenericClient) -> Result<i64, StoreError> {
        let now = match &self.clock {
            Some(clock) => milliseconds(clock()),
            None => {
                let now = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
                let now = client.prepare_cached(now).await.map_err(fault)?;
                client.query_one(&now, &[]).await.map_err(fault)?.get(0)
            }
        };
        Ok(day(now))
    }

    /// Counts the days that have passed; the day that it is.
    async fn count_days(&self) -> Result<i64, StoreError> {
        let mut client = self.client().await?;
        let today = self.day(&client).await?;
        let select = client.prepare_cached("SELECT seen, counted FROM days").await;
        let days = client.query_opt(&select.map_err(fault)?, &[]).await.map_err(fault)?;
        let read = |row: Row| Days { seen: row.get(0), counted: row.get(1) };
        let counted = match days.map(read) {
            Some(days) if days.seen == today => days.counted,
            _ => {
                // Another server may be about to do the same.
                let work = client.transaction().await.map_err(fault)?;
                work.batch_execute("LOCK TABLE days IN EXCLUSIVE MODE").await.map_err(fault)?;
                let today = self.day(&work).await?;
                let days = work.query_opt("SELECT seen, counted FROM days", &[]).await;
                let (days, jump) = match days.map_err(fault)?.map(read) {
                    Some(days) => days.at(today),
                    None => {
                        let first = Days::first(today);
                        let insert = "INSERT INTO days (seen, counted) VALUES ($1, $2)";
                        work.execute(insert, &[&first.seen, &first.counted])
                            .await
                            .map_err(fault)?;
                        (first, None)
                    }
                };
                let update = "UPDATE days SET seen = $1, counted = $2";
                work.execute(update, &[&days.seen, &days.counted]).await.map_err(fault)?;
                work.commit().await.map_err(fault)?;
                if let Some(jump) = jump {
                    self.condition.set_jump(jump);
                }
                days.counted
            }
        };
        *self.today.lock().unwrap_or_else(PoisonError::into_inner) = counted;
        Ok(counted)
    }

    fn today(&self) -> i64 {
        *self.today.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn entries(self, table: String) -> Result<Vec<Vec<u8>>, StoreError> {
        let client = self.client().await?;
        // One statement, so that the number of entries and the entries are of the same moment.
        let select = "SELECT t.entries, e.number, e.body, e.sum
                      FROM tables t LEFT JOIN entries e ON e.of = t.id
                      WHERE t.name = $1 ORDER BY e.number";
        let select = client.prepare_cached(select).await.map_err(fault)?;
        let rows = client.query(&select, &[&table]).await.map_err(fault)?;
        let known = rows.first().map(|row| row.get::<_, i64>(0) as u64);
        let known = known.ok_or_else(|| StoreError::NoSuchTable(table.clone()))?;
        let found = rows.into_iter().filter_map(|row| {
            let number: i64 = row.get::<_, Option<i64>>(1)?;
            let (body, written): (Vec<u8>, i64) = (row.get(2), row.get(3));
            let number = number.max(0) as u64;
            let fits = written == writer::sum(&table, number, &body);
            Some(Found { number, body, fits })
        });
        check::whole(found, known)
            .map_err(|damage| StoreError::Damaged { table: table.clone(), damage })
    }

    async fn keep(self, name: String, fresh: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        let client = self.client().await?;
        let insert = "INSERT INTO kept (name, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        client.execute(insert, &[&name, &fresh]).await.map_err(fault)?;
        let select = "SELECT bytes FROM kept WHERE name = $1";
        Ok(client.query_one(select, &[&name]).await.map_err(fault)?.get(0))
    }

    async fn keep_instead(self, name: String, bytes: Vec<u8>) -> Result<(), StoreError> {
        let client = self.client().await?;
        let insert = "INSERT INTO kept (name, bytes) VALUES ($1, $2)
                      ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes";
        client.execute(insert, &[&name, &bytes]).await.map_err(fault)?;
        Ok(())
    }

    async fn kept(self, name: String) -> Result<Option<Vec<u8>>, StoreError> {
        let client = self.client().await?;
        let select = "SELECT bytes FROM kept WHERE name = $1";
        let row = client.query_opt(select, &[&name]).await.map_err(fault)?;
        Ok(row.map(|row| row.get(0)))
    }

    async fn names(self, after: String, most: u32) -> Result<Vec<String>, StoreError> {
        let client = self.client().await?;
        let select = "SELECT name FROM tables WHERE name > $1 AND last_day >= 0
                      ORDER BY name LIMIT $2";
        let rows = client.query(select, &[&after, &i64::from(most)]).await.map_err(fault)?;
        Ok(rows.into_iter().map(|row| row.get(0)).collect())
    }

    async fn count(self) -> Result<u64, StoreError> {
        let client = self.client().await?;
        let select = "SELECT count(*) FROM tables WHERE last_day >= 0";
        let count: i64 = client.query_one(select, &[]).await.map_err(fault)?.get(0);
        Ok(count as u64)
    }

    async fn unused(self, days: u32) -> Result<Unused, StoreError> {
        let counted = self.count_days().await?;
        let client = self.client().await?;
        let select =
            "SELECT count(*), coalesce(sum(bytes), 0)::bigint, max(last_day), min(last_day)
                      FROM tables WHERE last_day >= 0 AND last_day <= $1";
        let before = counted - i64::from(days);
        let row = client.query_one(select, &[&before]).await.map_err(fault)?;
        let age = |day: Option<i64>| day.map_or(0, |day| (counted - day) as u64);
        Ok(Unused {
            tables: row.get::<_, i64>(0) as u64,
            bytes: row.get::<_, i64>(1) as u64,
            least: age(row.get(2)),
            most: age(row.get(3)),
        })
    }
}

impl Store for Postgres {
    fn change(&self, change: Change) -> Reply<()> {
        let (answer, reply) = oneshot::channel();
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        let request = Request::new(change, answer);
        let sent = requests.as_ref().is_some_and(|requests| requests.send(request).is_ok());
        Box::pin(async move {
            if !sent {
                return Err(StoreError::Closed);
            }
            reply.await.unwrap_or(Err(StoreError::Closed))
        })
    }

    fn entries(&self, table: &str) -> Reply<Vec<Vec<u8>>> {
        let table = table.to_owned();
        self.ask(|database| database.entries(table))
    }

    fn keep(&self, name: &str, fresh: Vec<u8>) -> Reply<Vec<u8>> {
        let name = name.to_owned();
        self.ask(|database| database.keep(name, fresh))
    }

    fn keep_instead(&self, name: &str, bytes: Vec<u8>) -> Reply<()> {
        let name = name.to_owned();
        self.ask(|database| database.keep_instead(name, bytes))
    }

    fn kept(&self, name: &str) -> Reply<Option<Vec<u8>>> {
        let name = name.to_owned();
        self.ask(|database| database.kept(name))
    }

    fn names(&self, after: &str, most: u32) -> Reply<Vec<String>> {
        let after = after.to_owned();
        self.ask(move |database| database.names(after, most))
    }

    fn count(&self) -> Reply<u64> {
        self.ask(Database::count)
    }

    fn unused(&self, days: u32) -> Reply<Unused> {
        self.ask(move |database| database.unused(days))
    }

    fn forget(&self, days: u32) -> Reply<Forgotten> {
        self.ask(move |database| forget::piece(database, days))
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
                // What a writer that panicked had to do was answered by its end.
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
