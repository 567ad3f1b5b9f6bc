//! A card face, stored in one byte.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Rank: 0 for the ace to 12 for the king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(pub(crate) u8);

/// All thirteen ranks, ace first.
pub const RANKS: [Rank; 13] = {
    let mut all = [Rank(0); 13];
    let mut r = 0;
    while r < 13 {
        all[r] = Rank(r as u8);
        r += 1;
    }
    all
};

const RANK_LETTERS: &[u8; 13] = b"A23456789TJQK";
const SUIT_LETTERS: &[u8; 4] = b"CDHS";

impl Rank {
    /// The ace.
    pub const ACE: Rank = Rank(0);
    /// The two.
    pub const TWO: Rank = Rank(1);
    /// The ten.
    pub const TEN: Rank = Rank(9);
    /// The king.
    pub const KING: Rank = Rank(12);

    /// Returns the rank with this index: 0 for the ace to 12 for the king.
    #[must_use]
    pub const fn new(index: u8) -> Option<Rank> {
        if index < 13 { Some(Rank(index)) } else { None }
    }

    /// Index: 0 for the ace to 12 for the king.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Letter of the text form, one of `A23456789TJQK`.
    #[must_use]
    pub const fn letter(self) -> char {
        RANK_LETTERS[self.index()] as char
    }

    /// Returns the rank with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Rank> {
        RANK_LETTERS.iter().position(|&l| l as char == letter).map(|i| Rank(i as u8))
    }

    /// Parses the text form: a single letter.
    #[must_use]
    pub fn read(word: &str) -> Option<Rank> {
        let mut letters = word.chars();
        let rank = letters.next().and_then(Rank::from_letter);
        rank.filter(|_| letters.next().is_none())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Suit {
    /// Clubs.
    #[serde(rename = "C")]
    Clubs,
    /// Diamonds.
    #[serde(rename = "D")]
    Diamonds,
    /// Hearts.
    #[serde(rename = "H")]
    Hearts,
    /// Spades.
    #[serde(rename = "S")]
    Spades,
}

/// All four suits in the order of the text forms: clubs, diamonds, hearts, spades.
pub const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

impl Suit {
    /// Index: 0 clubs, 1 diamonds, 2 hearts, 3 spades.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Letter of the text form, one of `CDHS`.
    #[must_use]
    pub const fn letter(self) -> char {
        SUIT_LETTERS[self.index()] as char
    }

    /// Returns `true` for diamonds and hearts.
    #[must_use]
    pub const fn is_red(self) -> bool {
        matches!(self, Suit::Diamonds | Suit::Hearts)
    }

    /// Returns the suit with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Suit> {
        SUIT_LETTERS.iter().position(|&l| l as char == letter).map(|i| SUITS[i])
    }
}

/// A card face: one of 52 naturals, or the joker.
///
/// ```
/// use upcard_cards::{Card, Rank, Suit};
/// let ten: Card = "TD".parse().unwrap();
/// assert_eq!(ten, Card::natural(Rank::TEN, Suit::Diamonds));
/// assert_eq!(ten.to_string(), "TD");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The joker.
pub const JOKER: Card = Card(52);

impl Card {
    /// Number of different faces: 52 naturals and the joker.
    pub const FACES: usize = 53;

    /// Returns the natural card of this rank and suit.
    #[must_use]
    pub const fn natural(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * 13 + rank.0)
    }

    /// Returns the card with this index: suit × 13 + rank for naturals, 52 for the joker.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Self::FACES { Some(Card(index as u8)) } else { None }
    }

    /// Index, 0 to 52; see [`Card::from_index`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns `true` for the joker.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 == 52
    }

    /// Printed rank; `None` for the joker.
    #[must_use]
    pub const fn rank(self) -> Option<Rank> {
        if self.0 == 52 { None } else { Some(Rank(self.0 % 13)) }
    }

    /// Printed suit; `None` for the joker.
    #[must_use]
    pub const fn suit(self) -> Option<Suit> {
        if self.0 == 52 { None } else { Some(SUITS[self.index() / 13]) }
    }

    /// Iterates over all 53 faces.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..Self::FACES as u8).map(Card)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => write!(f, "{}{}", rank.letter(), suit.letter()),
            _ => f.write_str("JK"),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Parse error: the text is not a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidCard(pub String);

impl fmt::Display for InvalidCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        write!(f, "'{text}' is not a card: expected a rank A23456789TJQK and a suit CDHS, or JK")
    }
}

impl std::error::Error for InvalidCard {}

impl FromStr for Card {
    type Err = InvalidCard;

    fn from_str(text: &str) -> Result<Card, InvalidCard> {
        if text == "JK" {
            return Ok(JOKER);
        }
        let mut letters = text.chars();
        let rank = letters.next().and_then(Rank::from_letter);
        let suit = letters.next().and_then(Suit::from_letter);
        match (rank, suit, letters.next()) {
            (Some(rank), Some(suit), None) => Ok(Card::natural(rank, suit)),
            _ => Err(InvalidCard(text.to_owned())),
        }
    }
}

crate::serde_as_text!(Card);

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Card {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Card".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A card: rank and suit, or the joker.",
            "type": "string",
            "pattern": "^([A23456789TJQK][CDHS]|JK)$",
        })
    }
}

impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Rank {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Rank, D::Error> {
        let letter = char::deserialize(from)?;
        Rank::from_letter(letter).ok_or_else(|| de::Error::custom("no rank"))
    }
}
