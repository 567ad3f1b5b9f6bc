//! The families of games whose bots have code of their own: a folder each, and a line here.

mod contract;
mod family;
mod gin;
mod indian;
mod melds;
mod policy;
mod pool;
mod rummy500;

use upcard_engine::Rules;

pub(crate) use family::Family;

/// All families. A game is of the first that has it.
const ALL: [&dyn Family; 5] =
    [&indian::Indian, &gin::Gin, &rummy500::Rummy500, &contract::Contract, &melds::Melds];

/// The family of a game with these rules.
pub(crate) fn of(rules: &Rules) -> &'static dyn Family {
    ALL.into_iter().find(|family| family.has(rules)).unwrap_or(&melds::Melds)
}
