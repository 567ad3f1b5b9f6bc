//! Contracts: the melds that a deal requires.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::text::{TextError, Truncated, Words};
use crate::{Meld, MeldKind, MeldRules, RunSuits};

/// Maximum number of elements of a contract.
pub const MAX_ELEMENTS: usize = 8;

/// Extra condition on a set of a contract when it is first laid down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Purity {
    /// No condition.
    #[default]
    Any,
    /// Its naturals are of different suits; at least one natural.
    Suits,
    /// Different suits and no wild cards.
    Pure,
}

impl Purity {
    /// Suffix after the size in a contract's text.
    const fn letter(self) -> &'static str {
        match self {
            Purity::Any => "",
            Purity::Suits => "d",
            Purity::Pure => "p",
        }
    }
}

/// One meld of a contract: its kind and its size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Element {
    /// Set, run or pair.
    pub kind: MeldKind,
    /// The number of cards; 2 for a pair.
    pub size: u8,
    /// Extra condition on a set; [`Purity::Any`] for runs and pairs.
    pub purity: Purity,
    /// Suits of a run; [`RunSuits::One`] for sets and pairs.
    pub suits: RunSuits,
}

impl Element {
    /// Returns the element of this kind and size, without extra conditions.
    #[must_use]
    pub const fn plain(kind: MeldKind, size: u8) -> Element {
        Element { kind, size, purity: Purity::Any, suits: RunSuits::One }
    }

    /// Returns `true` if the element has an extra condition besides kind and size.
    #[must_use]
    pub const fn is_strict(&self) -> bool {
        !matches!(self.purity, Purity::Any)
    }

    /// Returns `true` if this meld satisfies the element's purity.
    #[must_use]
    pub fn is_met_by(&self, meld: &Meld, rules: &MeldRules) -> bool {
        let (wilds, naturals) = meld.wilds_and_naturals(rules);
        let once = || meld.cards().iter_counts().all(|(card, n)| n == 1 || rules.is_wild(card));
        match self.purity {
            Purity::Any => true,
            Purity::Suits => naturals > 0 && once(),
            Purity::Pure => wilds == 0 && once(),
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            MeldKind::Pair => f.write_str("P"),
            kind => {
                let (purity, suits) = (self.purity.letter(), self.suits.letter());
                write!(f, "{}{}{purity}{suits}", kind.letter(), self.size)
            }
        }
    }
}

/// The melds that a deal requires, in the order of the source.
///
/// ```
/// use upcard_cards::Contract;
/// let contract = Contract::parse("S 2R5", 3, 4).unwrap();
/// assert_eq!(contract.to_string(), "S3 2R5");
/// assert_eq!(contract.size(), 13);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contract {
    /// The melds.
    pub elements: ArrayVec<Element, MAX_ELEMENTS>,
}

/// A subset of a contract's elements, as a bitmask over their positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
#[must_use]
pub struct Elements(u8);

impl Elements {
    /// The empty subset.
    pub const NONE: Elements = Elements(0);

    /// Returns the subset with these bits; the first element is the lowest bit.
    pub const fn from_bits(bits: u8) -> Elements {
        Elements(bits)
    }

    /// The bitmask.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the subset of the element at this position alone.
    pub const fn only(place: usize) -> Elements {
        Elements(1 << (place % MAX_ELEMENTS))
    }

    /// Returns `true` if the element at this position is included.
    #[must_use]
    pub const fn has(self, place: usize) -> bool {
        place < MAX_ELEMENTS && self.0 & 1 << place != 0
    }

    /// Returns the subset with the element at this position added.
    pub const fn with(self, place: usize) -> Elements {
        Elements(self.0 | Elements::only(place).0)
    }

    /// Set difference.
    pub const fn without(self, others: Elements) -> Elements {
        Elements(self.0 & !others.0)
    }

    /// Number of elements.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the subset is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the positions.
    pub fn iter(self) -> impl Iterator<Item = usize> + use<> {
        (0..MAX_ELEMENTS).filter(move |&place| self.has(place))
    }
}

impl Contract {
    /// The subset of all elements.
    pub fn all(&self) -> Elements {
        Elements(((1u16 << self.elements.len()) - 1) as u8)
    }

    /// Returns the contract that consists of these elements only.
    #[must_use]
    pub fn part(&self, some: Elements) -> Contract {
        let elements = self.elements.iter().enumerate();
        Contract { elements: elements.filter(|(at, _)| some.has(*at)).map(|(_, e)| *e).collect() }
    }

    /// Returns a contract of one meld.
    #[must_use]
    pub fn single(kind: MeldKind, size: u8) -> Contract {
        Contract { elements: [Element::plain(kind, size)].into_iter().collect() }
    }

