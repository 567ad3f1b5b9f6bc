//! What hidden cards may be: what a rival may hold and want, and worlds with hands that are likely.

mod giving;
mod rival;
mod worlds;

pub use giving::{NextPlayer, SIGNS};
pub(crate) use rival::{Rival, turns};
pub(crate) use worlds::Worlds;
