//! Random legal play: time per match with the hasty policy, with decisions as throughput. Also the time to
//! judge single plays constructed to be expensive.

use divan::counter::ItemsCount;
use upcard_bench::engine::{hard_plays, hardest_play, random_match};
use upcard_bench::rules;
use upcard_engine::Library;

fn main() {
    divan::main();
}

/// Ids of all games.
fn games() -> impl Iterator<Item = String> {
    let library = Library::standard().expect("the games are read");
    library.ids().map(str::to_owned).collect::<Vec<_>>().into_iter()
}

#[divan::bench(args = games())]
fn random_play(bencher: divan::Bencher<'_, '_>, game: &str) {
    let rules = rules(game, None);
    let decisions: u64 = (0..4).map(|number| random_match(&rules, number)).sum();
    bencher
        .counter(ItemsCount::new(decisions))
        .bench_local(|| (0..4).map(|number| random_match(&rules, number)).sum::<u64>());
}

#[divan::bench(args = 0..hard_plays().map_or(0, |plays| plays.len()))]
fn hard_play(bencher: divan::Bencher<'_, '_>, number: usize) {
    let hard = hard_plays().expect("the positions are set up").swap_remove(number);
    bencher.bench_local(|| hard.game.view(hard.seat).judge(&hard.action).is_ok());
}

/// The most expensive play to judge in random matches of each game.
#[divan::bench(args = games())]
fn hardest_play_of(bencher: divan::Bencher<'_, '_>, game: &str) {
    let Some(hard) = hardest_play(&rules(game, None), 6) else { return };
    bencher.bench_local(|| hard.game.view(hard.seat).judge(&hard.action).is_ok());
}
