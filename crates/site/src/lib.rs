//! The documents of the project as a site, which the server gives out under `/docs`.
//!
//! What is written for a reader of the repository is laid out for mdBook (`stage`): links to other files of
//! the project lead to copies, examples of rule sheets become drawn cards (`cards`). mdBook makes the pages, by
//! a template without any script. Each page then gets its list of contents (`contents`), every link and anchor
//! is checked, and what no page leads to is left out (`links`).

mod cards;
mod contents;
mod error;
mod links;
mod stage;

use std::fs;
use std::path::Path;

use mdbook_driver::MDBook;
use mdbook_driver::config::Config;

pub use crate::error::SiteError;
use crate::error::at;

/// What was built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Built {
    /// Pages.
    pub pages: usize,
    /// Files, the pages among them.
    pub files: usize,
    /// Links that were followed.
    pub links: usize,
}

/// Builds the site of the project at `root` in a folder, which is made anew.
///
/// # Errors
/// A file that cannot be read or written, or a link that leads nowhere.
pub fn build(root: &Path, out: &Path) -> Result<Built, SiteError> {
    let work = at(out, tempfile::tempdir())?;
    let summary = stage::stage(root, work.path())?;
    let book = |error: &dyn std::fmt::Display| SiteError::Book(error.to_string());
    let mut config = Config::default();
    config.book.title = Some("Upcard".to_owned());
    config.book.language = Some("en".to_owned());
    config.build.create_missing = false;
    config.build.build_dir = work.path().join("made");
    for (key, value) in [("theme", "theme"), ("input-404", "")] {
        config.set(format!("output.html.{key}"), value).map_err(|error| book(&error))?;
    }
    let styles = ["theme/site.css"];
    config.set("output.html.additional-css", styles).map_err(|error| book(&error))?;
    config.set("output.html.print.enable", false).map_err(|error| book(&error))?;
    let made = MDBook::load_with_config(work.path(), config).map_err(|error| book(&error))?;
    // The alternative form shows the causes as well.
    made.build().map_err(|error| SiteError::Book(format!("{error:#}")))?;
    contents::put_in(&work.path().join("made"), &summary)?;
    let found = links::follow(&work.path().join("made"))?;
    if out.exists() {
        at(out, fs::remove_dir_all(out))?;
    }
    for file in &found.files {
        let (from, to) = (work.path().join("made").join(file), out.join(file));
        if let Some(folder) = to.parent() {
            at(folder, fs::create_dir_all(folder))?;
        }
        at(&to, fs::copy(&from, &to))?;
    }
    let pages = found.files.iter().filter(|file| file.ends_with(".html")).count();
    Ok(Built { pages, files: found.files.len(), links: found.links })
}
