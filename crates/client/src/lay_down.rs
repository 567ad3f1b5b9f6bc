//! Draft of a lay-down: slots filled from the hand, with proposals from the solver.

use upcard_cards::{
    Card, Element, Meld, MeldError, MeldKind, MeldSpec, Purity, Rank, ShortSort, Stage, Suit,
};
use upcard_engine::choices::LayDownMode;
use upcard_engine::table::Down;
use upcard_engine::{Action, Move, Refusal, View};

use crate::groups::{Groups, best_ending, groups};
use crate::hand::{Hand, HandCard};
use crate::readings;

/// One meld of the draft.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slot {
    /// Element of the contract; `None` for a free meld.
    pub element: Option<Element>,
    /// Cards, in the order in which they were added.
    pub cards: Vec<HandCard>,
    /// Index of the selected reading.
    pub reading: usize,
}

/// Why a draft is not a valid lay-down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotError {
    /// All slots are empty.
    Empty,
    /// The cards of this slot are not a meld.
    NoMeld(usize),
    /// The rules do not allow it.
    Refused(Refusal),
}

/// Why the cards of a slot are not a meld.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotFault {
    /// A run needs a single suit.
    Suit {
        /// First card of another suit.
        stray: Card,
        /// Most frequent suit.
        suit: Suit,
    },
    /// A set needs a single rank.
    Rank {
        /// First card of another rank.
        stray: Card,
        /// Most frequent rank.
        rank: Rank,
    },
    /// A run contains each card at most once.
    Duplicate(Card),
    /// A run of several suits contains each rank at most once.
    DuplicateRank(Rank),
    /// Too few cards.
    TooFew {
        /// Minimum number of cards to add.
        missing: u8,
    },
    /// The element requires different suits, or no wild cards.
    Purity(Purity),
    /// Another meld rule.
    Rule(MeldKind, MeldError),
}

/// Purpose of the melds in a draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Purpose {
    /// Lay them down on the table.
    #[default]
    LayDown,
    /// End the deal with them and a discard, by going out or knocking.
    Ending,
    /// Answer a knock, or group the hand after a declaration.
    Answer,
}

/// A lay-down under construction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LayDownDraft {
    /// Melds.
    pub slots: Vec<Slot>,
    /// Purpose.
    pub purpose: Purpose,
    /// Discard that ends the deal.
    pub discard: Option<HandCard>,
}

/// Maximum number of combinations of readings to try.
const MAX_COMBINATIONS: usize = 200;

/// Pseudo slot number for the discard.
pub const DISCARD_SLOT: usize = 1_000;

impl Slot {
    /// Possible readings of the cards, most likely first.
    #[must_use]
    pub fn readings(&self, view: &View<'_>) -> Vec<Meld> {
        if self.cards.is_empty() {
            return Vec::new();
        }
        let kinds = match self.element {
            Some(element) => vec![element.kind],
            None => vec![MeldKind::Set, MeldKind::Run],
        };
        let cards: Vec<Card> = self.cards.iter().map(|held| held.card).collect();
        readings(&cards, &view.contract_rules().melds, Stage::First, &kinds)
    }

    /// Selected reading.
    #[must_use]
    pub fn meld(&self, view: &View<'_>) -> Option<Meld> {
        let all = self.readings(view);
        all.get(self.reading).or(all.last()).copied()
    }

