//! Precompiles the texts and games, so that the page needs no Fluent or TOML parser.

use std::error::Error;
use std::path::Path;

use upcard_engine::Library;

fn main() -> Result<(), Box<dyn Error>> {
    upcard_texts::build("locales/en", &["common", "table", "news", "screens"], "first.texts")?;
    upcard_texts::build("locales/en", &["home"], "home.texts")?;
    upcard_texts::build("locales/en", &["room"], "room.texts")?;
    let later = ["later", "advice", "choosing", "scores"];
    upcard_texts::build("locales/en", &later, "later.texts")?;
    upcard_texts::build("locales/en", &["library"], "library.texts")?;
    // The encoding of `upcard_table::compact`; that crate would be compiled for the build machine for this alone.
    let games = postcard::to_allocvec(&without_lines(&Library::standard()?))?;
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        // `upcard-pack` splits the program along its relocations.
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    Ok(std::fs::write(Path::new(&out).join("games"), games)?)
}

/// Returns the games without the line numbers of their choices: the page never shows them, and they make up a
/// fifth of the games' transfer size.
fn without_lines(games: &Library) -> Library {
    let mut slim = Library::default();
    for (id, mut file) in games.ids().filter_map(|id| Some((id, games.file(id)?.clone()))) {
        let variations = file.variations.iter_mut();
        let varied = variations.flat_map(|one| {
            let before = one.before.iter_mut().map(|before| &mut before.sets);
            before.chain([&mut one.sets])
        });
        let before = file.before.iter_mut().map(|before| &mut before.sets);
        for sets in varied.chain(before).chain([&mut file.sets]) {
            sets.iter_mut().for_each(|(.., line)| *line = 0);
        }
        slim.insert(id, file);
    }
    slim
}
