//! Every change to a rule set shows in its sheet and in comparisons.

use upcard_engine::choices::CHOICES;
use upcard_engine::{Library, Rules};
use upcard_rulebook::{Sheet, diff, diff_markdown, diff_text, differences, sheet};

use crate::common::{is_complete, library, names, tables};
use crate::omissions::same_game;

/// Sentences on the rules, without the header.
fn sentences_of(sheet: &Sheet) -> Vec<&str> {
    sheet.sentences().filter(|s| !s.choices.is_empty()).map(|s| s.text.as_str()).collect()
}

#[test]
fn every_changed_choice_is_visible() {
    let library = library();
    let names = names(&library);
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let changed: usize = std::thread::scope(|scope| {
        // Threads take every n-th name, so that games with many choices are spread evenly.
        let parts: Vec<_> = (0..threads)
            .map(|first| {
                let mine = names.iter().skip(first).step_by(threads);
                let library = &library;
                scope.spawn(move || mine.map(|name| changes_shown(library, name)).sum::<usize>())
            })
            .collect();
        parts.into_iter().map(|part| part.join().unwrap()).sum()
    });
    assert!(changed > 10_000, "only {changed}");
}

/// Changes each choice of a game to each of its other values and checks that the sheet shows it, at one number of
/// players in turn, or at every number if `UPCARD_LONG` is set. Returns the number of changes.
fn changes_shown(library: &Library, name: &str) -> usize {
    let in_turn = std::env::var_os("UPCARD_LONG").is_none();
    let (mut changed, mut turn) = (0, 0);
    let set = library.select(name, &[]).unwrap();
    let tables: Vec<(Rules, Sheet)> = tables(&set).map(|r| (r.clone(), sheet(&r))).collect();
    for choice in CHOICES {
        let path = choice.path;
        for value in choice.others(&set.choices) {
            let change = [(path.to_owned(), value.clone())];
            let other = library.select(name, &change).unwrap();
            turn += 1;
            let sizes = if in_turn { 1 } else { tables.len() };
            for (rules, here) in tables.iter().cycle().skip(turn % tables.len()).take(sizes) {
                let Ok(varied) = Rules::new(other.clone(), rules.players) else { continue };
                changed += 1;
                let there = sheet(&varied);
                let (before, after) = (sentences_of(here), sentences_of(&there));
                let complete = after.iter().all(|text| is_complete(text));
                assert!(complete, "{name}: {path} = {value}");
                if before == after {
                    let same = same_game(rules, &varied, path);
                    assert!(same, "{name} with {}: {path} = {value} is not shown", rules.players);
                    continue;
                }
                // Every changed sentence is in exactly one row.
                let differences = differences((&varied, &there), (rules, here));
                let rows: usize = differences.iter().map(|d| d.here.len()).sum();
                let fresh = after.iter().filter(|text| !before.contains(text)).count();
                assert_eq!(rows, fresh, "{name}: {path} = {value}");
                assert!(!differences.is_empty(), "{name}: {path}");
            }
        }
    }
    changed
}

#[test]
fn differences_at_other_table_sizes_are_shown() {
    let library = library();
    let rules = |name: &str| Rules::of(&library, name, &[], Some(4)).unwrap();
    let (here, there) = (rules("rummy-500+ten-for-two"), rules("rummy-500"));
    let compared = diff(&here, &there);
    assert_eq!(compared.players, Some(2));
    assert_eq!(compared.differences.len(), 1, "{:?}", compared.differences);
    assert_eq!(compared.differences[0].path, "dealing.hand");
    let text = diff_text(&compared);
    assert!(text.contains("With 2 players:"), "{text}");
    assert!(diff_markdown(&compared).starts_with("Only other table sizes differ."));
    // Every variation differs from its game.
    for id in library.ids() {
        let set = library.select(id, &[]).unwrap();
        let players = set.usual_players();
        for variation in &set.variations {
            let varied = library.select(&format!("{id}+{}", variation.id), &[]).unwrap();
            let (varied, rules) = (Rules::new(varied, players), Rules::new(set.clone(), players));
            let (Ok(varied), Ok(rules)) = (varied, rules) else { continue };
            let differences = diff(&varied, &rules).differences;
            assert!(!differences.is_empty(), "{id}+{}", variation.id);
        }
    }
}
