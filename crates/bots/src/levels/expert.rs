//! The expert: values candidate moves with the nets, samples the hidden cards consistently with all that it
//! has seen, and plays the best candidates out in shared sampled worlds.

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_engine::{Action, View};

use crate::bot::{Bot, or_rearranged};
use crate::budget::Budget;
use crate::families;
use crate::search::{Candidate, Trials, best};

/// The player of [`Level::Expert`](crate::Level::Expert): values the candidates by nets, and plays the best
/// of them out in sampled worlds.
pub struct Expert {
    rng: ChaCha8Rng,
}

impl Expert {
    /// An expert; the seed determines the sampled worlds.
    #[must_use]
    pub fn new(seed: u64) -> Expert {
        Expert { rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Finds the candidate moves and plays them out, the first guess first.
    pub fn explore(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Vec<Candidate> {
        families::of(view.rules).explore(view, &mut Trials { budget, rng: &mut self.rng })
    }
}

impl Bot for Expert {
    fn decide(&mut self, view: &View<'_>, budget: &Budget<'_>) -> Action {
        let tried = self.explore(view, budget);
        let found = best(&tried).map(|tried| tried.action.clone());
        let action = found.filter(|action| view.allows(action));
        or_rearranged(view, action.unwrap_or_else(|| families::of(view.rules).sharp(view)))
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::chance::Chance;
    use upcard_engine::{Game, Phase};

    use super::*;
    use crate::bot::{checked, rules};

    /// Calls `see` for each decision with a choice in the first turns of a match between sharp players.
    fn each_choice(game: &str, mut see: impl FnMut(&View<'_>, &[Candidate])) {
        let mut game = Game::new(rules(game, 4, &[]), Chance::numbered(3)).without_undo();
        for _ in 0..120 {
            let Some(seat) = game.next_to_act(&mut ()) else { break };
            let view = game.view(seat);
            let tried = Expert::new(1).explore(&view, &Budget::Playouts(8));
            if tried.len() > 1 {
                see(&view, &tried);
            }
            let action = checked(&view, families::of(view.rules).sharp(&view));
            game.act(seat, &action, &mut ()).unwrap();
        }
    }

    #[test]
    fn net_is_not_used_outside_its_training() {
        // Kalooki doubles the losses if a player goes out at once, and Loba pays such a player; Telefunken
        // limits buys per match, including cards that are taken.
        for (game, raced) in [
            ("kalooki", &[Phase::Draw, Phase::Play][..]),
            ("loba", &[Phase::Draw, Phase::Play]),
            ("telefunken", &[Phase::Play]),
        ] {
            let (mut turns, mut others) = (0, 0);
            each_choice(game, |view, tried| {
                assert!(tried.iter().all(|t| t.prior.is_none() && t.count > 0), "{game}");
                assert_eq!(tried[0].action, checked(view, families::of(view.rules).sharp(view)));
                match raced.contains(&view.table.phase()) {
                    true => turns += 1,
                    false => others += 1,
                }
            });
            assert!(turns > 10 && others == 0, "{game}: {turns} turns, {others} others");
        }
    }

    #[test]
    fn net_is_used_within_its_training() {
        for game in ["shanghai-rummy", "ill-buy-it", "shanghai-powe", "carioca"] {
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
