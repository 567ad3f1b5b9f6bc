//! Distance of a hand from melds that come to a minimum of points together, as the first ones of a deal.
//!
//! Sets and runs that the hand holds or nearly holds are combined so that they count enough and lack as few
//! cards as possible. A wild stands in for any missing card. The search is heuristic, and gives all hands far
//! from the goal the same distance.

use upcard_cards::{Card, Cards, Faces, JOKER, MeldRules, RANKS, Rank, SUITS, ShortSort, Suit};
use upcard_engine::{DealRules, Rules};
use upcard_solver::{Survey, meter};

/// Maximum number of cards that a single meld may lack, and that all may lack together beyond the wilds.
const MAX_MELD_MISSING: usize = 2;
const MAX_EXTRA_MISSING: u8 = 3;

/// Length of the longest runs considered: longer ones grow from them.
const MAX_RUN_LEN: u8 = 6;

/// Maximum number of combinations tried per number of missing cards.
const MAX_COMBINATIONS: u32 = 4_000;

/// A meld that the hand may reach.
struct Target {
    /// Its cards that are held.
    held: Cards,
    /// Number of missing cards, and the faces that would do.
    missing: u8,
    wanted: Faces,
    points: i32,
}

/// The goal: melds of at least `least` points.
pub(crate) struct FirstLayDown<'r> {
    rules: &'r Rules,
    deal: &'r DealRules,
    least: i32,
}

/// Findings about the combinations with a given number of missing cards.
#[derive(Default)]
struct Found {
    ways: u32,
    any: bool,
    used: Faces,
    needed: Option<Faces>,
    useful: Faces,
}

