//! Random legal play: time for a whole match by the hasty policy, with its number of decisions as
//! the throughput.

use std::sync::Arc;

use divan::counter::ItemsCount;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_engine::chance::Chance;
use upcard_engine::{Game, Library, Rules};
use upcard_testkit::players;

fn main() {
    divan::main();
}

/// Plays a match; gives its number of decisions.
fn play(rules: &Arc<Rules>, number: u64) -> u64 {
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
    let mut rng = ChaCha8Rng::seed_from_u64(number);
    let mut decisions = 0;
    loop {
        let Some(seat) = game.to_act() else {
            if game.is_over() {
                return decisions;
            }
            game.next_deal(&mut ());
            continue;
        };
        if !players::hasty_step(&mut game, seat, &mut rng) {
            return decisions;
        }
        decisions += 1;
    }
}

/// Every game there is.
fn games() -> impl Iterator<Item = String> {
    let library = Library::standard().expect("the games are read");
    library.ids().map(str::to_owned).collect::<Vec<_>>().into_iter()
}

#[divan::bench(args = games())]
fn random_play(bencher: divan::Bencher<'_, '_>, game: &str) {
    let library = Library::standard().expect("the games are read");
    let set = library.select(game, &[]).expect("the game is there");
    let rules = Arc::new(Rules::new(set, 4).expect("four play it"));
    let decisions: u64 = (0..4).map(|number| play(&rules, number)).sum();
    bencher
        .counter(ItemsCount::new(decisions))
        .bench_local(|| (0..4).map(|number| play(&rules, number)).sum::<u64>());
}
