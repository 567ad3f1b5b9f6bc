//! Single melds of a hand, if any may be laid.

use std::ops::ControlFlow;

use upcard_cards::{Contract, LayDownRules, Meld, MeldKind, MeldRules, SizeRule};
use upcard_solver::{Problem, Remainder, Solver};

use crate::position::Position;
use crate::rules::laying_down;

/// Visits each meld in the hand, within this many solver steps, until the visitor stops. Returns `true` if
/// there may be more.
pub(super) fn each(
    position: &Position<'_>,
    steps: &mut u32,
    mut visit: impl FnMut(&Meld) -> ControlFlow<()>,
) -> bool {
    // A set of three suits may contain duplicates.
    let hand = match position.deal.melds.three_suits {
        true => *position.hand,
        false => position.deal.usable_in_one_meld(&position.hand),
    };
    // In free mode sizes may be exact; then those of the minimum size.
    let mut rules = position.deal.lay_down;
    if laying_down::is_extra(position) {
        rules = LayDownRules {
            sets: SizeRule::AtLeast,
            runs: SizeRule::AtLeast,
            same_rank_sets: true,
            ..LayDownRules::default()
        };
    }
    let melds = position.deal.melds;
    let solver = laying_down::solver(position.deal, &position.board.seat).into_owned();
    let mut enough = false;
    let kinds = [(MeldKind::Set, melds.set_min), (MeldKind::Run, melds.run_min)];
    let kinds = kinds.into_iter().filter(|(_, size)| *size != MeldRules::NO_SETS);
    kinds.fold(false, |more, (kind, size)| {
        let one = Solver::new(Problem::new(melds, rules, Contract::single(kind, size)))
            .with_laid_earlier(solver.problem().laid_earlier.clone());
        let through = one.each_within(&hand, Remainder::ANY, steps, |found| {
            enough |= found.melds.iter().any(|meld| visit(meld).is_break());
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        more || enough || !through
    })
}
