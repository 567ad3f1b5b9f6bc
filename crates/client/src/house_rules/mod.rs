//! House rules: a game with named changes, an editor for every choice, and the text form in which they are
//! stored and shared.

mod conflicts;
mod contracts;
mod drafts;
mod editor;
mod file;
mod kinds;
mod named;
mod rules_fault;
mod saved_rules;
mod trials;

pub use conflicts::{Conflict, Fix};
pub use contracts::{demands, element_sizes, elements, value_from_elements};
pub use drafts::Drafts;
pub use editor::{Row, RulesEditor};
pub use file::from_file;
pub use kinds::{
    Cells, Kind, Mark, cells, kind_of, kinds, marks, start_value, value_from_cells,
    value_from_marks,
};
pub use named::{HouseRules, LinkFault};
pub use rules_fault::RulesFault;
pub use saved_rules::SavedRules;
pub use trials::{TrialMatch, TrialStatistics, try_match};
