//! Partial melds in a search: which cards are left for them, and whether they can become legal.

use arrayvec::ArrayVec;
use upcard_cards::{
    AllWild, Card, Cards, Faces, Meld, MeldKind, MeldRules, RANKS, Rank, RunSuits, Stage, Suit,
};

use crate::exact::printed_rank;

/// The set of these cards, if it is legal when first laid and not an alias of another.
pub(crate) fn set(rank: Option<Rank>, pair: bool, cards: Cards, melds: &MeldRules) -> Option<Meld> {
    // A trio of wilds has no rank, unless its cards might name one by themselves.
    let naturals = rank.map_or(0, |rank| match melds.has_wild_of(rank) && !melds.natural_place {
        true => (Faces::of_rank(rank) - melds.wild_faces).count_in(&cards) as u8,
        false => cards.rank_count(rank),
    });
    let trio = melds.all_wild == AllWild::Trio && naturals == 0;
    let says_a_rank = melds.natural_place && printed_rank(&cards).is_some();
    if trio && (rank.is_some() != says_a_rank) {
        return None;
    }
    Meld::set(rank, pair, cards, melds, Stage::First).ok()
}

pub(crate) fn wilds_in(hand: &Cards, melds: &MeldRules) -> u8 {
    (melds.wilds() & Faces::of(hand)).count_in(hand) as u8
}

/// The faces in a hand that may be naturals.
pub(crate) fn naturals_in(hand: &Cards, melds: &MeldRules) -> Faces {
    let held = Faces::of(hand);
    if melds.natural_place { held - Faces::JOKER } else { held - melds.wilds() }
}

/// The number of places of a run of one suit, from `from` to before `end`, without a natural in hand.
pub(crate) fn missing_in(naturals: Faces, suit: Suit, from: u8, end: u8) -> usize {
    let ranks = u64::from(naturals.ranks_in(suit).bits());
    // Unrolls the ranks, so that places beyond the king wrap round.
    let places = ranks | ranks << 13 | ranks << 26;
    let wanted = (1u64 << end) - (1u64 << from);
    (wanted & !places).count_ones() as usize
}

/// Returns `true` if wilds may stand for these missing cards of a run with this many laid ones.
pub(crate) fn may_be_wild(
    missing: usize,
    laid: usize,
    wilds: u8,
    only_wilds: bool,
    size: u8,
    melds: &MeldRules,
) -> bool {
    missing <= usize::from(wilds)
        && (only_wilds && melds.all_wild == AllWild::Any
            || laid + missing <= melds.max_wilds(MeldKind::Run, size) as usize)
}

/// A face with cards that fit into a set.
#[derive(Clone, Copy)]
pub(crate) struct Fitting {
    card: Card,
    pub(crate) count: u8,
    /// Whether they are naturals there.
    natural: bool,
}

/// A partial set, and the cards left to complete it.
#[derive(Clone, Copy)]
pub(crate) struct PartialSet {
    pub(crate) cards: Cards,
    pub(crate) missing: u8,
    wilds_in_it: u8,
    naturals_left: u16,
    wilds_left: u16,
}

/// The cards of a hand that fit into a set of this rank, or of none.
pub(crate) fn fitting(
    hand: &Cards,
    rank: Option<Rank>,
    melds: &MeldRules,
) -> ArrayVec<Fitting, { Card::FACES }> {
    let of_rank = rank.map_or(Faces::NONE, Faces::of_rank);
    let naturals = if melds.natural_place { of_rank } else { of_rank - melds.wilds() };
    let held = (melds.wilds() | of_rank) & Faces::of(hand);
    let fit = |card| Fitting { card, count: hand.count(card), natural: naturals.has(card) };
    held.iter().map(fit).collect()
}

impl PartialSet {
    /// An empty set of this size.
    pub(crate) fn of(faces: &[Fitting], size: u8) -> PartialSet {
        let of = |natural| faces.iter().filter(move |face| face.natural == natural);
        let sum = |natural| of(natural).map(|face| u16::from(face.count)).sum();
        let (naturals_left, wilds_left) = (sum(true), sum(false));
        PartialSet { cards: Cards::NONE, missing: size, wilds_in_it: 0, naturals_left, wilds_left }
    }

    /// The same, with no more cards of this face to be added.
    pub(crate) fn without(mut self, face: Fitting) -> PartialSet {
        let left = if face.natural { &mut self.naturals_left } else { &mut self.wilds_left };
        *left = left.saturating_sub(face.count.into());
        self
    }

    pub(crate) fn add(&mut self, face: Fitting) {
        self.cards.add(face.card);
        self.missing = self.missing.saturating_sub(1);
        self.wilds_in_it += u8::from(!face.natural);
    }

    /// Returns `false` if it certainly cannot become a legal set with the cards left: too many wilds are in
    /// it, or would be needed.
    pub(crate) fn can_be_legal(&self, pair: bool, melds: &MeldRules) -> bool {
        let missing = u16::from(self.missing);
        if self.naturals_left + self.wilds_left < missing {
            return false;
        }
        if melds.all_wild != AllWild::Never {
            return true;
        }
        let size = self.cards.len() as u8 + self.missing;
        let kind = if pair { MeldKind::Pair } else { MeldKind::Set };
        match melds.max_wilds(kind, size).checked_sub(self.wilds_in_it) {
            Some(more) => self.naturals_left + self.wilds_left.min(more.into()) >= missing,
            None => false,
        }
    }
}

/// Returns `true` if the first cards of a run may become a legal one with this many wilds left.
pub(crate) fn run_can_be_legal(
    hand: &Cards,
    wilds: u8,
    suit: Suit,
    low: u8,
    size: u8,
    cards: &[Card],
    melds: &MeldRules,
) -> bool {
    let faces = |i: usize| faces_at(suit, low, i, melds);
    let natural = |card: Card| !melds.is_wild(card) || melds.natural_place;
    let in_place = |i: usize, card: Card| {
        let fits = |suit_of| melds.run_suits.allows(suit, i, suit_of);
        natural(card)
            && card.rank() == Some(RANKS[(low as usize + i) % 13])
            && card.suit().is_some_and(fits)
    };
    let laid = (0..).zip(cards).filter(|(i, card)| !in_place(*i, **card)).count();
    let from = cards.len();
    let missing = match melds.run_suits {
        RunSuits::One => missing_in(naturals_in(hand, melds), suit, low + from as u8, low + size),
        _ => {
            let held = |i: usize| faces(i).any(|face| hand.has(face) && natural(face));
            (from..size as usize).filter(|i| !held(*i)).count()
        }
    };
    may_be_wild(missing, laid, wilds, laid == from, size, melds)
}

/// The naturals for a slot of a run.
pub(crate) fn faces_at(
    suit: Suit,
    low: u8,
    slot: usize,
    melds: &MeldRules,
) -> impl Iterator<Item = Card> + use<> {
    let rank = RANKS[(low as usize + slot) % 13];
    melds.run_suits.suits(suit, slot).iter().map(move |suit| Card::natural(rank, *suit))
}
