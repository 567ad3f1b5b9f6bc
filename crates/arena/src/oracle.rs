//! The oracles: bots that see hidden cards and evaluate each candidate move by playouts with steady bots.
//! They give upper bounds. One sees all cards; the other sees the hands but not the order of the stock, so
//! that its lead over an expert bounds the value of better inference about hands.

use rand_chacha::ChaCha8Rng;
use upcard_bots::search::{Candidate, Trials, best, gain, race};
use upcard_bots::{Budget, candidates, playout};
use upcard_cards::Card;
use upcard_engine::{Action, Game, Seat, View};

fn candidate_moves(view: &View<'_>) -> Vec<Action> {
    let mut actions = candidates(view);
    for action in view.offered(20).actions {
        if !actions.contains(&action) && action != Action::Undo {
            actions.push(action);
        }
    }
    actions
}

/// Answer with the hands visible, averaged over shuffles of the stock.
pub(crate) fn answer_by_hands(
    game: &Game,
    seat: Seat,
    rng: &mut ChaCha8Rng,
    budget: &Budget<'_>,
) -> Action {
    let view = game.view(seat);
    let untried = |action| Candidate::new(action, None);
    let mut all: Vec<Candidate> = candidate_moves(&view).into_iter().map(untried).collect();
    let play_on = |_, world: &mut Game, before: &Game| {
        playout(world);
        gain(world, before.table(), seat)
    };
    let world = |rng: &mut ChaCha8Rng| reshuffle_unseen(game, &view, rng);
    race(&view, &mut all, &mut Trials { budget, rng }, true, world, play_on);
    best(&all).map_or(Action::Pass, |tried| tried.action.clone())
}

/// Returns the game with the same hands and the unseen rest reshuffled.
fn reshuffle_unseen(game: &Game, view: &View<'_>, rng: &mut ChaCha8Rng) -> Game {
    view.sample_world_by(rng, |_, rival, _, cards| {
        // Move its cards to the end, from where they are dealt.
        let mut hidden = game.hand(rival).without(&view.known_of(rival));
        let mut end = cards.len();
        for at in (0..cards.len()).rev() {
            let card: Card = cards[at];
            if hidden.has(card) {
                hidden.remove(card);
                end -= 1;
                cards.swap(at, end);
            }
        }
    })
}

pub(crate) fn answer(game: &Game, seat: Seat) -> Action {
    let actions = candidate_moves(&game.view(seat));
    let mut best: Option<(f64, Action)> = None;
    for action in actions {
        let mut world = game.clone();
        if world.act(seat, &action, &mut ()).is_ok() {
            playout(&mut world);
            let gain = gain(&world, game.table(), seat);
            if best.as_ref().is_none_or(|(b, _)| gain > *b) {
                best = Some((gain, action));
            }
        }
    }
    best.map_or(Action::Pass, |(_, action)| action)
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use upcard_engine::chance::Chance;

    use super::*;
    use crate::options::rules;

    #[test]
    fn hands_stay_and_the_stock_is_reshuffled() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let rules = rules("contract-rummy", &[], Some(4)).unwrap();
        let mut game = Game::new(rules, Chance::numbered(5)).without_undo();
        let mut orders = 0;
        for _ in 0..120 {
            let Some(seat) = game.next_to_act(&mut ()) else { break };
            let view = game.view(seat);
            let world = reshuffle_unseen(&game, &view, &mut rng);
            for other in Seat::all(4) {
                assert_eq!(world.hand(other), game.hand(other));
            }
            let sorted = |game: &Game| {
                let mut cards = game.stock().to_vec();
                cards.sort_unstable();
                cards
            };
            assert_eq!(sorted(&world), sorted(&game));
            orders += usize::from(world.stock() != game.stock());
            let action = candidates(&view).remove(0);
            game.act(seat, &action, &mut ()).unwrap();
        }
        assert!(orders > 60, "{orders}");
    }
}
