//! Storage formats of a table: its entries, and the summary between matches. Existing stores must stay
//! readable for every later program, so these formats never change incompatibly.

mod earlier;
mod entry;
mod gathering;
mod holders;
mod restore;
mod seat;
mod standing;

pub use self::earlier::read_without_editions;
pub use self::entry::Entry;
pub(crate) use self::holders::Holders;
pub(crate) use self::restore::FoldError;
pub use self::restore::RestoreError;
pub use self::seat::COVER_LEVEL;
pub(crate) use self::seat::{Occupant, SeatState, stamp};
pub use self::standing::Standing;
