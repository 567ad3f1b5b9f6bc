//! The exact search: one sweep over the ranks, from the low ace to the high one.
//!
//! (If a contract has no sets, each suit is swept separately, one after the other.) A state is what a prefix
//! of the ranks leaves open: the unfinished runs, the elements not yet begun, the wilds used. Equal states
//! are merged, so that the work grows with the number of states and not of lay-downs. Sets are decided at
//! their rank, with the naturals that the runs left there. The tables are faster if applicable; this search
//! always is, and they are tested against it. It is tested against [`crate::Solver::each`], which enumerates
//! lay-downs, and that against a test enumerator that knows only how to judge a meld.

mod bounds;
mod expand;
mod min_left;
mod order;
mod pruning;
mod rebuild;
mod rules;
mod sets;
mod state;
mod sweep;

use std::ops::ControlFlow;

use upcard_cards::Cards;

use crate::laid::{LayDown, Remainder};
use crate::layers::Layered as _;
use crate::problem::Problem;
pub(crate) use min_left::min_left;
pub(crate) use order::{Order, order_of, printed_rank};
use rules::SweepRules;
pub(crate) use sweep::Steps;
use sweep::{Goal, Sweep, WIDTHS};

/// Returns `true` if the contract can be laid down from some hand.
pub(crate) fn possible(problem: &Problem) -> bool {
    SweepRules::new(problem).is_some()
}

pub(crate) fn feasible(
    problem: &Problem,
    hand: &Cards,
    leave: Remainder,
    steps: &mut Steps,
) -> bool {
    let sweep = Sweep::new(problem, hand, leave, Goal::Feasible, *steps);
    sweep.is_some_and(|mut sweep| sweep.finds_lay_down(steps))
}

/// Returns `true` if it can be laid down after at most this many more cards.
pub(crate) fn within(problem: &Problem, hand: &Cards, missing: u8, steps: &mut Steps) -> bool {
    let sweep = Sweep::new(problem, hand, Remainder::ANY, Goal::Within { missing }, *steps);
    sweep.is_some_and(|mut sweep| sweep.finds_lay_down(steps))
}

/// The lay-down that leaves the least value.
pub(crate) fn best(
    problem: &Problem,
    hand: &Cards,
    leave: Remainder,
    value: &[u8; 53],
) -> Option<LayDown> {
    let mut sweep = Sweep::new(problem, hand, leave, Goal::Best(*value), Steps::BUDGET)?;
    let mut best: Option<(i32, LayDown)> = None;
    sweep.run_widening_passes(WIDTHS, |sweep, score, end| {
        if best.as_ref().is_none_or(|(max, _)| score > *max)
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
