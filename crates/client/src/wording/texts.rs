//! What a user interface gives to what is worded here: its texts, and how it writes a card.

use upcard_cards::{Card, Rank};
use upcard_texts::Args;

/// The texts of a user interface.
pub trait Texts {
    /// The text with this id, filled in; the id itself where there is no such text.
    fn text(&self, id: &str, args: &Args) -> String;

    /// A card as it is written in a line.
    fn card(&self, card: Card) -> String;

    /// A text with a capital letter.
    fn capital(&self, text: &str) -> String;

    /// A rank as it is written in a line: 7, 10, J.
    fn rank(&self, rank: Rank) -> String {
        if rank.letter() == 'T' { "10".to_owned() } else { rank.letter().to_string() }
    }

    /// Cards in a line.
    fn cards(&self, cards: impl IntoIterator<Item = Card>) -> String {
        cards.into_iter().map(|card| self.card(card)).collect::<Vec<_>>().join(" ")
    }
}

/// A text of these [`wording::Texts`](crate::wording::Texts): `tr!("id", texts)` or
/// `tr!("id", texts, name = value, …)`.
#[macro_export]
macro_rules! tr {
    ($id:expr, $texts:expr) => {
        $crate::wording::Texts::text($texts, $id, &$crate::wording::Args::new())
    };
    ($id:expr, $texts:expr, $($name:ident = $value:expr),+ $(,)?) => {{
        let mut args = $crate::wording::Args::new();
        $(args.set(stringify!($name), $value);)+
        $crate::wording::Texts::text($texts, $id, &args)
    }};
}
pub(super) use tr;
