//! All words of the page, from the Fluent files under `locales/`.

use upcard_cards::Card;
pub(crate) use upcard_texts::Args;
use upcard_texts::Texts;

thread_local! {
    static TEXTS: Texts = Texts::new(
        include_bytes!(concat!(env!("OUT_DIR"), "/en.texts")),
        upcard_texts::english,
    );
}

/// The text with this id.
pub(crate) fn say(id: &str) -> String {
    with_args(id, &Args::new())
}

/// The text with this id and its arguments; the id itself where there is no such text.
pub(crate) fn with_args(id: &str, args: &Args) -> String {
    TEXTS.with(|texts| texts.render(id, args)).unwrap_or_else(|| id.to_owned())
}

/// The text with this id: `tr!("id")` or `tr!("id", name = value, …)`.
macro_rules! tr {
    ($id:expr) => { $crate::text::say($id) };
    ($id:expr, $($name:ident = $value:expr),+ $(,)?) => {{
        let mut args = $crate::text::Args::new();
        $(args.set(stringify!($name), $value);)+
        $crate::text::with_args($id, &args)
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
