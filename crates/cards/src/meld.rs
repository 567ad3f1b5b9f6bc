//! Melds that exist: judged once, legal from then on.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{AceMode, AllWild, Card, Cards, MeldError, MeldKind, MeldRules, MeldSpec};
use crate::{Rank, Stage, Suit};

/// The longest run there is: an ace at both ends.
pub const MAX_RUN: usize = 14;

/// A set or a pair. Only a legal [`Meld`] holds one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "AnySet")]
pub struct SetMeld {
    pub(crate) rank: Option<Rank>,
    pub(crate) pair: bool,
    pub(crate) cards: Cards,
}

impl SetMeld {
    /// The rank; none for a trio of wilds, which has none.
    #[must_use]
    pub const fn rank(&self) -> Option<Rank> {
        self.rank
    }

    /// Is it a pair?
    #[must_use]
    pub const fn is_pair(&self) -> bool {
        self.pair
    }

    /// All its cards, wilds included.
    #[must_use]
    pub const fn cards(&self) -> &Cards {
        &self.cards
    }
}

/// A run: its suit, the place of its lowest card, and the card in each place. Only a legal [`Meld`]
/// holds one.
///
/// Places count 0 for the low ace, 1 for the two, … 12 for the king, 13 for the high ace; runs
/// round the corner go on from there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "AnyRun")]
pub struct RunMeld {
    pub(crate) suit: Suit,
    pub(crate) low: u8,
    /// The number of cards.
    pub(crate) len: u8,
    /// The cards from the lowest place on; past `len` the joker stands, meaning nothing.
    pub(crate) slots: [Card; MAX_RUN],
}

/// A set as it is read, before anyone has looked at it.
#[derive(Deserialize)]
struct AnySet {
    rank: Option<Rank>,
    pair: bool,
    cards: Cards,
}

/// A run as it is read, before anyone has looked at it.
#[derive(Deserialize)]
struct AnyRun {
    suit: Suit,
    low: u8,
    len: u8,
    slots: [Card; MAX_RUN],
}

/// What is read is no meld under any rules.
///
/// Whether it is one under the rules of a table, the engine judged when it was laid; here is only
/// looked at what holds under all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAMeld;

impl fmt::Display for NotAMeld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no meld under any rules")
    }
}

impl std::error::Error for NotAMeld {}

impl TryFrom<AnySet> for SetMeld {
    type Error = NotAMeld;

    fn try_from(AnySet { rank, pair, cards }: AnySet) -> Result<SetMeld, NotAMeld> {
        let least = if pair { 2 } else { 3 };
        // Without a rank it is a trio of wilds.
        let fits = cards.len() >= least && (rank.is_some() || !pair);
        if fits { Ok(SetMeld { rank, pair, cards }) } else { Err(NotAMeld) }
    }
}

impl TryFrom<AnyRun> for RunMeld {
    type Error = NotAMeld;

    fn try_from(AnyRun { suit, low, len, slots }: AnyRun) -> Result<RunMeld, NotAMeld> {
        let size = usize::from(len);
        let fits = (3..=MAX_RUN).contains(&size)
            && usize::from(low) + size <= 26
            && slots[size..].iter().all(|card| card.is_joker());
        if fits { Ok(RunMeld { suit, low, len, slots }) } else { Err(NotAMeld) }
    }
}

impl RunMeld {
    /// The suit.
    #[must_use]
    pub const fn suit(&self) -> Suit {
        self.suit
    }

    /// The place of the lowest card.
    #[must_use]
    pub const fn low(&self) -> u8 {
        self.low
    }

    /// The cards in rising order.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.slots[..(self.len as usize).min(MAX_RUN)]
    }

    /// The place of the highest card.
    #[must_use]
    pub const fn high(&self) -> u8 {
        self.low + self.len.saturating_sub(1)
    }

    /// The face that belongs into the slot with this index, counted from the lowest card.
    #[must_use]
    pub fn face(&self, slot: usize) -> Card {
        face_at(self.suit, self.low + slot as u8)
    }
}

/// The natural card of a suit at a place of a run.
#[must_use]
pub(crate) fn face_at(suit: Suit, place: u8) -> Card {
    Card::natural(Rank(place % 13), suit)
}

