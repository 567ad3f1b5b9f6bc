//! Validated melds.

use std::fmt;

use crate::{AllWild, Card, Cards, Faces, MeldError, MeldKind, MeldRules, MeldSpec};
use crate::{Rank, RunSuits, SUITS, Stage, Suit};

/// Maximum length of a run: an ace at both ends.
pub const MAX_RUN: usize = 14;

/// A set or a pair, always part of a legal [`Meld`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SetMeld {
    pub(crate) rank: Option<Rank>,
    pub(crate) pair: bool,
    pub(crate) cards: Cards,
}

impl SetMeld {
    /// Rank; `None` for a set of three wild cards.
    #[must_use]
    pub const fn rank(&self) -> Option<Rank> {
        self.rank
    }

    /// Returns `true` for a pair.
    #[must_use]
    pub const fn is_pair(&self) -> bool {
        self.pair
    }

    /// All cards, wild cards included.
    #[must_use]
    pub const fn cards(&self) -> &Cards {
        &self.cards
    }
}

/// A run: its suit or suits, the place of its lowest card, and the card in each place. Always part of a legal
/// [`Meld`].
///
/// Places: 0 is the low ace, 1 the two, … 12 the king, 13 the high ace; runs round the corner continue from
/// there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RunMeld {
    pub(crate) suits: RunSuits,
    pub(crate) suit: Suit,
    pub(crate) low: u8,
    /// Number of cards.
    pub(crate) len: u8,
    /// Cards from the lowest place upwards; unused slots past `len` hold the joker.
    pub(crate) slots: [Card; MAX_RUN],
}

impl RunMeld {
    /// Suit; for a mixed run, one of [`RunSuits::representatives`].
    #[must_use]
    pub const fn suit(&self) -> Suit {
        self.suit
    }

    /// Suit rule of the run.
    #[must_use]
    pub const fn suits(&self) -> RunSuits {
        self.suits
    }

    /// Place of the lowest card.
    #[must_use]
    pub const fn low(&self) -> u8 {
        self.low
    }

    /// Cards in ascending order.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.slots[..(self.len as usize).min(MAX_RUN)]
    }

    /// Place of the highest card.
    #[must_use]
    pub const fn high(&self) -> u8 {
        self.low + self.len.saturating_sub(1)
    }

    /// The natural card that belongs in this slot, counted from 0 at the lowest card. In a mixed run this is
    /// the natural card in the slot or, if the slot holds a wild card, one of those it may represent.
    #[must_use]
    pub fn face(&self, slot: usize) -> Card {
        let place = self.low + slot as u8;
        match self.slots.get(slot) {
            Some(&card) if self.suits.is_mixed() && self.belongs(slot, card) => card,
            _ => face_at(self.suits.representative(slot, self.suit), place),
        }
    }

    /// Returns `true` if this natural card belongs in the slot.
    pub(crate) fn belongs(&self, slot: usize, card: Card) -> bool {
        let Some(suit) = card.suit() else { return false };
        card.rank() == Some(Rank((self.low + slot as u8) % 13))
            && self.suits.allows(self.suit, slot, suit)
    }
}

/// Returns the natural card of a suit at a place of a run.
#[must_use]
pub(crate) fn face_at(suit: Suit, place: u8) -> Card {
    Card::natural(Rank(place % 13), suit)
}

/// A meld on the table or about to be laid down, legal under the rules it was made with. The serialized form
/// is a [`RawMeld`](crate::RawMeld), which is validated after deserialization.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Meld {
    /// A set or a pair.
    Set(SetMeld),
    /// A run.
    Run(RunMeld),
}

impl Meld {
    /// Builds a set of this rank (`None` for three wild cards), or a pair.
    ///
    /// # Errors
    /// Why it is illegal under these rules.
    pub fn set(
        rank: Option<Rank>,
        pair: bool,
        cards: Cards,
        rules: &MeldRules,
        stage: Stage,
    ) -> Result<Meld, MeldError> {
        let fits = |card: Card| rules.is_wild(card) || card.rank() == rank;
        if !cards.iter_counts().all(|(card, _)| fits(card)) {
            return Err(if pair { MeldError::Pair } else { MeldError::SetRank });
        }
        if rank.is_none() && (pair || rules.all_wild != AllWild::Trio) {
            return Err(MeldError::Unclear);
        }
        Meld::Set(SetMeld { rank, pair, cards }).checked(rules, stage)
    }

