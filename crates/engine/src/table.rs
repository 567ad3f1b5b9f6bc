//! The public state of a table.

mod accessors;
mod melds;
mod phase;
mod pool;
mod seat_state;
mod state;

pub use melds::{Addition, MeldId, TableMeld};
pub use phase::Phase;
pub use pool::HandsWon;
pub use seat_state::{Down, Drawn, Gone, SeatState, Turn};
pub use state::Table;
