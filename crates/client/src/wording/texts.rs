//! Interface to the texts of a user interface and its notation of cards.

use upcard_cards::{Card, Rank};
use upcard_texts::Args;

/// Texts of a user interface.
pub trait Texts {
    /// Renders a text; the id itself if it is unknown.
    fn text(&self, id: &str, args: &Args) -> String;

    /// A card in running text.
    fn card(&self, card: Card) -> String;

    /// Capitalizes a text.
    fn capital(&self, text: &str) -> String;

    /// A rank in running text: 7, 10, J.
    fn rank(&self, rank: Rank) -> String {
        if rank.letter() == 'T' { "10".to_owned() } else { rank.letter().to_string() }
    }

    /// Cards in running text.
    fn cards(&self, cards: impl IntoIterator<Item = Card>) -> String {
        cards.into_iter().map(|card| self.card(card)).collect::<Vec<_>>().join(" ")
    }
}

/// Renders a text of these [`wording::Texts`](crate::wording::Texts): `tr!("id", texts)` or `tr!("id", texts,
/// name = value, …)`.
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
