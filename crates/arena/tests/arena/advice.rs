//! The advice in rule sheets was measured, and the measurements are reproducible.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use upcard_arena::{Contestant, Options, Thinking, Timeouts, play, rules, run};
use upcard_engine::{Library, Rules};
use upcard_rulebook::advice;

/// Rows of the table behind the sheets.
fn rows() -> Vec<Vec<&'static str>> {
    let table = include_str!("../../../rulebook/lab/advice.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|line| line.split('\t').collect()).collect()
}

#[test]
fn every_piece_of_advice_is_measured() {
    let library = Library::standard().unwrap();
    let mut wanted = BTreeSet::new();
    let mut clauses = BTreeSet::new();
    for game in library.ids() {
        for (name, clause) in advice(&rules(game, &[], None).unwrap()) {
            wanted.insert((game.to_owned(), name.to_owned()));
            clauses.insert(clause);
        }
    }
    assert_eq!(clauses.len(), 11);
    let found = rows().into_iter().map(|row| (row[0].to_owned(), row[1].to_owned()));
    let found: BTreeSet<_> = found.collect();
    assert!(found.is_subset(&wanted), "{:?}", found.difference(&wanted));
    // Each piece of advice is measured in some game; a sheet says if it was not in its own.
    let names = |of: &BTreeSet<(String, String)>| -> BTreeSet<String> {
        of.iter().map(|(_, name)| name.clone()).collect()
    };
    assert_eq!(names(&found), names(&wanted));
    for row in rows() {
        let [low, won, high] = [row[6], row[5], row[7]].map(|n| n.parse::<f64>().unwrap());
        assert!(0.0 <= low && low <= won && won <= high && high <= 100.0, "{row:?}");
    }
}

#[test]
fn a_row_is_reproducible() {
    let row = rows().into_iter().find(|row| row[0] == "gin").unwrap();
    let bots: Vec<Contestant> = [row[2], row[3]].iter().map(|bot| bot.parse().unwrap()).collect();
    let mut options = Options::new(row[0], bots);
    options.matches = row[4].parse().unwrap();
    let won = run(&options, &AtomicBool::new(false)).unwrap().bots[0].match_win_share;
    assert_eq!(format!("{:.1}", 100.0 * won.mean), row[5], "{row:?}");
    // The interval is an estimate itself, and its method may improve.
    for (kept, found) in [(row[6], won.low), (row[7], won.high)] {
        let kept: f64 = kept.parse().unwrap();
        assert!((100.0 * found - kept).abs() < 0.5, "{row:?}: {found}");
    }
}

/// Final scores of a match between these bots.
fn scores(rules: &Arc<Rules>, bots: [&str; 2], deals: u64) -> Vec<i32> {
    let bots: Vec<Contestant> = bots.iter().map(|bot| bot.parse().unwrap()).collect();
    let seats: Vec<&Contestant> = bots.iter().cycle().take(rules.players.into()).collect();
    let (thinking, timeouts) = (Thinking::Playouts(0), Timeouts::default());
    let played = play(rules, deals, &seats, 1, thinking, timeouts, &AtomicBool::new(false));
    played.unwrap().scores
}

#[test]
fn a_novice_sheds_high_cards_by_itself_and_every_habit_plays_legally() {
    for game in ["rummy", "ill-buy-it", "progression"] {
        let rules = rules(game, &[], None).unwrap();
        let novices = scores(&rules, ["novice", "novice"], 7);
        assert_eq!(scores(&rules, ["novice+sheds-high", "novice"], 7), novices, "{game}");
    }
    // A refused answer would be a fault, and the seat would be lost.
    let habits: BTreeSet<&str> = rows().iter().flat_map(|row| [row[2], row[3]]).collect();
    assert!(habits.len() > 11, "{habits:?}");
    for habit in habits {
        for game in ["ill-buy-it", "rummy-500+jokers", "gin", "points-rummy", "shanghai-powe"] {
            let bots = vec![habit.parse().unwrap(), "novice+sheds-low".parse().unwrap()];
            let mut options = Options::new(game, bots);
            options.matches = 2;
            let report = run(&options, &AtomicBool::new(false)).unwrap();
            assert!(report.bots.iter().all(|row| row.faults == 0), "{habit} in {game}");
        }
    }
}

#[test]
fn unknown_habits_are_rejected() {
    for text in ["novice+", "novice+flies", "steady+buys", "novice +buys"] {
        assert!(text.parse::<Contestant>().is_err(), "{text}");
    }
    assert_eq!("novice+buys-early".parse::<Contestant>().unwrap().to_string(), "novice+buys-early");
}
