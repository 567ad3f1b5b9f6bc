//! Beliefs about hidden cards: what a rival may hold and want, and sampling of likely worlds.

mod discard_risk;
mod rival;
mod worlds;

pub use discard_risk::{NextPlayer, RISK_FEATURES};
pub(crate) use rival::{Rival, turns};
pub(crate) use worlds::Worlds;
