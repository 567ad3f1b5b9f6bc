//! Law of idle choices: their values change neither the match nor its scores.

use std::fmt::Write as _;
use std::sync::Arc;

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use upcard_bench::policies;
use upcard_engine::chance::{Chance, pick};
use upcard_engine::choices::{CHOICES, Facts, choice};
use upcard_engine::record::{LineKind, Record};
use upcard_engine::{Game, Library, Rules, Seat, Value};
use upcard_testkit::laws::all_games;

/// Number of answers compared per match.
const MAX_ANSWERS: usize = 250;

/// Plays a match by random answers. Returns the lines of its record and the final state.
fn play_match(rules: &Arc<Rules>, number: u64) -> (Vec<LineKind>, String) {
    let mut rng = ChaCha12Rng::seed_from_u64(number);
    let mut game = Game::new(rules.clone(), Chance::numbered(number));
    let seats = (1..=rules.players).map(|seat| format!("seat {seat}")).collect();
    let mut record = Record::new(rules.set.clone(), seats);
    let mut answers = 0;
    while !game.is_over() && answers < MAX_ANSWERS {
        let mut events = Vec::new();
        let Some(seat) = game.to_act() else {
            game.next_deal(&mut events);
            record.began(&events);
            continue;
        };
        answers += 1;
        let view = game.view(seat);
        let action = match answers % 3 {
            0 => policies::simple(&view, &mut rng),
            _ => policies::random(&view, &mut rng),
        };
        let action = action.expect("a seat that is asked has an answer");
        game.act(seat, &action, &mut events).expect("what is offered is accepted");
        record.acted(seat, &action, &events);
    }
    let table = game.table();
    let standing = format!(
        "{:?} {:?} {:?} {:?} {:?}",
        table.scores(),
        table.paid(),
        table.winners(),
        table.settlement(),
        Seat::all(table.players()).map(|seat| table.chips_won(seat)).collect::<Vec<_>>()
    );
    (record.lines.into_iter().map(|line| line.kind).collect(), standing)
}

/// Rules with these choices changed, if they are accepted and the choices are still idle.
fn rules_with(
    library: &Library,
    game: &str,
    rules: &Rules,
    all: &[(String, Value)],
) -> Option<Rules> {
    let other = Rules::new(library.select(game, all).ok()?, rules.players).ok()?;
    let facts = Facts::at(&other.set.choices, rules.players..=rules.players);
    let idle = |path: &str| choice(path).is_some_and(|choice| !choice.has_effect(&facts));
    all.iter().all(|(path, _)| idle(path)).then_some(other)
}

#[test]
fn an_idle_choice_changes_nothing() {
    let library = Library::standard().unwrap();
    let mut rng = ChaCha12Rng::seed_from_u64(23);
    let (mut broken, mut examined) = (String::new(), 0);
    for (number, game) in (1..).zip(all_games(&library)) {
        let rules = Arc::new(Rules::of(&library, &game, &[], None).unwrap());
        // All idle choices at once, as far as the combination is accepted.
        let mut changes: Vec<(String, Value)> = Vec::new();
        for path in rules.idle_choices() {
            let others = choice(path).map_or_else(Vec::new, |it| it.others(&rules.set.choices));
            let Some(value) = pick(&mut rng, &others) else { continue };
            changes.push((path.to_owned(), value.clone()));
            if rules_with(&library, &game, &rules, &changes).is_none() {
                changes.pop();
            }
        }
        examined += changes.len();
        let Some(other) = rules_with(&library, &game, &rules, &changes) else { continue };
        let usual = play_match(&rules, number);
        if play_match(&Arc::new(other), number) == usual {
            continue;
        }
        let one = |change: &&(String, Value)| {
            let other = rules_with(&library, &game, &rules, std::slice::from_ref(change));
            other.is_some_and(|other| play_match(&Arc::new(other), number) != usual)
        };
        let culprits: Vec<_> = changes.iter().filter(one).collect();
        let _ = writeln!(broken, "{game}: {culprits:?} of {changes:?}");
    }
    assert!(broken.is_empty(), "{broken}");
    assert!(examined > 20 * CHOICES.len(), "{examined}");
}
