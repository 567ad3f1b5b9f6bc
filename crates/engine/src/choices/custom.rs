//! Choices whose values have their own format.

use std::collections::BTreeMap;

use upcard_cards::{
    AceMode, AllWild, Contract, Faces, MeldKind, Rank, RankSet, SameSuitRuns, SizeRule, Suit,
};
use upcard_solver::Declaring as Sequences;

use super::define::read_words;
use super::forms::PerDeal;
use super::parts::Payload;
use super::words::{OneLifeCosts, WildSuits};
use crate::flaws::Quoted;
use crate::value::{BadValue, ChoiceValue, Form, Value, wrong};

read_words!(AceMode { Low = "low", High = "high", Either = "either", Corner = "corner" });
read_words!(AllWild { Never = "never", Trio = "trio", Sets = "sets", Any = "any" });
read_words!(SizeRule { Exact = "exact", AtLeast = "at-least" });
read_words!(SameSuitRuns {
    Any = "any",
    NotContiguous = "not-contiguous",
    Gap = "gap",
    DifferentSuits = "different-suits"
});

/// Whether a player may drop out of a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dropping {
    /// No.
    Never,
    /// Yes.
    Always,
    /// If the deal began with three or more.
    ThreeOrMore,
}

impl Dropping {
    /// Returns `true` if a player may drop out of a deal that began with this many players.
    #[must_use]
    pub fn is_for(self, players: u8) -> bool {
        match self {
            Dropping::Never => false,
            Dropping::Always => true,
            Dropping::ThreeOrMore => players >= 3,
        }
    }
}

impl ChoiceValue for Dropping {
    const FORMS: &[Form] = &[Form::Switch, Form::Word("three-or-more")];

    fn read(value: &Value) -> Result<Dropping, BadValue> {
        match value {
            Value::Bool(false) => Ok(Dropping::Never),
            Value::Bool(true) => Ok(Dropping::Always),
            Value::Text(word) if word == "three-or-more" => Ok(Dropping::ThreeOrMore),
            other => Err(wrong(other)),
        }
    }

    fn write(&self) -> Value {
        match self {
            Dropping::Never => Value::Bool(false),
            Dropping::Always => Value::Bool(true),
            Dropping::ThreeOrMore => Value::Text("three-or-more".into()),
        }
    }

    fn others(&self) -> Vec<Value> {
        let all = [Dropping::Never, Dropping::Always, Dropping::ThreeOrMore];
        all.iter().filter(|other| *other != self).map(Dropping::write).collect()
    }
}

/// A percentage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Percent(pub u8);

impl Percent {
    /// The whole.
    const ALL: u8 = 100;

    /// Returns this percentage of an amount, rounded down.
    #[must_use]
    pub fn of(self, amount: i64) -> i64 {
        amount * i64::from(self.0) / i64::from(Percent::ALL)
    }
}

impl ChoiceValue for Percent {
    const FORMS: &[Form] = &[Form::NumberTo(Percent::ALL as u16)];

    fn read(value: &Value) -> Result<Percent, BadValue> {
        let part = value.as_number::<u8>().filter(|part| *part <= Percent::ALL);
        part.map(Percent).ok_or_else(|| wrong(value))
    }

    fn write(&self) -> Value {
        Value::Int(self.0.into())
    }

    fn others(&self) -> Vec<Value> {
        [0, 50].into_iter().filter(|part| *part != self.0).map(|n| Value::Int(n.into())).collect()
    }
}

/// Requirements of a declared hand, beyond being fully grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// Minimum number of runs.
    pub sequences: u8,
    /// Minimum number of pure runs, without a card that stands for another.
    pub pure: u8,
    /// Minimum length of the longest run; 0 for any.
    pub long: u8,
    /// Minimum number of sets.
    pub sets: u8,
}

impl Needs {
    /// Keys of the numbers.
    const KEYS: [&str; 4] = ["sequences", "pure", "long", "sets"];

    /// No requirement beyond groups.
    pub const NONE: Needs = Needs { sequences: 0, pure: 0, long: 0, sets: 0 };

