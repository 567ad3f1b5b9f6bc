//! The stored part of a table, folded from its entries by the same code live and after a restart. It has no
//! connections or clocks: it decides what is allowed, and folds what was done.

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
