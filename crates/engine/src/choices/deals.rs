//! The types of the choices that speak of some of a game's deals.

use super::sizes::{ByPlayers, numbers};
use crate::value::{BadValue, ChoiceValue, Form, Value, near, near_lists, small_list, wrong};

/// A number for all deals, or one a deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PerDeal {
    /// The same in every deal.
    Each(u8),
    /// One number a deal.
    List(Vec<u8>),
}

impl PerDeal {
    /// The number for this deal, from 1.
    #[must_use]
    pub fn at(&self, deal: u8) -> Option<u8> {
        match self {
            PerDeal::Each(n) => Some(*n),
            PerDeal::List(list) => list.get(deal as usize - 1).copied(),
        }
    }
}

impl ChoiceValue for PerDeal {
    const FORMS: &[Form] = &[Form::Number, Form::NumberByDeal];

    fn read(value: &Value) -> Result<PerDeal, BadValue> {
        match value {
            Value::List(list) => small_list(list).map(PerDeal::List),
            other => other.small().map(PerDeal::Each),
        }
        .ok_or_else(|| wrong(value))
    }

    fn write(&self) -> Value {
        match self {
            PerDeal::Each(n) => Value::Int(i64::from(*n)),
            PerDeal::List(list) => numbers(list),
        }
    }

    fn others(&self) -> Vec<Value> {
        match self {
            PerDeal::Each(n) => near(i64::from(*n)).collect(),
            PerDeal::List(list) => near_lists(list),
        }
    }
}

/// A limit for all deals, one a deal, or none.
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
        self.0.as_ref().map_or_else(|| Value::Text("none".into()), PerDeal::write)
    }

    fn others(&self) -> Vec<Value> {
        match &self.0 {
            Some(limit) => limit.others().into_iter().chain([Value::Text("none".into())]).collect(),
            None => vec![Value::Int(1), Value::Int(2)],
        }
    }
}

/// Some of the deals, by their numbers from 1.
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
    /// Is this deal among them?
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
            Value::List(list) => small_list(list).map(SomeDeals::List),
            _ => None,
        }
        .ok_or_else(|| wrong(value))
    }

    fn write(&self) -> Value {
        match self {
            SomeDeals::None => Value::Text("none".into()),
            SomeDeals::All => Value::Text("all".into()),
            SomeDeals::List(list) => numbers(list),
        }
    }

    fn others(&self) -> Vec<Value> {
        match self {
            SomeDeals::None => vec![Value::Text("all".into())],
            SomeDeals::All => vec![Value::Text("none".into())],
            SomeDeals::List(list) => {
                let without = |i: usize| {
                    let mut fewer = list.clone();
                    fewer.remove(i);
                    numbers(&fewer)
                };
                let words = ["none", "all"].map(|w| Value::Text(w.into()));
                (0..list.len()).map(without).chain(words).collect()
            }
        }
    }
}

/// Which deals make up a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchDeals {
    /// One for each contract.
    All,
    /// This many.
    Count(u8),
    /// These contracts, by their numbers from 1.
    List(Vec<u8>),
    /// Until somebody reaches the target.
    Target,
    /// As many as this table gives for the number of players.
    ByPlayers(ByPlayers),
    /// Until one player is left.
    LastPlayer,
}

impl MatchDeals {
    /// How many deals a table of this size plays, where only a number is given.
    #[must_use]
    pub fn number(&self, players: u8) -> Option<u8> {
        match self {
            MatchDeals::Count(n) => Some(*n),
            MatchDeals::ByPlayers(table) => table.at(players),
            _ => None,
        }
    }
}

impl ChoiceValue for MatchDeals {
    const FORMS: &[Form] = &[
        Form::Word("all"),
        Form::Word("target"),
        Form::Word("last-player"),
        Form::Number,
        Form::DealNumbers,
        Form::ByPlayers("{ \"2\" = 2, \"3-6\" = 6 }"),
    ];

    fn read(value: &Value) -> Result<MatchDeals, BadValue> {
        match value {
            Value::Text(word) if word == "all" => Some(MatchDeals::All),
            Value::Text(word) if word == "target" => Some(MatchDeals::Target),
            Value::Text(word) if word == "last-player" => Some(MatchDeals::LastPlayer),
            Value::Map(map) => ByPlayers::read(map).map(MatchDeals::ByPlayers),
            Value::List(list) => small_list(list).map(MatchDeals::List),
            other => other.small().map(MatchDeals::Count),
        }
        .ok_or_else(|| wrong(value))
    }

    fn write(&self) -> Value {
        match self {
            MatchDeals::All => Value::Text("all".into()),
            MatchDeals::Target => Value::Text("target".into()),
            MatchDeals::LastPlayer => Value::Text("last-player".into()),
            MatchDeals::ByPlayers(table) => table.write(),
            MatchDeals::Count(n) => Value::Int(i64::from(*n)),
            MatchDeals::List(list) => numbers(list),
        }
    }

    fn others(&self) -> Vec<Value> {
        match self {
            MatchDeals::All => vec![Value::Int(1), Value::List(vec![Value::Int(2)])],
            MatchDeals::Target | MatchDeals::LastPlayer => vec![Value::Int(1), Value::Int(2)],
            MatchDeals::ByPlayers(table) => table.others(),
            MatchDeals::Count(n) => {
                near(i64::from(*n)).chain([Value::Text("target".into())]).collect()
            }
            MatchDeals::List(list) => near_lists(list),
        }
    }
}