    /// The requirements for the solver; `None` if any groups will do.
    #[must_use]
    pub fn sequences(&self, one_life: OneLifeCosts) -> Option<Sequences> {
        let one_life = match one_life {
            OneLifeCosts::All => upcard_solver::OneLife::All,
            OneLifeCosts::Outside => upcard_solver::OneLife::Outside,
        };
        let any = self.sequences == 0 && self.pure == 0;
        let Needs { sequences, pure, sets, .. } = *self;
        (!any).then_some(Sequences { sequences, pure, sets, one_life })
    }

    fn of(map: &BTreeMap<String, Value>) -> Option<Needs> {
        let mut numbers = [0; 4];
        for (key, value) in map {
            let at = Needs::KEYS.iter().position(|known| known == key)?;
            numbers[at] = value.as_number()?;
        }
        let [sequences, pure, long, sets] = numbers;
        Some(Needs { sequences, pure, long, sets })
    }
}

impl ChoiceValue for Needs {
    const FORMS: &[Form] =
        &[Form::Word("none"), Form::ByPlayers("{ \"sequences\" = 2, \"pure\" = 1 }")];

    fn read(value: &Value) -> Result<Needs, BadValue> {
        match value {
            Value::Text(word) if word == "none" => Some(Needs::NONE),
            Value::Map(map) => Needs::of(map),
            _ => None,
        }
        .ok_or_else(|| wrong(value))
    }

    fn write(&self) -> Value {
        if *self == Needs::NONE {
            return Value::from("none");
        }
        let numbers = [self.sequences, self.pure, self.long, self.sets];
        let given = Needs::KEYS.iter().zip(numbers).filter(|(_, n)| *n > 0);
        Value::map(given.map(|(key, n)| ((*key).to_owned(), Value::Int(n.into()))))
    }

    fn others(&self) -> Vec<Value> {
        if *self == Needs::NONE {
            return vec![Needs { sequences: 2, pure: 1, ..Needs::NONE }.write()];
        }
        let changed = [
            Needs::NONE,
            Needs { sequences: self.sequences + 1, ..*self },
            Needs { sequences: self.sequences.saturating_sub(1).max(self.pure), ..*self },
            Needs { pure: self.pure.saturating_sub(1), ..*self },
            Needs { pure: (self.pure + 1).min(self.sequences), ..*self },
            Needs { long: if self.long > 0 { 0 } else { 4 }, ..*self },
            Needs { sets: if self.sets > 0 { 0 } else { 1 }, ..*self },
        ];
        changed.iter().filter(|other| *other != self).map(Needs::write).collect()
    }
}

/// An optional limit, for all deals or per deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerDealLimit(pub Option<PerDeal>);

impl ChoiceValue for PerDealLimit {
    const FORMS: &[Form] = &[Form::Number, Form::NumberByDeal, Form::Word("none")];

    fn read(value: &Value) -> Result<PerDealLimit, BadValue> {
        match value {
            Value::Text(word) if word == "none" || word == "any" => Ok(PerDealLimit(None)),
            other => PerDeal::read(other).map(|n| PerDealLimit(Some(n))).map_err(|_| wrong(other)),
        }
    }

    fn write(&self) -> Value {
        self.0.as_ref().map_or_else(|| Value::from("none"), PerDeal::write)
    }

    fn others(&self) -> Vec<Value> {
        match &self.0 {
            Some(limit) => limit.others().into_iter().chain([Value::from("none")]).collect(),
            None => vec![Value::Int(1), Value::Int(2)],
        }
    }
}

/// A subset of the deals, by their numbers from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SomeDeals {
    /// No deal.
    None,
    /// Every deal.
    All,
    /// These deals.
    List(Vec<u8>),
}

impl SomeDeals {
    /// Returns `true` if this deal is included.
    #[must_use]
    pub fn has(&self, deal: u8) -> bool {
        match self {
            SomeDeals::None => false,
            SomeDeals::All => true,
            SomeDeals::List(list) => list.contains(&deal),
        }
    }
}

impl ChoiceValue for SomeDeals {
    const FORMS: &[Form] = &[Form::Word("none"), Form::Word("all"), Form::DealNumbers];

    fn read(value: &Value) -> Result<SomeDeals, BadValue> {
        match value {
            Value::Text(word) if word == "none" => Some(SomeDeals::None),
            Value::Text(word) if word == "all" => Some(SomeDeals::All),
            Value::List(_) => Payload::read_as(Form::DealNumbers, value).map(SomeDeals::List),
            _ => None,
        }
        .ok_or_else(|| wrong(value))
    }

