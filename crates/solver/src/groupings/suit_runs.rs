//! Pareto-optimal runs of a suit in a declaration, looked up by the suit's cards.

use std::sync::{Arc, OnceLock};

use arrayvec::ArrayVec;
use upcard_cards::{AceMode, AllWild, MeldRules};

use super::outline::longest;
use super::suits::lines;
use crate::cache::{Cache, RANK_SETS};
use crate::context::Context;
use crate::hand::Held;
use crate::plan::{NeedsSearch, TableResult};

/// Maximum number of melds of a declaration that the table covers.
pub(super) const MAX_MELDS: usize = 4;

/// Number of cards of the smallest meld.
pub(super) const MIN_MELD: u8 = 3;

/// Maximum number of cards of a declaration: a longer one has room for a fifth meld.
pub(super) const MAX_CARDS: u8 = 14;

/// Number of possible counts of empty places of runs: fewer than there are cards.
const NUMBERS: usize = MAX_CARDS as usize;

/// Maximum number of choices of runs of a suit. Suits with more are left to the search.
const MAX_CHOICES: usize = 4 * WORDS;

/// Number of words for the choices of a suit, four in each.
const WORDS: usize = 6;

/// Number of cache slots for suits with duplicate cards.
const HASHED: usize = 1 << 14;

/// Summary of some runs of a suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Runs {
    pub(super) number: u8,
    /// Number of places that no card of the suit fills.
    pub(super) empty: u8,
    /// Number of naturals that they cover.
    pub(super) covered: u8,
}

/// The Pareto-optimal choices of runs of a suit, by number.
pub(super) type Choices = ArrayVec<Runs, MAX_CHOICES>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    pub(super) ace: AceMode,
    pub(super) longest: u8,
}

pub(super) struct SuitRuns {
    pub(super) key: Key,
    /// By the ranks held, each once.
    once: Box<[OnceLock<Choices>]>,
    /// Suits with duplicate cards.
    twice: Cache<WORDS>,
}

impl SuitRuns {
    const BYTES: usize = RANK_SETS * size_of::<OnceLock<Choices>>() + Cache::<WORDS>::bytes(HASHED);

    /// The table for these rules, without caps of wilds, which it does not know; `None` if it does not cover
    /// them, or the context has no room.
    pub(super) fn of(rules: &MeldRules, context: &Context) -> Option<Arc<SuitRuns>> {
        let longest = longest(rules);
        let fits = rules.run_min == MIN_MELD
            && rules.set_min == MIN_MELD
            && rules.set_limit().is_none_or(|max| max >= MIN_MELD)
            && rules.distinct_suits
            && rules.natural_place
            && !rules.splits_ranks()
            && rules.all_wild == AllWild::Never
            && rules.ace != AceMode::Corner
            && longest + MIN_MELD >= MAX_CARDS;
        let key = Key { ace: rules.ace, longest };
        let make = || SuitRuns {
            key: key.clone(),
            once: (0..RANK_SETS).map(|_| OnceLock::new()).collect(),
            twice: Cache::new(HASHED),
        };
        fits.then(|| context.table(key.clone(), SuitRuns::BYTES, make))?
    }

    /// Passes the choices of runs of a suit to the visitor, if there are not too many.
    #[inline]
    pub(super) fn with<T>(&self, suit: Held, visit: impl FnOnce(&Choices) -> T) -> TableResult<T> {
        let [one, two, _] = suit;
        if two == 0 {
            let place = &self.once[usize::from(one) % RANK_SETS];
            return match place.get() {
                Some(known) => Ok(visit(known)),
                None => {
                    let choices = self.compute(suit).ok_or(NeedsSearch)?;
                    Ok(visit(place.get_or_init(|| choices)))
                }
            };
        }
        let words = self.twice.get(suit, 0, || packed(self.compute(suit)));
        if words[0] == TOO_MANY { Err(NeedsSearch) } else { Ok(visit(&unpacked(words))) }
    }

    #[cold]
    fn compute(&self, suit: Held) -> Option<Choices> {
        // By the number of runs and the empty places.
        let mut best = [[0; NUMBERS]; MAX_MELDS + 1];
        for line in lines(suit, self.key.ace) {
            self.add_runs(&line, 0, Runs::default(), &mut best);
        }
        let mut choices = Choices::new();
        for number in 1..=MAX_MELDS {
            for empty in 0..NUMBERS {
                let covered = best[number][empty];
                let fewer = best[..=number].iter().flat_map(|row| &row[..=empty]);
                if covered > 0 && fewer.filter(|other| **other >= covered).count() == 1 {
                    let runs = Runs { number: number as u8, empty: empty as u8, covered };
                    choices.try_push(runs).ok()?;
                }
            }
        }
        Some(choices)
    }

    /// Adds runs whose lowest card is at this place or a higher one.
    fn add_runs(
        &self,
        copies: &[u8; 14],
        from: usize,
        runs: Runs,
        best: &mut [[u8; NUMBERS]; MAX_MELDS + 1],
    ) {
        let place = &mut best[usize::from(runs.number)][usize::from(runs.empty)];
        *place = (*place).max(runs.covered);
        if usize::from(runs.number) == MAX_MELDS {
            return;
        }
        for low in (from..14).filter(|low| copies[*low] > 0) {
            let mut rest = *copies;
            let mut naturals = 0;
            for high in low..14.min(low + usize::from(self.key.longest)) {
                if rest[high] == 0 {
                    continue;
                }
                rest[high] -= 1;
                naturals += 1;
                let size = ((high - low) as u8 + 1).max(MIN_MELD);
                let empty = runs.empty + size - naturals;
                if empty < MAX_CARDS {
                    let covered = runs.covered + naturals;
                    let runs = Runs { number: runs.number + 1, empty, covered };
                    self.add_runs(&rest, low, runs, best);
                }
            }
        }
    }
}

/// Marks more choices than fit.
const TOO_MANY: u64 = u64::MAX;

/// Packs choices into words: sixteen bits each.
fn packed(choices: Option<Choices>) -> [u64; WORDS] {
    let Some(choices) = choices else { return [TOO_MANY; WORDS] };
    let mut words = [0; WORDS];
    for (at, Runs { number, empty, covered }) in choices.into_iter().enumerate() {
        let runs = u64::from(number) | u64::from(empty) << 4 | u64::from(covered) << 8;
        words[at / 4] |= runs << (16 * (at % 4));
    }
    words
}

fn unpacked(words: [u64; WORDS]) -> Choices {
    let each = words.into_iter().flat_map(|word| word.to_le_bytes());
    let mut bytes = each.into_iter();
    let mut choices = Choices::new();
    while let (Some(low), Some(covered)) = (bytes.next(), bytes.next())
        && covered > 0
    {
        choices.push(Runs { number: low & 15, empty: low >> 4, covered });
    }
    choices
}