/// A meld on the table, or about to be. Legal under the rules it was made with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meld {
    /// A set or a pair.
    Set(SetMeld),
    /// A run.
    Run(RunMeld),
}

impl Meld {
    /// Judges what was said.
    ///
    /// # Errors
    /// What is wrong with the meld under these rules.
    pub fn new(spec: &MeldSpec, rules: &MeldRules, stage: Stage) -> Result<Meld, MeldError> {
        match spec.kind {
            MeldKind::Run => new_run(spec, rules, stage).map(Meld::Run),
            MeldKind::Set | MeldKind::Pair => new_set(spec, rules, stage).map(Meld::Set),
        }
    }

    /// A set of this rank (none for a trio of wilds), or a pair.
    ///
    /// # Errors
    /// What is wrong with it under these rules.
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
        let meld = Meld::Set(SetMeld { rank, pair, cards });
        meld.check(rules, stage)?;
        Ok(meld)
    }

    /// A run from this place on.
    ///
    /// # Errors
    /// What is wrong with it under these rules.
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
        let run = RunMeld { suit, low, len: cards.len() as u8, slots };
        let (first, last) = rules.places();
        if low < first || run.high() > last {
            return Err(MeldError::Ace);
        }
        let stands = |(slot, &card): (usize, &Card)| rules.is_wild(card) || card == run.face(slot);
        if !cards.iter().enumerate().all(stands) {
            return Err(MeldError::RunOrder);
        }
        let meld = Meld::Run(run);
        meld.check(rules, stage)?;
        Ok(meld)
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

    /// The number of cards.
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

    /// The meld as it would be said under these rules: with a name exactly where wilds alone make
    /// it unclear.
    #[must_use]
    pub fn said(&self, rules: &MeldRules) -> MeldSpec {
        // A card of a rank that is not wild says what the meld is. Cards of wild ranks in their own
        // places may do so, too, if none of another place is among them.
        let natural = |card: Card| !rules.is_wild(card);
        let clear = match self {
            Meld::Set(set) => set.cards.iter_counts().any(|(card, _)| natural(card)),
            Meld::Run(run) => run.cards().iter().any(|card| natural(*card)),
        };
        let unnamed = || MeldSpec { named: None, ..self.spec() };
        let clear = clear || Meld::new(&unnamed(), rules, Stage::Later) == Ok(*self);
        let named = match self {
            Meld::Set(set) => set.rank.map(|rank| Card::natural(rank, Suit::Clubs)),
            Meld::Run(run) => Some(run.face(0)),
        };
        MeldSpec { named: named.filter(|_| !clear), ..self.spec() }
    }

    /// The meld as it would be said where twos are the only wild rank, if any is: for showing.
    #[must_use]
    pub fn spec(&self) -> MeldSpec {
        match self {
            Meld::Set(set) => {
                // Twos are named: where they are wild, a set of them needs it.
                let natural = |r: Rank| r != Rank::TWO && set.cards.rank_count(r) > 0;
                let natural = set.rank.is_some_and(natural);
                MeldSpec {
                    kind: self.kind(),
                    cards: set.cards.iter().collect(),
                    named: match set.rank {
                        Some(rank) if !natural => Some(Card::natural(rank, Suit::Clubs)),
                        _ => None,
                    },
                }
            }
            Meld::Run(run) => {
                // A single card in its own place might itself be of a wild rank: then the name
                // says where the run lies.
                let own = (0..run.cards().len()).filter(|&i| run.slots[i] == run.face(i)).count();
                let natural = own >= 2;
                MeldSpec {
                    kind: MeldKind::Run,
                    cards: run.cards().to_vec(),
                    named: (!natural).then(|| run.face(0)),
                }
            }
        }
    }

    /// How many of its cards are wild here, and how many natural.
    #[must_use]
    pub fn wilds_and_naturals(&self, rules: &MeldRules) -> (u8, u8) {
        let all = self.size() as u8;
        let naturals = match self {
            Meld::Set(set) => set_naturals(set.rank, &set.cards, rules),
            Meld::Run(run) => run_naturals(run, rules),
        };
        (all - naturals, naturals)
    }

    /// Is this meld in order under these rules, and is its size?
    pub(crate) fn check(&self, rules: &MeldRules, stage: Stage) -> Result<(), MeldError> {
        let (wilds, naturals) = self.wilds_and_naturals(rules);
        let size = self.size();
        match self {
            Meld::Set(set) if set.pair => {
                if size < 2 || (size > 2 && !rules.pair_grows) {
                    return Err(MeldError::Pair);
                }
                if wilds > 0 && !rules.pair_wilds {
                    return Err(MeldError::Pair);
                }
            }
            Meld::Set(set) => {
                if size < rules.set_min as usize {
                    return Err(MeldError::TooShort);
                }
                if rules.set_limit().is_some_and(|most| size > most as usize) {
                    return Err(MeldError::TooLong);
                }
                if rules.distinct_suits && naturals > 1 && twice(set) {
                    return Err(MeldError::SetSuits);
                }
            }
            Meld::Run(_) => {
                if size < rules.run_min as usize {
                    return Err(MeldError::TooShort);
                }
                if size > rules.run_max as usize {
                    return Err(MeldError::TooLong);
                }
            }
        }
        if naturals == 0 {
            let set = matches!(self, Meld::Set(_));
            let pair = self.kind() == MeldKind::Pair;
            return match rules.all_wild {
                AllWild::Any => Ok(()),
                AllWild::Sets if set => Ok(()),
                // A trio is exactly three when it is laid.
                AllWild::Trio if set && !pair && (size == 3 || stage == Stage::Later) => Ok(()),
                _ => Err(MeldError::AllWild),
            };
        }
        if !rules.cap_allows(wilds, naturals, stage) {
            return Err(MeldError::WildCap);
        }
        Ok(())
    }
}