    /// Why the cards are not a meld; `None` if they are, or if the slot is empty.
    #[must_use]
    pub fn fault(&self, view: &View<'_>) -> Option<SlotFault> {
        let rules = &view.contract_rules().melds;
        let readings = self.readings(view);
        if self.cards.is_empty() || !readings.is_empty() {
            let met = |e: &Element| readings.iter().any(|meld| e.is_met_by(meld, rules));
            let element = self.element.filter(|e| !readings.is_empty() && !met(e));
            return element.map(|e| SlotFault::Purity(e.purity));
        }
        let mut cards: Vec<Card> = self.cards.iter().map(|held| held.card).collect();
        let naturals: Vec<Card> = cards.iter().copied().filter(|c| !rules.is_wild(*c)).collect();
        let rank = most_frequent(naturals.iter().filter_map(|c| c.rank()));
        let suit = most_frequent(naturals.iter().filter_map(|c| c.suit()));
        let kind = match self.element {
            Some(element) => element.kind,
            // A free meld has the kind suggested by most of its cards.
            None if rank.1 > suit.1 => MeldKind::Set,
            None => MeldKind::Run,
        };
        if kind == MeldKind::Run {
            let mixed = rules.run_suits.is_mixed();
            if let Some(suit) = suit.0.filter(|_| !mixed)
                && let Some(stray) = naturals.iter().find(|c| c.suit() != Some(suit))
            {
                return Some(SlotFault::Suit { stray: *stray, suit });
            }
            let same = |a: &Card, b: &Card| a == b || mixed && a.rank() == b.rank();
            let again = |(i, card): &(usize, &Card)| naturals[..*i].iter().any(|c| same(c, card));
            let twice = naturals.iter().enumerate().find(again);
            // The ace may be at both ends.
            let two_aces = rules.run_max as usize > 13 && self.cards.len() > 13;
            if let Some((_, card)) = twice.filter(|_| !two_aces) {
                return Some(match (mixed, card.rank()) {
                    (true, Some(rank)) => SlotFault::DuplicateRank(rank),
                    _ => SlotFault::Duplicate(*card),
                });
            }
        } else if let Some(rank) = rank.0
            && let Some(stray) = naturals.iter().find(|c| c.rank() != Some(rank))
        {
            return Some(SlotFault::Rank { stray: *stray, rank });
        }
        let least = match (self.element, kind) {
            (Some(element), _) => element.size,
            (None, MeldKind::Run) => rules.run_min,
            (None, MeldKind::Set) => rules.set_min,
            (None, MeldKind::Pair) => 2,
        };
        let missing = least.saturating_sub(u8::try_from(cards.len()).unwrap_or(u8::MAX));
        if missing > 0 {
            return Some(SlotFault::TooFew { missing });
        }
        let rank = |card: Card| card.rank().map(Rank::index);
        match rules.run_suits.is_mixed() {
            true => cards.short_sort_by_key(|card| rank(*card)),
            false => cards.short_sort_by_key(|card| card.index()),
        }
        let spec = MeldSpec { kind, cards, named: None };
        Meld::new(&spec, rules, Stage::First).err().map(|error| SlotFault::Rule(kind, error))
    }
}

/// Most frequent value (the first among equals) and its count.
fn most_frequent<T: PartialEq + Copy>(all: impl Iterator<Item = T>) -> (Option<T>, usize) {
    let all: Vec<T> = all.collect();
    let count = |value: &T| all.iter().filter(|other| *other == value).count();
    let best = all.iter().rev().max_by_key(|value| count(value)).copied();
    (best, best.map_or(0, |value| count(&value)))
}

/// Returns `true` if melds are laid individually, without a contract.
pub(crate) fn is_free(view: &View<'_>) -> bool {
    matches!(view.rules.set.choices.laying_down.mode, LayDownMode::Free | LayDownMode::Hidden)
}

impl LayDownDraft {
    /// Empty draft of what this seat may lay down now: its open contract, or free melds.
    #[must_use]
    pub fn new(view: &View<'_>) -> LayDownDraft {
        let state = view.table.seat(view.seat);
        let slots = if is_free(view) || state.down != Down::No {
            vec![Slot::default()]
        } else {
            let solver = view.lay_down_solver();
            let slot = |e: &Element| Slot { element: Some(*e), ..Slot::default() };
            solver.problem().contract.elements.iter().map(slot).collect()
        };
        LayDownDraft { slots, ..LayDownDraft::default() }
    }

    /// Returns `true` if a further free meld can be added. One empty slot at the end is enough.
    #[must_use]
    pub fn takes_another(&self) -> bool {
        let chosen = self.slots.iter().any(|slot| slot.element.is_none());
        let free = self.purpose != Purpose::LayDown || chosen;
        free && self.slots.last().is_none_or(|slot| !slot.cards.is_empty())
    }

    /// Best way to end the deal now, as an editable draft; empty if there is none.
    #[must_use]
    pub fn ending(view: &View<'_>, hand: &[HandCard]) -> LayDownDraft {
        let best = best_ending(view).and_then(|action| LayDownDraft::advised(view, hand, &action));
        best.unwrap_or_else(|| LayDownDraft { purpose: Purpose::Ending, ..LayDownDraft::default() })
    }

    /// Draft of a suggested action: its melds and discard.
    #[must_use]
    pub fn advised(view: &View<'_>, hand: &[HandCard], action: &Action) -> Option<LayDownDraft> {
        let (purpose, melds, discard) = match action {
            Action::Down(melds) => (Purpose::LayDown, melds, None),
            Action::Declare { melds, finish } => (Purpose::Ending, melds, *finish),
            Action::Knock { melds, discard } => (Purpose::Ending, melds, *discard),
            _ => return None,
        };
        let slots = match purpose {
            Purpose::LayDown => LayDownDraft::new(view).slots,
            _ => Vec::new(),
        };
        let mut left = hand.to_vec();
        let at = discard.and_then(|card| left.iter().position(|held| held.card == card));
        let discard = at.map(|at| left.remove(at));
        let rules = &view.contract_rules().melds;
        let melds = melds.iter().filter_map(|spec| Meld::new(spec, rules, Stage::First).ok());
        let mut draft = LayDownDraft { slots, purpose, discard };
        draft.fill(view, melds.collect(), left);
        Some(draft)
    }

