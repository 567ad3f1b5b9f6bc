//! Games with hidden melds: every level plays them to their end, and goes out.

use crate::common::{play, rules, rules_with, seat};

use upcard_bots::{Budget, Expert, Level, player};
use upcard_cards::{Meld, Stage};
use upcard_engine::chance::Chance;
use upcard_engine::table::Drawn;
use upcard_engine::{Action, Event, Game, MeldId, Seat, Setup, SetupPhase, SetupSeat, TableMeld};

fn winners(events: &[Event]) -> Vec<Option<Seat>> {
    let ended = |event: &Event| match event {
        Event::DealEnded { winner, .. } => Some(*winner),
        _ => None,
    };
    events.iter().filter_map(ended).collect()
}

#[test]
fn every_level_goes_out() {
    let rules = rules("three-thirteen", 3);
    for level in [Level::Novice, Level::Steady, Level::Sharp, Level::Expert] {
        let winners = winners(&play(&rules, &[level; 3], 5).1);
        assert_eq!(winners.len(), 11, "{level:?}");
        assert!(winners.iter().all(Option::is_some), "{level:?}: {winners:?}");
    }
}

#[test]
fn every_level_knocks_and_answers() {
    let rules = rules("gin", 2);
    for level in [Level::Novice, Level::Steady, Level::Sharp, Level::Expert] {
        let (game, events) = play(&rules, &[level; 2], 5);
        let winners = winners(&events);
        assert!(winners.iter().flatten().count() * 2 > winners.len(), "{level:?}: {winners:?}");
        assert!(game.table().scores()[..2].iter().any(|score| *score >= 200), "{level:?}");
    }
}

#[test]
fn every_level_declares_and_drops() {
    let rules = rules("deals-rummy", 3);
    for level in [Level::Novice, Level::Steady, Level::Sharp, Level::Expert] {
        let (game, events) = play(&rules, &[level; 3], 7);
        let winners = winners(&events);
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
            assert!(!table.winners().is_empty(), "{level:?}");
            assert_eq!(table.settlement().iter().sum::<i64>(), 0, "{level:?}");
        }
    }
}

/// A hand far from sequences is dropped at the start of a deal, a good one is played; a player whom the price
/// would eliminate from a pool stays.
#[test]
fn a_hopeless_hand_is_dropped() {
    let answer = |game: &str, level: Level, hand: &str, score: i32| {
        let setup = Setup {
            deal: 1,
            dealer: Seat::at(3),
            seats: vec![seat(hand), None, None, None],
            scores: vec![score, 0, 0, 0],
            discards: vec![Some("2C".parse().unwrap())],
            wild: Some("8D".parse().unwrap()),
            phase: SetupPhase::Draw,
            ..Setup::default()
        };
        let game = Game::set_up(rules(game, 4), &setup, Chance::numbered(1)).unwrap();
        player(level, 1).decide(&game.view(Seat::at(0)), &Budget::Playouts(0))
    };
    let (hopeless, good) =
        ("AC 4C 7C TC KC 2D 5D QD 9H JH 3S 6S QS", "4H 5H 6H 7H 9C TC JK KS KH 3S 3H 4S 2D");
    for level in [Level::Steady, Level::Sharp, Level::Expert] {
        for game in ["points-rummy", "deals-rummy", "pool-101", "pool-201"] {
            assert_eq!(answer(game, level, hopeless, 0), Action::Drop, "{level:?}, {game}");
            assert_ne!(answer(game, level, good, 0), Action::Drop, "{level:?}, {game}");
        }
        assert_ne!(answer("pool-101", level, hopeless, 85), Action::Drop, "{level:?}");
    }
}

#[test]
fn seeing_potential_melds_plays_better() {
    let rules = rules("three-thirteen", 2);
    let mut totals = [0, 0];
    for number in 0..20 {
        let (game, _) = play(&rules, &[Level::Novice, Level::Steady], number);
        totals[0] += game.table().scores()[0];
        totals[1] += game.table().scores()[1];
    }
    assert!(totals[1] < totals[0], "novice and steady: {totals:?}");
}

/// The sharp player estimates the outcome, and drops deals that cost more than the price.
#[test]
fn counting_outs_pays_less() {
    let rules = rules("points-rummy", 4);
    let (sharp, steady) = (Level::Sharp, Level::Steady);
    let (mut lead, mut drops) = (0, [0, 0]);
    for number in 0..40 {
        for turn in 0..2 {
            let levels = [sharp, steady, sharp, steady, sharp];
            let (game, events) = play(&rules, &levels[turn..turn + 4], number);
            for seat in Seat::all(4) {
                let is_sharp = (seat.index() + turn) % 2 == 0;
                let points = game.table().score(seat);
                lead += if is_sharp { -points } else { points };
            }
            for event in events {
                if let Event::Dropped { seat, .. } = event {
                    drops[(seat.index() + turn) % 2] += 1;
                }
            }
        }
    }
    assert!(lead > 0, "the steady players' points less the sharp ones': {lead}");
    assert!(drops[0] > drops[1] && drops[1] > 0, "sharp and steady drop {drops:?}");
}

