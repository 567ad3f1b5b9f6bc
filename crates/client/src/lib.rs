//! What a page or a terminal needs to play, without a user interface: a table inside the process
//! or the folded messages of a remote one ([`Session`]), the hand in the player's own order
//! ([`Hand`]), where selected cards may go ([`places`]), and drafts of lay-downs and
//! rearrangements. Whether something is legal is always asked of the engine.

pub mod announce;
mod arrange;
pub mod coach;
mod controller;
mod device;
mod estimate;
pub mod examples;
pub mod fairness;
pub mod first;
pub mod groups;
mod hand;
pub mod hint;
mod idle;
mod lay_down;
mod liveness;
mod local;
mod log;
mod meld_cards;
mod near;
pub mod own;
mod pace;
mod places;
pub mod plan;
pub mod prompt;
mod readings;
mod seats;
mod session;
pub mod show_down;
pub mod standing;
mod story;
mod taps;
mod telling;
mod turning;
mod visited;
pub mod wording;

pub use arrange::{ArrangeDraft, ArrangeError, Piece, Zone};
pub use controller::{Ask, Changed, Controller, Notice};
pub use device::{Answer, Begin, DeviceTable, Order};
pub use estimate::{Difficulty, difficulty, minutes};
pub use fairness::Fairness;
pub use hand::{Hand, Held, Sort};
pub use idle::{Idle, NUDGE_AFTER};
pub use lay_down::{LayDownDraft, Purpose, Slot, SlotError, SlotFault, THROWN};
pub use liveness::{Check, Liveness};
pub use local::{Decide, KeptError, Local};
pub use log::Log;
pub use meld_cards::meld_cards;
pub use pace::bot_pause;
pub use places::{Place, Target, call_places, places};
pub use plan::Plan;
pub use prompt::{Draft, Prepared, Prompt};
pub use readings::readings;
pub use seats::{Back, Leaving, Player, back};
pub use session::{Note, Session};
pub use standing::{Delays, Reply, Standing};
pub use story::Story;
pub use taps::{Tap, Targets, layable, tap_stock, throws_away_a_lay_down};
pub use telling::{Telling, telling};
pub use turning::{Turn, TurningPoint, places as standings, turning_points};
pub use upcard_table::wire;
pub use visited::{Visit, Visits};
