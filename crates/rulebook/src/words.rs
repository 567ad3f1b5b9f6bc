//! Messages. All visible text comes from the files under `locales/`.

use std::sync::{LazyLock, OnceLock};

pub(crate) use upcard_texts::Args;
use upcard_texts::{Texts, Value, english};

/// English messages that every table needs.
static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| Texts::new(include_bytes!(concat!(env!("OUT_DIR"), "/table.texts")), english));

/// English error messages for rule sets, positions and records.
static FLAWS: OnceLock<Texts> = OnceLock::new();

/// English messages for rule sheets and choices.
static SHEET: OnceLock<Texts> = OnceLock::new();

/// Loads the error messages for rule sets, positions and records. The web page calls this from the code-split
/// part in which rules are chosen, so that the messages are bundled there. Other builds always include them.
pub fn load_flaw_texts() {
    const BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/flaw.texts"));
    FLAWS.get_or_init(|| Texts::new(BYTES, english));
}

#[cfg(target_family = "wasm")]
fn flaw_texts() -> Option<&'static Texts> {
    FLAWS.get()
}

#[cfg(not(target_family = "wasm"))]
fn flaw_texts() -> Option<&'static Texts> {
    load_flaw_texts();
    FLAWS.get()
}

/// Loads the messages for rule sheets and choices, which the web page fetches on demand. Until then they
/// render as missing.
pub fn load_sheet_texts(bytes: Vec<u8>) {
    // Leaked: they live as long as the page.
    SHEET.get_or_init(|| Texts::new(bytes.leak(), english));
}

#[cfg(target_family = "wasm")]
fn sheet_texts() -> Option<&'static Texts> {
    SHEET.get()
}

#[cfg(not(target_family = "wasm"))]
fn sheet_texts() -> Option<&'static Texts> {
    const BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/sheet.texts"));
    Some(SHEET.get_or_init(|| Texts::new(BYTES, english)))
}

fn full_id(id: &str, attribute: Option<&str>) -> String {
    attribute.map_or_else(|| id.to_owned(), |attribute| format!("{id}.{attribute}"))
}

/// Returns `true` if the message, or its attribute, exists.
pub(crate) fn has_message(id: &str, attribute: Option<&str>) -> bool {
    let id = full_id(id, attribute);
    let others = [sheet_texts(), flaw_texts()];
    TEXTS.contains(&id) || others.into_iter().flatten().any(|texts| texts.contains(&id))
}

/// Renders a message or one of its attributes. If missing, returns its name in double brackets.
pub(crate) fn text(id: &str, attribute: Option<&str>, args: &Args) -> String {
    let id = full_id(id, attribute);
    TEXTS
        .render(&id, args)
        .or_else(|| sheet_texts()?.render(&id, args))
        .or_else(|| flaw_texts()?.render(&id, args))
        .unwrap_or_else(|| format!("⟦{id}⟧"))
}

/// Renders a message without arguments.
pub(crate) fn plain(id: &str) -> String {
    text(id, None, &Args::new())
}

/// Message name for a path: `buying.price.cards` becomes `PREFIX-buying-price-cards`.
pub(crate) fn message_id(prefix: &str, path: &str) -> String {
    format!("{prefix}-{}", path.replace('.', "-"))
}

/// A number, spelled out if small.
pub(crate) fn number(n: impl Into<Value>) -> String {
    text("number", None, &Args::new().with("n", n))
}

/// Arguments for a number: as `n`, and spelled out under a name.
pub(crate) fn counted(n: i64, spelled: &'static str) -> Args {
    Args::new().with("n", n).with(spelled, number(n))
}

/// `a, b and c`.
pub(crate) fn list(items: &[String]) -> String {
    match items {
        [rest @ .., last] if !rest.is_empty() => appended("list-last", commas(rest), last),
        _ => commas(items),
    }
}

/// `a, b, c`.
pub(crate) fn commas(items: &[String]) -> String {
    let Some((first, rest)) = items.split_first() else { return String::new() };
    rest.iter().fold(first.clone(), |before, next| appended("list-more", before, next))
}

fn appended(id: &str, before: String, next: &str) -> String {
    text(id, None, &Args::new().with("before", before).with("next", next))
}

/// Rising numbers as `1, 2 and 5 to 9`.
pub(crate) fn ranges(numbers: &[u8]) -> String {
    let mut spans: Vec<(u8, u8)> = Vec::new();
    for &n in numbers {
        match spans.last_mut() {
            Some((_, high)) if *high + 1 == n => *high = n,
            _ => spans.push((n, n)),
        }
    }
    let mut parts = Vec::new();
    for (low, high) in spans {
        match high - low {
            0 => parts.push(low.to_string()),
            1 => parts.extend([low.to_string(), high.to_string()]),
            _ => {
                let args = Args::new().with("low", low).with("high", high);
                parts.push(text("range", None, &args));
            }
        }
    }
    list(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges_read_naturally() {
        assert_eq!(ranges(&[1, 2, 3, 5, 6, 9]), "1 to 3, 5, 6 and 9");
        assert_eq!(ranges(&[4]), "4");
        assert_eq!(number(4u8), "four");
        assert_eq!(number(52u8), "52");
    }
}
