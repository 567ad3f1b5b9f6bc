//! The messages: every word that a reader sees comes from the files under `locales/`.

use std::sync::{LazyLock, OnceLock};

use upcard_texts::{Texts, Value, english};

/// The English messages that every table needs.
static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| Texts::new(include_bytes!(concat!(env!("OUT_DIR"), "/table.texts")), english));

/// The English messages about faults of rule sets, positions and records.
static FLAWS: OnceLock<Texts> = OnceLock::new();

/// The English messages of rule sheets and choices.
static SHEET: OnceLock<Texts> = OnceLock::new();

/// Adds the messages about faults of rule sets, positions and records, where the program comes in parts: a page calls this
/// from the part in which rules are chosen, so that they lie there. Elsewhere they are always there.
pub fn load_flaw_texts() {
    const OWN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/flaw.texts"));
    FLAWS.get_or_init(|| Texts::new(OWN, english));
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

/// Loads the messages of rule sheets and choices, where the program does not have them in it: a
/// page fetches them when somebody wants to read rules. Without them they show as missing.
pub fn load_sheet_texts(bytes: Vec<u8>) {
    // They stay for as long as the page does.
    SHEET.get_or_init(|| Texts::new(bytes.leak(), english));
}

#[cfg(target_family = "wasm")]
fn sheet_texts() -> Option<&'static Texts> {
    SHEET.get()
}

#[cfg(not(target_family = "wasm"))]
fn sheet_texts() -> Option<&'static Texts> {
    const OWN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/sheet.texts"));
    Some(SHEET.get_or_init(|| Texts::new(OWN, english)))
}

/// The arguments of a message.
#[derive(Default)]
pub(crate) struct Args(upcard_texts::Args);

impl Args {
    /// No arguments.
    pub(crate) fn none() -> Args {
        Args::default()
    }

    /// These and one more.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Args {
        self.0.set(name, value);
        self
    }
}

fn full_id(id: &str, attribute: Option<&str>) -> String {
    attribute.map_or_else(|| id.to_owned(), |attribute| format!("{id}.{attribute}"))
}

/// Is there such a message, or such an attribute of it?
pub(crate) fn known(id: &str, attribute: Option<&str>) -> bool {
    let id = full_id(id, attribute);
    let others = [sheet_texts(), flaw_texts()];
    TEXTS.contains(&id) || others.into_iter().flatten().any(|texts| texts.contains(&id))
}

/// A message, or an attribute of it. A missing one shows as its name in double brackets.
pub(crate) fn text(id: &str, attribute: Option<&str>, args: &Args) -> String {
    let id = full_id(id, attribute);
    TEXTS
        .render(&id, &args.0)
        .or_else(|| sheet_texts()?.render(&id, &args.0))
        .or_else(|| flaw_texts()?.render(&id, &args.0))
        .unwrap_or_else(|| format!("⟦{id}⟧"))
}

/// A message without arguments.
pub(crate) fn plain(id: &str) -> String {
    text(id, None, &Args::none())
}

/// The name of a path's messages: `buying.price.cards` becomes `PREFIX-buying-price-cards`.
pub(crate) fn id_of(prefix: &str, path: &str) -> String {
    format!("{prefix}-{}", path.replace('.', "-"))
}

/// A number in words, where it is small.
pub(crate) fn number(n: impl Into<Value>) -> String {
    text("number", None, &Args::none().with("n", n))
}

/// `a, b and c`.
pub(crate) fn list(items: &[String]) -> String {
    let Some((last, rest)) = items.split_last() else { return String::new() };
    let Some((first, middle)) = rest.split_first() else { return last.clone() };
    let step = |id: &str, so_far: String, next: &String| {
        text(id, None, &Args::none().with("before", so_far).with("next", next.as_str()))
    };
    let before = middle.iter().fold(first.clone(), |so_far, next| step("list-more", so_far, next));
    step("list-last", before, last)
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
                let args = Args::none().with("low", low).with("high", high);
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
    fn lists_and_ranges_read_as_one_says_them() {
        assert_eq!(ranges(&[1, 2, 3, 5, 6, 9]), "1 to 3, 5, 6 and 9");
        assert_eq!(ranges(&[4]), "4");
        assert_eq!(number(4u8), "four");
        assert_eq!(number(52u8), "52");
    }
}
