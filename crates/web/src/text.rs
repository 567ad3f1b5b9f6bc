//! All words of the page, from the Fluent files.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use upcard_cards::Card;

thread_local! {
    static BUNDLE: FluentBundle<FluentResource> = bundle();
}

const SOURCES: [&str; 4] = [
    include_str!("../locales/en/common.ftl"),
    include_str!("../locales/en/table.ftl"),
    include_str!("../locales/en/news.ftl"),
    include_str!("../locales/en/screens.ftl"),
];

fn bundle() -> FluentBundle<FluentResource> {
    let mut bundle = FluentBundle::new(vec!["en".parse().unwrap_or_default()]);
    bundle.set_use_isolating(false);
    for source in SOURCES {
        // A file that is wrong in a line still gives its other lines.
        let resource = match FluentResource::try_new(source.to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        bundle.add_resource_overriding(resource);
    }
    bundle
}

/// The text with this id.
pub(crate) fn say(id: &str) -> String {
    with_args(id, None)
}

/// The text with this id and its arguments; the id itself where there is no such text.
pub(crate) fn with_args(id: &str, args: Option<&FluentArgs<'_>>) -> String {
    BUNDLE.with(|bundle| {
        let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
            return id.to_owned();
        };
        bundle.format_pattern(pattern, args, &mut Vec::new()).into_owned()
    })
}

/// The text with this id: `tr!("id")` or `tr!("id", name = value, …)`.
macro_rules! tr {
    ($id:expr) => { $crate::text::say($id) };
    ($id:expr, $($name:ident = $value:expr),+ $(,)?) => {{
        let mut args = fluent_bundle::FluentArgs::new();
        $(args.set(stringify!($name), $value);)+
        $crate::text::with_args($id, Some(&args))
    }};
}
pub(crate) use tr;

/// A card as it is written in a line: `7♣`, `10♥`, `Joker`.
pub(crate) fn short(card: Card) -> String {
    match (card.rank(), card.suit()) {
        (Some(rank), Some(suit)) => {
            let sign = ["♣", "♦", "♥", "♠"][suit.index()];
            let rank =
                if rank.letter() == 'T' { "10".to_owned() } else { rank.letter().to_string() };
            // The variation selector keeps the sign a letter, not a picture.
            format!("{rank}{sign}\u{fe0e}")
        }
        _ => tr!("card-joker"),
    }
}

pub(crate) use upcard_rulebook::card_name as spoken;
pub(crate) use upcard_rulebook::contract_words as contract;

/// Cards in a line.
pub(crate) fn shorts(cards: impl IntoIterator<Item = Card>) -> String {
    cards.into_iter().map(short).collect::<Vec<_>>().join(" ")
}

/// A text with a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}