    /// The player's melds to answer a knock, or groups of the hand after a declaration, as an editable draft.
    #[must_use]
    pub fn answer(view: &View<'_>, hand: &[HandCard]) -> LayDownDraft {
        let mut draft = LayDownDraft { purpose: Purpose::Answer, ..LayDownDraft::default() };
        // Groups are shown even if they save no points because required runs are missing.
        let melds = match view.table.knock_limit(view.rules) {
            Some(_) => view.deadwood().melds,
            None => groups(view).map(|found| found.melds).unwrap_or_default(),
        };
        draft.fill(view, melds, hand.to_vec());
        draft
    }

    /// A new draft filled with these melds.
    #[must_use]
    pub fn proposed(view: &View<'_>, melds: Vec<Meld>, hand: &[HandCard]) -> LayDownDraft {
        let mut draft = LayDownDraft::new(view);
        draft.fill(view, melds, hand.to_vec());
        draft
    }

    /// The earlier draft if its slots still match, otherwise an empty one. The selected cards go into the
    /// first slot that they fit, or into the first slot.
    #[must_use]
    pub fn with_chosen(view: &View<'_>, kept: &LayDownDraft, chosen: &[HandCard]) -> LayDownDraft {
        let fresh = LayDownDraft::new(view);
        let elements = |draft: &LayDownDraft| -> Vec<Element> {
            draft.slots.iter().filter_map(|slot| slot.element).collect()
        };
        let again = !kept.is_empty() && elements(kept) == elements(&fresh);
        let empty = if again { kept.clone() } else { fresh };
        if chosen.is_empty() {
            return empty;
        }
        let with = |slot| {
            let mut draft = empty.clone();
            chosen.iter().for_each(|held| draft.put(*held, slot));
            draft
        };
        let all: Vec<LayDownDraft> = (0..empty.slots.len()).map(with).collect();
        let fits = |draft: &&LayDownDraft| draft.slots.iter().any(|slot| slot.meld(view).is_some());
        all.iter().find(fits).or(all.first()).cloned().unwrap_or(empty)
    }

    /// Assigns melds to matching slots, using these cards of the hand.
    fn fill(&mut self, view: &View<'_>, melds: Vec<Meld>, mut left: Vec<HandCard>) {
        let rules = &view.contract_rules().melds;
        for meld in melds {
            let fits = |e: Element| {
                e.kind == meld.kind() && e.size as usize <= meld.size() && e.is_met_by(&meld, rules)
            };
            let free = |at: &usize| {
                self.slots[*at].cards.is_empty() && self.slots[*at].element.is_none_or(fits)
            };
            // Prefer the strictest slot that the meld satisfies, leaving the others free.
            let strictness = |at: &usize| self.slots[*at].element.map(|e| e.purity);
            let slot = (0..self.slots.len()).filter(free).rev().max_by_key(strictness);
            let at = slot.unwrap_or_else(|| {
                self.slots.push(Slot::default());
                self.slots.len() - 1
            });
            for card in meld.spec().cards {
                if let Some(held) = left.iter().position(|held| held.card == card) {
                    self.slots[at].cards.push(left.remove(held));
                }
            }
            // Swapping wild cards does not make a different meld.
            let alike = |other: &&Meld| match (other, &meld) {
                (Meld::Run(a), Meld::Run(b)) => (a.suit(), a.low()) == (b.suit(), b.low()),
                (Meld::Set(a), Meld::Set(b)) => a.rank() == b.rank(),
                _ => false,
            };
            let all = self.slots[at].readings(view);
            let same = all.iter().position(|other| *other == meld);
            let same = same.or_else(|| all.iter().position(|other| alike(&other)));
            self.slots[at].reading = same.unwrap_or(0);
        }
        self.select_valid_readings(view);
    }

    /// Selects readings that the rules accept for all slots, if the current ones are refused and others work.
    pub fn select_valid_readings(&mut self, view: &View<'_>) {
        if !matches!(self.action(view), Err(SlotError::Refused(_))) {
            return;
        }
        let before: Vec<usize> = self.slots.iter().map(|slot| slot.reading).collect();
        let counts = self.slots.iter().map(|slot| slot.readings(view).len().max(1));
        let counts: Vec<usize> = counts.collect();
        let all = counts.iter().try_fold(1_usize, |all, count| all.checked_mul(*count));
        for combination in 0..all.filter(|all| *all <= MAX_COMBINATIONS).unwrap_or(0) {
            let mut rest = combination;
            for (slot, count) in self.slots.iter_mut().zip(&counts) {
                (slot.reading, rest) = (rest % count, rest / count);
            }
            if self.action(view).is_ok() {
                return;
            }
        }
        self.slots.iter_mut().zip(before).for_each(|(slot, reading)| slot.reading = reading);
    }

