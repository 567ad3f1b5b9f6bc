//! The laws, on every game and every single variation.

use upcard_engine::Library;
use upcard_testkit::laws::{Effort, all_games, check_game};

#[test]
fn every_game_obeys_the_laws() {
    let library = Library::standard().unwrap();
    let effort = Effort { every: 29, guesses: 6, record: true };
    let (mut matches, mut decisions) = (0, 0);
    for game in all_games(&library) {
        let tally = check_game(&library, &game, 0, 4, effort).unwrap();
        assert!(tally.broken.is_empty(), "{}", tally.broken[0]);
        matches += tally.matches;
        decisions += tally.played.decisions;
    }
    println!("{matches} matches, {decisions} answers, no law broken");
}
