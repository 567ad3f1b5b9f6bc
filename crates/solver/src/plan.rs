//! Who answers the questions about a problem, or about the grouping of a hand.
//!
//! There are two ways. The lookup tables answer in nanoseconds, under the rules that they can
//! express. The exact search answers under all rules; it takes microseconds to milliseconds, and
//! is what the tables are tested against. A plan says once which way questions go.
//!
//! Under a plan with tables a few hands still go to the search: those with four copies of a face or
//! sixteen cards of a rank, for which the tables' words have no room, and, where a pair may hold no
//! wild or a wild may be natural in its own place, those with enough wilds for it to matter. Tables
//! answer such a hand with [`AskSearch`].

use std::convert::Infallible;

use crate::mixed::MixedRun;

/// Who answers questions.
#[derive(Clone, Debug)]
pub(crate) enum Plan<T, S = Infallible, P = Infallible> {
    /// Nobody need: it is impossible, whatever the hand.
    Impossible,
    /// Lookup tables.
    Tables(T),
    /// Set by set, where one must have different suits or no wild.
    Strict(S),
    /// All places of one run, where it may have cards of several suits.
    Mixed(MixedRun),
    /// As if jokers alone were wild, in each way to take the other wilds for natural or not, where limits count
    /// them by their places.
    Apart(Box<P>),
    /// The exact search.
    Search,
}

/// The tables cannot tell: the search answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AskSearch;

/// What tables say, or that the search must be asked.
pub(crate) type Told<T> = Result<T, AskSearch>;

impl<T, S, P> Plan<T, S, P> {
    /// By these tables, where there are any.
    pub(crate) fn by(tables: Option<T>) -> Plan<T, S, P> {
        tables.map_or(Plan::Search, Plan::Tables)
    }

    /// The lookup tables, where they are asked at all.
    #[inline]
    pub(crate) const fn tables(&self) -> Option<&T> {
        match self {
            Plan::Tables(tables) => Some(tables),
            Plan::Search | Plan::Strict(_) | Plan::Mixed(_) | Plan::Apart(_) | Plan::Impossible => {
                None
            }
        }
    }
}
