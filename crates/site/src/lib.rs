//! Builds the project's documentation as a site, which the server serves under `/docs`.
//!
//! `stage` prepares the repository's documents for mdBook: links to other project files point to copies, and
//! examples of rule sheets become drawn cards (`cards`). mdBook renders the pages with a template without
//! scripts. `contents` then adds the table of contents to each page, and `links` checks every link and anchor
//! and drops files that no page links to.

mod cards;
mod contents;
mod error;
mod links;
mod stage;

use std::fs;
use std::path::Path;

use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use mdbook_driver::errors::Error;

pub use crate::error::SiteError;
use crate::error::with_path;

/// Statistics of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildStats {
    /// Pages.
    pub pages: usize,
    /// Files, including pages.
    pub files: usize,
    /// Links checked.
    pub links: usize,
}

/// Builds the site of the project at `root` into a folder, which is recreated.
///
/// # Errors
/// A file cannot be read or written, or a link is broken.
pub fn build(root: &Path, out: &Path) -> Result<BuildStats, SiteError> {
    let work = with_path(out, tempfile::tempdir())?;
    let summary = stage::stage(root, work.path())?;
    let made = work.path().join("made");
    let book = |error: Error| SiteError::Book(error.to_string());
    let mut config = Config::default();
    config.book.title = Some("Upcard".to_owned());
    config.book.language = Some("en".to_owned());
    config.build.create_missing = false;
    config.build.build_dir.clone_from(&made);
    config.set("output.html.theme", "theme").map_err(book)?;
    config.set("output.html.input-404", "").map_err(book)?;
    config.set("output.html.additional-css", ["theme/site.css"]).map_err(book)?;
    config.set("output.html.print.enable", false).map_err(book)?;
    let loaded = MDBook::load_with_config(work.path(), config).map_err(book)?;
    // The alternate format includes the causes.
    loaded.build().map_err(|error| SiteError::Book(format!("{error:#}")))?;
    contents::insert(&made, &summary)?;
    let found = links::follow(&made)?;
    if out.exists() {
        with_path(out, fs::remove_dir_all(out))?;
    }
    for file in &found.files {
        stage::copy(&made.join(file), &out.join(file))?;
    }
    let pages = found.files.iter().filter(|file| file.ends_with(".html")).count();
    Ok(BuildStats { pages, files: found.files.len(), links: found.links })
}
