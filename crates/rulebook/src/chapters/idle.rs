//! The footnote: choices without effect at this table.

use upcard_engine::choices::{CHOICES, Choices, choice};

use crate::labels::{chapter_label, choice_label, value_label};
use crate::page::Page;
use crate::words::{Args, text};

/// Lists the choices without effect here: those set explicitly, chapters without any effect as a whole, and
/// the others by chapter. The sentences are not tagged with choices, because nothing in the list is a rule.
pub(super) fn idle(page: &mut Page<'_>) {
    let usual = Choices::default();
    let (mut made, mut chapters, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for of in page.idle.chunk_by(|one, next| chapter_of(one) == chapter_of(next)) {
        let Some(chapter) = of.first().map(|path| chapter_of(path)) else { continue };
        let mut labels = Vec::new();
        for choice in of.iter().filter_map(|path| choice(path)) {
            let (label, value) = (choice_label(choice.path), choice.get(page.c));
            let named = page.rules.set.changed.iter().any(|(path, _)| path == choice.path);
            if named || value != choice.get(&usual) {
                let value = value_label(choice.path, &value);
                let args = Args::new().with("label", label).with("value", value);
                made.push(text("idle-made-choice", None, &args));
            } else {
                labels.push(label);
            }
        }
        let of_chapter =
            |path: &str| path.strip_prefix(chapter).is_some_and(|rest| rest.starts_with('.'));
        let whole = || CHOICES.iter().filter(|choice| of_chapter(choice.path)).count();
        if labels.len() == of.len() && labels.len() == whole() {
            chapters.push(chapter_label(chapter));
        } else if !labels.is_empty() {
            let args = Args::new()
                .with("chapter", chapter_label(chapter))
                .with("choices", labels.join(", "));
            others.push(text("idle-of-chapter", None, &args));
        }
    }
    for (id, names) in [("idle-made", made), ("idle-chapters", chapters), ("idle-others", others)] {
        if !names.is_empty() {
            let args = Args::new().with("n", names.len()).with("choices", names.join("; "));
            page.sentence(id, &[], args);
        }
    }
}

fn chapter_of(path: &str) -> &str {
    path.split('.').next().unwrap_or(path)
}
