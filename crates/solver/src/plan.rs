//! Selects the method that answers the queries about a problem, or about the grouping of a hand.
//!
//! The lookup tables answer in nanoseconds, under the rules that they can express. The exact search answers
//! under all rules; it takes microseconds to milliseconds, and the tables are tested against it. A plan
//! decides once which method is used.
//!
//! With tables a few hands still go to the search: those with four copies of a face or sixteen cards of a
//! rank, which do not fit the tables' words, and, if a pair may hold no wild or a wild may be natural in its
//! own place, those with enough wilds for it to matter. For such a hand tables return [`NeedsSearch`].

use std::convert::Infallible;

use crate::mixed::MixedRun;

/// The method that answers queries.
#[derive(Clone)]
pub(crate) enum Plan<T, S = Infallible, P = Infallible> {
    /// None: the problem is infeasible for every hand.
    Impossible,
    /// Lookup tables.
    Tables(T),
    /// Set by set, if one must have different suits or no wild.
    Strict(S),
    /// All places of a single run, if it may have cards of several suits.
    Mixed(MixedRun),
    /// With only jokers wild, for each assignment of the other wilds as natural or joker, if limits count
    /// them by place.
    ByAssignment(Box<P>),
    /// The exact search.
    Search,
}

/// The tables do not cover the query: use the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NeedsSearch;

/// A result of the tables, or that the search is needed.
pub(crate) type TableResult<T> = Result<T, NeedsSearch>;

impl<T, S, P> Plan<T, S, P> {
    /// By these tables if there are any, otherwise by search.
    pub(crate) fn by(tables: Option<T>) -> Plan<T, S, P> {
        tables.map_or(Plan::Search, Plan::Tables)
    }

    #[inline]
    pub(crate) const fn tables(&self) -> Option<&T> {
        match self {
            Plan::Tables(tables) => Some(tables),
            _ => None,
        }
    }
}
