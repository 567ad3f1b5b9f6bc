//! Effect of taps on the table, given the selected cards. Possible moves are judged when the selection
//! changes, not on each tap.

use upcard_cards::Card;
use upcard_engine::table::{Down, Phase};
use upcard_engine::{Action, MeldId, Refusal, View};

use crate::hand::HandCard;
use crate::places::{Place, Target, call_places, places};

/// Effect of a tap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tap {
    /// A legal move.
    Act(Action),
    /// The same; other selected cards follow to the same target if possible.
    ActAndContinue(Action),
    /// Several legal moves to choose from.
    Ask(Option<Card>, Vec<Place>),
    /// Not allowed by the rules.
    Refused(Refusal),
    /// Show the discard pile.
    ShowDiscards,
    /// A card from the hand must be selected first.
    SelectCardFirst,
    /// Only one card can be discarded.
    OneDiscardOnly,
}

/// Targets of the selected cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Targets(Vec<(Option<Card>, Place)>);

impl Targets {
    /// All legal targets of these cards, and of calling the upcard.
    #[must_use]
    pub fn of(view: &View<'_>, chosen: &[HandCard]) -> Targets {
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

    /// Melds among the targets.
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

    /// First meld to which one of the cards can be laid off.
    pub(crate) fn lay_off(&self) -> Option<MeldId> {
        self.0.iter().find_map(|(_, place)| match (place.target, &place.action) {
            (Target::Meld(id), Action::Off { .. }) => Some(id),
            _ => None,
        })
    }

    /// Legal discards of this card.
    pub(crate) fn discards(&self, card: Card) -> impl Iterator<Item = &Action> {
        let of = move |(whose, place): &&(Option<Card>, Place)| {
            *whose == Some(card) && place.target == Target::Discards
        };
        self.0.iter().filter(of).map(|(_, place)| &place.action)
    }

    /// Effect of a tap on a meld.
    #[must_use]
    pub fn tap_meld(&self, view: &View<'_>, chosen: &[HandCard], meld: MeldId) -> Tap {
        let here = || self.0.iter().filter(move |(_, place)| place.target == Target::Meld(meld));
        let Some((first, _)) = here().next() else {
            let Some(held) = chosen.first() else { return meld_tap_without_card(view) };
            let action = Action::Off { meld, card: held.card, end: None };
            return view.judge(&action).map_or_else(Tap::Refused, |_| Tap::Act(action));
        };
        let mut same: Vec<Place> =
            here().filter(|(card, _)| card == first).map(|(_, place)| place.clone()).collect();
        match (same.len(), chosen.len()) {
            (1, 0..=1) => Tap::Act(same.remove(0).action),
            (1, _) => Tap::ActAndContinue(same.remove(0).action),
            _ => Tap::Ask(*first, same),
        }
    }

    /// Effect of a tap on the discard pile: takes the upcard if it is time to draw, discards the selected
    /// card, or else shows the pile.
    #[must_use]
    pub fn tap_discards(&self, view: &View<'_>, chosen: &[HandCard]) -> Tap {
        if view.table.phase() == Phase::Draw && view.table.asks(view.seat) {
            return judge_tap(view, Action::Take);
        }
        match chosen {
            [] => Tap::ShowDiscards,
            [one] => match self.discards(one.card).next() {
                Some(action) => Tap::Act(action.clone()),
                None => judge_tap(view, Action::Discard { card: one.card, shanghai: false }),
            },
            _ => Tap::OneDiscardOnly,
        }
    }
}

/// Effect of a tap on the stock.
#[must_use]
pub fn tap_stock(view: &View<'_>) -> Tap {
    judge_tap(view, Action::Draw)
}

fn judge_tap(view: &View<'_>, action: Action) -> Tap {
    match view.judge(&action) {
        Ok(_) => Tap::Act(action),
        Err(refusal) => Tap::Refused(refusal),
    }
}

/// Effect of a tap on a meld without a selected card: what to do first, or why nothing is possible.
fn meld_tap_without_card(view: &View<'_>) -> Tap {
    match view.table.phase() {
        Phase::Play | Phase::Show { .. } if view.table.asks(view.seat) => Tap::SelectCardFirst,
        _ => Tap::Refused(view.untimely()),
    }
}

/// Cards of the hand that can be laid off now, without duplicates.
#[must_use]
pub fn layable_cards(view: &View<'_>) -> Vec<Card> {
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

/// Returns `true` if a discard should be confirmed because the contract could be laid down instead.
#[must_use]
pub fn discards_despite_lay_down(view: &View<'_>, action: &Action, can_lay_down: bool) -> bool {
    let state = view.table.seat(view.seat);
    let open = view.rules.has_contracts() && state.down == Down::No;
    open && can_lay_down && matches!(action, Action::Discard { .. })
}

/// Returns `true` if this lay-off leaves too few cards in hand for the contract. Each turn draws one card and
/// discards one, so without buys the hand never grows back.
#[must_use]
pub fn leaves_too_few_for_contract(view: &View<'_>, action: &Action) -> bool {
    let (deal, state) = (view.contract_rules(), view.table.seat(view.seat));
    let buys = deal.buying && view.table.buys_left(view.rules, view.seat) != Some(0);
    if !matches!(action, Action::Off { .. }) || !view.rules.has_contracts() || buys {
        return false;
    }
    let open = deal.contract.part(state.remaining);
    let sizes: usize = open.elements.iter().map(|element| usize::from(element.size)).sum();
    let needed = sizes + usize::from(view.lay_down_remainder().at_least);
    sizes > 0 && view.hand.len() == needed
}
