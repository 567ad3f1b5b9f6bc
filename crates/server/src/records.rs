//! Records of matches, made from what is stored.

use std::sync::Arc;

use upcard_table::records;

use crate::error::Refusal;
use crate::registry::{Shared, short};

/// The record of a table's match, counted from 1, as text. While it is being played there is none:
/// a record holds every card.
pub(crate) async fn record(shared: &Arc<Shared>, id: &str, number: u32) -> Result<String, Refusal> {
    let entries = shared.entries(id).await?;
    let library = shared.library.clone();
    let made = tokio::task::spawn_blocking(move || records(library, &entries)).await;
    let played = match made {
        Ok(Ok(played)) => played,
        Ok(Err(error)) => {
            tracing::error!(table = short(id), %error, "no record can be made");
            return Err(Refusal::Unavailable);
        }
        Err(error) => {
            tracing::error!(table = short(id), %error, "no record can be made");
            return Err(Refusal::Unavailable);
        }
    };
    match (number as usize).checked_sub(1).and_then(|at| played.get(at)) {
        Some(played) if played.over => Ok(played.record.to_string()),
        Some(_) => Err(Refusal::MatchRunning),
        None => Err(Refusal::NoSuchMatch),
    }
}
