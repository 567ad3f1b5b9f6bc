//! The lay-downs of a hand.

use std::ops::ControlFlow;

use upcard_cards::{Cards, Contract, Element, ShortSort};
use upcard_solver::{Remainder, Solver};

use crate::action::Action;
use crate::choices::LayDownMode;
use crate::position::Position;
use crate::rules::laying_down;

use super::{first_lay_downs, singles};

/// Lists lay-downs found within this many solver steps. Returns `true` if there are or may be more.
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
    if let Some(least) = position.board.seat.first_points(position.rules) {
        return first_lay_downs::list(position, (least, None), most, steps, all);
    }
    if choices.mode == LayDownMode::Free || laying_down::is_extra(position) {
        let mut left = most;
        return singles::each(position, steps, |meld| {
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            all.push(Action::Down(vec![meld.spec_under(&position.deal.melds)]));
            ControlFlow::Continue(())
        });
    }
    let solver = laying_down::solver(position.deal, &position.board.seat).into_owned();
    let single = |element| Contract { elements: [element].into_iter().collect() };
    let mut found = 0;
    let mut add = |solver: &Solver, hand: &Cards, leave: Remainder| {
        let mut more = false;
        let through = solver.each_within(hand, leave, steps, |lay_down| {
            if found >= most {
                more = true;
                return ControlFlow::Break(());
            }
            found += 1;
            all.push(Action::Down(position.deal.specs(&lay_down.melds)));
            ControlFlow::Continue(())
        });
        more || !through
    };
    let hand = &position.hand;
    match choices.mode {
        LayDownMode::AtOnce => {
            let leave = laying_down::leave(position.deal);
            let other = laying_down::alternative(position.deal, &position.board.seat);
            add(&solver, hand, leave) | other.is_some_and(|other| add(&other, hand, leave))
        }
        LayDownMode::Piecemeal | LayDownMode::Free | LayDownMode::Hidden => {
            let mut open = position.deal.contract.part(position.board.seat.remaining).elements;
            open.short_sort();
            let mut kinds: Vec<Element> = open.to_vec();
            kinds.dedup();
            kinds.into_iter().fold(false, |more, element| {
                let one = solver.clone().with_contract(single(element));
                add(&one, hand, Remainder::ANY) | more
            })
        }
    }
}