    /// Builds a run that starts at this place.
    ///
    /// # Errors
    /// Why it is illegal under these rules.
    pub fn run(
        suit: Suit,
        low: u8,
        cards: &[Card],
        rules: &MeldRules,
        stage: Stage,
    ) -> Result<Meld, MeldError> {
        let mut slots = [crate::JOKER; MAX_RUN];
        let Some(filled) = slots.get_mut(..cards.len()) else { return Err(MeldError::TooLong) };
        filled.copy_from_slice(cards);
        let suits = rules.run_suits;
        let suit = suits.representative(0, suit);
        let run = RunMeld { suits, suit, low, len: cards.len() as u8, slots };
        let (first, last) = rules.places();
        if low < first || run.high() > last {
            return Err(MeldError::Ace);
        }
        let stands = |(slot, &card): (usize, &Card)| rules.is_wild(card) || run.belongs(slot, card);
        if !cards.iter().enumerate().all(stands) {
            return Err(MeldError::RunOrder);
        }
        Meld::Run(run).checked(rules, stage)
    }

    /// Set, run or pair.
    #[must_use]
    pub const fn kind(&self) -> MeldKind {
        match self {
            Meld::Set(set) if set.pair => MeldKind::Pair,
            Meld::Set(_) => MeldKind::Set,
            Meld::Run(_) => MeldKind::Run,
        }
    }

    /// Number of cards.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Meld::Set(set) => set.cards.len(),
            Meld::Run(run) => run.len as usize,
        }
    }

    /// The cards as a multiset.
    #[must_use]
    pub fn cards(&self) -> Cards {
        match self {
            Meld::Set(set) => set.cards,
            Meld::Run(run) => run.cards().iter().copied().collect(),
        }
    }

    /// Returns the spec of this meld under these rules. It is named only if wild cards alone would leave it
    /// ambiguous.
    #[must_use]
    pub fn spec_under(&self, rules: &MeldRules) -> MeldSpec {
        // A card of a rank that is not wild identifies the meld. Cards of wild ranks in their own places may,
        // too, unless the meld also has wild-ranked cards of another place.
        let natural = |card: Card| !rules.is_wild(card);
        let clear = match self {
            Meld::Set(set) => set.cards.iter_counts().any(|(card, _)| natural(card)),
            Meld::Run(run) => run.cards().iter().any(|card| natural(*card)),
        };
        let unnamed = || MeldSpec { named: None, ..self.spec() };
        let clear = clear || Meld::new(&unnamed(), rules, Stage::Later) == Ok(*self);
        MeldSpec { named: self.name().filter(|_| !clear), ..self.spec() }
    }

    /// Name of the meld if wild cards leave it ambiguous.
    fn name(&self) -> Option<Card> {
        match self {
            Meld::Set(set) => set.rank.map(|rank| Card::natural(rank, Suit::Clubs)),
            Meld::Run(run) => Some(run.face(0)),
        }
    }

    /// Returns the spec for display, assuming that twos are the only wild rank, if any.
    #[must_use]
    pub fn spec(&self) -> MeldSpec {
        let (clear, cards) = match self {
            Meld::Set(set) => {
                // Always name a set of twos: it needs a name where twos are wild.
                let natural = |r: Rank| r != Rank::TWO && set.cards.rank_count(r) > 0;
                (set.rank.is_some_and(natural), set.cards.iter().collect())
            }
            Meld::Run(run) => {
                // A single card in its own place may itself be of a wild rank, so the run needs a name.
                let own = (0..run.cards().len()).filter(|&i| run.slots[i] == run.face(i)).count();
                (own >= 2, run.cards().to_vec())
            }
        };
        MeldSpec { kind: self.kind(), cards, named: if clear { None } else { self.name() } }
    }

    /// Number of wild cards and of naturals under these rules.
    #[must_use]
    pub fn wilds_and_naturals(&self, rules: &MeldRules) -> (u8, u8) {
        let all = self.size() as u8;
        let naturals = match self {
            Meld::Set(set) => set_naturals(set.rank, &set.cards, rules),
            Meld::Run(run) => run_naturals(run, rules),
        };
        (all - naturals, naturals)
    }

    /// Returns the meld if it is legal under these rules.
    pub(crate) fn checked(self, rules: &MeldRules, stage: Stage) -> Result<Meld, MeldError> {
        self.check(rules, stage)?;
        Ok(self)
    }

    /// Checks the meld, including its size, under these rules.
    fn check(&self, rules: &MeldRules, stage: Stage) -> Result<(), MeldError> {
        let (wilds, naturals) = self.wilds_and_naturals(rules);
        let size = self.size();
        match self {
            Meld::Set(set) if set.pair => {
                let sized = size == 2 || (size > 2 && rules.pair_grows);
                if !sized || (wilds > 0 && !rules.pair_wilds) {
                    return Err(MeldError::Pair);
                }
            }
            Meld::Set(_) if rules.set_min == MeldRules::NO_SETS => return Err(MeldError::NoSets),
            Meld::Set(set) => {
                if size < rules.set_min as usize {
                    return Err(MeldError::TooShort);
                }
                if rules.set_limit().is_some_and(|most| size > most as usize) {
                    return Err(MeldError::TooLong);
                }
                if rules.distinct_suits && naturals > 1 && has_duplicate(set, rules) {
                    return Err(MeldError::SetSuits);
                }
                if rules.three_suits && naturals > 0 {
                    let suits = count_suits(set, rules);
                    if suits > 3 || suits + wilds < 3 {
                        return Err(MeldError::ThreeSuits);
                    }
                }
                if wilds > 0 && naturals > 0 && naturals < rules.set_naturals {
                    let none = rules.set_naturals == MeldRules::NO_WILDS_IN_SETS;
                    return Err(if none { MeldError::WildSet } else { MeldError::WildCap });
                }
            }
            Meld::Run(run) => {
                if size < rules.run_min as usize {
                    return Err(MeldError::TooShort);
                }
                if size > rules.run_max as usize {
                    return Err(MeldError::TooLong);
                }
                if wilds > 1 && rules.apart > 0 && min_wild_gap(run, rules) < rules.apart.into() {
                    return Err(MeldError::WildApart);
                }
            }
        }
        if naturals == 0 {
            let set = matches!(self, Meld::Set(_));
            let pair = self.kind() == MeldKind::Pair;
            return match rules.all_wild {
                AllWild::Any => Ok(()),
                AllWild::Sets if set => Ok(()),
                // A set of wild cards has exactly three when it is laid down.
                AllWild::Trio if set && !pair && (size == 3 || stage == Stage::Later) => Ok(()),
                _ => Err(MeldError::AllWild),
            };
        }
        if !rules.cap_allows(self.kind(), wilds, naturals, stage) {
            return Err(MeldError::WildCap);
        }
        Ok(())
    }
}

