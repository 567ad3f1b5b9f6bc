//! Generated pages under `docs/`, from the rule sets and the table of choices.

use upcard_engine::choices::{CHOICES, Choices};
use upcard_engine::{Flaws, Library, Rules};

use crate::catalogue::games_markdown;
use crate::chapters::sheet;
use crate::diff::diff;
use crate::flaws::forms_words;
use crate::labels::chapter_label;
use crate::render::{cell, diff_markdown, sheet_markdown};
use crate::words::plain;

/// Note at the top of each generated page.
fn note() -> String {
    format!("<!-- {} -->\n\n", plain("page-generated"))
}

/// Renders the table of all choices as Markdown.
#[must_use]
pub fn choices_markdown() -> String {
    let defaults = Choices::default();
    let mut out = note();
    out.push_str(&format!("# {}\n\n{}\n", plain("choices-title"), plain("choices-about")));
    let columns = ["choices-path", "choices-values", "choices-default", "choices-meaning"];
    let columns = columns.map(plain).join(" | ");
    let mut chapter = "";
    for choice in CHOICES {
        let this = choice.path.split('.').next().unwrap_or_default();
        if this != chapter {
            chapter = this;
            let title = chapter_label(choice.path);
            out.push_str(&format!("\n## {title}\n\n| {columns} |\n|---|---|---|---|\n"));
        }
        let (path, default) = (choice.path, choice.get(&defaults));
        let (values, meaning) = (cell(&forms_words(choice.forms)), cell(choice.meaning()));
        out.push_str(&format!("| `{path}` | {values} | `{default}` | {meaning} |\n"));
    }
    out
}

/// Renders the page of a game: its rule sheet, and its variations with their changes.
#[must_use]
pub fn game_markdown(rules: &Rules) -> String {
    let mut out = note();
    out.push_str(&sheet_markdown(&sheet(rules)));
    if !rules.set.variations.is_empty() {
        out.push_str(&format!("\n## {}\n", plain("page-variations")));
    }
    for variation in &rules.set.variations {
        out.push_str(&format!("\n### `+{}`\n\n{}\n", variation.id, variation.about));
        let varied = rules.set.with_variation(variation);
        let varied = varied.and_then(|set| Rules::new(set, rules.players).ok());
        if let Some(varied) = varied {
            out.push_str(&format!("\n{}", diff_markdown(&diff(&varied, rules))));
        }
    }
    out
}

/// Returns all generated pages: paths under `docs/` and contents.
///
/// # Errors
/// Errors in a game's rules.
pub fn pages(library: &Library) -> Result<Vec<(String, String)>, Flaws> {
    let games = note() + &games_markdown(library)?;
    let mut all =
        vec![("rule-choices.md".to_owned(), choices_markdown()), ("games.md".to_owned(), games)];
    for id in library.ids() {
        let rules = Rules::of(library, id, &[], None)?;
        all.push((format!("games/{id}.md"), game_markdown(&rules)));
    }
    Ok(all)
}
