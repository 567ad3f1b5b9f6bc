//! Novice and steady player for hidden melds. They evaluate a hand by the deadwood of its best grouping, less
//! the potential of the loose cards.

use upcard_cards::Card;
use upcard_engine::{Action, View};

use super::hand::{Style, cost, goes_out};
use super::last_turns;
use crate::bot::{checked, fallback};
use crate::families::policy::{self, Policy};
use crate::families::pool;
use crate::hands::{with, without};
use crate::measure;
use crate::plays;

/// A player defined by how it draws and plays; the rest is shared.
struct Hidden<D, P> {
    draw: D,
    play: P,
}

impl<D: Fn(&View<'_>) -> Action, P: Fn(&View<'_>) -> Action> Policy for Hidden<D, P> {
    fn draw(&mut self, view: &View<'_>) -> Action {
        (self.draw)(view)
    }

    fn play(&mut self, view: &View<'_>) -> Action {
        (self.play)(view)
    }

    fn upcard(&mut self, view: &View<'_>) -> Action {
        if (self.draw)(view) == Action::Take { Action::Take } else { Action::Pass }
    }

    fn show(&mut self, _: &View<'_>) -> Action {
        Action::Show(Vec::new())
    }

    fn rejoin(&mut self, _: &View<'_>) -> Action {
        Action::Rejoin
    }

    fn split(&mut self, view: &View<'_>) -> Action {
        pool::split(view)
    }
}

/// The answer of a player with these two functions. Legal whenever a legal action exists.
pub(in crate::families) fn answer(
    view: &View<'_>,
    draw: impl Fn(&View<'_>) -> Action,
    play: impl Fn(&View<'_>) -> Action,
) -> Action {
    checked(view, policy::answer(Hidden { draw, play }, view))
}

/// Takes the upcard if it helps, unless a careless player overlooks it. In the last turns only points count.
pub(in crate::families) fn draw(
    view: &View<'_>,
    style: Style,
    helps: impl Fn(&View<'_>, Card) -> bool,
) -> Action {
    // The hand may be ready as dealt.
    if let Some(out) = view.declarations().into_iter().next() {
        return out;
    }
    let Some(card) = view.table.upcard() else { return Action::Draw };
    let overlooked = style.careless && view.table.decision().is_multiple_of(5);
    if overlooked || !view.allows(&Action::Take) {
        return Action::Draw;
    }
    let last = last_turns::is_last_turn(view) && !style.careless;
    let takes = if last { last_turns::takes(view) } else { helps(view, card) };
    if takes { Action::Take } else { Action::Draw }
}

/// Returns `true` if this card leaves fewer loose cards, or many fewer points. Players who take for less
/// could pass cards round for ever.
pub(in crate::families) fn improves_hand(view: &View<'_>, card: Card) -> bool {
    let deal = view.table.deal_rules(view.rules);
    let more = with(view.hand, card);
    let (points, left) = measure::loose(deal, view.hand);
    let others = more.iter_counts().filter(|(thrown, _)| *thrown != card);
    let mut then = others.map(|(thrown, _)| measure::loose(deal, &without(&more, thrown)));
    then.any(|(less, fewer)| fewer.len() < left.len() || less + 5 < points)
}

/// Goes out, lays off in the last turns, or makes this discard. Going out at the first chance is best:
/// waiting for less deadwood did not pay.
pub(in crate::families) fn play(
    view: &View<'_>,
    discard: impl FnOnce(&View<'_>) -> Option<Action>,
) -> Action {
    let action = goes_out(view).or_else(|| last_turns::lay_off(view)).or_else(|| discard(view));
    action.unwrap_or_else(|| fallback(view))
}

pub(in crate::families) fn cheapest(view: &View<'_>, style: Style) -> Option<Action> {
    let deal = view.table.deal_rules(view.rules);
    plays::cheapest_discard(view, |card| cost(deal, &without(view.hand, card), style))
}
