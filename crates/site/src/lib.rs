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
    let built_folder =
        MDBook::load_with_config(work.path(), config).map_err(|error| book(&error))?;
    // The alternate format includes the causes.
    built_folder.build().map_err(|error| SiteError::Book(format!("{error:#}")))?;
    contents::insert(&work.path().join("made"), &summary)?;
    let found = links::follow(&work.path().join("made"))?;
    if out.exists() {
        with_path(out, fs::remove_dir_all(out))?;
    }
    for file in &found.files {
        let (from, to) = (work.path().join("made").join(file), out.join(file));
        if let Some(folder) = to.parent() {
            with_path(folder, fs::create_dir_all(folder))?;
        }
        with_path(&to, fs::copy(&from, &to))?;
    }
    let pages = found.files.iter().filter(|file| file.ends_with(".html")).count();
    Ok(BuildStats { pages, files: found.files.len(), links: found.links })
}
