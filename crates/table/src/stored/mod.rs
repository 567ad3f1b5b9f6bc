//! What is stored of a table: its entries, and what a standing table is made of. What lies in hosts'
//! stores is read by every later program, so none of these forms changes.

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
pub use self::seat::COVER;
pub(crate) use self::seat::{Occupant, SeatState, stamp};
pub use self::standing::Standing;
