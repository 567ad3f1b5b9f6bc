//! What a tap on the table does with the cards that are selected. Every move that it can lead to is
//! judged when the selection is made, and not once more when it is tapped.

use upcard_cards::Card;
use upcard_engine::table::{Down, Phase};
use upcard_engine::{Action, MeldId, Refusal, View};

use crate::hand::Held;
use crate::places::{Place, Target, call_places, places};

/// What a tap leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tap {
    /// A legal move.
    Act(Action),
    /// The same, and the other selected cards follow to the same place where they can.
    ActAndMore(Action),
    /// Several legal moves: which one?
    Ask(Option<Card>, Vec<Place>),
    /// A rule is against it.
    Refused(Refusal),
    /// All discards are shown.
    ShowDiscards,
    /// A card of the hand must be selected first.
    ChooseFirst,
    /// One card can be thrown, not several.
    OneCard,
}

/// Where the selected cards may go.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Targets(Vec<(Option<Card>, Place)>);

impl Targets {
    /// Every legal place of these cards, and where the upcard may be called.
    #[must_use]
    pub fn of(view: &View<'_>, chosen: &[Held]) -> Targets {
        if !view.table.asks(view.seat) {
            return Targets::default();
        }
        if matches!(view.table.phase(), Phase::Call { .. }) {
            return Targets(call_places(view).into_iter().map(|place| (None, place)).collect());
        }
        let mut all: Vec<(Option<Card>, Place)> = Vec::new();
        for held in chosen {
            if all.iter().all(|(card, _)| *card != Some(held.card)) {
                let card = Some(held.card);
                all.extend(places(view, held.card).into_iter().map(|place| (card, place)));
            }
        }
        Targets(all)
    }

    /// The melds to which something may go.
    #[must_use]
    pub fn melds(&self) -> Vec<MeldId> {
        let mut ids = Vec::new();
        for (_, place) in &self.0 {
            if let Target::Meld(id) = place.target
                && !ids.contains(&id)
            {
                ids.push(id);
            }
        }
        ids
    }

    /// Laying off on the first meld that takes one of the cards.
    pub(crate) fn lay_off(&self) -> Option<MeldId> {
        self.0.iter().find_map(|(_, place)| match (place.target, &place.action) {
            (Target::Meld(id), Action::Off { .. }) => Some(id),
            _ => None,
        })
    }

    /// The legal discards of this card.
    pub(crate) fn discards(&self, card: Card) -> impl Iterator<Item = &Action> {
        let of = move |(whose, place): &&(Option<Card>, Place)| {
            *whose == Some(card) && place.target == Target::Discards
        };
        self.0.iter().filter(of).map(|(_, place)| &place.action)
    }

    /// A tap on a meld.
    #[must_use]
    pub fn tap_meld(&self, view: &View<'_>, chosen: &[Held], meld: MeldId) -> Tap {
        let here = || self.0.iter().filter(move |(_, place)| place.target == Target::Meld(meld));
        let Some((first, _)) = here().next() else {
            let Some(held) = chosen.first() else { return choose_first(view) };
            let action = Action::Off { meld, card: held.card, end: None };
            return view.judge(&action).map_or_else(Tap::Refused, |_| Tap::Act(action));
        };
        let mut same: Vec<Place> =
            here().filter(|(card, _)| card == first).map(|(_, place)| place.clone()).collect();
        match (same.len(), chosen.len()) {
            (1, 0..=1) => Tap::Act(same.remove(0).action),
            (1, _) => Tap::ActAndMore(same.remove(0).action),
            _ => Tap::Ask(*first, same),
        }
    }

    /// A tap on the discards: takes the upcard where one draws, throws the selected card, else shows
    /// what was thrown.
    #[must_use]
    pub fn tap_discards(&self, view: &View<'_>, chosen: &[Held]) -> Tap {
        if view.table.phase() == Phase::Draw && view.table.asks(view.seat) {
            return judged(view, Action::Take);
        }
        match chosen {
            [] => Tap::ShowDiscards,
            [one] => match self.discards(one.card).next() {
                Some(action) => Tap::Act(action.clone()),
                None => judged(view, Action::Discard { card: one.card, shanghai: false }),
            },
            _ => Tap::OneCard,
        }
    }
}

/// A tap on the stock.
#[must_use]
pub fn tap_stock(view: &View<'_>) -> Tap {
    judged(view, Action::Draw)
}

fn judged(view: &View<'_>, action: Action) -> Tap {
    match view.judge(&action) {
        Ok(_) => Tap::Act(action),
        Err(refusal) => Tap::Refused(refusal),
    }
}

/// A tap on a meld without a card: what is to be done first, or why nothing can be.
fn choose_first(view: &View<'_>) -> Tap {
    match view.table.phase() {
        Phase::Play | Phase::Show { .. } if view.table.asks(view.seat) => Tap::ChooseFirst,
        _ => Tap::Refused(view.untimely()),
    }
}

/// The cards of the hand that may be laid off on the table now, each face once.
#[must_use]
pub fn layable(view: &View<'_>) -> Vec<Card> {
    let asked = view.table.asks(view.seat);
    let answers = asked && matches!(view.table.phase(), Phase::Show { .. });
    let turn = asked && view.table.phase() == Phase::Play;
    if !(turn || answers) || view.table.melds().is_empty() {
        return Vec::new();
    }
    if turn && !(view.may_lay_off() || view.may_swap()) {
        return Vec::new();
    }
    let fits = |card: &Card| {
        places(view, *card).iter().any(|place| matches!(place.target, Target::Meld(_)))
    };
    view.hand.iter_counts().map(|(card, _)| card).filter(fits).collect()
}

/// Would this discard give away that the contract lies ready in the hand? Then it is worth a question.
#[must_use]
pub fn throws_away_a_lay_down(view: &View<'_>, action: &Action, can_lay_down: bool) -> bool {
    let state = view.table.seat(view.seat);
    let open = view.rules.has_contracts() && state.down == Down::No;
    open && can_lay_down && matches!(action, Action::Discard { .. })
}

/// Would this lay-off leave the hand with fewer cards than its contract takes, for good? In a turn one card
/// comes and one goes, so that what is laid off is missing from then on, unless cards can be bought.
#[must_use]
pub fn uses_up_the_contract(view: &View<'_>, action: &Action) -> bool {
    let (deal, state) = (view.contract_rules(), view.table.seat(view.seat));
    let buys = deal.buying && view.table.buys_left(view.rules, view.seat) != Some(0);
    if !matches!(action, Action::Off { .. }) || !view.rules.has_contracts() || buys {
        return false;
    }
    let open = deal.contract.part(state.remaining);
    let sizes: usize = open.elements.iter().map(|element| usize::from(element.size)).sum();
    let needed = sizes + usize::from(view.lay_down_leave().at_least);
    sizes > 0 && view.hand.len() == needed
}
