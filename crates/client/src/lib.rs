//! What a page or a terminal needs to play, without a user interface: a table inside the process
//! or the folded messages of a remote one ([`Session`]), the hand in the player's own order
//! ([`Hand`]), where selected cards may go ([`places`]), and drafts of lay-downs and
//! rearrangements. Whether something is legal is always asked of the engine.

mod arrange;
pub mod fairness;
mod grouping;
mod hand;
mod lay_down;
mod local;
mod log;
mod places;
pub mod prompt;
mod readings;
mod seats;
mod session;
mod story;
mod turning;
mod visited;

pub use arrange::{ArrangeDraft, ArrangeError, Piece, Zone};
pub use fairness::Fairness;
pub use grouping::{grouping, progress};
pub use hand::{Hand, Held, Sort};
pub use lay_down::{LayDownDraft, Slot, SlotError, SlotFault};
pub use local::{Decide, KeptError, Local};
pub use log::Log;
pub use places::{Place, Target, call_places, places};
pub use prompt::{Draft, Prompt};
pub use readings::readings;
pub use seats::{Back, Leaving, Player, back};
pub use session::{Note, Session};
pub use story::Story;
pub use turning::{Turn, TurningPoint, turning_points};
pub use upcard_table::wire;
pub use visited::{Visit, Visits};
