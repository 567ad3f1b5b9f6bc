//! The generated pages under `docs/` are up to date.

use std::collections::BTreeSet;
use std::path::Path;

use upcard_engine::Library;
use upcard_rulebook::pages;

#[test]
fn generated_pages_are_up_to_date() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let pages = pages(&Library::standard().unwrap()).unwrap();
    for (path, text) in &pages {
        let found = std::fs::read_to_string(docs.join(path)).unwrap_or_default();
        assert!(found == *text, "docs/{path} is out of date: run `cargo xtask docs`");
    }
    let known: BTreeSet<String> = pages.into_iter().map(|(path, _)| path).collect();
    for entry in std::fs::read_dir(docs.join("games")).unwrap() {
        let name = format!("games/{}", entry.unwrap().file_name().to_string_lossy());
        assert!(known.contains(&name), "docs/{name} belongs to no game: remove it");
    }
}
