//! Markup of cards.

use upcard_cards::{Card, Suit};

use crate::text;

/// Returns the CSS class for a card's colour.
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

/// Returns a card's drawing without its frame: the face, or the back.
pub(crate) fn drawing(card: Option<Card>, small: bool) -> String {
    let name = match card {
        Some(card) if small => format!("s-{card}"),
        Some(card) => format!("f-{card}"),
        None => "back".to_owned(),
    };
    format!("<svg viewBox='0 0 100 140' aria-hidden='true'><use href='#{name}'/></svg>")
}

/// Mark of a wild card that is not a joker, drawn by the stylesheet; screen readers get it from the card's name.
pub(crate) const WILD: &str = "<span class='wild-mark' aria-hidden='true'></span>";

/// Returns `true` if a card is wild here but not a joker.
pub(crate) fn is_marked(card: Card, rules: &upcard_cards::MeldRules) -> bool {
    card.suit().is_some() && rules.is_wild(card)
}

/// Returns the markup of a whole card.
pub(crate) fn face_html(card: Option<Card>, small: bool) -> String {
    format!("<span class='c {}'>{}</span>", colour(card), drawing(card, small))
}

/// Returns the markup of a whole card with an accessible name, for places whose context does not name it.
pub(crate) fn named_html(card: Card, small: bool) -> String {
    format!(
        "<span class='c {}' role=\"img\" aria-label=\"{}\">{}</span>",
        colour(Some(card)),
        text::spoken(card),
        drawing(Some(card), small)
    )
}

/// Returns a card with a tag naming the card that a wild stands for. The stylesheet draws the tag; screen
/// readers already get it from the name.
pub(crate) fn wild_html(card: Card, small: bool, stands_for: Option<Card>, marked: bool) -> String {
    let tag = stands_for.map_or_else(String::new, |face| {
        format!(
            "<span class='as {}' aria-hidden='true' data-as='{}'></span>",
            colour(Some(face)),
            text::card_text(face)
        )
    });
    let mark = if marked && stands_for.is_none() { WILD } else { "" };
    format!(
        "<span class='c {}'>{}{mark}{tag}</span>",
        colour(Some(card)),
        drawing(Some(card), small)
    )
}
