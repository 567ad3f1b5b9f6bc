//! Contracts: what must be laid down in a deal, and how.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::MeldKind;
use crate::text::{TextError, Words};

/// The most elements a contract may have.
pub const MAX_ELEMENTS: usize = 8;

/// One meld of a contract: its kind and its size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Element {
    /// Set, run or pair.
    pub kind: MeldKind,
    /// The number of cards; 2 for a pair.
    pub size: u8,
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            MeldKind::Pair => f.write_str("P"),
            kind => write!(f, "{}{}", kind.letter(), self.size),
        }
    }
}

/// The melds that one deal asks for, in the order of the source.
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

impl Contract {
    /// The number of cards that the contract takes at the least.
    #[must_use]
    pub fn size(&self) -> usize {
        self.elements.iter().map(|e| e.size as usize).sum()
    }

    /// Is nothing asked for?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// How many melds of this kind it has.
    #[must_use]
    pub fn count(&self, kind: MeldKind) -> usize {
        self.elements.iter().filter(|e| e.kind == kind).count()
    }

    /// Reads `2S3 R4 P`; a size that is left out is `set_size` or `run_size`.
    pub fn parse(text: &str, set_size: u8, run_size: u8) -> Result<Contract, TextError> {
        let mut words = Words::new(text);
        let mut elements = ArrayVec::new();
        while words.peek().is_some() {
            let before = words.clone();
            let wrong = || before.error("a contract element like S3, 2R4 or P");
            let word = words.next_word().unwrap_or("");
            let letter = word.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
            let count: usize =
                if letter == 0 { 1 } else { word[..letter].parse().map_err(|_| wrong())? };
            let mut letters = word[letter..].chars();
            let (kind, usual) = match letters.next() {
                Some('S') => (MeldKind::Set, set_size),
                Some('R') => (MeldKind::Run, run_size),
                Some('P') => (MeldKind::Pair, 2),
                _ => return Err(wrong()),
            };
            let size = match letters.as_str() {
                "" => usual,
                digits => digits.parse().map_err(|_| wrong())?,
            };
            let fits = match kind {
                MeldKind::Set => (3..=30).contains(&size),
                MeldKind::Run => (3..=14).contains(&size),
                MeldKind::Pair => size == 2,
            };
            if !fits || count == 0 {
                return Err(before.error("a set of 3 or more, a run of 3 to 14, or a pair P"));
            }
            for _ in 0..count {
                elements
                    .try_push(Element { kind, size })
                    .map_err(|_| before.error("at most 8 melds in a contract"))?;
            }
        }
        Ok(Contract { elements })
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut i = 0;
        while i < self.elements.len() {
            let element = self.elements[i];
            let same = self.elements[i..].iter().take_while(|e| **e == element).count();
            if i > 0 {
                f.write_str(" ")?;
            }
            if same > 1 {
                write!(f, "{same}")?;
            }
            write!(f, "{element}")?;
            i += same;
        }
        Ok(())
    }
}

impl FromStr for Contract {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Contract, TextError> {
        Contract::parse(text, 3, 4)
    }
}

impl Serialize for Contract {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Contract {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Contract, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// Must a contract's meld have its size exactly when it is first laid?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SizeRule {
    /// Exactly the size.
    #[default]
    Exact,
    /// The size or more.
    AtLeast,
}

/// How runs of one suit in one contract may lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SuitRuns {
    /// As they like.
    #[default]
    Any,
    /// One may not follow directly on the other; gaps and overlaps are fine.
    NotContiguous,
    /// There must be a gap: neither contact nor overlap.
    Gap,
    /// Runs must be of different suits.
    DifferentSuits,
}

/// What a game demands of the melds of one lay-down together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LayDownRules {
    /// Sets (and pairs): exactly the contract's size, or at least.
    pub sets: SizeRule,
    /// Runs: exactly the contract's size, or at least.
    pub runs: SizeRule,
    /// May one player lay two sets of one rank?
    pub same_rank_sets: bool,
    /// Runs of one suit in one contract.
    pub same_suit_runs: SuitRuns,
    /// Most own runs of one suit in a deal; none for no limit.
    pub runs_per_suit: Option<u8>,
}
