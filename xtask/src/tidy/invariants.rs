//! Invariants of ARCHITECTURE.md that can be checked textually.

use super::source::{Findings, GAMES, Source};
use super::sources::has_word;

/// Crates that must not contain game ids, and the marker of the list of games.
const CRATES_WITHOUT_GAME_IDS: [&str; 4] =
    ["crates/engine/src/", "crates/rulebook/src/", "crates/table/src/", "crates/solver/src/"];
const LIST_OF_GAMES: &str = "static GAMES";

/// No rule depends on a game's id: ids appear only in the library's list and in tests.
pub(super) fn game_ids(sources: &[Source], found: &mut Findings) {
    let ids: Vec<String> = sources
        .iter()
        .filter_map(|s| s.path.strip_prefix(GAMES)?.strip_suffix(".toml"))
        .map(|id| format!("\"{id}\""))
        .collect();
    if ids.is_empty() {
        found.flaws.push(format!("{GAMES}: no games"));
    }
    for source in rust_in(sources, &CRATES_WITHOUT_GAME_IDS) {
        let mut in_list = false;
        for (number, line) in source.code() {
            in_list |= line.contains(LIST_OF_GAMES);
            if in_list {
                in_list = !line.contains("];");
                continue;
            }
            if let Some(id) = ids.iter().find(|id| line.contains(id.as_str())) {
                found.flaws.push(format!("{}:{number}: {id}", source.path));
            }
        }
    }
}

/// Crates that receive time, randomness and everything else as arguments.
const PURE_CRATES: [&str; 6] = [
    "crates/cards/src/",
    "crates/solver/src/",
    "crates/engine/src/",
    "crates/rulebook/src/",
    "crates/table/src/",
    "crates/bots/src/",
];

const IMPURE_WORDS: [&str; 18] = [
    "std::fs",
    "std::net",
    "std::io",
    "std::time",
    "std::env",
    "std::process",
    "std::thread",
    "SystemTime",
    "Instant::now",
    "tokio",
    "async fn",
    ".await",
    "getrandom",
    "thread_rng",
    "OsRng",
    "RandomState",
    "println!",
    "eprintln!",
];

/// Pure crates, such as the engine: no I/O, no clock, no threads, no ambient randomness.
pub(super) fn pure(sources: &[Source], found: &mut Findings) {
    for source in rust_in(sources, &PURE_CRATES) {
        // A search may read the clock only through its budget.
        let budget = source.path.starts_with("crates/bots/") && source.path.contains("budget");
        for (number, line) in source.code() {
            let word = IMPURE_WORDS.iter().find(|word| has_word(line, word));
            if let Some(word) = word
                && !(budget && (word.contains("Instant") || word.contains("time")))
            {
                found.flaws.push(format!("{}:{number}: {word}", source.path));
            }
        }
    }
}

/// Files of types that are bit layouts themselves.
const BIT_LAYOUT_FILES: [&str; 4] = [
    "crates/cards/src/cards.rs",
    "crates/solver/src/hand.rs",
    "crates/solver/src/tables/capped.rs",
    "crates/solver/src/tables/windows.rs",
];

/// Bit operations and index casts occur only within the types that encapsulate them: on `self`, or in a file
/// listed above.
pub(super) fn bits_and_casts(sources: &[Source], found: &mut Findings) {
    let code = rust_in(sources, &["crates/", "fuzz/"]);
    for source in code.filter(|source| !source.path.contains("/tests/")) {
        let layout = BIT_LAYOUT_FILES.contains(&source.path.as_str());
        for (number, line) in source.code() {
            let bit = !layout && !line.contains("self.") && extracts_bits(line);
            let cast = line.contains(" as usize]");
            let finding = [(bit, "a bit"), (cast, "as usize]")];
            for (_, what) in finding.into_iter().filter(|(finding, _)| *finding) {
                found.flaws.push(format!("{}:{number}: `{what}`", source.path));
            }
        }
    }
}

/// Returns `true` if the line extracts a single bit or a four-bit count.
fn extracts_bits(line: &str) -> bool {
    let masked = |rest: &str, mask: &str| {
        rest.split(mask).skip(1).any(|after| !after.starts_with(|c: char| c.is_alphanumeric()))
    };
    let tests = [" & 1 == ", " & 1 != "].iter().any(|test| line.contains(test));
    tests || line.split(" >> ").skip(1).any(|rest| masked(rest, " & 1") || masked(rest, " & 15"))
}

/// `Event::redacted_for` matches every event explicitly, so that a new one cannot leak unmasked.
pub(super) fn masking(sources: &[Source], found: &mut Findings) {
    let head = "pub fn redacted_for(&self";
    let holders = rust_in(sources, &["crates/engine/src/"]).filter(|s| s.text.contains(head));
    let mut seen = false;
    for source in holders {
        seen = true;
        let body = source.code().skip_while(|(_, line)| !line.contains(head));
        for (number, line) in body.take_while(|(_, line)| *line != "    }") {
            if line.trim_start().starts_with("_ =>") || line.trim_start().starts_with("other =>") {
                found.flaws.push(format!("{}:{number}: a catch-all arm", source.path));
            }
        }
    }
    if !seen {
        found.flaws.push("crates/engine/src: Event::redacted_for was not found".into());
    }
}

fn rust_in<'a>(sources: &'a [Source], folders: &[&str]) -> impl Iterator<Item = &'a Source> {
    sources.iter().filter(move |s| s.is("rs") && folders.iter().any(|f| s.path.starts_with(f)))
}

#[cfg(test)]
mod tests {
    use super::super::source::flaws;
    use super::*;

    #[test]
    fn game_ids_are_found_outside_the_list_and_the_tests() {
        let files = [
            ("crates/engine/games/rummy.toml", ""),
            (
                "crates/engine/src/a.rs",
                "static GAMES: &[&str] = &[\n\"rummy\",\n];\nif id == \"rummy\" {}\n\
                 #[cfg(test)]\nmod tests { \"rummy\" }\n",
            ),
        ];
        assert_eq!(flaws(game_ids, &files), ["crates/engine/src/a.rs:4: \"rummy\""]);
    }

    #[test]
    fn a_catch_all_is_found() {
        let text = "    pub fn redacted_for(&self) -> Event {\n        match self {\n            _ => 1,\n    }\n";
        let found = flaws(masking, &[("crates/engine/src/event.rs", text)]);
        assert_eq!(found, ["crates/engine/src/event.rs:3: a catch-all arm"]);
    }

    #[test]
    fn bits_and_casts_are_found() {
        let text = "let a = seats >> seat & 1 == 1;\nlet b = list[seat as usize];\n\
                    let c = (ranks >> (4 * rank) & 15) as u8;\nlet d = self.0 >> seat & 1;\n\
                    let e = key >> 13 & 1023;\n";
        let files = ["crates/table/src/a.rs", BIT_LAYOUT_FILES[0], "crates/a/tests/b.rs"];
        let wanted = [
            "crates/table/src/a.rs:1: `a bit`",
            "crates/table/src/a.rs:2: `as usize]`",
            "crates/table/src/a.rs:3: `a bit`",
            "crates/cards/src/cards.rs:2: `as usize]`",
        ];
        assert_eq!(flaws(bits_and_casts, &files.map(|path| (path, text))), wanted);
    }

    #[test]
    fn clocks_are_found() {
        let file = ("crates/table/src/a.rs", "let t = Instant::now();\n// std::fs\n");
        assert_eq!(flaws(pure, &[file]), ["crates/table/src/a.rs:1: Instant::now"]);
    }
}
