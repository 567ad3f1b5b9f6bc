//! Which cards bring a hand nearer to its contract, and which are needed for it.

use std::ops::BitOr;

use upcard_cards::{Card, Cards, JOKER};

use crate::fast::{Common, Fast};
use crate::problem::Problem;
use crate::state::{HandState, LANES};

/// A set of faces, one bit each ([`Card::index`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CardSet(pub u64);

impl CardSet {
    /// No face.
    pub const NONE: CardSet = CardSet(0);

    /// Is this face in the set?
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Adds a face.
    pub const fn add(&mut self, card: Card) {
        self.0 |= 1 << card.index();
    }

    /// Is no face in the set?
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many faces are in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The faces in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Card> + use<> {
        Card::all().filter(move |&card| self.has(card))
    }

    /// How many of these cards are of a face in the set.
    #[must_use]
    pub fn count_in(self, cards: &Cards) -> u32 {
        self.iter().map(|card| u32::from(cards.count(card))).sum()
    }
}

impl BitOr for CardSet {
    type Output = CardSet;

    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::NONE;
        cards.into_iter().for_each(|card| set.add(card));
        set
    }
}

/// A hand as its contract sees it: how far it is, what each card of it is missed by, and what
/// would bring it nearer. Made by [`Problem::survey`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Survey {
    /// The least number of cards that must come; none where no cards would do.
    pub distance: Option<u8>,
    /// The faces held.
    pub held: CardSet,
    /// The faces of which no card can be missed: without one, another must come.
    pub needed: CardSet,
    /// The faces held that some nearest way uses, one that lacks the fewest naturals. Where a cap
    /// binds the wilds, or the tables cannot tell, faces that no nearest way uses may be among
    /// them.
    pub used: CardSet,
    /// The faces of which one more card would bring the hand nearer.
    pub useful: CardSet,
}

impl Survey {
    /// The distance without one card of this face; none where it is not held, or no cards would
    /// do.
    #[must_use]
    pub const fn without(&self, card: Card) -> Option<u8> {
        match self.distance {
            Some(distance) if self.held.has(card) => Some(distance + self.needed.has(card) as u8),
            _ => None,
        }
    }

    /// The faces held that can be missed; all that are held where every one is needed.
    #[must_use]
    pub const fn least_missed(&self) -> CardSet {
        let missed = self.held.0 & !self.needed.0;
        if missed == 0 { self.held } else { CardSet(missed) }
    }
}

/// From lanes of 16 bits a suit to a bit a face.
pub(crate) const fn faces(lanes: u64) -> CardSet {
    CardSet(
        lanes & 0x1fff
            | (lanes >> 16 & 0x1fff) << 13
            | (lanes >> 32 & 0x1fff) << 26
            | (lanes >> 48 & 0x1fff) << 39,
    )
}

impl Problem {
    /// The faces that bring this hand nearer to the contract by one card.
    #[must_use]
    pub fn useful(&self, hand: &Cards) -> CardSet {
        self.useful_of(&self.state(hand))
    }

    /// The same for a hand kept as a state.
    #[must_use]
    pub fn useful_of(&self, hand: &HandState) -> CardSet {
        let known = self.fast().and_then(|fast| {
            let common = fast.survey(hand)?;
            self.useful_by(fast, hand, &common)
        });
        known.unwrap_or_else(|| self.useful_one_by_one(hand, self.distance_of(hand)))
    }

    /// Surveys a hand: its distance, the distances after each possible discard, and the useful
    /// faces, all at once.
    ///
    /// A player keeps a state card by card and looks at it as often as it likes:
    ///
    /// ```
    /// use upcard_cards::{Cards, Contract, LayDownRules, MeldRules};
    /// use upcard_solver::Problem;
    /// let contract: Contract = "S3 R4".parse().unwrap();
    /// let problem = Problem::new(MeldRules::default(), LayDownRules::default(), contract);
    /// let hand: Cards = "7C 7D 9S TS QS KD KH 2C".parse().unwrap();
    /// let mut state = problem.state(&hand);
    /// state.add("3H".parse().unwrap());
    ///
    /// let survey = problem.survey(&state);
    /// assert_eq!(survey.distance, Some(2));
    /// // Without a king the sevens are a set; without the ten another card is missing.
    /// assert_eq!(survey.without("KD".parse().unwrap()), Some(2));
    /// assert_eq!(survey.without("TS".parse().unwrap()), Some(3));
    /// assert!(survey.useful.has("JS".parse().unwrap()));
    /// assert!(!survey.used.has("2C".parse().unwrap()));
    /// ```
    #[must_use]
    pub fn survey(&self, hand: &HandState) -> Survey {
        let held = held(hand);
        let fast = self.fast();
        let common = fast.and_then(|fast| Some((fast, fast.survey(hand)?)));
        let Some((fast, common)) = common else {
            let distance = self.distance_of(hand);
            let needed = self.needed_one_by_one(hand, distance);
            let useful = self.useful_one_by_one(hand, distance);
            return Survey { distance, held, needed, used: held, useful };
        };
        let mut distance = None;
        let needed = match needed_by(fast, hand, &common) {
            Some(needed) => {
                distance = Some(common.missing.saturating_sub(hand.wilds));
                needed
            }
            None => {
                distance = distance.or_else(|| self.distance_of(hand));
                self.needed_one_by_one(hand, distance)
            }
        };
        let useful = self
            .useful_by(fast, hand, &common)
            .unwrap_or_else(|| self.useful_one_by_one(hand, distance));
        let used = faces(common.used) | CardSet(held.0 & !faces(hand.planes.one).0);
        Survey { distance, held, needed, used, useful }
    }

