//! The expert: imagines the hidden cards, agreeing with all that it has seen, and plays each
//! sensible action out in the same imagined worlds.

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_engine::{Action, Phase, View};

use crate::bot::{Bot, Budget, checked};
use crate::search::{Tried, best, explore};
use crate::sight::Sight;
use crate::{plays, sharp, steady};

/// Imagines and plays out.
pub struct Expert {
    rng: ChaCha8Rng,
}

impl Expert {
    /// The seed decides what it imagines.
    #[must_use]
    pub fn new(seed: u64) -> Expert {
        Expert { rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Tries out what could sensibly be done.
    pub fn explore(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Vec<Tried> {
        let rng = &mut self.rng;
        explore(view.seat, candidates(view), budget, || view.imagined(rng))
    }
}

impl Bot for Expert {
    fn decide(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Action {
        let tried = self.explore(view, budget);
        let found = best(&tried).map(|tried| tried.action.clone());
        found.unwrap_or_else(|| checked(view, sharp::answer(view)))
    }
}

/// The most discards that are tried, and how many points worse than the best they may look.
const MOST_DISCARDS: usize = 4;
const MARGIN: f64 = 15.0;

/// What could sensibly be done, the sharp player's choice first. Legal, all of it. A single one
/// where nothing needs a thought.
#[must_use]
pub fn candidates(view: &View<'_>) -> Vec<Action> {
    let first = checked(view, sharp::answer(view));
    let mut all = vec![first.clone()];
    let mut add = |action: Action| {
        if !all.contains(&action) && view.allows(&action) {
            all.push(action);
        }
    };
    match view.table.phase {
        Phase::Draw => {
            if let Some(card) = view.table.upcard()
                && worth_a_thought(view, card)
            {
                add(Action::Draw);
                add(Action::Take);
                add(Action::Buy);
            }
        }
        Phase::Offers { .. } => {
            if view.table.upcard().is_some_and(|card| worth_a_thought(view, card)) {
                add(Action::Pass);
                add(Action::Buy);
            }
        }
        Phase::Play => match first {
            // What has a place on the table goes there.
            Action::Off { .. } | Action::Slide { .. } | Action::Swap { .. } => {}
            Action::Down(_) => {
                let sight = Sight::of(view, view.hand.len());
                let measure = sight.measure(view.hand, &view.rules.values);
                for action in plays::lay_downs(view, &measure) {
                    add(action);
                }
                // To hold back may be better, where all could go at once later.
                if let Some((_, action)) = sharp::discards(view).into_iter().next() {
                    add(action);
                }
            }
            _ => {
                let discards = sharp::discards(view);
                let best = discards.first().map_or(0.0, |(cost, _)| *cost);
                let near = discards.into_iter().filter(|(cost, _)| *cost <= best + MARGIN);
                for (_, action) in near.take(MOST_DISCARDS) {
                    add(action);
                }
            }
        },
        Phase::Call { .. } => {
            add(Action::Pass);
            let call = view.table.melds.iter().map(|m| Action::Call { meld: m.id, end: None });
            if let Some(action) = call.into_iter().find(|action| view.allows(action)) {
                add(action);
            }
        }
        Phase::Claim { .. } => {
            add(Action::Pass);
            plays::each_swap(view, |_, _, action| {
                add(action);
                false
            });
        }
        Phase::Cut { .. } | Phase::Pick { .. } | Phase::DealOver { .. } | Phase::MatchOver => {}
    }
    all
}

/// Could this card do the hand any good: does it help, or sit with others?
fn worth_a_thought(view: &View<'_>, card: upcard_cards::Card) -> bool {
    let rules = &view.deal_rules().melds;
    rules.is_wild(card)
        || crate::novice::company(card, view.hand) >= 1
        || crate::sight::fits_table(view).has(card)
        || steady::wants(view, card, &mut crate::sight::Mind::default())
}
