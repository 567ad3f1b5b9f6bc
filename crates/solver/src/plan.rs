//! How the questions about a problem are answered.
//!
//! There are two ways. The lookup tables answer in nanoseconds, under the rules that they can
//! express. The exact search answers under all rules; it takes microseconds to milliseconds, and
//! is what the tables are tested against. A problem's plan says once which way its questions go.
//!
//! Under a plan with tables a few hands still go to the search: those with four copies of a face or
//! sixteen cards of a rank, for which the tables' words have no room, and, where a pair may hold no
//! wild or a wild may be natural in its own place, those with enough wilds for it to matter.

use crate::context::Context;
use crate::strict::Strict;
use crate::tables::Tables;
use crate::terms::Terms;

/// How the questions about a problem are answered.
#[derive(Debug)]
pub(crate) enum Plan {
    /// No hand can lay this down.
    Impossible,
    /// By lookup tables.
    Tables(Tables),
    /// Set by set, where one must have different suits or no wild.
    Strict(Strict),
    /// By the exact search.
    Search,
}

impl Plan {
    pub(crate) fn new(terms: &Terms, context: &Context) -> Plan {
        if !crate::exact::possible(terms) {
            return Plan::Impossible;
        }
        if terms.contract.is_strict() {
            return Strict::new(terms, context).map_or(Plan::Impossible, Plan::Strict);
        }
        // The tables know nothing of what was laid before.
        if terms.own.binds(&terms.rules) {
            return Plan::Search;
        }
        Tables::new(terms, context).map_or(Plan::Search, Plan::Tables)
    }
}
