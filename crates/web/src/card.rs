//! A card on the page.

use upcard_cards::{Card, Suit};

use crate::text;

/// The classes that colour a card.
pub(crate) fn colour(card: Option<Card>) -> &'static str {
    match card.map(|c| c.suit()) {
        None => "back",
        Some(None) => "jk",
        Some(Some(Suit::Clubs)) => "clubs",
        Some(Some(Suit::Diamonds)) => "diamonds",
        Some(Some(Suit::Hearts)) => "hearts",
        Some(Some(Suit::Spades)) => "spades",
    }
}

/// The drawing of a card inside its frame: a face, or the back.
pub(crate) fn drawing(card: Option<Card>, small: bool) -> String {
    let name = match card {
        Some(card) if small => format!("s-{card}"),
        Some(card) => format!("f-{card}"),
        None => "back".to_owned(),
    };
    format!("<svg viewBox='0 0 100 140' aria-hidden='true'><use href='#{name}'/></svg>")
}

/// The mark of a card that is wild without being a joker, drawn by the style sheet: what is said
/// aloud names it.
pub(crate) const WILD: &str = "<span class='wild-mark' aria-hidden='true'></span>";

/// Is a card wild here without looking so?
pub(crate) fn is_marked(card: Card, rules: &upcard_cards::MeldRules) -> bool {
    card.suit().is_some() && rules.is_wild(card)
}

/// A whole card, as markup.
pub(crate) fn face_html(card: Option<Card>, small: bool) -> String {
    format!("<span class='c {}'>{}</span>", colour(card), drawing(card, small))
}

/// A whole card, as markup, with its name for whoever does not see it: where nothing around it says what it is.
pub(crate) fn named_html(card: Card, small: bool) -> String {
    format!(
        "<span class='c {}' role=\"img\" aria-label=\"{}\">{}</span>",
        colour(Some(card)),
        text::spoken(card),
        drawing(Some(card), small)
    )
}

/// A card with a tag at its foot that says what a wild stands for: drawn by the style sheet, since
/// what is said aloud already names it.
pub(crate) fn wild_html(card: Card, small: bool, stands_for: Option<Card>, marked: bool) -> String {
    let tag = stands_for.map_or_else(String::new, |face| {
        format!(
            "<span class='as {}' aria-hidden='true' data-as='{}'></span>",
            colour(Some(face)),
            text::short(face)
        )
    });
    let mark = if marked && stands_for.is_none() { WILD } else { "" };
    format!(
        "<span class='c {}'>{}{mark}{tag}</span>",
        colour(Some(card)),
        drawing(Some(card), small)
    )
}
