//! The database: its connections, its answers in time, and the days that are counted in it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use deadpool_postgres::tokio_postgres::Row;
use deadpool_postgres::{Client, GenericClient, Manager, Pool, Runtime};

use super::address::Address;
use crate::condition::Condition;
use crate::days::{Clock, Days, day, milliseconds};
use crate::error::StoreError;

/// Connections to the database.
const CONNECTIONS: usize = 8;

/// For how long a connection is waited for.
const CONNECT: Duration = Duration::from_secs(3);

/// For how long an answer is waited for; a connection that does not answer is given up.
const ANSWER: Duration = Duration::from_secs(5);

/// How often it is looked whether the database is there, and which day it is.
pub(super) const LOOK: Duration = Duration::from_secs(1);

/// What our sessions are set to: confirmed is what is on disk; every question here is about few
/// rows, which are found by their index however little the server knows of the tables. Whoever is cut off
/// in the middle of a transaction does not keep its locks from others for longer than a while.
const OPTIONS: &str = "-c synchronous_commit=on -c enable_seqscan=off -c enable_hashjoin=off \
                       -c enable_mergejoin=off -c jit=off \
                       -c idle_in_transaction_session_timeout=10s";

/// What all parts of the store share.
#[derive(Clone)]
pub(super) struct Database {
    pub(super) pool: Pool,
    pub(super) condition: Condition,
    /// A clock of the caller's; otherwise the database's is used.
    clock: Option<Clock>,
    /// The counted day.
    today: Arc<Mutex<i64>>,
}

impl Database {
    /// Prepares connections to the database at an address; the first question makes one.
    pub(super) fn at(address: &str, clock: Option<Clock>) -> Result<Database, StoreError> {
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
        Ok(Database { pool, condition: Condition::default(), clock, today: Arc::default() })
    }

    /// Asks the database something; an answer that does not come in time is an error.
    pub(super) async fn ask<T, F>(
        &self,
        question: impl FnOnce(Client) -> F,
    ) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        let late = |_| StoreError::Unreachable(format!("no answer for {} s", ANSWER.as_secs()));
        let answer = async { question(self.pool.get().await?).await };
        tokio::time::timeout(ANSWER, answer).await.map_err(late)?
    }

    /// The day of the clock.
    async fn day(&self, client: &impl GenericClient) -> Result<i64, StoreError> {
        let now = match &self.clock {
            Some(clock) => milliseconds(clock()),
            None => {
                let now = "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
                let now = client.prepare_cached(now).await?;
                client.query_one(&now, &[]).await?.get(0)
            }
        };
        Ok(day(now))
    }

    /// Counts the days that have passed; the day that it is.
    pub(super) async fn count_days(&self, client: &mut Client) -> Result<i64, StoreError> {
        let today = self.day(client).await?;
        let select = client.prepare_cached("SELECT seen, counted FROM days").await?;
        let read = |row: Row| Days { seen: row.get(0), counted: row.get(1) };
        let counted = match client.query_opt(&select, &[]).await?.map(read) {
            Some(days) if days.seen == today => days.counted,
            _ => {
                // Another server may be about to do the same.
                let work = client.transaction().await?;
                work.batch_execute("LOCK TABLE days IN EXCLUSIVE MODE").await?;
                let today = self.day(&work).await?;
                let days = work.query_opt("SELECT seen, counted FROM days", &[]).await?.map(read);
                let (days, jump) = match days {
                    Some(days) => days.at(today),
                    None => {
                        let first = Days::first(today);
                        let insert = "INSERT INTO days (seen, counted) VALUES ($1, $2)";
                        work.execute(insert, &[&first.seen, &first.counted]).await?;
                        (first, None)
                    }
                };
                let update = "UPDATE days SET seen = $1, counted = $2";
                work.execute(update, &[&days.seen, &days.counted]).await?;
                work.commit().await?;
                if let Some(jump) = jump {
                    self.condition.set_jump(jump);
                }
                days.counted
            }
        };
        *self.today.lock().unwrap_or_else(PoisonError::into_inner) = counted;
        Ok(counted)
    }

    pub(super) fn today(&self) -> i64 {
        *self.today.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
