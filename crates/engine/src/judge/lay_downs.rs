//! The lay-downs of a hand.

use std::ops::ControlFlow;

use upcard_cards::{Cards, Contract, Element, MeldKind, ShortSort, SizeRule};
use upcard_solver::{Leave, Problem};

use crate::action::Action;
use crate::choices::LayDownMode;
use crate::position::Position;
use crate::rules::laying_down;

/// Lists lay-downs, found within this many of the solver's steps; true where there were more, or may be.
pub(super) fn list(
    position: &Position<'_>,
    most: usize,
    steps: &mut u32,
    all: &mut Vec<Action>,
) -> bool {
    let choices = &position.rules.set.choices.laying_down;
    if !laying_down::allowed(position) {
        return false;
    }
    let free = choices.mode == LayDownMode::Free;
    let extra = laying_down::is_extra(position);
    let problem = laying_down::problem(position.deal, &position.board.seat).into_owned();
    let single = |kind, size| Contract { elements: [Element { kind, size }].into_iter().collect() };
    let mut found = 0;
    let mut add = |problem: &Problem, hand: &Cards, leave: Leave| {
        let mut more = false;
        let through = problem.each_within(hand, leave, steps, |lay_down| {
            if found >= most {
                more = true;
                return ControlFlow::Break(());
            }
            found += 1;
            all.push(Action::Down(
                lay_down.melds.iter().map(|m| m.spec_under(problem.melds())).collect(),
            ));
            ControlFlow::Continue(())
        });
        more || !through
    };
    if free || extra {
        // A set of three suits may hold a card twice.
        let hand = match position.deal.melds.three_suits {
            true => *position.hand,
            false => position.deal.of_one_meld(&position.hand),
        };
        // Any single meld. In free mode the sizes may be exact; then those of the least size.
        let mut rules = position.deal.lay_down;
        if extra {
            rules = upcard_cards::LayDownRules {
                sets: SizeRule::AtLeast,
                runs: SizeRule::AtLeast,
                same_rank_sets: true,
                same_suit_runs: upcard_cards::SuitRuns::Any,
                runs_per_suit: None,
                most_wilds: None,
            };
        }
        let melds = position.deal.melds;
        let kinds = [(MeldKind::Set, melds.set_min), (MeldKind::Run, melds.run_min)];
        return kinds.into_iter().fold(false, |more, (kind, size)| {
            let one = Problem::new(melds, rules, single(kind, size))
                .with_laid_earlier(problem.laid_earlier().clone());
            add(&one, &hand, Leave::ANY) | more
        });
    }
    let hand = &position.hand;
    match choices.mode {
        LayDownMode::AtOnce => {
            let leave = laying_down::leave(position.deal);
            let other = laying_down::instead(position.deal, &position.board.seat);
            add(&problem, hand, leave) | other.is_some_and(|other| add(&other, hand, leave))
        }
        LayDownMode::Piecemeal | LayDownMode::Free | LayDownMode::Hidden => {
            let mut open = position.deal.contract.part(position.board.seat.remaining).elements;
            open.short_sort();
            let mut kinds: Vec<Element> = open.to_vec();
            kinds.dedup();
            kinds.into_iter().fold(false, |more, element| {
                let one = problem.clone().with_contract(single(element.kind, element.size));
                add(&one, hand, Leave::ANY) | more
            })
        }
    }
}
