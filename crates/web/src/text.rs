//! The page's texts, from the Fluent files under `locales/`.

use std::cell::OnceCell;

use upcard_cards::Card;
pub(crate) use upcard_texts::Args;
use upcard_texts::Texts;

thread_local! {
    static TEXTS: Texts = Texts::new(
        include_bytes!(concat!(env!("OUT_DIR"), "/first.texts")),
        upcard_texts::english,
    );
    /// Texts of the bundles loaded later.
    static LAZY_TEXTS: [OnceCell<Texts>; 4] = const { [const { OnceCell::new() }; 4] };
}

fn add(at: usize, own: &'static [u8]) {
    LAZY_TEXTS.with(|later| {
        later[at].get_or_init(|| Texts::new(own, upcard_texts::english));
    });
}

/// Adds the texts of the `Room` bundle. Like the functions below it is called only from the bundles that show
/// these texts, so that they end up there.
pub(crate) fn add_room() {
    add(0, include_bytes!(concat!(env!("OUT_DIR"), "/room.texts")));
}

/// Adds the texts of the screens before and beside a table.
pub(crate) fn add_later() {
    add(1, include_bytes!(concat!(env!("OUT_DIR"), "/later.texts")));
}

/// Adds the texts of the first screen.
pub(crate) fn add_home() {
    add(3, include_bytes!(concat!(env!("OUT_DIR"), "/home.texts")));
}

/// Adds the texts of house rules and replays.
pub(crate) fn add_library() {
    add(2, include_bytes!(concat!(env!("OUT_DIR"), "/library.texts")));
}

/// Returns the text with this id.
pub(crate) fn render(id: &str) -> String {
    with_args(id, &Args::new())
}

/// Returns the text with this id and arguments; the id itself if there is no such text.
pub(crate) fn with_args(id: &str, args: &Args) -> String {
    let later = || {
        LAZY_TEXTS.with(|later| {
            later.iter().filter_map(OnceCell::get).find_map(|texts| texts.render(id, args))
        })
    };
    TEXTS.with(|texts| texts.render(id, args)).or_else(later).unwrap_or_else(|| id.to_owned())
}

/// The page's texts, for wording shared by all user interfaces.
#[derive(Clone, Copy)]
pub(crate) struct Page;

impl upcard_client::wording::Texts for Page {
    fn text(&self, id: &str, args: &Args) -> String {
        with_args(id, args)
    }

    fn card(&self, card: Card) -> String {
        card_text(card)
    }

    fn capital(&self, text: &str) -> String {
        capital(text)
    }
}

/// Returns the text with this id: `tr!("id")` or `tr!("id", name = value, …)`.
macro_rules! tr {
    ($id:expr) => { $crate::text::render($id) };
    ($id:expr, $($name:ident = $value:expr),+ $(,)?) => {{
        let mut args = $crate::text::Args::new();
        $(args.set(stringify!($name), $value);)+
        $crate::text::with_args($id, &args)
    }};
}
pub(crate) use tr;

/// Formats a number. All signed numbers are printed by this and [`signed`].
pub(crate) use upcard_texts::number;

/// Formats a number with its sign, even if positive.
pub(crate) fn signed(value: i64) -> String {
    let plus = if value > 0 { "+" } else { "" };
    format!("{plus}{}", number(value))
}

/// Returns a card's short text: `7♣`, `10♥`, `Joker`.
pub(crate) fn card_text(card: Card) -> String {
    match (card.rank(), card.suit()) {
        (Some(rank), Some(suit)) => {
            let sign = ["♣", "♦", "♥", "♠"][suit.index()];
            let rank =
                if rank.letter() == 'T' { "10".to_owned() } else { rank.letter().to_string() };
            // The variation selector prevents emoji display.
            format!("{rank}{sign}\u{fe0e}")
        }
        _ => tr!("card-joker"),
    }
}

pub(crate) use upcard_rulebook::card_name as spoken;
use upcard_rulebook::plain_reason;
pub(crate) use upcard_rulebook::{contract_words as contract, deal_words as deal_contract};

/// Returns the cards' short texts.
pub(crate) fn card_texts(cards: impl IntoIterator<Item = Card>) -> String {
    cards.into_iter().map(card_text).collect::<Vec<_>>().join(" ")
}

/// Returns the cards' names for screen readers, which read suit symbols badly or not at all.
pub(crate) fn card_names(cards: impl IntoIterator<Item = Card>) -> String {
    cards.into_iter().map(spoken).collect::<Vec<_>>().join(", ")
}

pub(crate) fn sentences(flaws: upcard_engine::Flaws) -> String {
    let sentences: Vec<_> = flaws.iter().map(|flaw| plain_reason(flaw.reason())).collect();
    sentences.join(" ")
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    // The browser has the case tables, which would be larger here than all card faces.
    let upper = |c: char| String::from(js_sys::JsString::from(c).to_upper_case());
    letters.next().map_or_else(String::new, |c| upper(c) + letters.as_str())
}
