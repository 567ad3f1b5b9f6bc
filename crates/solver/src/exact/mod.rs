//! The exact search: one sweep over the ranks, from the low ace to the high one.
//!
//! (Where a contract has no sets, each suit is swept by itself, one after the other.)
//! A state is what a prefix of the ranks leaves open: the runs that go on, the elements not yet
//! begun, the wilds used. Equal states are met once, so that the work grows with the number of
//! states and not with the number of lay-downs. Sets are decided at their rank, with the naturals
//! that the runs left there. The tables are faster where they apply; this applies always, and they
//! are tested against it. It is tested against [`crate::Solver::each`], which lists lay-downs one by one, and that
//! against an enumerator in the tests which knows nothing but how a meld is judged.

mod bounds;
mod expand;
mod order;
mod pruning;
mod rebuild;
mod rules;
mod sets;
mod state;
mod staying;
mod sweep;

use std::ops::ControlFlow;

use upcard_cards::Cards;

use crate::laid::{LayDown, Leave};
use crate::layers::Layered as _;
use crate::problem::Problem;
pub(crate) use order::{Order, order_of, printed_rank};
use rules::SweepRules;
pub(crate) use staying::left_at_least;
pub(crate) use sweep::Steps;
use sweep::{Goal, Sweep, WIDTHS};

/// Could the contract be laid down from some hand?
pub(crate) fn possible(problem: &Problem) -> bool {
    SweepRules::new(problem).is_some()
}

/// Can the contract be laid down?
pub(crate) fn feasible(problem: &Problem, hand: &Cards, leave: Leave, steps: &mut Steps) -> bool {
    let sweep = Sweep::new(problem, hand, leave, Goal::Feasible, *steps);
    sweep.is_some_and(|mut sweep| sweep.finds_one(steps))
}

/// Can it be laid down after at most this many more cards?
pub(crate) fn within(problem: &Problem, hand: &Cards, missing: u8, steps: &mut Steps) -> bool {
    let sweep = Sweep::new(problem, hand, Leave::ANY, Goal::Within { missing }, *steps);
    sweep.is_some_and(|mut sweep| sweep.finds_one(steps))
}

/// The lay-down that leaves the least value.
pub(crate) fn best(
    problem: &Problem,
    hand: &Cards,
    leave: Leave,
    value: &[u8; 53],
) -> Option<LayDown> {
    let mut sweep = Sweep::new(problem, hand, leave, Goal::Best(*value), Steps::MOST)?;
    let mut best: Option<(i32, LayDown)> = None;
    sweep.look_broader(WIDTHS, |sweep, score, end| {
        if best.as_ref().is_none_or(|(most, _)| score > *most)
            && let Some(found) = sweep.rebuild(end)
        {
            best = Some((score, found));
        }
        ControlFlow::Continue(())
    });
    best.map(|(_, found)| found)
}

#[cfg(test)]
mod tests;
