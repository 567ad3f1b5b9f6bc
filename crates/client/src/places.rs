//! Targets of a selected card.

use upcard_cards::{Card, End};
use upcard_engine::table::Phase;
use upcard_engine::{Action, MeldId, View};

/// A target on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Meld with this number.
    Meld(MeldId),
    /// Discard pile.
    Discards,
}

/// A target for a card, with the action that moves it there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Target.
    pub target: Target,
    /// Action.
    pub action: Action,
}

/// All legal targets of a card, several for one meld if it is ambiguous, as judged by the engine. An action
/// with no end or substituted card named is the only one for its meld, because nothing is ambiguous.
#[must_use]
pub fn places(view: &View<'_>, card: Card) -> Vec<Place> {
    let mut all = Vec::new();
    let phase = view.table.phase();
    if !matches!(phase, Phase::Play | Phase::Claim { .. } | Phase::Show { .. })
        || !view.table.asks(view.seat)
    {
        return all;
    }
    let ends = [Some(End::Low), Some(End::High)];
    for meld in view.table.melds() {
        let id = meld.id;
        let mut candidates = Vec::new();
        let off = |end| Action::Off { meld: id, card, end };
        if view.allows(&off(None)) {
            candidates.push(off(None));
        } else {
            candidates.extend(ends.map(off));
        }
        candidates.extend([End::Low, End::High].map(|to| Action::Slide { meld: id, card, to }));
        let swap = |wild, end| Action::Swap { meld: id, card, wild, end };
        if view.allows(&swap(None, None)) {
            candidates.push(swap(None, None));
        } else {
            candidates.extend(ends.map(|end| swap(None, end)));
            for (wild, _) in meld.meld.cards().iter_counts() {
                if view.allows(&swap(Some(wild), None)) {
                    candidates.push(swap(Some(wild), None));
                } else {
                    candidates.extend(ends.map(|end| swap(Some(wild), end)));
                }
            }
        }
        candidates.retain(|action| view.allows(action));
        all.extend(candidates.into_iter().map(|action| Place { target: Target::Meld(id), action }));
    }
    let discards = [false, true].map(|shanghai| Action::Discard { card, shanghai });
    let legal = discards.into_iter().filter(|action| view.allows(action));
    all.extend(legal.map(|action| Place { target: Target::Discards, action }));
    all
}

/// Melds to which the upcard may be added by a Shanghai call.
#[must_use]
pub fn call_places(view: &View<'_>) -> Vec<Place> {
    let mut all = Vec::new();
    if !matches!(view.table.phase(), Phase::Call { .. }) {
        return all;
    }
    for meld in view.table.melds() {
        for end in [None, Some(End::Low), Some(End::High)] {
            let action = Action::Call { meld: meld.id, end };
            if view.allows(&action) {
                all.push(Place { target: Target::Meld(meld.id), action });
                if end.is_none() {
                    break;
                }
            }
        }
    }
    all
}
