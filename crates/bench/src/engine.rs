//! What is measured when the engine's speed is: whole matches by the random policy.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_engine::chance::Chance;
use upcard_engine::{Game, Rules, Seat};

use crate::policies;

/// The seat to act, after the next deal was begun where one is due.
#[must_use]
pub fn next_seat(game: &mut Game) -> Option<Seat> {
    if game.to_act().is_none() && !game.is_over() {
        game.next_deal(&mut ());
    }
    game.to_act()
}

/// Plays the match of this number by the [hasty](policies::hasty) policy; gives its number of
/// decisions.
#[must_use]
pub fn random_match(rules: &Arc<Rules>, number: u64) -> u64 {
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let mut decisions = 0;
    while let Some(seat) = next_seat(&mut game) {
        if !policies::hasty_step(&mut game, seat, &mut rng) {
            break;
        }
        decisions += 1;
    }
    decisions
}
