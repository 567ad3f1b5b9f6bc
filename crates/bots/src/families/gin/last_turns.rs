//! The last turns after somebody has gone out. Potential melds are worth nothing then. In some games a player
//! who lays a meld first may lay off on the declared melds.

use upcard_cards::{Cards, Meld};
use upcard_engine::choices::LastLayOffs;
use upcard_engine::{Action, View};

use super::hand::{Style, left_after_discard};
use crate::hands::{with, without};
use crate::measure;

/// Estimated average saving of a draw from the stock in a last turn, for cases where computing it takes too
/// long.
pub(super) const DRAW_SAVING: i32 = 3;

pub(in crate::families) fn is_last_turn(view: &View<'_>) -> bool {
    view.table.went_out().is_some()
}

/// Returns `true` if this is the very last turn, so that nobody can use the discard.
pub(in crate::families) fn is_final(view: &View<'_>) -> bool {
    view.table.went_out() == Some(view.table.next_in(view.seat))
}

impl Style {
    /// The style adapted to the current turn: in the last turns potential melds are worth nothing.
    pub(in crate::families) fn for_turn(self, view: &View<'_>) -> Style {
        if is_last_turn(view) { Style { promise: 0.0, ..self } } else { self }
    }
}

/// Returns `true` if the upcard leaves less deadwood than an average card of the stock.
pub(in crate::families) fn takes(view: &View<'_>) -> bool {
    let Some(card) = view.table.upcard() else { return false };
    if !view.allows(&Action::Take) {
        return false;
    }
    if lays_off(view) {
        let now = LayingOff::of(view).best(view.hand).0;
        return after_discard(view, &with(view.hand, card)) + DRAW_SAVING <= now;
    }
    let then = |card| after_discard(view, &with(view.hand, card));
    let (mut sum, mut all) = (0, 0);
    for (card, count) in view.unseen().iter_counts() {
        sum += then(card) * i32::from(count);
        all += i32::from(count);
    }
    then(card) * all < sum
}

/// Least deadwood of a hand after a discard.
fn after_discard(view: &View<'_>, hand: &Cards) -> i32 {
    let laying_off = LayingOff::of(view);
    if laying_off.melds.is_empty() {
        return left_after_discard(view.table.deal_rules(view.rules), hand);
    }
    let kept = hand.iter_counts().map(|(card, _)| laying_off.best(&without(hand, card)).0);
    kept.min().unwrap_or(0)
}

/// The next lay-off, or the meld that must be laid before it, if they reduce the deadwood.
pub(in crate::families) fn lay_off(view: &View<'_>) -> Option<Action> {
    if !lays_off(view) {
        return None;
    }
    let deal = view.table.deal_rules(view.rules);
    let laying_off = LayingOff::of(view);
    let kept = |(card, _)| without(view.hand, card);
    let plain = view.hand.iter_counts().map(kept).map(|kept| measure::points(deal, &kept)).min()?;
    let best = view.hand.iter_counts().map(kept).map(|kept| laying_off.best(&kept));
    let (points, step) = best.min_by_key(|(points, _)| *points)?;
    let step = step.filter(|_| points < plain)?;
    view.allows(&step).then_some(step)
}

/// Returns `true` if cards may be laid off in this turn.
fn lays_off(view: &View<'_>) -> bool {
    let allowed = view.rules.set.choices.laying_off.last_turns == LastLayOffs::OwnMeld;
    allowed && is_last_turn(view) && !view.table.melds().is_empty() && !measure::is_large(view.hand)
}

struct LayingOff<'v> {
    view: View<'v>,
    melds: Vec<Meld>,
    /// Whether the seat has laid a meld already.
    has_laid: bool,
}

impl LayingOff<'_> {
    fn of<'v>(view: &View<'v>) -> LayingOff<'v> {
        let melds = match lays_off(view) {
            true => view.table.melds().iter().map(|meld| meld.meld).collect(),
            false => Vec::new(),
        };
        let has_laid = view.table.melds().iter().any(|meld| meld.owner == view.seat);
        LayingOff { view: *view, melds, has_laid }
    }

    /// Least deadwood of these cards, and the first step towards it, if one is needed.
    fn best(&self, kept: &Cards) -> (i32, Option<Action>) {
        let deal = self.view.table.deal_rules(self.view.rules);
        if self.melds.is_empty() {
            return (measure::points(deal, kept), None);
        }
        if self.has_laid {
            let found = deal.grouper.defence(kept, &self.melds);
            let step = found.lay_offs.first().map(|(at, card, end)| Action::Off {
                meld: self.view.table.melds()[*at].id,
                card: *card,
                end: *end,
            });
            return (found.deadwood.points as i32, step);
        }
        // First a meld of the best grouping must be laid, found with or without lay-offs.
        let plain = deal.grouper.best(kept);
        let with_lay_offs = deal.grouper.defence(kept, &self.melds).deadwood;
        let mut best = (plain.points, None);
        for own in plain.melds.iter().chain(&with_lay_offs.melds) {
            let Some(rest) = kept.minus(&own.cards()) else { continue };
            let mut melds = self.melds.clone();
            melds.push(*own);
            let points = deal.grouper.defence(&rest, &melds).deadwood.points;
            if points < best.0 {
                best = (points, Some(Action::Down(vec![own.spec_under(&deal.melds)])));
            }
        }
        (best.0 as i32, best.1)
    }
}
