//! `cargo xtask docs`: generated pages under `docs/`, and tables of figures.

use std::path::Path;

use upcard_engine::Library;
use upcard_rulebook::{flaws_text, measurement_texts};

use crate::figures::{Figures, documents};
use crate::project::{CheckError, file_error, root};

/// Options
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing; list the pages that are out of date
    #[arg(long)]
    check: bool,
}

/// Writes changed pages. Returns `true` if everything is up to date.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, CheckError> {
    let library = Library::standard().map_err(|flaws| CheckError::Games(flaws_text(&flaws)))?;
    let pages =
        upcard_rulebook::pages(&library).map_err(|flaws| CheckError::Games(flaws_text(&flaws)))?;
    let figures = documents(&Figures::read()?)?;
    let written =
        pages.into_iter().chain(figures).map(|(name, text)| (format!("docs/{name}"), text));
    let mut stale = 0;
    let schema = ("docs/protocol.schema.json".to_owned(), upcard_arena::protocol::schema());
    for (name, text) in written.chain([measured_texts()?, schema]) {
        let path = root().join(&name);
        if std::fs::read_to_string(&path).is_ok_and(|there| there == text) {
            continue;
        }
        stale += 1;
        if arguments.check {
            println!("{name} is out of date; run cargo xtask docs");
        } else {
            write(&path, &text)?;
            println!("{name} written");
        }
    }
    if stale == 0 {
        println!("all pages are up to date");
    }
    Ok(stale == 0 || !arguments.check)
}

/// Measured advice texts shown in rule sheets.
fn measured_texts() -> Result<(String, String), CheckError> {
    const TABLE: &str = "crates/rulebook/lab/advice.tsv";
    let table =
        std::fs::read_to_string(root().join(TABLE)).map_err(|error| file_error(TABLE, error))?;
    let texts = measurement_texts(&table)
        .map_err(|line| file_error(TABLE, format!("line {line}: expected nine columns")))?;
    Ok(("crates/rulebook/locales/en/measured.ftl".to_owned(), texts))
}

fn write(path: &Path, text: &str) -> Result<(), CheckError> {
    let file_error = |error: std::io::Error| file_error(path, error);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(file_error)?;
    }
    std::fs::write(path, text).map_err(file_error)
}
