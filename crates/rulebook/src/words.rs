//! The messages: every word that a reader sees comes from the files under `locales/`.

use std::borrow::Cow;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// The English messages.
const ENGLISH: [&str; 5] = [
    include_str!("../locales/en/words.ftl"),
    include_str!("../locales/en/sheet.ftl"),
    include_str!("../locales/en/choices.ftl"),
    include_str!("../locales/en/refusals.ftl"),
    include_str!("../locales/en/table.ftl"),
];

static BUNDLE: LazyLock<FluentBundle<FluentResource>> = LazyLock::new(|| {
    let english: LanguageIdentifier = "en".parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![english]);
    // The marks around arguments that Fluent uses for mixed writing directions are left out: the
    // sentences also go to terminals.
    bundle.set_use_isolating(false);
    for text in ENGLISH {
        // A message with a flaw is left out and shows as missing; a test reads all files.
        let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(rest, _)| rest);
        bundle.add_resource_overriding(resource);
    }
    bundle
});

/// The arguments of a message.
#[derive(Default)]
pub(crate) struct Args(FluentArgs<'static>);

impl Args {
    /// No arguments.
    pub(crate) fn none() -> Args {
        Args::default()
    }

    /// These and one more.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Args {
        self.0.set(name, value.into().0);
        self
    }
}

/// One argument: a number or a text.
pub(crate) struct Arg(FluentValue<'static>);

impl From<String> for Arg {
    fn from(text: String) -> Arg {
        Arg(FluentValue::String(Cow::Owned(text)))
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Arg {
        Arg::from(text.to_owned())
    }
}

macro_rules! numbers {
    ($($kind:ty),+) => {
        $(impl From<$kind> for Arg {
            fn from(number: $kind) -> Arg {
                Arg(FluentValue::from(number))
            }
        })+
    };
}
numbers!(u8, u16, i32, i64, usize);

/// Is there such a message, or such an attribute of it?
pub(crate) fn known(id: &str, attribute: Option<&str>) -> bool {
    let message = BUNDLE.get_message(id);
    message.is_some_and(|m| attribute.map_or(m.value().is_some(), |a| m.get_attribute(a).is_some()))
}

/// A message, or an attribute of it. A missing one shows as its name in double brackets.
pub(crate) fn text(id: &str, attribute: Option<&str>, args: &Args) -> String {
    let message = BUNDLE.get_message(id);
    let pattern = message.as_ref().and_then(|m| match attribute {
        None => m.value(),
        Some(name) => m.get_attribute(name).map(|a| a.value()),
    });
    match pattern {
        Some(pattern) => {
            let mut errors = Vec::new();
            BUNDLE.format_pattern(pattern, Some(&args.0), &mut errors).into_owned()
        }
        None => format!("⟦{id}.{}⟧", attribute.unwrap_or("value")),
    }
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
pub(crate) fn number(n: impl Into<Arg>) -> String {
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
    fn the_files_are_in_order_and_name_nothing_twice() {
        let mut bundle: FluentBundle<FluentResource> =
            FluentBundle::new_concurrent(vec!["en".parse().unwrap()]);
        for text in ENGLISH {
            let resource = FluentResource::try_new(text.to_owned()).map_err(|(_, e)| e).unwrap();
            bundle.add_resource(resource).unwrap();
        }
    }

    #[test]
    fn lists_and_ranges_read_as_one_says_them() {
        assert_eq!(ranges(&[1, 2, 3, 5, 6, 9]), "1 to 3, 5, 6 and 9");
        assert_eq!(ranges(&[4]), "4");
        assert_eq!(number(4u8), "four");
        assert_eq!(number(52u8), "52");
    }
}
