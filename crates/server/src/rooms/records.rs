//! Records of matches, made from what is stored: beside the tables' tasks, and never many at once.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use futures_util::stream::{self, Stream};
use upcard_table::records;

use crate::connections::error::Refusal;
use crate::operations::shared::Shared;
use crate::rooms::desk::Request;
use crate::rooms::entries;
use crate::rooms::ids::short;
use crate::rooms::loading::{Damage, dated};
use crate::rooms::room::Asker;

/// Bytes that are sent at once.
const PIECE: usize = 64 * 1024;

/// How long a record may be on its way, …
const ON_ITS_WAY: Duration = Duration::from_secs(60);

/// … and a second more for each so many bytes: whoever takes a long one slowly on purpose would keep its place, and
/// all of the record, for hours.
const A_SECOND: usize = 8 * 1024;

/// A record as it is sent.
pub(crate) struct Record {
    /// How long it is.
    pub(crate) bytes: usize,
    /// When its match ended, in milliseconds since 1970.
    pub(crate) ended: Option<i64>,
    pub(crate) body: Body,
}

/// The record of a table's match, counted from 1, as text and signed. While it is being played there
/// is none: a record holds every card.
pub(crate) async fn record(
    shared: &Arc<Shared>,
    id: &str,
    number: u32,
    who: Asker,
) -> Result<Record, Refusal> {
    let place = shared.desk.enter(who.address).ok_or(Refusal::TooFast)?;
    let turn = shared.desk.turns.enter(who.account()).await;
    let stored = dated(shared, id).await?;
    let library = shared.library.clone();
    let signer = shared.clone();
    let made = tokio::task::spawn_blocking(move || {
        // The turn lasts until this is done, also where nobody waits for it any more.
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
        tracing::error!(table = short(id), %error, "no record can be made");
        Refusal::Unavailable
    })?;
    let (text, ended) = made.map_err(|why| {
        shared.faults.set_aside(id, &why);
        Refusal::Damaged
    })??;
    Ok(Record { bytes: text.len(), ended, body: in_pieces(text, place) })
}

/// A body that is sent piece by piece; the place is free again when it has been sent.
fn in_pieces(text: String, place: Request) -> Body {
    let time = ON_ITS_WAY + Duration::from_secs((text.len() / A_SECOND) as u64);
    Body::from_stream(pieces(text, Instant::now() + time, place))
}

/// The pieces of a text; an error in the place of one that is asked for after `until`. What is kept goes with them.
fn pieces<T: Send + 'static>(
    text: String,
    until: Instant,
    kept: T,
) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    stream::try_unfold((Bytes::from(text), kept), move |(mut text, kept)| async move {
        if text.is_empty() {
            return Ok(None);
        }
        if Instant::now() >= until {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let piece = text.split_to(PIECE.min(text.len()));
        Ok(Some((piece, (text, kept))))
    })
}

#[cfg(test)]
mod tests {
    use futures_util::TryStreamExt;

    use super::*;

    #[tokio::test]
    async fn whoever_takes_a_record_too_slowly_keeps_no_place() {
        let (place, far) = (Arc::new(()), Instant::now() + Duration::from_secs(600));
        let text = "x".repeat(3 * PIECE + 1);
        let all: Vec<Bytes> = pieces(text.clone(), far, place.clone()).try_collect().await.unwrap();
        assert_eq!(all.concat(), text.as_bytes());
        let mut sent = Box::pin(pieces(text, Instant::now(), place.clone()));
        assert_eq!(sent.try_next().await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(sent.try_next().await.unwrap().is_none());
        assert_eq!(Arc::strong_count(&place), 1, "the place is free");
    }
}
