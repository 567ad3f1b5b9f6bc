//! Compiles the texts and the games, so that the program need not read Fluent and TOML files.

use std::error::Error;
use std::path::Path;

use upcard_engine::Library;
use upcard_table::compact;

fn main() -> Result<(), Box<dyn Error>> {
    upcard_texts::build("locales/en", &["common", "table", "news", "screens"], "first.texts")?;
    upcard_texts::build("locales/en", &["room"], "room.texts")?;
    upcard_texts::build("locales/en", &["later"], "later.texts")?;
    upcard_texts::build("locales/en", &["library"], "library.texts")?;
    let games = compact::write(&Library::standard()?);
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        // `upcard-pack` parts the program by what refers to what.
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    Ok(std::fs::write(Path::new(&out).join("games"), games)?)
}
