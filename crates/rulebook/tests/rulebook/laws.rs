//! Properties of all sheets and comparisons: no sentence mentions a mechanism that the rules lack, and a
//! choice that a comparison calls inapplicable appears in no sentence of that sheet.

use std::collections::BTreeSet;

use upcard_cards::{JOKER, MeldKind};
use upcard_engine::choices::{
    Dropping, KnockLimit, LayDownMode, Money, Rearrange, StockOut, WhoScores, WildsPerDeal,
};
use upcard_engine::{Library, Rules};
use upcard_rulebook::{Chapter, diff, sheet, show_text};

use crate::common::{every_table, library};

/// Every game at its default table size.
fn games(library: &Library) -> Vec<Rules> {
    library.ids().map(|id| Rules::of(library, id, &[], None).unwrap()).collect()
}

#[test]
fn inapplicable_mechanisms_are_absent_from_the_sheet() {
    let library = library();
    let games = games(&library);
    let games: Vec<_> = games.iter().map(|rules| (rules, sheet(rules))).collect();
    let mut pairs = 0;
    let mut wrong = BTreeSet::new();
    for here in &games {
        for there in games.iter().filter(|there| there.0.set.id != here.0.set.id) {
            pairs += 1;
            let compared = diff(here.0, there.0);
            for row in &compared.differences {
                for (side, (rules, sheet)) in [(&row.here, here), (&row.there, there)] {
                    let speaks = sheet.sentences().find(|s| s.choices.contains(&row.path));
                    // A match with fewer deals still has contracts.
                    let deals = row.path == "contracts.deals" && rules.has_contracts();
                    if let (true, false, Some(sentence)) = (side.is_empty(), deals, speaks) {
                        wrong.insert(format!("{}: {}", row.label, sentence.text));
                    }
                }
            }
        }
    }
    assert_eq!(pairs, games.len() * (games.len() - 1));
    assert!(wrong.is_empty(), "does not arise, and yet it does: {wrong:#?}");
}

/// Returns `true` if a text contains a word with this prefix.
fn contains_word(text: &str, beginning: &str) -> bool {
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphabetic());
    if beginning.contains(' ') {
        text.contains(beginning)
    } else {
        words.into_iter().any(|word| word.starts_with(beginning))
    }
}

fn is_negative(text: &str) -> bool {
    // 'No' also begins 'nobody', 'not', 'nothing' and 'none'.
    contains_word(text, "no") || contains_word(text, "never")
}

type Condition = fn(&Rules) -> bool;

/// Words for mechanisms, and whether a rule set has the mechanism.
const MECHANISM_WORDS: &[(&str, Condition)] = &[
    ("shanghai", |r| r.set.choices.shanghai.allowed && r.has_contracts()),
    ("call", |r| r.set.choices.shanghai.allowed),
    ("contract", Rules::has_contracts),
    ("joker", |r| r.pack.has(JOKER)),
    ("wild", |r| {
        let c = &r.set.choices;
        r.pack.has(JOKER) || !c.pack.wild_ranks.is_empty() || c.wilds.per_deal != WildsPerDeal::None
    }),
    ("knock", |r| r.set.choices.knocking.limit != KnockLimit::None),
    ("gin", |r| r.set.choices.knocking.limit != KnockLimit::None),
    ("undercut", |r| r.set.choices.knocking.limit != KnockLimit::None),
    ("box", |r| r.set.choices.knocking.limit != KnockLimit::None),
    ("pair", |r| r.deals.iter().any(|deal| deal.contract.count(MeldKind::Pair) > 0)),
    ("buy", |r| r.deals.iter().any(|deal| deal.buying)),
    ("bought", |r| r.deals.iter().any(|deal| deal.buying)),
    ("penn", |r| r.set.choices.buying.price_pennies > 0),
    ("kitty", |r| r.set.choices.buying.price_pennies > 0),
    ("drop", |r| r.set.choices.dropping.allowed != Dropping::Never),
    ("chip", |r| r.set.choices.scoring.who == WhoScores::Chips),
    ("rearrang", |r| r.set.choices.rearranging.allowed != Rearrange::Never),
    ("new stock", |r| matches!(r.set.choices.stock_out.then, StockOut::Reshuffle | StockOut::Void)),
    ("pool", |r| r.set.choices.settling.money == Money::Pool),
    ("unit", |r| {
        let c = &r.set.choices;
        c.settling.money != Money::None || c.scoring.who == WhoScores::Payments
    }),
    ("laid off", |r| {
        r.set.choices.laying_down.mode != LayDownMode::Hidden
            || r.set.choices.knocking.limit != KnockLimit::None
    }),
];