/// The naturals of a set: cards of its rank; those of a wild rank only where their own place
/// makes them natural.
pub(crate) fn set_naturals(rank: Option<Rank>, cards: &Cards, rules: &MeldRules) -> u8 {
    match rank {
        Some(rank) if !rules.is_wild_rank(rank) || rules.natural_place => cards.rank_count(rank),
        _ => 0,
    }
}

/// Is a face of the set's rank in it twice?
fn twice(set: &SetMeld) -> bool {
    set.cards.iter_counts().any(|(card, count)| count > 1 && card.rank() == set.rank)
}

pub(crate) fn run_naturals(run: &RunMeld, rules: &MeldRules) -> u8 {
    let natural =
        |i: usize, card: Card| card == run.face(i) && (!rules.is_wild(card) || rules.natural_place);
    run.cards().iter().enumerate().filter(|&(i, &card)| natural(i, card)).count() as u8
}

fn new_set(spec: &MeldSpec, rules: &MeldRules, stage: Stage) -> Result<SetMeld, MeldError> {
    let cards = spec.multiset().ok_or(MeldError::TooLong)?;
    let named = spec.named.and_then(Card::rank);
    let mut rank = None;
    for (card, _) in cards.iter_counts().filter(|&(card, _)| !rules.is_wild(card)) {
        if rank.is_some() && rank != card.rank() {
            let pair = spec.kind == MeldKind::Pair;
            return Err(if pair { MeldError::Pair } else { MeldError::SetRank });
        }
        rank = card.rank();
    }
    if rank.is_some() && named.is_some() && rank != named {
        return Err(MeldError::SetRank);
    }
    let pair = spec.kind == MeldKind::Pair;
    let size = cards.len();
    if pair && size != 2 {
        return Err(MeldError::Pair);
    }
    if rank.is_none() {
        rank = rank_of_wilds(&cards, named, rules)?;
        if rank.is_none() && (rules.all_wild != AllWild::Trio || pair) {
            return Err(match rules.all_wild {
                AllWild::Any | AllWild::Sets => MeldError::Unclear,
                _ => MeldError::AllWild,
            });
        }
    }
    let meld = SetMeld { rank, pair, cards };
    Meld::Set(meld).check(rules, stage)?;
    Ok(meld)
}

