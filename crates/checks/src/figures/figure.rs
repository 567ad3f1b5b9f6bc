//! The figures as `docs/figures.toml` holds them.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::project::{CheckError, fault, read, root};

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Figures {
    pub(super) figure: Vec<Figure>,
}

/// A figure in a table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Figure {
    pub(super) table: String,
    pub(super) row: String,
    pub(super) column: String,
    /// As it stands in the table.
    pub(super) value: String,
    /// What makes it; none for words and numbers that only say what was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) by: Option<By>,
}

/// What makes a figure.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct By {
    pub(super) command: String,
    /// Where in its JSON the figure is.
    pub(super) at: String,
    /// How many decimals it is given with.
    pub(super) digits: usize,
    /// Is it a share, given in percent?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) percent: bool,
    /// Is it given with its interval?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) interval: bool,
    /// The version that made it, with its commit.
    pub(super) made: String,
    /// Do the tests make it as well? Its command takes a second at the most then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) checked: bool,
}

fn path() -> PathBuf {
    root().join("docs/figures.toml")
}

impl Figures {
    pub(crate) fn read() -> Result<Figures, CheckError> {
        let path = path();
        toml::from_str(&read(&path)?).map_err(|error| fault(&path, error))
    }

    pub(super) fn write(&self) -> Result<(), CheckError> {
        const HEAD: &str = "# Figures of lab.md and bots.md. cargo xtask measure writes them, cargo xtask docs makes \
                            the tables.\n\n";
        let path = path();
        let text = toml::to_string(self).map_err(|error| fault(&path, error))?;
        std::fs::write(&path, format!("{HEAD}{text}")).map_err(|error| fault(&path, error))
    }
}
