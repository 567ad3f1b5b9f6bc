//! Beliefs about hidden cards: what a rival may hold and want, and sampling of likely worlds.

mod giving;
mod rival;
mod worlds;

pub use giving::{NextPlayer, SIGNS};
pub(crate) use rival::{Rival, turns};
pub(crate) use worlds::Worlds;
