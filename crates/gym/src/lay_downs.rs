//! Lay-downs as numbers: the solver's list, and the continuations of a partial lay-down.

use upcard_cards::{Cards, MeldSpec};
use upcard_engine::choices::LayDownMode;
use upcard_engine::{Action, View};

use crate::encoding;
use crate::mask::Mask;
use crate::numbers::{DOWN, END, LIST, LISTS, NEXT};

/// Number of lay-downs, in the solver's order, of which the best get numbers of their own.
pub(crate) const RANKED: usize = 64;

type EncodedMeld = Vec<u8>;

/// Lay-downs of a hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct LayDowns {
    /// Melds of each lay-down, in the solver's order.
    each: Vec<Vec<EncodedMeld>>,
    /// Indices of the best lay-downs, by the points left in the hand, fewest first.
    best: Vec<usize>,
    /// `true` if each is a single meld, so that one play may combine several.
    parts: bool,
}

/// A partial lay-down: complete melds, and the beginning of the next.
struct Partial<'a> {
    complete: Vec<&'a [u8]>,
    begun: &'a [u8],
}

impl<'a> Partial<'a> {
    fn of(numbers: &'a [u8]) -> Partial<'a> {
        let mut melds: Vec<&[u8]> = numbers.split(|number| *number == NEXT).collect();
        let begun = melds.pop().unwrap_or_default();
        Partial { complete: melds, begun }
    }
}

impl LayDowns {
    /// Extracts the lay-downs from the listed actions.
    pub(crate) fn of(view: &View<'_>, actions: &[Action]) -> LayDowns {
        let specs = actions.iter().filter_map(|action| match action {
            Action::Down(melds) => Some(melds),
            _ => None,
        });
        let values = &view.contract_rules().values;
        let points_laid = |melds: &[MeldSpec]| -> u32 {
            let cards = melds.iter().flat_map(|meld| &meld.cards);
            cards.map(|card| u32::from(values[card.index()])).sum()
        };
        let owed = view.table.turn().owed.is_some();
        let (mut each, mut worth) = (Vec::new(), Vec::new());
        for melds in specs {
            let mut encoded: Vec<EncodedMeld> = melds.iter().map(encoding::meld).collect();
            encoded.sort_unstable();
            // Uses of an owed card can repeat a lay-down in another order.
            if owed && each.contains(&encoded) {
                continue;
            }
            worth.push(points_laid(melds));
            each.push(encoded);
        }
        let mut best: Vec<usize> = (0..each.len().min(RANKED)).collect();
        best.sort_by_key(|&at| std::cmp::Reverse(worth[at]));
        best.truncate(LISTS.into());
        let at_once = view.rules.set.choices.laying_down.mode == LayDownMode::AtOnce;
        let single = each.iter().all(|melds| melds.len() == 1);
        LayDowns { each, best, parts: !at_once && single }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.each.is_empty()
    }

    /// Number of lay-downs with a number of their own.
    pub(crate) fn listed(&self) -> u8 {
        self.best.len() as u8
    }

    pub(crate) fn by_number(&self, number: u8) -> Option<Action> {
        let at = *self.best.get(usize::from(number.checked_sub(LIST)?))?;
        down(self.each[at].iter().map(Vec::as_slice))
    }

    /// Returns the numbers that may follow this prefix after [`DOWN`].
    pub(crate) fn follow(&self, view: &View<'_>, said: &[u8]) -> Mask {
        let said = Partial::of(said);
        if self.parts {
            self.single_melds_follow(view, &said)
        } else {
            self.whole_lay_downs_follow(&said)
        }
    }

    /// For complete lay-downs: those that contain all melds so far, in any order.
    fn whole_lay_downs_follow(&self, said: &Partial<'_>) -> Mask {
        let mut mask = Mask::NONE;
        for melds in &self.each {
            let mut left: Vec<&EncodedMeld> = melds.iter().collect();
            let mut take = |meld: &[u8]| {
                let at = left.iter().position(|other| other.as_slice() == meld);
                at.map(|at| left.remove(at)).is_some()
            };
            if !said.complete.iter().all(|meld| take(meld)) {
                continue;
            }
            for meld in left.iter().filter(|meld| meld.starts_with(said.begun)) {
                let done = if left.len() == 1 { END } else { NEXT };
                mask.insert(meld.get(said.begun.len()).copied().unwrap_or(done));
            }
        }
        mask
    }

    /// For single melds, which combine freely: those that can be laid together with the melds so far.
    fn single_melds_follow(&self, view: &View<'_>, said: &Partial<'_>) -> Mask {
        let mut mask = Mask::NONE;
        let with = |more: &[&[u8]]| {
            let melds = said.complete.iter().chain(more).copied();
            hand_holds(view, melds.clone())
                && down(melds).is_some_and(|action| view.allows(&action))
        };
        let melds = self.each.iter().filter_map(|melds| melds.first().map(Vec::as_slice));
        for meld in melds.clone().filter(|meld| meld.starts_with(said.begun)) {
            let follows = meld.get(said.begun.len()).copied();
            if follows.is_some_and(|number| mask.has(number)) || !with(&[meld]) {
                continue;
            }
            match follows {
                Some(number) => mask.insert(number),
                None => {
                    mask.insert(END);
                    if melds.clone().any(|another| with(&[meld, another])) {
                        mask.insert(NEXT);
                    }
                }
            }
        }
        mask
    }

    /// Decodes the numbers after [`DOWN`].
    pub(crate) fn decode(said: &[u8]) -> Option<Action> {
        let melds = said.strip_suffix(&[END])?;
        down(melds.split(|number| *number == NEXT))
    }
}

/// Encodes a play that lays these melds down.
pub(crate) fn encode(melds: &[MeldSpec]) -> Vec<u8> {
    let encoded: Vec<EncodedMeld> = melds.iter().map(encoding::meld).collect();
    [&[DOWN], &encoded.join(&NEXT)[..], &[END]].concat()
}

fn down<'a>(melds: impl Iterator<Item = &'a [u8]>) -> Option<Action> {
    melds.map(encoding::decode_meld).collect::<Option<Vec<_>>>().map(Action::Down)
}

/// Returns `true` if the hand holds the cards of all these melds at once.
fn hand_holds<'a>(view: &View<'_>, melds: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut left: Cards = *view.hand;
    melds
        .filter_map(encoding::decode_meld)
        .flat_map(|meld| meld.cards)
        .all(|card| left.remove(card))
}