/// The rank of a set that consists of wilds: the one named; else that of its wild-ranked cards,
/// where a set of them means something; else none.
fn rank_of_wilds(
    cards: &Cards,
    named: Option<Rank>,
    rules: &MeldRules,
) -> Result<Option<Rank>, MeldError> {
    let mut printed = None;
    for (card, _) in cards.iter_counts().filter(|(card, _)| !card.is_joker()) {
        if printed.is_some() && printed != card.rank() {
            return Ok(named);
        }
        printed = card.rank();
    }
    match rules.all_wild {
        _ if rules.natural_place => Ok(named.or(printed)),
        AllWild::Any | AllWild::Sets => Ok(named),
        AllWild::Never | AllWild::Trio => Ok(None),
    }
}

fn new_run(spec: &MeldSpec, rules: &MeldRules, stage: Stage) -> Result<RunMeld, MeldError> {
    let size = spec.cards.len();
    if size > MAX_RUN || size > rules.run_max as usize {
        return Err(MeldError::TooLong);
    }
    let (suit, low) = anchor(spec, rules)?;
    let (first, last) = rules.places();
    if low < first || low + size as u8 - 1 > last {
        // Only an ace can stand at a place that another mode would have allowed.
        return Err(if low == 0 || low as usize + size == MAX_RUN {
            MeldError::Ace
        } else {
            MeldError::RunOrder
        });
    }
    let mut slots = [crate::JOKER; MAX_RUN];
    slots[..size].copy_from_slice(&spec.cards);
    let meld = RunMeld { suit, low, len: size as u8, slots };
    Meld::Run(meld).check(rules, stage)?;
    Ok(meld)
}

/// Where a run lies: the suit and the place of its first card, from its naturals, or from its
/// wild-ranked cards in their own places, or from its name.
fn anchor(spec: &MeldSpec, rules: &MeldRules) -> Result<(Suit, u8), MeldError> {
    let naturals: Vec<(usize, Card)> =
        spec.cards.iter().copied().enumerate().filter(|&(_, c)| !rules.is_wild(c)).collect();
    if !naturals.is_empty() {
        let found = place_of(&naturals, spec.cards.len(), rules)?;
        if let Some(named) = spec.named
            && face_at(found.0, found.1) != named
        {
            return Err(MeldError::RunOrder);
        }
        return Ok(found);
    }
    if let Some((suit, rank)) = spec.named.and_then(|c| c.suit().zip(c.rank())) {
        let aces_high_only = rules.ace == AceMode::High && rank == Rank::ACE;
        return Ok((suit, if aces_high_only { 13 } else { rank.0 }));
    }
    if rules.natural_place {
        let own: Vec<(usize, Card)> =
            spec.cards.iter().copied().enumerate().filter(|(_, c)| !c.is_joker()).take(1).collect();
        if !own.is_empty() {
            return place_of(&own, spec.cards.len(), rules);
        }
    }
    Err(match rules.all_wild {
        AllWild::Any => MeldError::Unclear,
        _ => MeldError::AllWild,
    })
}

/// The one place at which these cards stand in their own slots.
fn place_of(
    naturals: &[(usize, Card)],
    size: usize,
    rules: &MeldRules,
) -> Result<(Suit, u8), MeldError> {
    let suit = naturals[0].1.suit().ok_or(MeldError::RunSuit)?;
    if naturals.iter().any(|(_, card)| card.suit() != Some(suit)) {
        return Err(MeldError::RunSuit);
    }
    let corner = rules.ace == AceMode::Corner;
    let top = if corner { 12 } else { (MAX_RUN + 1).saturating_sub(size.max(1)) as u8 };
    let fits = |low: u8| naturals.iter().all(|&(i, card)| card == face_at(suit, low + i as u8));
    if let Some(low) =
        (0..=top).find(|&low| (corner || low as usize + size <= MAX_RUN) && fits(low))
    {
        return Ok((suit, low));
    }
    // It would stand if runs could go round the corner: then an ace is to blame.
    Err(if (0..13).any(fits) { MeldError::Ace } else { MeldError::RunOrder })
}

impl fmt::Display for Meld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spec().fmt(f)
    }
}

#[cfg(test)]
mod tests;