    /// Minimum number of cards that the contract takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.elements.iter().map(|e| e.size as usize).sum()
    }

    /// Minimum number of cards that these elements take.
    #[must_use]
    pub fn size_of(&self, some: Elements) -> usize {
        let elements = self.elements.iter().enumerate();
        elements.filter(|(at, _)| some.has(*at)).map(|(_, e)| usize::from(e.size)).sum()
    }

    /// Returns `true` if the contract has no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Number of melds of this kind.
    #[must_use]
    pub fn count(&self, kind: MeldKind) -> usize {
        self.elements.iter().filter(|e| e.kind == kind).count()
    }

    /// Returns `true` if a set has an extra condition besides its size.
    #[must_use]
    pub fn is_strict(&self) -> bool {
        self.elements.iter().any(Element::is_strict)
    }

    /// Suit rule of its runs; mixed if any run is mixed.
    #[must_use]
    pub fn run_suits(&self) -> RunSuits {
        self.elements.iter().map(|e| e.suits).max().unwrap_or_default()
    }

    /// Parses `2S3 R4 P`; the size defaults to `set_size` or `run_size`. `S3d` is a set of different suits,
    /// `S3p` also without wild cards; `R13m` is a run of any suits, `R13c` one of one colour, and in `R13a`
    /// red and black alternate.
    ///
    /// # Errors
    /// The first element that cannot be parsed, or whose size or number is out of range.
    pub fn parse(text: &str, set_size: u8, run_size: u8) -> Result<Contract, ContractError> {
        let mut words = Words::new(text);
        let mut elements = ArrayVec::new();
        while words.peek().is_some() {
            let before = words.clone();
            let wrong = |kind| ContractError::at(&before, kind);
            let word = words.next_word().unwrap_or("");
            let (count, kind, digits, purity, suits) =
                split(word).ok_or_else(|| wrong(ContractErrorKind::Element))?;
            let usual = match kind {
                MeldKind::Set => set_size,
                MeldKind::Run => run_size,
                MeldKind::Pair => 2,
            };
            let size = if digits.is_empty() { Ok(usual) } else { digits.parse() };
            let size = size.map_err(|_| wrong(ContractErrorKind::Element))?;
            let fits = match kind {
                MeldKind::Set => (3..=30).contains(&size),
                MeldKind::Run => (3..=14).contains(&size),
                MeldKind::Pair => size == 2,
            };
            if !fits || count == 0 {
                return Err(wrong(ContractErrorKind::Size));
            }
            for _ in 0..count {
                let more = elements.try_push(Element { kind, size, purity, suits });
                more.map_err(|_| wrong(ContractErrorKind::Number))?;
            }
        }
        Ok(Contract { elements })
    }
}

/// Splits a word into count, kind, the digits of the size, purity of sets and suits of runs.
fn split(word: &str) -> Option<(usize, MeldKind, &str, Purity, RunSuits)> {
    let letter = word.find(|c: char| !c.is_ascii_digit())?;
    let count = if letter == 0 { 1 } else { word[..letter].parse().ok()? };
    let kind = MeldKind::ALL.into_iter().find(|kind| word[letter..].starts_with(kind.letter()))?;
    let rest = &word[letter + 1..];
    let (mut purity, mut suits) = (Purity::Any, RunSuits::One);
    match (kind, rest.as_bytes().last()) {
        (MeldKind::Set, Some(b'd')) => purity = Purity::Suits,
        (MeldKind::Set, Some(b'p')) => purity = Purity::Pure,
        (MeldKind::Run, Some(b'm')) => suits = RunSuits::Any,
        (MeldKind::Run, Some(b'c')) => suits = RunSuits::Colour,
        (MeldKind::Run, Some(b'a')) => suits = RunSuits::Turns,
        _ => return Some((count, kind, rest, purity, suits)),
    }
    Some((count, kind, &rest[..rest.len() - 1], purity, suits))
}

crate::coded! {
    /// What the parser of contracts expected.
    ContractErrorKind:
    /// An element: a set, a run or a pair.
    Element = "element",
    /// An element whose size is in range.
    Size = "size",
    /// No more elements.
    Number = "number",
}

impl ContractErrorKind {
    const fn words(self) -> &'static str {
        match self {
            ContractErrorKind::Element => "a contract element like S3, 2R4, S3p or P",
            ContractErrorKind::Size => "a set of 3 or more, a run of 3 to 14, or a pair P",
            ContractErrorKind::Number => "at most 8 melds in a contract",
        }
    }
}

/// Parse error of a contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContractError {
    /// Column of the element, from 1.
    pub column: usize,
    /// What was expected.
    pub kind: ContractErrorKind,
    /// The first characters found there.
    pub found: String,
}

impl ContractError {
    fn at(words: &Words<'_>, kind: ContractErrorKind) -> ContractError {
        let found = Truncated(words.peek().unwrap_or_default()).to_string();
        ContractError { column: words.column(), kind, found }
    }
}

impl From<ContractError> for TextError {
    fn from(error: ContractError) -> TextError {
        let message = format!("expected {}, found '{}'", error.kind.words(), error.found);
        TextError { column: error.column, message }
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, same) in self.elements.chunk_by(Element::eq).enumerate() {
            f.write_str(if i > 0 { " " } else { "" })?;
            if same.len() > 1 {
                write!(f, "{}", same.len())?;
            }
            write!(f, "{}", same[0])?;
        }
        Ok(())
    }
}

impl FromStr for Contract {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Contract, TextError> {
        Ok(Contract::parse(text, 3, 4)?)
    }
}

crate::serde_as_text!(Contract);

/// Whether a contract's melds must have exactly the required size when first laid down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SizeRule {
    /// Exactly that size.
    #[default]
    Exact,
    /// That size or more.
    AtLeast,
}

/// How runs of one suit in one contract may relate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SameSuitRuns {
    /// No restriction.
    #[default]
    Any,
    /// They may not be directly consecutive; gaps and overlaps are allowed.
    NotContiguous,
    /// They must be separated by a gap: neither adjacent nor overlapping.
    Gap,
    /// Runs must be of different suits.
    DifferentSuits,
}

/// What a game requires of the melds of one lay-down together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LayDownRules {
    /// Size rule for sets and pairs.
    pub sets: SizeRule,
    /// Size rule for runs.
    pub runs: SizeRule,
    /// Whether one player may lay two sets of one rank.
    pub same_rank_sets: bool,
    /// Rule for runs of one suit in one contract.
    pub same_suit_runs: SameSuitRuns,
    /// Maximum number of a player's runs of one suit in a deal; `None` for no limit.
    pub runs_per_suit: Option<u8>,
    /// Maximum number of wild cards over all its melds; `None` for no limit.
    pub max_wilds: Option<u8>,
}
