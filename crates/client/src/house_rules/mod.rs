//! House rules: a game with named changes, an editor for every choice, and the text form in which they are
//! stored and shared.

mod contracts;
mod drafts;
mod editor;
mod file;
mod kinds;
mod named;
mod opinion;
mod shelf;
mod unfit;
mod ways;

pub use contracts::{demands, element_sizes, elements, with_elements};
pub use drafts::Drafts;
pub use editor::{Row, RulesEditor};
pub use file::from_file;
pub use kinds::{Cells, Kind, Mark, cells, kind_of, kinds, marks, start, with_cell, with_mark};
pub use named::{HouseRules, LinkFault};
pub use opinion::{Opinion, Tried, try_match};
pub use shelf::Shelf;
pub use unfit::Unfit;
pub use ways::{Conflict, Way};
