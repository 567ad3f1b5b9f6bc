//! Whether a seat has lay-offs, slides and swaps at all: looked for among the few cards that have a place on a
//! meld, without listing everything.

use arrayvec::ArrayVec;
use upcard_cards::{Card, Cards, End, MAX_RUN, Meld, MeldRules, RANKS, SUITS};
use upcard_engine::choices::Slide;
use upcard_engine::{Action, TableMeld, View};

use crate::mask::Mask;
use crate::numbers::{OFF, SLIDE, SWAP};

/// The cards of a hand that may have a place on a meld: its neighbours, and wilds.
fn near(
    meld: &Meld,
    hand: &Cards,
    rules: &MeldRules,
    wilds: &[Card],
) -> impl Iterator<Item = Card> {
    let faces: [Option<Card>; 4] = match meld {
        Meld::Set(set) => {
            let held = set.rank().filter(|rank| hand.rank_count(*rank) > 0);
            SUITS.map(|suit| held.map(|rank| Card::natural(rank, suit)))
        }
        Meld::Run(run) => {
            let at = |place: u8| Some(Card::natural(RANKS[usize::from(place % 13)], run.suit()));
            [at(run.low() + 12), at(run.high() + 1), None, None]
        }
    };
    let naturals =
        faces.into_iter().flatten().filter(|face| hand.has(*face) && !rules.is_wild(*face));
    naturals.collect::<ArrayVec<Card, 4>>().into_iter().chain(wilds.iter().copied())
}

/// The naturals of a hand for which a wild stands in a meld.
fn replaced(meld: &Meld, hand: &Cards, rules: &MeldRules) -> ArrayVec<Card, MAX_RUN> {
    let mut found = ArrayVec::new();
    match meld {
        Meld::Set(set) => {
            let Some(rank) = set.rank().filter(|rank| hand.rank_count(*rank) > 0) else {
                return found;
            };
            let mut has_wild = false;
            set.cards().each_count(|face, _| {
                has_wild |= Card::from_index(face).is_some_and(|card| rules.is_wild(card));
            });
            if has_wild {
                let naturals = SUITS.map(|suit| Card::natural(rank, suit));
                found.extend(naturals.into_iter().filter(|card| hand.has(*card)));
            }
        }
        Meld::Run(run) => {
            for (slot, card) in run.cards().iter().enumerate() {
                if rules.is_wild(*card) {
                    let face = run.face(slot);
                    if *card != face && hand.has(face) {
                        found.push(face);
                    }
                }
            }
        }
    }
    found
}

/// Wilds, each face once.
type Wilds = ArrayVec<Card, { Card::FACES }>;

/// The wilds of a hand.
fn wilds(hand: &Cards, rules: &MeldRules) -> Wilds {
    let mut wilds = Wilds::new();
    hand.each_count(|face, _| {
        wilds.extend(Card::from_index(face).filter(|card| rules.is_wild(*card)))
    });
    wilds
}

/// The lay-offs of a card on a meld, as they are listed: an end is said where both fit.
fn of_card(laid: &TableMeld, card: Card, rules: &MeldRules) -> &'static [Option<End>] {
    let fit = laid.meld.fit(card, rules);
    match (fit.low, fit.high) {
        (true, true) => &[Some(End::Low), Some(End::High)],
        _ if fit.any() => &[None],
        _ => &[],
    }
}

/// The swaps of a card on a meld, as they are listed: the wild is named where there are several kinds, an end
/// where it lies at two places of a run.
fn swaps_of(laid: &TableMeld, card: Card, rules: &MeldRules) -> Vec<Action> {
    let places = laid.meld.wilds_for(card, rules);
    let kinds: Cards = places.iter().map(|(_, wild)| *wild).collect();
    let several = kinds.iter_counts().count() > 1;
    let mut all = Vec::new();
    for (wild, count) in kinds.iter_counts() {
        let named = several.then_some(wild);
        let swap = |end| Action::Swap { meld: laid.id, card, wild: named, end };
        match count > 1 && matches!(laid.meld, Meld::Run(_)) {
            true => all.extend([End::Low, End::High].map(|end| swap(Some(end)))),
            false => all.push(swap(None)),
        }
    }
    all
}

/// What a seat that plays might do with its cards at the melds on the table.
struct Table<'v, 'a> {
    view: &'v View<'a>,
    rules: &'v MeldRules,
    wilds: Wilds,
    offs: bool,
    slides: bool,
    swaps: bool,
}

impl<'v> Table<'v, '_> {
    fn of<'a>(view: &'v View<'a>) -> Table<'v, 'a> {
        let rules = &view.contract_rules().melds;
        let (offs, swaps) = (view.may_lay_off(), view.may_swap());
        let slides = offs && view.rules.set.choices.wilds.slide != Slide::None;
        let wilds = if offs { wilds(view.hand, rules) } else { Wilds::new() };
        Table { view, rules, wilds, offs, slides, swaps }
    }

    fn lay_offs(&self) -> impl Iterator<Item = Action> {
        let melds = self.view.table.melds().iter().filter(move |_| self.offs);
        let each = melds.flat_map(move |laid| {
            let cards = near(&laid.meld, self.view.hand, self.rules, &self.wilds);
            cards.flat_map(move |card| {
                let ends = of_card(laid, card, self.rules).iter();
                ends.map(move |&end| Action::Off { meld: laid.id, card, end })
            })
        });
        each.filter(|action| self.view.allows(action))
    }

    fn replacing(&self) -> impl Iterator<Item = (&'v TableMeld, Card)> {
        let melds = self.view.table.melds().iter().filter(|_| self.slides || self.swaps);
        melds.flat_map(|laid| {
            replaced(&laid.meld, self.view.hand, self.rules)
                .into_iter()
                .map(move |card| (laid, card))
        })
    }

    fn slides(&self) -> impl Iterator<Item = Action> {
        let each = self.replacing().filter(|_| self.slides).flat_map(|(laid, card)| {
            [End::Low, End::High].map(|to| Action::Slide { meld: laid.id, card, to })
        });
        each.filter(|action| self.view.allows(action))
    }

    fn swaps(&self) -> impl Iterator<Item = Action> {
        let each = self.replacing().filter(|_| self.swaps);
        let each = each.flat_map(|(laid, card)| swaps_of(laid, card, self.rules));
        each.filter(|action| self.view.allows(action))
    }
}

/// The verbs with which the seat can play at the melds on the table.
pub(crate) fn verbs(view: &View<'_>) -> Mask {
    let mut mask = Mask::NONE;
    let table = Table::of(view);
    if table.lay_offs().next().is_some() {
        mask.insert(OFF);
    }
    if table.slides && table.slides().next().is_some() {
        mask.insert(SLIDE);
    }
    if table.swaps && table.swaps().next().is_some() {
        mask.insert(SWAP);
    }
    mask
}

/// The plays that begin with one of these verbs.
pub(crate) fn plays(view: &View<'_>, verb: u8) -> Option<Vec<Action>> {
    let table = Table::of(view);
    Some(match verb {
        OFF => table.lay_offs().collect(),
        SLIDE => table.slides().collect(),
        SWAP => table.swaps().collect(),
        _ => return None,
    })
}
