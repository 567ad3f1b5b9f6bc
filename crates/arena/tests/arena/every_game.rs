//! Every level plays every game and every single variation to the end, and no action is refused.

use std::sync::atomic::AtomicBool;

use upcard_arena::{Contestant, Options, Thinking, Timeouts, play, rules, run};
use upcard_bots::Level;
use upcard_engine::Library;

fn names() -> Vec<String> {
    let library = Library::standard().unwrap();
    let mut names = Vec::new();
    for id in library.ids() {
        names.push(id.to_owned());
        let variations = &library.file(id).unwrap().variations;
        names.extend(variations.iter().map(|v| format!("{id}+{}", v.id)));
    }
    names
}

fn sizes(name: &str) -> Vec<u8> {
    let set = Library::standard().unwrap().select(name, &[]).unwrap();
    let (min, max) = (set.choices.players.min, set.choices.players.max);
    let mut sizes = vec![min, 4.clamp(min, max)];
    if !name.contains('+') {
        sizes.push(max);
    }
    sizes.dedup();
    sizes
}

fn play_each(levels: &[Level], playouts: u32, tables: impl Iterator<Item = (String, u8)>) {
    let seats: Vec<Contestant> = levels.iter().map(|l| Contestant::Bot(*l)).collect();
    for (name, players) in tables {
        let rules = rules(&name, &[], Some(players)).unwrap();
        let at: Vec<&Contestant> = seats.iter().cycle().take(players as usize).collect();
        let (thinking, never) = (Thinking::Playouts(playouts), AtomicBool::new(false));
        let played = play(&rules, 11, &at, 5, thinking, Timeouts::default(), &never).unwrap();
        assert!(played.faults.iter().all(Option::is_none), "{name}: {:?}", played.faults);
        assert!(played.deals > 0, "{name}");
    }
}

/// All games and single variations, at several sizes.
fn all_tables() -> impl Iterator<Item = (String, u8)> {
    names().into_iter().flat_map(|name| {
        let sizes = sizes(&name);
        sizes.into_iter().map(move |players| (name.clone(), players))
    })
}

#[test]
fn the_quick_levels_play_every_game() {
    play_each(&[Level::Sharp, Level::Steady, Level::Novice], 0, all_tables());
}

#[test]
fn the_erring_levels_play_every_game() {
    play_each(&[Level::Beginner, Level::Casual], 0, all_tables());
}

#[test]
fn the_random_level_plays_every_game() {
    play_each(&[Level::Random, Level::Steady, Level::Steady], 0, all_tables());
}

/// At one size each, in turn: it takes the longest.
#[test]
fn the_expert_plays_every_game() {
    let library = Library::standard().unwrap();
    let tables = library.ids().enumerate().map(|(turn, id)| {
        let sizes = sizes(id);
        (id.to_owned(), sizes[turn % sizes.len()])
    });
    play_each(&[Level::Expert, Level::Steady, Level::Steady], 3, tables);
}

/// In Deals Rummy points are penalties and chips are won: ratings follow matches won.
#[test]
fn ratings_follow_what_decides_a_match() {
    for game in ["deals-rummy", "gin", "three-thirteen"] {
        let bots = [Level::Novice, Level::Random].map(Contestant::Bot).to_vec();
        let options = Options { matches: 8, players: Some(2), ..Options::new(game, bots) };
        let report = run(&options, &AtomicBool::new(false)).unwrap();
        let [novice, random] = &report.bots[..] else { panic!("two bots") };
        assert!(novice.match_win_share.mean > random.match_win_share.mean, "{game}");
        assert!(novice.rating.mean > random.rating.mean, "{game}: {:?}", novice.rating);
    }
}

/// In games where a deal's losers pay its winner, points are payments and sum to zero.
#[test]
fn points_are_payments_where_losers_pay() {
    for (game, paid) in [("deals-rummy", true), ("points-rummy", true), ("pool-101", false)] {
        let rules = rules(game, &[], Some(3)).unwrap();
        let steady = Contestant::Bot(Level::Steady);
        let (thinking, never) = (Thinking::Playouts(0), AtomicBool::new(false));
        let played = play(&rules, 3, &[&steady; 3], 5, thinking, Timeouts::default(), &never);
        let played = played.unwrap();
        assert!(played.scores.iter().sum::<i32>() > 0, "{game}");
        let sum: f64 = played.points.iter().sum();
        assert_eq!(sum == 0.0, paid, "{game}: {:?}", played.points);
        let best = played.points.iter().copied().fold(f64::MIN, f64::max);
        let wins = played.points.iter().zip(&played.wins).filter(|(points, _)| **points == best);
        assert!(!paid || wins.map(|(_, share)| share).sum::<f64>() > 0.0, "{game}: {played:?}");
    }
}