    /// The faces of which no card can be missed, and the distance.
    #[must_use]
    pub fn needed_of(&self, hand: &HandState) -> (CardSet, Option<u8>) {
        let known = self.fast().and_then(|fast| {
            let common = fast.quick_survey(hand)?;
            let distance = common.missing.saturating_sub(hand.wilds);
            Some((needed_by(fast, hand, &common)?, Some(distance)))
        });
        known.unwrap_or_else(|| {
            let distance = self.distance_of(hand);
            (self.needed_one_by_one(hand, distance), distance)
        })
    }

    fn useful_by(&self, fast: &Fast, hand: &HandState, common: &Common) -> Option<CardSet> {
        let (missing, wilds) = (common.missing, hand.wilds);
        let plain = |missing: u8, wilds: u8| fast.is_plain(missing, wilds);
        if !plain(missing, wilds) || (missing > 0 && !plain(missing - 1, wilds)) {
            return None;
        }
        if missing <= wilds {
            return Some(CardSet::NONE);
        }
        let naturals = faces(common.helpful);
        let wild = CardSet(1 << JOKER.index()) | self.wild_faces();
        if plain(missing, wilds + 1) {
            return Some(naturals | wild);
        }
        // What is left to be asked is whether another wild finds a place.
        let own_place = self.melds.natural_place && self.melds.wild_ranks != 0;
        if own_place || hand.cards().count(JOKER) == Cards::MOST {
            return None;
        }
        let mut with = *hand;
        with.add(JOKER);
        let finds = self.comes_down_to(&with, missing - wilds - 1);
        let naturals = CardSet(naturals.0 & !wild.0);
        Some(if finds { naturals | wild } else { naturals })
    }

    /// The faces of the wild ranks.
    fn wild_faces(&self) -> CardSet {
        faces(u64::from(self.melds.wild_ranks) * LANES)
    }

    fn useful_one_by_one(&self, hand: &HandState, distance: Option<u8>) -> CardSet {
        let Some(distance) = distance else { return CardSet::NONE };
        if distance == 0 {
            return CardSet::NONE;
        }
        let mut useful = CardSet::NONE;
        // All wilds are alike, but where they count as natural in their own places.
        let mut wild = None;
        for card in std::iter::once(JOKER).chain(Card::all().filter(|c| !c.is_joker())) {
            let alike = self.melds.is_wild(card) && !self.melds.natural_place;
            let nearer = match wild {
                Some(known) if alike => known,
                _ => {
                    let mut with = *hand;
                    if hand.cards().count(card) == Cards::MOST {
                        continue;
                    }
                    with.add(card);
                    self.comes_down_to(&with, distance - 1)
                }
            };
            if alike {
                wild = Some(nearer);
            }
            if nearer {
                useful.add(card);
            }
        }
        useful
    }

    fn needed_one_by_one(&self, hand: &HandState, distance: Option<u8>) -> CardSet {
        let mut needed = CardSet::NONE;
        let Some(distance) = distance else { return needed };
        let mut wild = None;
        for (card, _) in hand.cards().iter_counts() {
            let alike = self.melds.is_wild(card) && !self.melds.natural_place;
            let missed = match wild {
                Some(known) if alike => known,
                _ => {
                    let mut rest = *hand;
                    rest.remove(card);
                    // One card less takes one step back at the most.
                    !self.comes_down_to(&rest, distance)
                }
            };
            if alike {
                wild = Some(missed);
            }
            if missed {
                needed.add(card);
            }
        }
        needed
    }

    /// Is the distance not more than this?
    #[inline]
    fn comes_down_to(&self, hand: &HandState, most: u8) -> bool {
        match self.fast().and_then(|fast| fast.within(hand, most)) {
            Some(known) => known,
            None => self.distance_of(hand).is_some_and(|distance| distance <= most),
        }
    }
}

/// The faces of a hand.
pub(crate) fn held(hand: &HandState) -> CardSet {
    let mut held = faces(hand.planes.one);
    if hand.wilds > 0 || hand.crowded {
        held = hand.cards().iter_counts().map(|(card, _)| card).collect();
    }
    held
}

/// The faces of which no card can be missed, where wilds always find a place.
fn needed_by(fast: &Fast, hand: &HandState, common: &Common) -> Option<CardSet> {
    let (missing, wilds) = (common.missing, hand.wilds);
    if !fast.is_plain(missing, wilds) || !fast.is_plain(missing + 1, wilds) {
        return None;
    }
    if missing < wilds {
        return Some(CardSet::NONE);
    }
    let mut needed = faces(common.needed);
    if wilds > 0 {
        if !fast.is_plain(missing, wilds - 1) {
            return None;
        }
        needed.0 |= held(hand).0 & !faces(hand.planes.one).0;
    }
    Some(needed)
}