impl<'r> FirstLayDown<'r> {
    pub(crate) fn new(rules: &'r Rules, deal: &'r DealRules, least: i32) -> FirstLayDown<'r> {
        FirstLayDown { rules, deal, least }
    }

    pub(crate) fn survey(&self, hand: &Cards) -> Survey {
        let melds = &self.deal.melds;
        let naturals: Cards = hand.iter().filter(|card| !melds.is_wild(*card)).collect();
        let wilds = (hand.len() - naturals.len()) as u8;
        let mut targets = self.targets(&naturals);
        targets.short_sort_by_key(|target| -target.points);
        for missing in 0..=wilds + MAX_EXTRA_MISSING {
            let mut found = Found::default();
            let start = Combination { left: naturals, missing, points: 0, wanted: Faces::NONE };
            self.choose(&targets, 0, &start, &naturals, &mut found);
            if found.any {
                return self.to_survey(hand, missing, wilds, &found);
            }
        }
        let near = targets.iter().filter(|target| target.missing < 2);
        let (mut used, mut useful) = (Faces::NONE, Faces::NONE);
        for target in near {
            used |= Faces::of(&target.held);
            useful |= target.wanted;
        }
        let distance = MAX_EXTRA_MISSING + 1;
        let missing = distance + wilds;
        Survey { distance: Some(distance), missing, needed: Faces::NONE, used, useful }
    }

    /// The survey of a hand whose nearest combinations lack `missing` naturals.
    fn to_survey(&self, hand: &Cards, missing: u8, wilds: u8, found: &Found) -> Survey {
        let distance = missing.saturating_sub(wilds);
        let wild = Faces::of(hand) - Faces::NATURALS;
        let all_wilds = if missing >= wilds && wilds > 0 { wild } else { Faces::NONE };
        let useful = match distance {
            0 => Faces::NONE,
            _ => found.useful | Faces::only(JOKER),
        };
        Survey {
            distance: Some(distance),
            missing,
            needed: found.needed.unwrap_or(Faces::NONE) | all_wilds,
            used: found.used | wild,
            useful,
        }
    }

    /// The melds that a hand holds, or lacks few cards of.
    fn targets(&self, naturals: &Cards) -> Vec<Target> {
        let mut all = Vec::new();
        for rank in RANKS {
            if !self.deal.melds.is_wild_rank(rank) {
                self.sets(naturals, rank, &mut all);
            }
        }
        for suit in SUITS {
            self.runs(naturals, suit, &mut all);
        }
        all
    }

    fn value(&self, card: Card) -> i32 {
        self.deal.values[card.index()].into()
    }

    fn sets(&self, naturals: &Cards, rank: Rank, all: &mut Vec<Target>) {
        let melds = &self.deal.melds;
        let faces = SUITS.map(|suit| Card::natural(rank, suit));
        let apart = melds.distinct_suits || melds.three_suits;
        let copies = |card: Card| if apart { 1 } else { naturals.count(card) };
        let held: Vec<Card> = faces
            .into_iter()
            .filter(|card| naturals.has(*card))
            .flat_map(|card| std::iter::repeat_n(card, copies(card).into()))
            .collect();
        if held.is_empty() {
            return;
        }
        let widest = if melds.three_suits { 3 } else { 4 };
        let most = melds.set_max.map_or(widest.max(held.len()), usize::from).min(match apart {
            true => widest,
            false => usize::MAX,
        });
        let mut add = |cards: &[Card], missing: usize| {
            let mut wanted = Faces::NONE;
            let open = faces.iter().filter(|face| !apart || !cards.contains(face));
            open.filter(|_| missing > 0).for_each(|face| wanted.add(*face));
            let size = cards.len() + missing;
            let points = size as i32 * self.value(cards[0]);
            let held = cards.iter().copied().collect();
            all.push(Target { held, missing: missing as u8, wanted, points });
        };
        for size in usize::from(melds.set_min)..=most {
            if held.len() >= size {
                add(&held[..size], 0);
            } else if size - held.len() <= MAX_MELD_MISSING {
                add(&held, size - held.len());
            }
        }
        // One of four cards may be wanted for a run.
        if held.len() == 4 && melds.set_min == 3 {
            for without in 0..3 {
                let three: Vec<Card> =
                    (0..4).filter(|at| *at != without).map(|at| held[at]).collect();
                add(&three, 0);
            }
        }
    }

    fn runs(&self, naturals: &Cards, suit: Suit, all: &mut Vec<Target>) {
        let melds = &self.deal.melds;
        if melds.run_max == MeldRules::NO_RUNS {
            return;
        }
        let (first, last) = melds.places();
        let low_ace = self.rules.set.choices.scoring.low_ace.0;
        let most = melds.run_max.min(MAX_RUN_LEN).max(melds.run_min);
        for low in first..=last {
            let (mut held, mut missing, mut wanted, mut points) = (Cards::NONE, 0, Faces::NONE, 0);
            for place in low..=last.min(low + most - 1) {
                let card = Card::natural(RANKS[usize::from(place % 13)], suit);
                let low_end = place == low && card.rank() == Some(Rank::ACE);
                points += match low_ace {
                    Some(points) if low_end => points.into(),
                    _ => self.value(card),
                };
                if naturals.count(card) > held.count(card) {
                    held.add(card);
                } else {
                    missing += 1;
                    wanted.add(card);
                }
                let long = place + 1 - low >= melds.run_min;
                if usize::from(missing) > MAX_MELD_MISSING {
                    break;
                }
                if long && !held.is_empty() {
                    all.push(Target { held, missing, wanted, points });
                }
            }
        }
    }

    /// Adds targets from index `from` on; records each combination that counts enough.
    fn choose(
        &self,
        targets: &[Target],
        from: usize,
        way: &Combination,
        naturals: &Cards,
        found: &mut Found,
    ) {
        for (at, target) in targets.iter().enumerate().skip(from) {
            found.ways += 1;
            meter::step(1);
            if found.ways > MAX_COMBINATIONS {
                return;
            }
            let Some(missing) = way.missing.checked_sub(target.missing) else { continue };
            let Some(left) = way.left.minus(&target.held) else { continue };
            let next = Combination {
                left,
                missing,
                points: way.points + target.points,
                wanted: way.wanted | target.wanted,
            };
            if next.points >= self.least {
                let used = Faces::of(&naturals.without(&left));
                // A card with another copy left over is not needed.
                let needed = used - Faces::of(&left);
                found.any = true;
                found.used |= used;
                found.needed = Some(found.needed.map_or(needed, |so_far| so_far & needed));
                found.useful |= next.wanted;
            } else {
                self.choose(targets, at + 1, &next, naturals, found);
            }
        }
    }
}

struct Combination {
    left: Cards,
    /// Number of cards that may still be missing.
    missing: u8,
    points: i32,
    wanted: Faces,
}
