//! The expert: values its choices by what the nets have learnt, imagines the hidden cards, agreeing
//! with all that it has seen, and plays the best choices on in the same imagined worlds.

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_engine::choices::LastCard;
use upcard_engine::{Action, Phase, View};

use crate::bot::{Bot, Budget, checked, or_rearranged};
use crate::hidden;
use crate::lookahead::{self, Candidate, best};
use crate::objective::Objective;
use crate::spread;
use crate::worth::{Breadth, ValueNets, Weighed, unit, weigh};
use crate::{plays, search, sharp, steady};

/// The player of [`Level::Expert`](crate::Level::Expert): values the choices by nets, and tries the
/// best of them out in imagined worlds.
pub struct Expert {
    rng: ChaCha8Rng,
}

impl Expert {
    /// An expert; the seed decides which worlds it imagines.
    #[must_use]
    pub fn new(seed: u64) -> Expert {
        Expert { rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Tries out what could sensibly be done, the first guess first.
    pub fn explore(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Vec<Candidate> {
        if hidden::is_played(view) {
            return hidden::expert::explored(view, budget, &mut self.rng);
        }
        let rng = &mut self.rng;
        // The nets have learnt to get rid of cards, and not what they count on the table.
        if spread::is_played(view) {
            return spread::explore(view, budget, || view.imagined(rng));
        }
        let mut all = budget.in_time(|| choices(view)).unwrap_or_default();
        try_out(view, &mut all, budget, rng);
        all
    }
}

/// Is this decision valued by playouts alone?
///
/// In a game with contracts whose last card may never be discarded, the nets throw and take worse than
/// the sharp player: few deals that they have learnt from were like that. Whether a card is worth its
/// price they still tell better. A single such deal, as the last one of Ill-Buy-It, they know.
fn by_playouts(view: &View<'_>) -> bool {
    let never = view.rules.set.choices.going_out.discard == LastCard::Forbidden;
    never
        && view.rules.has_contracts()
        && view.contract_rules().last_card == LastCard::Forbidden
        && matches!(view.table.phase(), Phase::Draw | Phase::Play)
}

/// Tries these choices out in the same imagined worlds, as long as the budget lasts.
pub(crate) fn try_out(
    view: &View<'_>,
    all: &mut [Candidate],
    budget: &Budget<'_>,
    rng: &mut ChaCha8Rng,
) {
    if all.len() < 2 {
        return;
    }
    let world = || view.imagined(rng);
    if by_playouts(view) {
        search::explore(view.seat, all, budget, world);
    } else {
        lookahead::explore(view.seat, all, budget, ValueNets::trained(), world);
    }
}

/// The most choices that are looked into, and how many points less than the best they may seem
/// worth.
const MOST: usize = 5;
const MARGIN: f64 = 4.0;

/// What could sensibly be done, the first guess first.
pub(crate) fn choices(view: &View<'_>) -> Vec<Candidate> {
    let options = if spread::is_played(view) || by_playouts(view) {
        Vec::new()
    } else {
        weigh(view, ValueNets::trained(), Breadth::All)
    };
    let Some(best) = options.first() else {
        return candidates(view).into_iter().map(|action| Candidate::new(action, None)).collect();
    };
    let unit = unit(view.rules);
    let points = |o: &Weighed| f64::from(o.worth) * unit;
    let near = options.iter().filter(|o| points(best) - points(o) <= MARGIN);
    near.take(MOST).map(|o| Candidate::new(o.action.clone(), Some(points(o)))).collect()
}

impl Bot for Expert {
    fn decide(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Action {
        let tried = self.explore(view, budget);
        let found = best(&tried).map(|tried| tried.action.clone());
        let action = found.filter(|action| view.allows(action));
        or_rearranged(view, action.unwrap_or_else(|| sharp::answer(view)))
    }
}

/// The most discards that are tried, and how many points worse than the best they may look.
const MOST_DISCARDS: usize = 4;
const COST_MARGIN: f64 = 15.0;

/// What could sensibly be done, the sharp player's choice first. Legal, all of it. A single one
/// where nothing needs a thought.
#[must_use]
pub fn candidates(view: &View<'_>) -> Vec<Action> {
    if hidden::is_played(view) {
        return hidden::expert::choices(view);
    }
    if spread::is_played(view) {
        return spread::choices(view);
    }
    let first = checked(view, sharp::answer(view));
    let mut all = vec![first.clone()];
    let mut add = |action: Action| {
        if !all.contains(&action) && view.allows(&action) {
            all.push(action);
        }
    };
    match view.table.phase() {
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
                let objective = Objective::of(view, view.hand.len());
                for action in plays::lay_downs(view, &objective) {
                    add(action);
                }
            }
            _ => {
                let discards = sharp::discards(view);
                let best = discards.first().map_or(0.0, |(cost, _)| *cost);
                let near = discards.into_iter().filter(|(cost, _)| *cost <= best + COST_MARGIN);
                for (_, action) in near.take(MOST_DISCARDS) {
                    add(action);
                }
            }
        },
        Phase::Call { .. } => {
            add(Action::Pass);
            let call = view.table.melds().iter().map(|m| Action::Call { meld: m.id, end: None });
            if let Some(action) = call.into_iter().find(|action| view.allows(action)) {
                add(action);
            }
        }
        Phase::Claim { .. } => {
            add(Action::Pass);
            plays::each_swap(
                view,
                |_, _| true,
                |action| {
                    add(action);
                    false
                },
            );
        }
        Phase::Cut { .. }
        | Phase::Pick { .. }
        | Phase::Upcard { .. }
        | Phase::Show { .. }
        | Phase::Rejoin { .. }
        | Phase::Split { .. }
        | Phase::DealOver { .. }
        | Phase::MatchOver => {}
    }
    all
}

/// Could this card do the hand any good: does it help, or sit with others?
fn worth_a_thought(view: &View<'_>, card: upcard_cards::Card) -> bool {
    let rules = &view.contract_rules().melds;
    rules.is_wild(card)
        || crate::novice::company(card, view.hand) >= 1
        || crate::objective::fits_table(view).has(card)
        || steady::wants(view, card, &mut crate::objective::SurveyCache::default())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use upcard_engine::chance::Chance;
    use upcard_engine::{Game, Library, Rules};

    use super::*;

    /// Sees each decision with a choice in the first turns of a match between sharp players.
    fn each_choice(game: &str, mut see: impl FnMut(&View<'_>, &[Candidate])) {
        let set = Library::standard().unwrap().select(game, &[]).unwrap();
        let rules = Arc::new(Rules::new(set, 4).unwrap());
        let mut game = Game::new(rules, Chance::numbered(3)).without_drafts();
        for _ in 0..120 {
            let Some(seat) = game.to_act() else {
                game.next_deal(&mut ());
                continue;
            };
            let view = game.view(seat);
            let tried = Expert::new(1).explore(&view, &Budget::Playouts(8));
            if tried.len() > 1 {
                see(&view, &tried);
            }
            let action = checked(&view, sharp::answer(&view));
            game.act(seat, &action, &mut ()).unwrap();
        }
    }

    #[test]
    fn playouts_decide_where_the_last_card_may_never_be_discarded() {
        let (mut turns, mut offers) = (0, 0);
        each_choice("shanghai-powe", |view, tried| match view.table.phase() {
            Phase::Draw | Phase::Play => {
                turns += 1;
                assert_eq!(tried[0].action, checked(view, sharp::answer(view)));
                assert!(tried.iter().all(|tried| tried.prior.is_none() && tried.count > 0));
            }
            _ => offers += usize::from(tried.iter().all(|tried| tried.prior.is_some())),
        });
        assert!(turns > 10 && offers > 0, "{turns} turns, {offers} offers");
    }

    #[test]
    fn the_nets_decide_where_it_may() {
        for game in ["shanghai-rummy", "ill-buy-it"] {
            let mut known = 0;
            each_choice(game, |view, tried| {
                if view.table.phase() == Phase::Play {
                    known += usize::from(tried.iter().all(|tried| tried.prior.is_some()));
                }
            });
            assert!(known > 10, "{game}: {known}");
        }
    }
}
