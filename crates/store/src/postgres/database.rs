//! The database: connection pool, timeouts, and the day counter kept in it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use deadpool_postgres::tokio_postgres::Row;
use deadpool_postgres::{Client, GenericClient, Manager, Pool, Runtime};

use super::address::Address;
use crate::days::{Clock, DayCounter, day, milliseconds};
use crate::error::StoreError;
use crate::health::SharedHealth;

const POOL_SIZE: usize = 8;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Query timeout; a connection that exceeds it is dropped.
const QUERY_TIMEOUT: Duration = Duration::from_secs(5);

/// Interval between health checks, which also count the days.
pub(super) const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Session settings: commits are synchronous; all queries touch few rows, so index lookups are forced
/// whatever the planner's statistics; a transaction whose client is gone releases its locks after a while.
const SESSION_OPTIONS: &str = "-c synchronous_commit=on -c enable_seqscan=off -c enable_hashjoin=off \
                       -c enable_mergejoin=off -c jit=off \
                       -c idle_in_transaction_session_timeout=10s";

#[derive(Clone)]
pub(super) struct Database {
    pub(super) pool: Pool,
    pub(super) condition: SharedHealth,
    /// The caller's clock; `None` uses the database's.
    clock: Option<Clock>,
    today: Arc<Mutex<i64>>,
}

impl Database {
    /// Configures a pool for the database at an address; the first query connects.
    pub(super) fn at(address: &str, clock: Option<Clock>) -> Result<Database, StoreError> {
        let Address { mut config, tls } = Address::read(address)?;
        let options = config
            .get_options()
            .map_or(SESSION_OPTIONS.to_owned(), |own| format!("{SESSION_OPTIONS} {own}"));
        config.options(options).application_name("upcard");
        config.connect_timeout(CONNECT_TIMEOUT).tcp_user_timeout(QUERY_TIMEOUT);
        config
            .keepalives_idle(QUERY_TIMEOUT)
            .keepalives_interval(CHECK_INTERVAL)
            .keepalives_retries(3);
        let pool = Pool::builder(Manager::new(config, tls))
            .max_size(POOL_SIZE)
            .create_timeout(Some(CONNECT_TIMEOUT))
            .wait_timeout(Some(QUERY_TIMEOUT))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(Database { pool, condition: SharedHealth::default(), clock, today: Arc::default() })
    }

    /// Runs a query with a timeout.
    pub(super) async fn query<T, F>(
        &self,
        question: impl FnOnce(Client) -> F,
    ) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        let late =
            |_| StoreError::Unreachable(format!("no response for {} s", QUERY_TIMEOUT.as_secs()));
        let answer = async { question(self.pool.get().await?).await };
        tokio::time::timeout(QUERY_TIMEOUT, answer).await.map_err(late)?
    }

    /// Returns the current day of the clock.
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

    /// Updates the day counter; returns the current counted day.
    pub(super) async fn count_days(&self, client: &mut Client) -> Result<i64, StoreError> {
        let today = self.day(client).await?;
        let select = client.prepare_cached("SELECT seen, counted FROM days").await?;
        let read = |row: Row| DayCounter { seen: row.get(0), counted: row.get(1) };
        let counted = match client.query_opt(&select, &[]).await?.map(read) {
            Some(days) if days.seen == today => days.counted,
            _ => {
                // Another server may be doing the same.
                let work = client.transaction().await?;
                work.batch_execute("LOCK TABLE days IN EXCLUSIVE MODE").await?;
                let today = self.day(&work).await?;
                let days = work.query_opt("SELECT seen, counted FROM days", &[]).await?.map(read);
                let (days, jump) = match days {
                    Some(days) => days.advance(today),
                    None => {
                        let first = DayCounter::first(today);
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
