//! Records of matches, made from what is stored: beside the tables' tasks, and never many at once.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use upcard_table::records;

use crate::entries;
use crate::error::Refusal;
use crate::ids::short;
use crate::loading::{Damage, bodies};
use crate::shared::Shared;

/// The most records that are made at the same time.
const AT_ONCE: usize = 2;

/// The most requests for records that wait or are being answered.
const ASKED: usize = 64;

/// Bytes that are sent at once.
const PIECE: usize = 64 * 1024;

/// Who may make records, and ask for them.
pub(crate) struct RecordDesk {
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Default for RecordDesk {
    fn default() -> RecordDesk {
        RecordDesk {
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            places: Arc::new(Semaphore::new(ASKED)),
        }
    }
}

/// A record as it is sent.
pub(crate) struct Record {
    /// How long it is.
    pub(crate) bytes: usize,
    pub(crate) body: Body,
}

/// The record of a table's match, counted from 1, as text and signed. While it is being played there
/// is none: a record holds every card.
pub(crate) async fn record(shared: &Arc<Shared>, id: &str, number: u32) -> Result<Record, Refusal> {
    let desk = &shared.desk;
    let place = desk.places.clone().try_acquire_owned().map_err(|_| Refusal::TooFast)?;
    let turn = desk.turns.clone().acquire_owned().await.map_err(|_| Refusal::Unavailable)?;
    let bodies = bodies(shared, id).await?;
    let library = shared.library.clone();
    let signer = shared.clone();
    let made = tokio::task::spawn_blocking(move || {
        // The turn lasts until this is done, also where nobody waits for it any more.
        let _turn = turn;
        let entries = entries::decode(&bodies)?;
        drop(bodies);
        let mut played = records(library, &entries)?;
        Ok(match (number as usize).checked_sub(1).and_then(|at| played.get_mut(at)) {
            Some(played) if played.over => {
                signer.record_key.seal(&mut played.record);
                Ok(played.record.to_string())
            }
            Some(_) => Err(Refusal::MatchRunning),
            None => Err(Refusal::NoSuchMatch),
        })
    });
    let made: Result<_, Damage> = made.await.map_err(|error| {
        tracing::error!(table = short(id), %error, "no record can be made");
        Refusal::Unavailable
    })?;
    let text = made.map_err(|why| {
        shared.faults.set_aside(id, &why);
        Refusal::Damaged
    })??;
    Ok(Record { bytes: text.len(), body: in_pieces(text, place) })
}

/// A body that is sent piece by piece; the place is free again when it has been sent.
fn in_pieces(text: String, place: OwnedSemaphorePermit) -> Body {
    let left = (Bytes::from(text), place);
    Body::from_stream(futures_util::stream::unfold(left, |(mut text, place)| async move {
        if text.is_empty() {
            return None;
        }
        let piece = text.split_to(PIECE.min(text.len()));
        Some((Ok::<_, Infallible>(piece), (text, place)))
    }))
}
