//! Compiles the texts and the games, so that the program need not read Fluent and TOML files.

use std::error::Error;
use std::path::Path;

use upcard_engine::Library;
use upcard_table::compact;

fn main() -> Result<(), Box<dyn Error>> {
    upcard_texts::build("locales/en", &["common", "table", "news", "screens"], "en.texts")?;
    let games = compact::write(&Library::standard()?);
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    Ok(std::fs::write(Path::new(&out).join("games"), games)?)
}
