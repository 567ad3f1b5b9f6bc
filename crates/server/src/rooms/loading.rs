//! Loading of stored tables. Slow for long tables, so it runs outside of the async workers.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use tracing::field::Empty;
use tracing::{Instrument, trace_span};
use upcard_store::{Reply, Store, StoreError, StoredEntry, Version};
use upcard_table::{RestoreError, Room};

use crate::connections::error::Refusal;
use crate::operations::shared::Shared;
use crate::operations::traces::TRACES;
use crate::rooms::entries::{self, EntryError};
use crate::rooms::ids::{is_id, short};
use crate::rooms::room::{About, Caller, Outline};
use crate::rooms::storage_stats::StorageStats;

/// A loaded table, its storage statistics, and the address from which it was opened. Addresses are not
/// stored, so it is known only until the table is unloaded. Boxed, as it passes through several futures, each
/// of which would reserve space for it.
pub(crate) type Loaded = Box<(Room, StorageStats, Option<IpAddr>)>;

/// Reads the encoded entries of a table.
pub(crate) async fn read_bodies(shared: &Shared, id: &str) -> Result<Vec<Vec<u8>>, Refusal> {
    non_empty(query_store(shared, id, |store| store.entries(id)).await?)
}

/// Reads them with their times of storage.
pub(crate) async fn read_dated_entries(
    shared: &Shared,
    id: &str,
) -> Result<Vec<StoredEntry>, Refusal> {
    non_empty(query_store(shared, id, |store| store.dated_entries(id)).await?)
}

pub(crate) async fn version(shared: &Shared, id: &str) -> Result<Version, Refusal> {
    let version = query_store(shared, id, |store| store.version(id)).await?;
    if version.entries == 0 { Err(Refusal::NoSuchTable) } else { Ok(version) }
}

/// A removed table has no entries until the store forgets it.
fn non_empty<T>(entries: Vec<T>) -> Result<Vec<T>, Refusal> {
    if entries.is_empty() { Err(Refusal::NoSuchTable) } else { Ok(entries) }
}

async fn query_store<T>(
    shared: &Shared,
    id: &str,
    query: impl FnOnce(&dyn Store) -> Reply<T>,
) -> Result<T, Refusal> {
    if !is_id(id) {
        return Err(Refusal::NoSuchTable);
    }
    if let Some(why) = shared.faults.of(id) {
        return Err(why);
    }
    query(&*shared.store).await.map_err(|error| match error {
        StoreError::NoSuchTable(_) => Refusal::NoSuchTable,
        StoreError::Damaged { .. } => {
            shared.faults.set_aside(id, &error);
            Refusal::Damaged
        }
        error => shared.store_refusal(Some(id), &error),
    })
}

