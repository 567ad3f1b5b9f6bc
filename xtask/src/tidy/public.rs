//! Every public item must be used outside tests.

use std::collections::BTreeMap;

use super::source::{Findings, Source};

/// Test code, except overall benchmarks: it does not count as a user, and its own items need none.
const TEST_FOLDERS: [&str; 5] =
    ["crates/testkit/", "crates/browser-tests/", "crates/webdriver/", "crates/fuzz/", "fuzz/"];

/// Public items without users, with the reason.
const WITHOUT_USERS: [(&str, &str); 5] = [
    ("all_cards", "the law that no card is lost; only the engine knows face-down cards"),
    ("max_steps", "the law that bounds every decision"),
    ("serve_on", "tests serve on a port already bound, from a store that fails on demand"),
    ("upcard_games", "called by the host of the WebAssembly module"),
    ("with_game", "secrecy tests compare what two games send to the same people"),
];

/// Checks that every public item is used elsewhere in the code, or listed above.
pub(super) fn check(sources: &[Source], found: &mut Findings) {
    let is_excluded = |path: &str| {
        TEST_FOLDERS.iter().any(|folder| path.starts_with(folder))
            || path.contains("/tests/")
            || path.contains("/examples/")
            || path.ends_with("tidy/public.rs")
    };
    let code = sources.iter().filter(|s| s.is("rs") && !is_excluded(&s.path));
    let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
    let mut items: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for source in code {
        let mut importing = false;
        for (number, line) in source.code() {
            // Imports and re-exports are not uses, unless they rename.
            let start = line.trim_start();
            let words = ["use ", "pub use ", "pub(crate) use "];
            importing |= words.iter().any(|words| start.starts_with(words));
            if importing {
                importing = !line.contains(';');
                if !line.contains(" as ") {
                    continue;
                }
            }
            if let Some(name) = public_item(line) {
                items.entry(name).or_default().push(format!("{}:{number}", source.path));
            }
            for word in line.split(|c: char| !c.is_alphanumeric() && c != '_') {
                *uses.entry(word).or_default() += 1;
            }
        }
    }
    let unused = |name: &str, places: &Vec<String>| uses.get(name) <= Some(&places.len());
    for (name, places) in &items {
        let listed = WITHOUT_USERS.iter().any(|(listed, _)| listed == name);
        match (unused(name, places), listed) {
            (true, false) => {
                found.flaws.push(format!("{}: {name} is used only by tests", places.join(" ")));
            }
            (false, true) => found.flaws.push(format!("{name} is used: remove it from the list")),
            _ => {}
        }
    }
}

/// Name of the public item on a line.
fn public_item(line: &str) -> Option<&str> {
    let mut words = line.trim_start().strip_prefix("pub ")?.split_whitespace();
    let kinds = ["fn", "struct", "enum", "trait", "type", "static"];
    let mut before = words.next()?;
    let name = loop {
        let word = words.next()?;
        match before {
            "const" if word == "fn" => before = word,
            "const" => break word,
            "unsafe" | "async" | "extern" | "\"C\"" => before = word,
            kind if kinds.contains(&kind) => break word,
            _ => return None,
        }
    };
    name.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::source::flaws;
    use super::*;

    #[test]
    fn items_used_only_by_tests_are_found() {
        let files = [
            (
                "crates/a/src/lib.rs",
                "pub use b::{\n    idle,\n};\npub const fn idle() {}\npub struct Busy(u8);\n\
                 pub async fn serve_on() {}\npub const MOST: u8 = 3;\n",
            ),
            ("crates/b/src/lib.rs", "use a::idle;\nfn f(_: Busy, _: [u8; MOST]) {}\n"),
            ("crates/b/tests/b.rs", "a::idle();\n"),
            ("crates/testkit/src/lib.rs", "pub fn law() { a::idle(); }\n"),
        ];
        let found = flaws(check, &files);
        assert_eq!(found, ["crates/a/src/lib.rs:4: idle is used only by tests"]);
    }

    #[test]
    fn an_obsolete_exception_is_found() {
        let text = "pub fn with_game() {}\nfn f() { with_game() }\n";
        let found = flaws(check, &[("crates/a/src/lib.rs", text)]);
        assert_eq!(found, ["with_game is used: remove it from the list"]);
    }
}
