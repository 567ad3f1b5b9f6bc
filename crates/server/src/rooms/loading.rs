//! Stored tables: read, and made rooms of. For long tables that takes long, so it is done
//! beside the async workers.

use std::net::IpAddr;
use std::time::Instant;

use tracing::field::Empty;
use tracing::{Instrument, trace_span};
use upcard_store::{Reply, Store, StoreError, Stored as Dated};
use upcard_table::{Guest, RestoreError, Room};

use crate::connections::error::Refusal;
use crate::operations::shared::Shared;
use crate::operations::traces::TRACES;
use crate::rooms::entries::{self, EntryError};
use crate::rooms::ids::{is_id, short};
use crate::rooms::room::About;
use crate::rooms::stored::Stored;

/// A table in memory, how much of it is stored, and where it was opened from: nobody's address is
/// stored, so that this is known as long as it has not left the memory. It is handed on from task to
/// task, and each would set room aside for all of it.
pub(crate) type Loaded = Box<(Room, Stored, Option<IpAddr>)>;

/// The stored entries of a table, as they are stored.
pub(crate) async fn bodies(shared: &Shared, id: &str) -> Result<Vec<Vec<u8>>, Refusal> {
    asked(shared, id, |store| store.entries(id)).await
}

/// The same with the time when each was stored.
pub(crate) async fn dated(shared: &Shared, id: &str) -> Result<Vec<Dated>, Refusal> {
    asked(shared, id, |store| store.dated(id)).await
}

/// What the store answers about a table's entries.
async fn asked<T>(
    shared: &Shared,
    id: &str,
    ask: impl FnOnce(&dyn Store) -> Reply<Vec<T>>,
) -> Result<Vec<T>, Refusal> {
    if !is_id(id) {
        return Err(Refusal::NoSuchTable);
    }
    if let Some(why) = shared.faults.of(id) {
        return Err(why);
    }
    let found = ask(&*shared.store).await.map_err(|error| match error {
        StoreError::NoSuchTable(_) => Refusal::NoSuchTable,
        StoreError::Damaged { .. } => {
            shared.faults.set_aside(id, &error);
            Refusal::Damaged
        }
        error => {
            shared.store_fault(Some(id), &error);
            Refusal::Unavailable
        }
    })?;
    // Of one that was removed nothing is left but its place, until it is forgotten.
    if found.is_empty() { Err(Refusal::NoSuchTable) } else { Ok(found) }
}

/// Why no table can be made of what is stored of it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Damage {
    #[error(transparent)]
    Entry(#[from] EntryError),
    #[error(transparent)]
    Table(#[from] RestoreError),
}

/// A table's room as its entries say, and how much of it is stored. A table whose entries cannot be
/// folded is set aside.
pub(crate) async fn load(shared: &Shared, id: &str) -> Result<Loaded, Refusal> {
    let began = Instant::now();
    let span = trace_span!(target: TRACES, "load", table = short(id), entries = Empty);
    let bodies = bodies(shared, id).instrument(span.clone()).await?;
    let count = bodies.len() as u64;
    span.record("entries", count as i64);
    let (library, timing) = (shared.library.clone(), shared.settings.timing);
    let service = shared.service.clone();
    let made = tokio::task::spawn_blocking(move || {
        let entries = entries::decode(&bodies)?;
        let room = Room::restore_with(service, library, timing, &entries)?;
        let mut stored = Stored::default();
        stored.added(&bodies, room.settled());
        Ok::<_, Damage>(Box::new((room, stored, None)))
    });
    let made = made.instrument(span).await.map_err(|_| {
        shared.faults.panicked(id, count);
        Refusal::Unavailable
    })?;
    let mut made = made.map_err(|why| {
        shared.faults.set_aside(id, &why);
        Refusal::Damaged
    })?;
    made.0.share_rules(|source, own| shared.rules.share(source, own));
    shared.metrics.load_seconds.observe(began.elapsed().as_secs_f64());
    tracing::debug!(table = short(id), entries = count, "table read");
    Ok(made)
}

/// What can be said of a table that is not in memory here, to somebody or to this guest.
pub(crate) async fn about(
    shared: &Shared,
    id: &str,
    guest: Option<Guest>,
) -> Result<About, Refusal> {
    let _turn = shared.peeks.acquire().await.map_err(|_| Refusal::Unavailable)?;
    let loaded = load(shared, id).await?;
    Ok(About::of(loaded.0.state(), guest))
}
