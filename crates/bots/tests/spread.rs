//! Games in which melds count and discards may be taken from deep: every level plays them to their
//! end, and takes what it can use.

use std::sync::Arc;

use upcard_bots::hints::advise;
use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Event, Game, Library, Rules};

fn rules(game: &str, players: u8) -> Arc<Rules> {
    let set = Library::standard().unwrap().select(game, &[]).unwrap();
    Arc::new(Rules::new(set, players).unwrap())
}

/// Plays a match; it, and how many deep takes there were and deals that somebody won.
fn play(rules: &Arc<Rules>, levels: &[Level], number: u64) -> (Game, usize, usize) {
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
    let mut bots: Vec<Box<dyn Bot>> = levels.iter().map(|level| player(*level, number)).collect();
    let (mut deep, mut won) = (0, 0);
    while !game.is_over() {
        let mut events = Vec::new();
        match game.to_act() {
            None => game.next_deal(&mut events),
            Some(seat) => {
                let action = bots[seat.index()].decide(&game.view(seat), &Budget::Playouts(2));
                game.act(seat, &action, &mut events).unwrap();
            }
        }
        for event in &events {
            deep += usize::from(matches!(event, Event::TookDeep { .. }));
            won += usize::from(matches!(event, Event::DealEnded { winner: Some(_), .. }));
        }
    }
    (game, deep, won)
}

#[test]
fn every_level_takes_from_deep_and_goes_out() {
    let rules = rules("rummy-500", 3);
    for level in [Level::Novice, Level::Steady, Level::Sharp, Level::Expert] {
        let (game, deep, won) = play(&rules, &[level; 3], 5);
        assert!(deep > 0, "{level:?} takes no card from deep");
        assert!(won > 0, "{level:?} never goes out");
        assert!(game.table().scores[..3].iter().any(|score| *score >= 500), "{level:?}");
    }
}

#[test]
fn every_level_plays_every_form() {
    for form in ["jokers", "calling", "discard-last", "top-card-too"] {
        let rules = rules(&format!("rummy-500+{form}"), 5);
        for level in [Level::Novice, Level::Steady, Level::Sharp] {
            let (game, _, _) = play(&rules, &[level; 5], 7);
            assert!(game.is_over());
        }
    }
}

/// The mean lead of the second over the first, over matches in which they change seats.
fn lead(levels: [Level; 2], matches: u64) -> f64 {
    let rules = rules("rummy-500", 2);
    let mut sum = 0;
    for number in 0..matches {
        let (game, _, _) = play(&rules, &levels, number);
        sum += game.table().scores[1] - game.table().scores[0];
        let (game, _, _) = play(&rules, &[levels[1], levels[0]], number);
        sum += game.table().scores[0] - game.table().scores[1];
    }
    f64::from(sum) / (2 * matches) as f64
}

#[test]
fn who_weighs_what_comes_with_a_card_plays_better() {
    let steady = lead([Level::Novice, Level::Steady], 12);
    assert!(steady > 0.0, "steady beside novice: {steady}");
    let sharp = lead([Level::Steady, Level::Sharp], 60);
    assert!(sharp > 0.0, "sharp beside steady: {sharp}");
}

#[test]
fn hints_are_legal() {
    let mut game = Game::new(rules("rummy-500", 2), Chance::numbered(3)).without_drafts();
    let mut steady = player(Level::Steady, 1);
    for _ in 0..80 {
        let Some(seat) = game.to_act() else {
            game.next_deal(&mut ());
            continue;
        };
        let view = game.view(seat);
        let advice = advise(&view, &Budget::Playouts(4), 9);
        let action: Action = advice.best.action.parse().unwrap();
        assert!(view.allows(&action), "{advice:?}");
        let action = steady.decide(&view, &Budget::Playouts(0));
        game.act(seat, &action, &mut ()).unwrap();
    }
}