/// Reason why a table cannot be restored from its entries.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Damage {
    #[error(transparent)]
    Entry(#[from] EntryError),
    #[error(transparent)]
    Table(#[from] RestoreError),
}

/// Restores a table's room from its entries. A table whose entries cannot be folded is set aside.
pub(crate) async fn load(shared: &Shared, id: &str) -> Result<Loaded, Refusal> {
    let began = Instant::now();
    let span = trace_span!(target: TRACES, "load", table = short(id), entries = Empty);
    let bodies = read_bodies(shared, id).instrument(span.clone()).await?;
    let count = bodies.len() as u64;
    span.record("entries", count as i64);
    let (library, timing) = (shared.library.clone(), shared.settings.timing);
    let service = shared.service.clone();
    let restored = tokio::task::spawn_blocking(move || {
        let entries = entries::decode(&bodies)?;
        let room = Room::restore_with(service, library, timing, &entries)?;
        let mut stored = StorageStats::default();
        stored.add(&bodies, room.permanent_entries());
        Ok::<_, Damage>(Box::new((room, stored, None)))
    });
    let restored = restored.instrument(span).await.map_err(|_| {
        shared.faults.panicked(id, count);
        Refusal::Unavailable
    })?;
    let mut restored = restored.map_err(|why| {
        shared.faults.set_aside(id, &why);
        Refusal::Damaged
    })?;
    restored.0.share_rules(|source, own| shared.rules.share(source, own));
    shared.metrics.load_seconds.observe(began.elapsed().as_secs_f64());
    tracing::debug!(table = short(id), entries = count, "table read");
    Ok(restored)
}

/// Returns the summary of a table that is not in memory here.
pub(crate) async fn about(shared: &Arc<Shared>, id: &str, who: Caller) -> Result<About, Refusal> {
    let stored = version(shared, id).await?;
    if let Some(outline) = shared.outlines.cache.lock().get(id, stored) {
        return Ok(outline.about(who.guest));
    }
    let slot = shared.outlines.slots.enter(who.account()).await;
    let (shared, id) = (shared.clone(), id.to_owned());
    // Spawned, so that it continues if the caller goes away: the slot stays taken until the work is done, and
    // the result is cached for the next caller.
    let folded = tokio::spawn(async move {
        let _slot = slot;
        // Another caller may have cached it meanwhile. The version is read before the entries: a write in
        // between changes the version.
        let stored = version(&shared, &id).await?;
        if let Some(outline) = shared.outlines.cache.lock().get(&id, stored) {
            return Ok(outline);
        }
        let loaded = load(&shared, &id).await?;
        let outline = Arc::new(Outline::of(loaded.0.state()));
        shared.outlines.cache.lock().put(id, stored, outline.clone());
        Ok(outline)
    });
    let outline: Result<Arc<Outline>, Refusal> = folded.await.map_err(|_| Refusal::Fault)?;
    Ok(outline?.about(who.guest))
}

#[cfg(test)]
mod tests {
    use upcard_table::wire::{ClientMessage, Sitter};

    use super::*;
    use crate::rooms::outlines::MAX_CONCURRENT;
    use crate::rooms::registry::Registry;
    use crate::testing::{HOST, Visitor, open, server, until};

    /// Number of times a table was folded.
    fn folds(server: &Registry) -> u64 {
        let count = "upcard_load_seconds_count ";
        let metrics = server.metrics();
        metrics.lines().find_map(|line| line.strip_prefix(count)?.parse().ok()).unwrap_or(0)
    }

    /// Waits until the table has no visitors, then evicts it by opening another: there is room for one.
    async fn leaves_the_memory(server: &Registry, table: &str) {
        until(|| server.rooms.idle() == 1).await;
        let _other = open(server).await;
        until(|| server.rooms.get(table).is_none()).await;
    }

    #[tokio::test]
    async fn an_unchanged_table_is_folded_once_for_all_callers() {
        let server = server(1);
        let first = open(&server).await;
        let ann = Visitor::new(&server, &first).await.unwrap();
        ann.says(ClientMessage::Sit { seat: None, name: "Ann".into() }).await;
        ann.room.disconnect(ann.link).await;
        while server.shared.store.version(&first).await.unwrap().entries < 2 {
            tokio::task::yield_now().await;
        }
        leaves_the_memory(&server, &first).await;
        let before = folds(&server);
        let about = async || server.about(&first, HOST.as_caller()).await.unwrap();
        let names = |about: &About| {
            let person = |sitter: &Sitter| matches!(sitter, Sitter::Person { .. });
            about.seated.iter().filter(|info| person(&info.sitter)).count()
        };
        for _ in 0..5 {
            assert_eq!(names(&about().await), 1);
        }
        let all = futures_util::future::join_all((0..5).map(|_| about())).await;
        assert!(all.iter().all(|about| names(about) == 1));
        assert_eq!(folds(&server), before + 1);
        // Later changes are noticed.
        let stored = server.shared.store.entries(&first).await.unwrap();
        let (count, kept) = (stored.len() as u64, stored.len() as u64 - 1);
        server.shared.store.replace(&first, count, kept, Vec::new()).await.unwrap();
        assert_eq!(names(&about().await), 0);
        assert_eq!(folds(&server), before + 2);
        // A removed table is not found.
        server.remove(&first).await.unwrap();
        assert_eq!(server.about(&first, HOST.as_caller()).await, Err(Refusal::NoSuchTable));
    }

    #[tokio::test]
    async fn a_dropped_request_keeps_its_slot_until_folding_is_done() {
        let server = server(1);
        let first = open(&server).await;
        leaves_the_memory(&server, &first).await;
        let before = folds(&server);
        for _ in 0..20 {
            let mut asks = std::pin::pin!(server.about(&first, HOST.as_caller()));
            for _ in 0..3 {
                let waits = std::future::poll_fn(|context| {
                    std::task::Poll::Ready(asks.as_mut().poll(context).is_pending())
                });
                if !waits.await {
                    break;
                }
                tokio::task::yield_now().await;
            }
        }
        assert!(server.about(&first, HOST.as_caller()).await.is_ok());
        // The second slot may have begun before the first one's result was cached.
        let folded = folds(&server) - before;
        assert!((1..=MAX_CONCURRENT as u64).contains(&folded), "{folded} times");
    }
}
