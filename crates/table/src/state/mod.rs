//! The part of a table that is stored: folded from its entries, live and after a restart by the
//! same code. It knows nothing of connections and clocks: it says what may be done, and folds what was.

mod data;
mod fold;
mod judged;
mod life;
mod records;
mod requests;
mod seating;
mod update;
mod view;

pub use self::data::State;
pub(crate) use self::judged::Judged;
pub use self::records::{Played, records};
pub(crate) use self::update::{Emit, Update};
