//! Games in which melds stay in the hand: every level plays them to their end, and goes out.

use std::sync::Arc;

use upcard_bots::hints::{advise, grouping};
use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Event, Game, Library, Rules, Seat, Setup, SetupPhase, SetupSeat};

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
fn every_level_declares_and_drops() {
    let rules = rules("deals-rummy", 3);
    for level in [Level::Novice, Level::Steady, Level::Sharp, Level::Expert] {
        let (game, winners) = play(&rules, &[level; 3], 7);
        assert!(winners.iter().flatten().count() >= 5, "{level:?}: {winners:?}");
        let chips = Seat::all(3).map(|seat| game.table().chips(&rules, seat)).sum::<i32>();
        assert_eq!(chips, 3 * 480, "{level:?}");
    }
}

#[test]
fn pools_are_won_by_one_or_shared() {
    for (game, players) in [("pool-101", 4), ("pool-201+split-by-agreement", 3)] {
        let rules = rules(game, players);
        for level in [Level::Random, Level::Novice, Level::Steady] {
            let (game, _) = play(&rules, &vec![level; players.into()], 11);
            let table = game.table();
            assert!(!table.winners.is_empty(), "{level:?}");
            assert_eq!(table.settlement.iter().sum::<i64>(), 0, "{level:?}");
        }
    }
}

/// A hand far from sequences is dropped at the start of a deal, a good one is played.
#[test]
fn a_hopeless_hand_is_dropped() {
    let rules = rules("points-rummy", 4);
    let answer = |hand: &str| {
        let own = SetupSeat { hand: hand.parse().unwrap(), ..SetupSeat::default() };
        let setup = Setup {
            deal: 1,
            dealer: Seat(3),
            seats: vec![Some(own), None, None, None],
            discards: vec![Some("2C".parse().unwrap())],
            wild: Some("8D".parse().unwrap()),
            phase: SetupPhase::Draw,
            ..Setup::default()
        };
        let game = Game::set_up(rules.clone(), &setup, Chance::numbered(1)).unwrap();
        player(Level::Steady, 1).decide(&game.view(Seat(0)), &Budget::Playouts(0))
    };
    assert_eq!(answer("AC 4C 7C TC KC 2D 5D QD 9H JH 3S 6S QS"), Action::Drop);
    assert_ne!(answer("4H 5H 6H 7H 9C TC JK KS KH 3S 3H 4S 2D"), Action::Drop);
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
