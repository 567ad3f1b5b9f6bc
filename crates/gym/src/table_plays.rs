//! Fast detection of lay-offs, slides and swaps: tests only the few cards that can fit a meld, without
//! listing everything.

use upcard_cards::{Card, Cards, End, Faces, Meld, MeldRules, RANKS, RunSuits};
use upcard_engine::choices::Slide;
use upcard_engine::{Action, TableMeld, View};

use crate::mask::Mask;
use crate::numbers::{OFF, SLIDE, SWAP};

/// Faces of a hand that may fit a meld: its neighbours, and wild cards.
fn adjacent_faces(meld: &Meld, held: Faces, rules: &MeldRules) -> Faces {
    let beside = match meld {
        Meld::Set(set) => set.rank().map_or(Faces::NONE, Faces::of_rank),
        Meld::Run(run) => {
            let at = |place: u8| {
                let rank = RANKS[usize::from(place % 13)];
                match rules.run_suits {
                    RunSuits::One => Faces::only(Card::natural(rank, run.suit())),
                    _ => Faces::of_rank(rank),
                }
            };
            at(run.low() + 12) | at(run.high() + 1)
        }
    };
    (beside | rules.wilds()) & held
}

/// Natural cards of a hand that a wild card in a meld stands for.
fn replaceable_cards(meld: &Meld, held: Faces, rules: &MeldRules) -> Faces {
    match meld {
        Meld::Set(set) => {
            let of_rank = set.rank().map_or(Faces::NONE, Faces::of_rank) & held;
            let wild = !of_rank.is_empty() && !(Faces::of(set.cards()) & rules.wilds()).is_empty();
            if wild { of_rank } else { Faces::NONE }
        }
        Meld::Run(run) => {
            let stands = |(slot, card): (usize, &Card)| {
                let face = run.face(slot);
                (rules.is_wild(*card) && *card != face).then_some(face)
            };
            held & run.cards().iter().enumerate().filter_map(stands).collect()
        }
    }
}

/// Lay-offs of a card on a meld as the engine lists them: the end is given if both fit.
fn lay_offs_of(laid: &TableMeld, card: Card, rules: &MeldRules) -> &'static [Option<End>] {
    let fit = laid.meld.fit(card, rules);
    match (fit.low, fit.high) {
        (true, true) => &[Some(End::Low), Some(End::High)],
        _ if fit.any() => &[None],
        _ => &[],
    }
}

/// Swaps of a card on a meld as the engine lists them: the wild card is given if several kinds are possible,
/// the end if it is at two places of a run.
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

/// Input of the detection: what a playing seat could do at the melds on the table.
struct TablePlays<'v, 'a> {
    view: &'v View<'a>,
    rules: &'v MeldRules,
    held: Faces,
    offs: bool,
    slides: bool,
    swaps: bool,
}

impl<'v> TablePlays<'v, '_> {
    fn of<'a>(view: &'v View<'a>) -> TablePlays<'v, 'a> {
        let rules = &view.contract_rules().melds;
        let (offs, swaps) = (view.may_lay_off(), view.may_swap());
        let slides = offs && view.rules.set.choices.wilds.slide != Slide::None;
        TablePlays { view, rules, held: Faces::of(view.hand), offs, slides, swaps }
    }

    fn lay_offs(&self) -> impl Iterator<Item = Action> {
        let melds = self.view.table.melds().iter().filter(move |_| self.offs);
        let each = melds.flat_map(move |laid| {
            let cards = adjacent_faces(&laid.meld, self.held, self.rules);
            cards.iter().flat_map(move |card| {
                let ends = lay_offs_of(laid, card, self.rules).iter();
                ends.map(move |&end| Action::Off { meld: laid.id, card, end })
            })
        });
        each.filter(|action| self.view.allows(action))
    }

    /// Returns the melds with wild cards that stand for cards of the hand, and those cards.
    fn replaceable<'m>(
        &self,
        melds: impl Iterator<Item = &'m TableMeld>,
    ) -> impl Iterator<Item = (&'m TableMeld, Card)> {
        melds.flat_map(|laid| {
            replaceable_cards(&laid.meld, self.held, self.rules)
                .iter()
                .map(move |card| (laid, card))
        })
    }

    fn slides(&self) -> impl Iterator<Item = Action> {
        let melds = self.view.table.melds().iter().filter(|_| self.slides);
        let each = self.replaceable(melds).flat_map(|(laid, card)| {
            [End::Low, End::High].map(|to| Action::Slide { meld: laid.id, card, to })
        });
        each.filter(|action| self.view.allows(action))
    }

    fn swaps(&self) -> impl Iterator<Item = Action> {
        let each = self.replaceable(self.view.swappable_melds().filter(|_| self.swaps));
        let each = each.flat_map(|(laid, card)| swaps_of(laid, card, self.rules));
        each.filter(|action| self.view.allows(action))
    }
}

/// Returns the verbs with which the seat can play at the melds on the table.
pub(crate) fn verbs(view: &View<'_>) -> Mask {
    let mut mask = Mask::NONE;
    let table = TablePlays::of(view);
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

/// Returns the plays that begin with this verb; `None` for other verbs.
pub(crate) fn plays(view: &View<'_>, verb: u8) -> Option<Vec<Action>> {
    let table = TablePlays::of(view);
    Some(match verb {
        OFF => table.lay_offs().collect(),
        SLIDE => table.slides().collect(),
        SWAP => table.swaps().collect(),
        _ => return None,
    })
}
