//! Players who err as people err: a novice beats them, and their slips are human.

use upcard_bots::{Budget, Level, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Game, Seat};

use crate::common::{play, rules};

/// Share of two-player matches that the second player wins, with seats exchanged.
fn won(game: &str, levels: [Level; 2], matches: u64) -> f64 {
    let rules = rules(game, 2);
    let mut sum = 0.0;
    for number in 0..matches {
        for (seats, at) in [(levels, 1), ([levels[1], levels[0]], 0)] {
            let (game, _) = play(&rules, &seats, number);
            let winners = game.table().winners();
            sum += f64::from(u8::from(winners.has(Seat::at(at)))) / winners.iter().count() as f64;
        }
    }
    sum / (2 * matches) as f64
}

#[test]
fn players_with_more_mistakes_win_less() {
    for game in ["progressive-rummy", "rummy", "gin", "rummy-500"] {
        let casual = won(game, [Level::Casual, Level::Novice], 16);
        let beginner = won(game, [Level::Beginner, Level::Novice], 16);
        assert!(casual > 0.5, "{game}: a novice wins {casual} against a casual player");
        assert!(beginner > 0.75, "{game}: a novice wins {beginner} against a beginner");
        // A beginner does know the point of the game.
        assert!(won(game, [Level::Random, Level::Beginner], 4) > 0.6, "{game}");
    }
}

/// Answers of a player of this level in the same position, for different seeds.
fn answers(game: &Game, seat: Seat, level: Level) -> Vec<Action> {
    let view = game.view(seat);
    let answer = |seed| player(level, seed).decide(&view, &Budget::Playouts(0));
    let answers: Vec<Action> = (0..40).map(answer).collect();
    assert!(answers.iter().all(|action| view.allows(action)), "{answers:?}");
    answers
}

#[test]
fn mistakes_of_every_kind_occur_and_are_legal() {
    let mut slips = std::collections::BTreeMap::new();
    for id in ["progressive-rummy", "rummy", "gin", "points-rummy"] {
        let mut game = Game::new(rules(id, 2), Chance::numbered(5)).without_undo();
        let mut novice = player(Level::Novice, 1);
        for _ in 0..160 {
            let Some(seat) = game.next_to_act(&mut ()) else { break };
            let own = novice.decide(&game.view(seat), &Budget::Playouts(0));
            let kind = match own {
                Action::Take => "takes",
                Action::Down(_) | Action::Knock { .. } | Action::Declare { .. } => "lays down",
                Action::Off { .. } => "lays off",
                Action::Discard { .. } => "throws",
                _ => "",
            };
            let other = |level| answers(&game, seat, level).iter().filter(|a| **a != own).count();
            let (often, seldom) = (other(Level::Beginner), other(Level::Casual));
            if kind.is_empty() {
                assert_eq!((often, seldom), (0, 0), "{own}");
            } else {
                let count: &mut (usize, usize) = slips.entry(kind).or_default();
                count.0 += often;
                count.1 += seldom;
            }
            game.act(seat, &own, &mut ()).unwrap();
        }
    }
    assert_eq!(slips.len(), 4, "{slips:?}");
    assert!(slips.values().all(|(often, seldom)| often > seldom && *seldom > 0), "{slips:?}");
}
