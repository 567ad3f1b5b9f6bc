//! Figures in the documents: each with the command that makes it, and the version that made it.
//!
//! `docs/figures.toml` holds them. `cargo xtask docs` makes tables of them, `cargo xtask measure` makes
//! them anew. Those that cost little are made by the tests, too.

mod measure;
mod table;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{CheckError, root};

pub(crate) use measure::{Arguments, run};

/// The documents that have tables of figures.
const DOCUMENTS: [&str; 2] = ["lab.md", "bots.md"];

/// All figures.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Figures {
    figure: Vec<Figure>,
}

/// A figure in a table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Figure {
    table: String,
    row: String,
    column: String,
    /// As it stands in the table.
    value: String,
    /// What makes it; none for words and numbers that only say what was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<By>,
}

/// What makes a figure.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct By {
    /// The command.
    command: String,
    /// Where in its JSON the figure is.
    at: String,
    /// How many decimals it is given with.
    digits: usize,
    /// Is it a share, given in percent?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    percent: bool,
    /// Is it given with its interval?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    interval: bool,
    /// The version that made it, with its commit.
    made: String,
    /// Do the tests make it as well? Its command takes a second at the most then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    checked: bool,
}

fn path() -> PathBuf {
    root().join("docs/figures.toml")
}

fn fault(path: &std::path::Path, error: impl ToString) -> CheckError {
    CheckError::File(path.display().to_string(), error.to_string())
}

impl Figures {
    /// Reads them.
    pub(crate) fn read() -> Result<Figures, CheckError> {
        let path = path();
        let text = std::fs::read_to_string(&path).map_err(|error| fault(&path, error))?;
        toml::from_str(&text).map_err(|error| fault(&path, error))
    }

    fn write(&self) -> Result<(), CheckError> {
        const HEAD: &str = "# Figures of lab.md and bots.md. cargo xtask measure writes them, cargo xtask docs makes \
                            the tables.\n\n";
        let path = path();
        let text = toml::to_string(self).map_err(|error| fault(&path, error))?;
        std::fs::write(&path, format!("{HEAD}{text}")).map_err(|error| fault(&path, error))
    }

    /// The documents with their tables as they should be, by name.
    pub(crate) fn documents(&self) -> Result<BTreeMap<String, String>, CheckError> {
        let mut pages = BTreeMap::new();
        for name in DOCUMENTS {
            let path = root().join("docs").join(name);
            let text = std::fs::read_to_string(&path).map_err(|error| fault(&path, error))?;
            let filled = table::filled(&text, self).map_err(|problem| fault(&path, problem))?;
            pages.insert(name.to_owned(), filled);
        }
        Ok(pages)
    }
}