    /// Groups of the hand according to this draft, in games in which melds stay in the hand.
    #[must_use]
    pub fn groups(&self, view: &View<'_>) -> Option<Groups> {
        let discard = self.discard.map(|held| held.card);
        let hidden = self.purpose != Purpose::LayDown;
        hidden.then(|| Groups::of(view, self.melds(view), discard))
    }

    /// The slots that are melds, as read.
    pub(crate) fn melds(&self, view: &View<'_>) -> Vec<Meld> {
        self.slots.iter().filter_map(|slot| slot.meld(view)).collect()
    }

    /// Moves a card into a slot; an index past the last slot creates a new one.
    pub fn put(&mut self, held: HandCard, slot: usize) {
        self.take(held.id);
        if slot == DISCARD_SLOT {
            self.discard = Some(held);
            return;
        }
        if slot >= self.slots.len() {
            self.slots.push(Slot::default());
        }
        let at = slot.min(self.slots.len() - 1);
        self.slots[at].cards.push(held);
        self.slots[at].reading = 0;
    }

    /// Returns a card to the hand.
    pub fn take(&mut self, id: u32) {
        self.remove(|held| held.id == id);
    }

    /// Removes these cards. Returns `true` if there were any.
    fn remove(&mut self, gone: impl Fn(&HandCard) -> bool) -> bool {
        let mut changed = self.discard.take_if(|held| gone(held)).is_some();
        for slot in &mut self.slots {
            if slot.cards.iter().any(&gone) {
                slot.cards.retain(|held| !gone(held));
                slot.reading = 0;
                changed = true;
            }
        }
        changed
    }

    /// Returns `true` if all slots are empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.iter().all(|slot| slot.cards.is_empty())
    }

    /// First slot that is not a meld, and why.
    #[must_use]
    pub fn fault(&self, view: &View<'_>) -> Option<(usize, SlotFault)> {
        let mut slots = self.slots.iter().enumerate();
        slots.find_map(|(at, slot)| Some((at, slot.fault(view)?)))
    }

    /// Removes cards that are no longer in the hand. Returns `true` if there were any.
    pub fn follow(&mut self, hand: &Hand) -> bool {
        self.remove(|held| hand.get(held.id).is_none())
    }

    /// Returns `true` if the card is in the draft.
    #[must_use]
    pub fn holds(&self, id: u32) -> bool {
        let discard = self.discard.is_some_and(|held| held.id == id);
        discard || self.slots.iter().any(|slot| slot.cards.iter().any(|held| held.id == id))
    }

    /// Builds the action.
    ///
    /// # Errors
    /// What is missing, or the rule that forbids it.
    pub fn action(&self, view: &View<'_>) -> Result<Action, SlotError> {
        let mut melds: Vec<MeldSpec> = Vec::new();
        for (index, slot) in self.slots.iter().enumerate() {
            if slot.cards.is_empty() {
                continue;
            }
            melds.push(slot.meld(view).ok_or(SlotError::NoMeld(index))?.spec());
        }
        let discard = self.discard.map(|held| held.card);
        let action = match self.purpose {
            // A knock without melds is valid.
            Purpose::Ending if melds.is_empty() && discard.is_none() => {
                return Err(SlotError::Empty);
            }
            Purpose::Ending if view.table.knock_limit(view.rules).is_some() => {
                Action::Knock { melds, discard }
            }
            Purpose::Ending => Action::Declare { melds, finish: discard },
            _ if melds.is_empty() => return Err(SlotError::Empty),
            Purpose::LayDown => Action::Down(melds),
            Purpose::Answer => Action::Show(melds),
        };
        match view.judge(&action) {
            Err(refusal) => Err(SlotError::Refused(refusal)),
            // A wrong declaration is legal but penalized, so the page refuses it.
            Ok(Move::DeclareWrong { .. }) => Err(SlotError::Refused(self.missing(view))),
            Ok(_) => Ok(action),
        }
    }

    /// Points of the melds in the slots.
    #[must_use]
    pub fn points(&self, view: &View<'_>) -> i32 {
        view.meld_points(&self.melds(view))
    }

    /// Why the hand cannot be declared although its groups are melds.
    fn missing(&self, view: &View<'_>) -> Refusal {
        let placed = self.slots.iter().map(|slot| slot.cards.len()).sum::<usize>() + 1;
        if placed < view.hand.len() {
            return Refusal::DeclareLeftOver;
        }
        let deal = view.table.deal_rules(view.rules);
        deal.missing_melds(&self.melds(view)).unwrap_or(Refusal::DeclareLeftOver)
    }
}
