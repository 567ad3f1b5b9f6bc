//! Records of matches, created from stored entries outside of the rooms' tasks, and few concurrently.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use futures_util::stream::{self, Stream};
use upcard_table::records;

use crate::connections::error::Refusal;
use crate::operations::shared::Shared;
use crate::rooms::entries;
use crate::rooms::ids::short;
use crate::rooms::loading::{Damage, read_dated_entries};
use crate::rooms::room::Caller;

/// Chunk size, in bytes.
const CHUNK: usize = 64 * 1024;

/// Time limit for sending a record, …
const SEND_TIMEOUT: Duration = Duration::from_secs(60);

/// … plus a second for each of this many bytes. A client that reads a long record slowly on purpose would
/// keep its slot, and the record in memory, for hours.
const BYTES_PER_SECOND: usize = 8 * 1024;

pub(crate) struct Record {
    pub(crate) bytes: usize,
    /// End of the match, in milliseconds since 1970.
    pub(crate) ended: Option<i64>,
    pub(crate) body: Body,
}

/// Returns the signed record of a table's match, counted from 1. It has every card: the match must be over.
pub(crate) async fn record(
    shared: &Arc<Shared>,
    id: &str,
    number: u32,
    who: Caller,
) -> Result<Record, Refusal> {
    let slot = shared.record_limits.admit(who.address).ok_or(Refusal::TooFast)?;
    let turn = shared.record_limits.turns.enter(who.account()).await;
    let stored = read_dated_entries(shared, id).await?;
    let library = shared.library.clone();
    let signer = shared.clone();
    let made = tokio::task::spawn_blocking(move || {
        // The slot is taken until this is done, even if the caller has gone.
        let _turn = turn;
        let (times, bodies): (Vec<i64>, Vec<Vec<u8>>) =
            stored.into_iter().map(|stored| (stored.at, stored.body)).unzip();
        let entries = entries::decode(&bodies)?;
        drop(bodies);
        let mut played = records(library, &entries)?;
        Ok(match (number as usize).checked_sub(1).and_then(|at| played.get_mut(at)) {
            Some(played) if played.over => {
                signer.record_key.seal(&mut played.record);
                let ended = played.ended_by.and_then(|number| times.get(number.checked_sub(1)?));
                Ok((played.record.to_string(), ended.copied()))
            }
            Some(_) => Err(Refusal::MatchRunning),
            None => Err(Refusal::NoSuchMatch),
        })
    });
    let made: Result<_, Damage> = made.await.map_err(|error| {
        tracing::error!(table = short(id), %error, "cannot make a record");
        Refusal::Unavailable
    })?;
    let (text, ended) = made.map_err(|why| {
        shared.faults.set_aside(id, &why);
        Refusal::Damaged
    })??;
    let bytes = text.len();
    let time = SEND_TIMEOUT + Duration::from_secs((bytes / BYTES_PER_SECOND) as u64);
    // The slot is released when the text has been sent.
    let body = Body::from_stream(chunks(text, Instant::now() + time, slot));
    Ok(Record { bytes, ended, body })
}

/// Splits a text into chunks; a chunk requested after `until` is an error. `guard` is dropped with the stream.
fn chunks<T: Send + 'static>(
    text: String,
    until: Instant,
    guard: T,
) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    stream::try_unfold((Bytes::from(text), guard), move |(mut text, guard)| async move {
        if text.is_empty() {
            return Ok(None);
        }
        if Instant::now() >= until {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let piece = text.split_to(CHUNK.min(text.len()));
        Ok(Some((piece, (text, guard))))
    })
}

#[cfg(test)]
mod tests {
    use futures_util::TryStreamExt;

    use super::*;

    #[tokio::test]
    async fn a_client_that_reads_a_record_too_slowly_loses_its_slot() {
        let (slot, far) = (Arc::new(()), Instant::now() + Duration::from_secs(600));
        let text = "x".repeat(3 * CHUNK + 1);
        let all: Vec<Bytes> = chunks(text.clone(), far, slot.clone()).try_collect().await.unwrap();
        assert_eq!(all.concat(), text.as_bytes());
        let mut sent = Box::pin(chunks(text, Instant::now(), slot.clone()));
        assert_eq!(sent.try_next().await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(sent.try_next().await.unwrap().is_none());
        assert_eq!(Arc::strong_count(&slot), 1, "the place is free");
    }
}
