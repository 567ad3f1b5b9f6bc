//! Error messages for a game file: line, expected values and suggestion.

use upcard_engine::{Library, Rules};
use upcard_rulebook::flaws_text;

/// Error messages for a file that extends a game and has these lines after its name.
fn messages(lines: &str) -> String {
    let library = Library::standard().unwrap();
    let text = format!("name = \"Ours\"\n{lines}\n");
    let open = |_: &str| Ok::<_, String>(text.bytes().map(Ok));
    let library = match library.with_file("ours.toml", open) {
        Ok(library) => library,
        Err(flaws) => return flaws_text(&flaws),
    };
    let rules = Rules::of(&library, "ours.toml", &[], None);
    let every = rules.and_then(|_| Rules::at_every_table(&library, "ours.toml"));
    every.map_or_else(|flaws| flaws_text(&flaws), |()| "nothing".to_owned())
}

/// Lines after the name, and the expected message.
const MISTAKES: &[(&str, &str)] = &[
    // Words.
    (
        "[wilds]\nwhere = \"runs-onyl\"",
        "ours.toml:3: wilds.where: expected \"everywhere\", \"runs-only\", found \"runs-onyl\"; did you mean \"runs-only\"?",
    ),
    (
        "[melds]\nace = \"hihg\"",
        "ours.toml:3: melds.ace: expected \"low\", \"high\", \"either\", \"corner\", found \"hihg\"; did you mean \"high\"?",
    ),
    (
        "[melds]\nace = \"sideways\"",
        "ours.toml:3: melds.ace: expected \"low\", \"high\", \"either\", \"corner\", found \"sideways\"",
    ),
    (
        "[variations.x]\nabout = \"x\"\nmelds.ace = \"lwo\"",
        "ours.toml:4: melds.ace: expected \"low\", \"high\", \"either\", \"corner\", found \"lwo\"; did you mean \"low\"?",
    ),
    // Types, and numbers out of range.
    (
        "[melds]\nace = 3",
        "ours.toml:3: melds.ace: expected \"low\", \"high\", \"either\", \"corner\", found 3",
    ),
    (
        "[melds]\nset-size = \"three\"",
        "ours.toml:3: melds.set-size: expected a number from 0 to 255, found \"three\"",
    ),
    (
        "[melds]\nset-size = 300",
        "ours.toml:3: melds.set-size: expected a number from 0 to 255, found 300",
    ),
    ("[melds]\nset-size = 3.5", "ours.toml:3: melds.set-size: expected a number from 0 to 255"),
    ("rounds = -3", "ours.toml:2: rounds: expected a number up to 65535"),
    ("extends = 3", "ours.toml:2: extends: expected a text"),
    (
        "[contracts]\ndeals = [\"2S\", \"X\"]",
        "ours.toml:3: contracts.deals: deal 2: expected a contract element like S3, 2R4, S3p or P, found 'X'",
    ),
    // Names of choices, sections and games.
    (
        "[wilds]\nfirst-lay-totl = 1",
        "ours.toml:3: unknown choice 'wilds.first-lay-totl'; did you mean wilds.first-lay-total?",
    ),
    (
        "extends = \"telefunken\"\n[buying.limit]\nper-mach = 3",
        "ours.toml:4: unknown choice 'buying.limit.per-mach'; did you mean buying.limit.per-match?",
    ),
    (
        "extends = \"telefunken\"\n[buying]\nlimit.per-match = 300",
        "ours.toml:4: buying.limit.per-match: expected a number up to 255, or \"none\" (also \"any\"), found 300",
    ),
    ("[scorng]\nace = 20", "ours.toml:2: unknown choice 'scorng'; did you mean scoring?"),
    (
        "[variation.short]\nmatch.deals = 3",
        "ours.toml:2: unknown choice 'variation'; did you mean variations?",
    ),
    (
        "terms = { sett = \"trío\" }",
        "ours.toml:2: unknown choice 'terms.sett'; did you mean terms.set?",
    ),
    (
        "[declaring]\nneeds = { sequences = 4, purr = 1 }",
        "ours.toml:3: declaring.needs: expected \"none\", or a table like { \"sequences\" = 2, \"pure\" = 1 }, found { \"purr\" = 1, \"sequences\" = 4 }; did you mean \"pure\"?",
    ),
    ("sumary = \"x\"", "ours.toml:2: unknown choice 'sumary'; did you mean summary?"),
    ("extend = \"kalooki\"", "ours.toml:2: unknown choice 'extend'; did you mean extends?"),
    ("extends = \"kaloki\"", "ours.toml:2: extends unknown game 'kaloki'; did you mean kalooki?"),
    ("extends = \"chess\"", "ours.toml:2: extends unknown game 'chess'"),
    (
        "descends-from = \"cariocca\"",
        "ours.toml:2: descends-from: unknown game 'cariocca'; did you mean carioca?",
    ),
    // Contradictions.
    (
        "extends = \"kalooki\"\n[melds]\nkinds = \"runs-only\"",
        "ours.toml:4: melds.kinds: contracts require sets, so sets must be allowed",
    ),
    (
        "extends = \"telefunken\"\n[wilds]\nfirst-lay-total = [1, 2]",
        "ours.toml:4: wilds.first-lay-total: expected one entry for each of the 7 contracts",
    ),
    (
        "extends = \"kalooki\"\n[players]\nmax = 12",
        "ours.toml:4: players: from 2 to 8, with min not above max",
    ),
    // Errors at other table sizes, or in a variation.
    (
        "extends = \"kalooki\"\n[pack]\npacks = { \"3-4\" = 2, \"6\" = 3 }",
        "ours.toml:4: pack.packs: from 1 to 7, also for 5 players",
    ),
    (
        "extends = \"telefunken\"\n[variations.short]\nabout = \"Short.\"\nmatch.deals = [1, 9]",
        "ours.toml+short:5: match.deals: expected ascending deal numbers from 1 to 7",
    ),
];

#[test]
fn mistakes_are_reported_with_line_expectation_and_suggestion() {
    for (lines, expected) in MISTAKES {
        let messages = messages(lines);
        // One error may cause others; the first is the one that was made.
        let first = messages.lines().next().unwrap_or_default();
        assert_eq!(first, *expected, "{lines}\n{messages}");
    }
}
