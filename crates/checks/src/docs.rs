//! `cargo xtask docs`: generated pages under `docs/`, and tables of figures.

use std::path::Path;

use upcard_engine::Library;
use upcard_rulebook::{flaws_text, measured};

use crate::figures::{Figures, documents};
use crate::project::{CheckError, fault, root};

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
            println!("{name} is not up to date; cargo xtask docs writes it");
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
    let table = std::fs::read_to_string(root().join(TABLE)).map_err(|error| fault(TABLE, error))?;
    let texts = measured(&table)
        .map_err(|line| fault(TABLE, format!("line {line}: nine columns are wanted")))?;
    Ok(("crates/rulebook/locales/en/measured.ftl".to_owned(), texts))
}

fn write(path: &Path, text: &str) -> Result<(), CheckError> {
    let fault = |error: std::io::Error| fault(path, error);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fault)?;
    }
    std::fs::write(path, text).map_err(fault)
}