/// Number of naturals of a set: cards of its rank. Cards of a wild rank count only if they are natural in
/// their own place; where duplicates may represent missing suits, each suit counts once.
pub(crate) fn set_naturals(rank: Option<Rank>, cards: &Cards, rules: &MeldRules) -> u8 {
    match rank {
        Some(rank) if !rules.has_wild_of(rank) => cards.rank_count(rank),
        Some(rank) if rules.natural_place && rules.distinct_suits && rules.own_set => {
            SUITS.iter().filter(|suit| cards.has(Card::natural(rank, **suit))).count() as u8
        }
        Some(rank) if rules.natural_place => cards.rank_count(rank),
        Some(rank) => (Faces::of_rank(rank) - rules.wild_faces).count_in(cards) as u8,
        None => 0,
    }
}

/// Number of different suits among the naturals of a set.
fn count_suits(set: &SetMeld, rules: &MeldRules) -> u8 {
    let natural = |suit: &&Suit| {
        let card = set.rank.map(|rank| Card::natural(rank, **suit));
        let counts = |card| rules.natural_place || !rules.is_wild(card);
        card.is_some_and(|card| set.cards.has(card) && counts(card))
    };
    SUITS.iter().filter(natural).count() as u8
}

/// Returns `true` if the set contains a duplicate natural.
fn has_duplicate(set: &SetMeld, rules: &MeldRules) -> bool {
    // Without `natural_place`, a wild card of the set's own rank counts as wild beside naturals of that rank.
    let beside_naturals = |rank: Rank| !rules.natural_place && !rules.is_wild_rank(rank);
    let wild = rules.own_set || set.rank.is_some_and(beside_naturals);
    let natural = |card: Card| card.rank() == set.rank && !(wild && rules.is_wild(card));
    set.cards.iter_counts().any(|(card, count)| count > 1 && natural(card))
}

fn run_naturals(run: &RunMeld, rules: &MeldRules) -> u8 {
    let cards = run.cards().iter().enumerate();
    cards.filter(|&(i, &card)| is_natural(run, i, card, rules)).count() as u8
}

fn is_natural(run: &RunMeld, slot: usize, card: Card, rules: &MeldRules) -> bool {
    run.belongs(slot, card) && (!rules.is_wild(card) || rules.natural_place)
}

/// Minimum number of naturals between two wild cards of a run.
fn min_wild_gap(run: &RunMeld, rules: &MeldRules) -> usize {
    let (mut last, mut nearest) = (None, usize::MAX);
    for (slot, &card) in run.cards().iter().enumerate() {
        if !is_natural(run, slot, card, rules)
            && let Some(before) = last.replace(slot)
        {
            nearest = nearest.min(slot - before - 1);
        }
    }
    nearest
}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spec().fmt(f)
    }
}

#[cfg(test)]
mod tests;