    fn write(&self) -> Value {
        match self {
            SomeDeals::None => Value::from("none"),
            SomeDeals::All => Value::from("all"),
            SomeDeals::List(list) => list.write_as(Form::DealNumbers),
        }
    }

    fn others(&self) -> Vec<Value> {
        match self {
            SomeDeals::None => vec![Value::from("all")],
            SomeDeals::All => vec![Value::from("none")],
            SomeDeals::List(list) => {
                let without = |i: usize| {
                    let mut fewer = list.clone();
                    fewer.remove(i);
                    fewer.write_as(Form::DealNumbers)
                };
                let words = ["none", "all"].map(Value::from);
                (0..list.len()).map(without).chain(words).collect()
            }
        }
    }
}

impl WildSuits {
    /// Word of this value.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            WildSuits::All => "all",
            WildSuits::Red => "red",
            WildSuits::Black => "black",
        }
    }

    /// Returns `true` if the wild ranks are wild in this suit.
    #[must_use]
    pub const fn has(self, suit: Suit) -> bool {
        match self {
            WildSuits::All => true,
            WildSuits::Red => suit.is_red(),
            WildSuits::Black => !suit.is_red(),
        }
    }

    /// The wild cards among these ranks.
    pub fn faces(self, ranks: RankSet) -> Faces {
        Faces::of_ranks(ranks) & Faces::of_suits(|suit| self.has(suit))
    }
}

impl ChoiceValue for RankSet {
    const FORMS: &[Form] = &[Form::Ranks];

    fn read(value: &Value) -> Result<RankSet, BadValue> {
        let Value::List(list) = value else { return Err(wrong(value)) };
        let mut ranks = RankSet::NONE;
        for entry in list {
            let text = match entry {
                Value::Text(text) => text.clone(),
                Value::Int(n) => n.to_string(),
                _ => return Err(wrong(value)),
            };
            ranks.insert(Rank::read(&text).ok_or_else(|| wrong(value))?);
        }
        Ok(ranks)
    }

    fn write(&self) -> Value {
        Value::List(self.iter().map(|r| Value::Text(r.letter().to_string())).collect())
    }

    fn others(&self) -> Vec<Value> {
        let other = if self.is_empty() { RankSet::only(Rank::TWO) } else { RankSet::NONE };
        vec![other.write()]
    }
}

/// Maximum number of contracts of a game: far more than any game has, and few enough for fast
/// compilation.
const MAX_DEALS: usize = 60;

/// The contract of each deal, as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contracts(pub Vec<String>);

impl ChoiceValue for Contracts {
    const FORMS: &[Form] = &[Form::Contracts];

    fn read(value: &Value) -> Result<Contracts, BadValue> {
        let Value::List(list) = value else { return Err(wrong(value)) };
        if list.len() > MAX_DEALS {
            return Err(BadValue::Contracts { count: list.len(), most: MAX_DEALS });
        }
        let mut texts = Vec::new();
        for (i, entry) in list.iter().enumerate() {
            let text = entry.word().ok_or_else(|| wrong(value))?;
            Contract::parse(text, 3, 4).map_err(|error| BadValue::Contract {
                deal: i + 1,
                expected: error.kind.code(),
                found: Quoted::new(&error.found),
            })?;
            texts.push(text.to_owned());
        }
        Ok(Contracts(texts))
    }

    fn write(&self) -> Value {
        Value::List(self.0.iter().cloned().map(Value::Text).collect())
    }

    fn others(&self) -> Vec<Value> {
        let mut all = Vec::new();
        for i in 0..self.0.len() {
            let Ok(contract) = Contract::parse(&self.0[i], 3, 4) else { continue };
            for e in 0..contract.elements.len() {
                let mut fewer = contract.clone();
                fewer.elements.remove(e);
                let mut changes = vec![fewer];
                // A pair always has two cards.
                if contract.elements[e].kind != MeldKind::Pair {
                    let mut bigger = contract.clone();
                    bigger.elements[e].size += 1;
                    changes.push(bigger);
                }
                for changed in changes {
                    let mut list = self.0.clone();
                    list[i] = changed.to_string();
                    all.push(Contracts(list).write());
                }
            }
        }
        all
    }
}
