//! `cargo xtask docs`: the pages under `docs/` that are written from the rule sets, and tables of figures.

use std::path::Path;

use upcard_engine::Library;
use upcard_rulebook::flaws_text;

use crate::figures::Figures;
use crate::{CheckError, root};

/// Whether to write.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing; say which pages are not as they would be written
    #[arg(long)]
    check: bool,
}

/// Writes what has changed; true where all is as it should be.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, CheckError> {
    let library = Library::standard().map_err(|flaws| CheckError::Games(flaws_text(&flaws)))?;
    let pages =
        upcard_rulebook::pages(&library).map_err(|flaws| CheckError::Games(flaws_text(&flaws)))?;
    let figures = Figures::read()?.documents()?;
    let mut stale = 0;
    for (name, text) in pages.into_iter().chain(figures) {
        let path = root().join("docs").join(&name);
        if std::fs::read_to_string(&path).is_ok_and(|there| there == text) {
            continue;
        }
        stale += 1;
        if arguments.check {
            println!("docs/{name} is not up to date; cargo xtask docs writes it");
        } else {
            write(&path, &text)?;
            println!("docs/{name} written");
        }
    }
    if stale == 0 {
        println!("all pages are up to date");
    }
    Ok(stale == 0 || !arguments.check)
}

fn write(path: &Path, text: &str) -> Result<(), CheckError> {
    let fault =
        |error: std::io::Error| CheckError::File(path.display().to_string(), error.to_string());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fault)?;
    }
    std::fs::write(path, text).map_err(fault)
}
