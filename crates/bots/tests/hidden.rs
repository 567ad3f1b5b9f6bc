//! Games in which melds stay in the hand: every level plays them to their end, and goes out.

use std::sync::Arc;

use upcard_bots::hints::{advise, grouping};
use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Event, Game, Library, Rules, Seat};

fn rules(game: &str, players: u8) -> Arc<Rules> {
    let set = Library::standard().unwrap().select(game, &[]).unwrap();
    Arc::new(Rules::new(set, players).unwrap())
}

/// Plays a match; the winners of its deals.
fn play(rules: &Arc<Rules>, levels: &[Level], number: u64) -> (Game, Vec<Option<Seat>>) {
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
    let mut bots: Vec<Box<dyn Bot>> = levels.iter().map(|level| player(*level, number)).collect();
    let mut winners = Vec::new();
    while !game.is_over() {
        let mut events = Vec::new();
        match game.to_act() {
            None => game.next_deal(&mut events),
            Some(seat) => {
                let action = bots[seat.index()].decide(&game.view(seat), &Budget::Playouts(4));
                game.act(seat, &action, &mut events).unwrap();
            }
        }
        winners.extend(events.iter().filter_map(|event| match event {
            Event::DealEnded { winner, .. } => Some(*winner),
            _ => None,
        }));
    }
    (game, winners)
}

#[test]
fn every_level_goes_out() {
    let rules = rules("three-thirteen", 3);
    for level in [Level::Novice, Level::Steady, Level::Sharp, Level::Expert] {
        let (_, winners) = play(&rules, &[level; 3], 5);
        assert_eq!(winners.len(), 11, "{level:?}");
        assert!(winners.iter().all(Option::is_some), "{level:?}: {winners:?}");
    }
}

#[test]
fn every_level_knocks_and_answers() {
    let rules = rules("gin", 2);
    for level in [Level::Novice, Level::Steady, Level::Sharp, Level::Expert] {
        let (game, winners) = play(&rules, &[level; 2], 5);
        assert!(winners.iter().flatten().count() * 2 > winners.len(), "{level:?}: {winners:?}");
        assert!(game.table().scores[..2].iter().any(|score| *score >= 200), "{level:?}");
    }
}

#[test]
fn who_sees_what_may_become_a_meld_plays_better() {
    let rules = rules("three-thirteen", 2);
    let mut totals = [0, 0];
    for number in 0..20 {
        let (game, _) = play(&rules, &[Level::Novice, Level::Steady], number);
        totals[0] += game.table().scores[0];
        totals[1] += game.table().scores[1];
    }
    assert!(totals[1] < totals[0], "novice and steady: {totals:?}");
}

#[test]
fn hints_are_of_the_hand_and_legal() {
    let mut game = Game::new(rules("three-thirteen", 2), Chance::numbered(3)).without_drafts();
    let mut steady = player(Level::Steady, 1);
    for _ in 0..80 {
        let Some(seat) = game.to_act() else {
            game.next_deal(&mut ());
            continue;
        };
        let view = game.view(seat);
        let advice = advise(&view, &Budget::Playouts(4), 9);
        assert!(view.allows(&advice.best.action.parse().unwrap()), "{advice:?}");
        let grouped = grouping(&view);
        assert_eq!(grouped.engaged.plus(&grouped.idle), *view.hand);
        let action = steady.decide(&view, &Budget::Playouts(0));
        game.act(seat, &action, &mut ()).unwrap();
    }
}