/// A position of Three Thirteen with lay-offs in the last turns: seat 1 has gone out, and seat 2 is to play
/// with this hand.
fn last_turn(melds: &[&str], hand: &str) -> Game {
    let rules = rules("three-thirteen+last-lay-offs", 2);
    let deal = &rules.deals[4];
    let melds = melds.iter().zip(1..).map(|(meld, number)| {
        let meld = Meld::new(&meld.parse().unwrap(), &deal.melds, Stage::First).unwrap();
        TableMeld { id: MeldId(number), owner: Seat::at(0), meld }
    });
    let setup = Setup {
        deal: 5,
        dealer: Seat::at(1),
        seats: vec![Some(SetupSeat::default()), seat(hand)],
        melds: melds.collect(),
        discards: vec![Some("KD".parse().unwrap())],
        phase: SetupPhase::Play,
        turn: Seat::at(1),
        drawn: Drawn::Stock,
        ..Setup::default()
    };
    Game::set_up(rules, &setup, Chance::numbered(1)).unwrap()
}

/// In the last turns cards are laid off if that is allowed, after the meld that allows it, and only if it
/// reduces the deadwood.
#[test]
fn cards_are_laid_off_in_the_last_turns() {
    let melds = ["run 3C 4C 5C 6C", "set JH JD JC"];
    let cases = [
        // With the nines on the table the two and the jack can be laid off.
        ("2C JS 9C 9H 9D QH KS 5D", vec!["down", "off", "off", "discard"], 15),
        // No meld of its own: fitting cards stay in the hand.
        ("2C 4H 9D QS KS 6D 8H TC", vec!["discard"], 49),
        // After the nines nothing else fits.
        ("9C 9H 9D QS KS 2H 4D 6S", vec!["discard"], 22),
    ];
    for (hand, expected, points) in cases {
        for level in [Level::Novice, Level::Steady, Level::Sharp, Level::Expert] {
            let mut game = last_turn(&melds, hand);
            let mut bot = player(level, 1);
            let mut actions = Vec::new();
            while let Some(seat) = game.to_act() {
                let action = bot.decide(&game.view(seat), &Budget::Playouts(4));
                actions.push(action.to_string());
                game.act(seat, &action, &mut ()).unwrap();
            }
            assert_eq!(actions.len(), expected.len(), "{level:?}: {actions:?}");
            let mut both = actions.iter().zip(&expected);
            assert!(both.all(|(action, begins)| action.starts_with(begins)), "{actions:?}");
            assert_eq!(game.table().scores()[1], points, "{level:?}: {actions:?}");
        }
    }
}

/// A house rule lets hands grow by buying. Every level estimates hands too large to group, and samples no
/// worlds in which they are grouped at the end.
#[test]
fn large_hands_are_played_without_playouts() {
    let large = "AC AC 2C 5C 5C 6C 6C 8C 9C 9C TC TC QC QC KC KC AD 2D 3D 3D 5D 6D 8D 8D JD QD KD AH \
                 3H 3H 5H 6H 7H 8H 8H 9H 9H JH QH AS 2S 6S 6S 7S 8S 8S TS QS QS";
    for (game, players) in [("deals-rummy", 3), ("pool-101", 3), ("three-thirteen", 3)] {
        let rules = rules_with(game, players, &[("buying.deals", "all")]);
        for (phase, own) in [(SetupPhase::Play, large), (SetupPhase::Draw, "2H 4H 7D TD JD KS 3C")]
        {
            let rival = if phase == SetupPhase::Draw { seat(large) } else { None };
            let setup = Setup {
                deal: 1,
                dealer: Seat::at(2),
                seats: vec![seat(own), rival, None],
                discards: vec![Some("4S".parse().unwrap())],
                phase,
                drawn: Drawn::Stock,
                ..Setup::default()
            };
            let game = Game::set_up(rules.clone(), &setup, Chance::numbered(1)).unwrap();
            let view = game.view(Seat::at(0));
            for level in [Level::Novice, Level::Steady, Level::Sharp, Level::Expert] {
                let action = player(level, 1).decide(&view, &Budget::Playouts(40));
                assert!(view.allows(&action), "{level:?}: {action}");
            }
            let tried = Expert::new(1).explore(&view, &Budget::Playouts(40));
            assert!(tried.iter().all(|tried| tried.count == 0), "{tried:?}");
        }
    }
}
