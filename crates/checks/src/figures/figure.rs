//! Figures stored in `docs/figures.toml`.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::project::{CheckError, file_error, read, root};

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Figures {
    pub(super) figure: Vec<Figure>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Figure {
    pub(super) table: String,
    pub(super) row: String,
    pub(super) column: String,
    /// Value as shown in the table.
    pub(super) value: String,
    /// Source; `None` for words, and for numbers that are inputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) by: Option<FigureSource>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FigureSource {
    pub(super) command: String,
    /// JSON path of the figure in the command's output.
    pub(super) at: String,
    /// Number of decimals.
    pub(super) digits: usize,
    /// `true` for a share, shown in per cent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) percent: bool,
    /// `true` if shown with its interval.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) interval: bool,
    /// Version that produced it, with its commit.
    pub(super) made: String,
    /// `true` if the tests recompute it; its command then takes at most a second.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) checked: bool,
}

fn path() -> PathBuf {
    root().join("docs/figures.toml")
}

impl Figures {
    pub(crate) fn read() -> Result<Figures, CheckError> {
        let path = path();
        toml::from_str(&read(&path)?).map_err(|error| file_error(&path, error))
    }

    pub(super) fn write(&self) -> Result<(), CheckError> {
        const HEAD: &str = "# Figures of lab.md and bots.md. cargo xtask measure writes them, cargo xtask docs makes \
                            the tables.\n\n";
        let path = path();
        let text = toml::to_string(self).map_err(|error| file_error(&path, error))?;
        std::fs::write(&path, format!("{HEAD}{text}")).map_err(|error| file_error(&path, error))
    }
}