#[test]
fn no_sentence_mentions_an_absent_mechanism() {
    let mut wrong = BTreeSet::new();
    for rules in every_table(&library()) {
        for section in sheet(&rules).sections {
            // The first section may name other games and what a game has instead.
            if section.chapter == Chapter::Short {
                continue;
            }
            for sentence in &section.sentences {
                for (word, _) in MECHANISM_WORDS.iter().filter(|(_, has)| !has(&rules)) {
                    if contains_word(&sentence.text, word) && !is_negative(&sentence.text) {
                        wrong.insert(format!("{}: {word}: {}", rules.set.id, sentence.text));
                    }
                }
            }
            // A section may consist of negative sentences.
            if section.sentences.iter().all(|sentence| is_negative(&sentence.text)) {
                continue;
            }
            for (word, _) in MECHANISM_WORDS.iter().filter(|(_, has)| !has(&rules)) {
                if contains_word(&section.title, word) {
                    wrong.insert(format!("{}: {word}: {}", rules.set.id, section.title));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Beginnings of sentences that refer to a previous sentence.
const REFERRING_BEGINNINGS: [&str; 17] = [
    "it ",
    "it's ",
    "that ",
    "this ",
    "these ",
    "those cards ",
    "so ",
    "then ",
    "they ",
    "them ",
    "with that ",
    "in that ",
    "at that ",
    "one of them",
    "of these",
    "also ",
    "again ",
];

/// Phrases that refer to another sentence wherever they occur.
const REFERRING_PHRASES: [&str; 5] =
    ["any more, either", ", too, may", "the discard of that turn", "with it goes", "such melds"];

#[test]
fn compared_sentences_are_self_contained() {
    let mut stock = BTreeSet::new();
    for rules in every_table(&library()) {
        let sheet = sheet(&rules);
        // Comparisons quote only sentences tagged with choices.
        let quoted = sheet.sentences().filter(|s| !s.choices.is_empty());
        stock.extend(quoted.map(|s| s.text.clone()));
    }
    assert!(stock.len() > 400, "{}", stock.len());
    let mut wrong = BTreeSet::new();
    for text in &stock {
        let text = text.trim_start_matches("Our reading: ").to_lowercase();
        let leans = REFERRING_BEGINNINGS.iter().find(|beginning| text.starts_with(**beginning));
        let within = REFERRING_PHRASES.iter().find(|words| text.contains(**words));
        if leans.or(within).is_some() {
            wrong.insert(text);
        }
    }
    assert!(wrong.is_empty(), "these lean on another sentence: {wrong:#?}");
}

#[test]
fn a_game_does_not_differ_from_itself_and_others_have_distinct_names() {
    let library = library();
    for here in every_table(&library) {
        let itself = diff(&here, &here);
        let title = itself.title();
        assert!(title.ends_with("compared with itself"), "{title}");
        assert!(itself.differences.is_empty(), "{title}");
    }
    let gin = |choices: &[_]| Rules::of(&library, "gin", choices, Some(2)).unwrap();
    let title = diff(&gin(&[("match.target", "150")]), &gin(&[])).title();
    assert_eq!(title, "How gin,match.target=150 differs from gin");
}

#[test]
fn single_table_size_is_not_a_range() {
    for rules in every_table(&library()) {
        let text = show_text(&rules);
        let (min, max) = (rules.set.choices.players.min, rules.set.choices.players.max);
        assert!(!text.contains(&format!("{min} to {min} players")), "{text}");
        assert_eq!(text.contains(&format!("{min} to {max} players")), min != max);
        // The wild rank of a deal counts as a wild card.
        let wild = rules.set.choices.wilds.per_deal != WildsPerDeal::None;
        assert!(!(wild && text.contains("no wild cards")), "{text}");
        assert_eq!(text.contains("in each deal the rank"), wild, "{text}");
    }
}

#[test]
fn alternative_names_have_their_own_clause() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let clauses = std::fs::read_to_string(root.join("docs/clauses.toml")).unwrap();
    let mut named = 0;
    for entry in std::fs::read_dir(root.join("games")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let line = text.lines().find(|line| line.starts_with("also-known-as")).unwrap();
        let (names, clause) = line.split_once('#').unwrap_or((line, ""));
        if names.contains('"') {
            named += 1;
            let clause = clause.trim();
            assert!(clauses.contains(&format!("\"{clause}\"")), "{}: {line}", path.display());
        }
    }
    assert!(named > 10, "{named}");
}
