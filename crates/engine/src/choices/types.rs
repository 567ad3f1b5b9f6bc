//! The types of the choices that are more than a word or a number.

use upcard_cards::{Rank, RankSet};

pub use super::deals::{MatchDeals, PerDeal, PerDealLimit, SomeDeals};
pub use super::sizes::{ByPlayers, HandSize, Jokers, Packs};
use crate::flaws::Quoted;
use crate::value::{BadValue, ChoiceValue, Form, Value, near, word_choice, wrong};

/// A limit, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit(pub Option<u8>);

impl ChoiceValue for Limit {
    const FORMS: &[Form] = &[Form::Number, Form::Synonyms("none", "any")];

    fn read(value: &Value) -> Result<Limit, BadValue> {
        match value {
            Value::Text(word) if word == "none" || word == "any" => Ok(Limit(None)),
            other => other.small().map(|n| Limit(Some(n))).ok_or_else(|| wrong(other)),
        }
    }

    fn write(&self) -> Value {
        self.0.map_or_else(|| Value::Text("none".into()), |n| Value::Int(i64::from(n)))
    }

    fn others(&self) -> Vec<Value> {
        match self.0 {
            Some(n) => near(i64::from(n)).chain([Value::Text("none".into())]).collect(),
            None => vec![Value::Int(1), Value::Int(2)],
        }
    }
}

/// What a card costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// What is printed on it: an ace 1, a court 10.
    Face,
    /// This many points.
    Value(u8),
}

impl ChoiceValue for Points {
    const FORMS: &[Form] = &[Form::Number, Form::Word("face")];

    fn read(value: &Value) -> Result<Points, BadValue> {
        match value {
            Value::Text(word) if word == "face" => Ok(Points::Face),
            other => other.small().map(Points::Value).ok_or_else(|| wrong(other)),
        }
    }

    fn write(&self) -> Value {
        match self {
            Points::Face => Value::Text("face".into()),
            Points::Value(n) => Value::Int(i64::from(*n)),
        }
    }

    fn others(&self) -> Vec<Value> {
        match self {
            Points::Face => vec![Value::Int(25), Value::Int(0)],
            Points::Value(n) => near(i64::from(*n)).chain([Value::Text("face".into())]).collect(),
        }
    }
}

/// What a card of a wild rank costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WildPoints(pub Option<u8>);

impl ChoiceValue for WildPoints {
    const FORMS: &[Form] = &[Form::Number, Form::Word("by-rank")];

    fn read(value: &Value) -> Result<WildPoints, BadValue> {
        match value {
            Value::Text(word) if word == "by-rank" => Ok(WildPoints(None)),
            other => other.small().map(|n| WildPoints(Some(n))).ok_or_else(|| wrong(other)),
        }
    }

    fn write(&self) -> Value {
        self.0.map_or_else(|| Value::Text("by-rank".into()), |n| Value::Int(i64::from(n)))
    }

    fn others(&self) -> Vec<Value> {
        match self.0 {
            Some(n) => near(i64::from(n)).chain([Value::Text("by-rank".into())]).collect(),
            None => vec![Value::Int(25)],
        }
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
            let mut letters = text.chars();
            match (letters.next().and_then(Rank::from_letter), letters.next()) {
                (Some(rank), None) => ranks.insert(rank),
                _ => return Err(wrong(value)),
            }
        }
        Ok(ranks)
    }

    fn write(&self) -> Value {
        Value::List(self.iter().map(|r| Value::Text(r.letter().to_string())).collect())
    }

    fn others(&self) -> Vec<Value> {
        if self.is_empty() {
            vec![Value::List(vec![Value::Text("2".into())])]
        } else {
            vec![Value::List(Vec::new())]
        }
    }
}

/// The most contracts that a game can have: far more than any has, and few enough that rules are
/// made ready in no time.
const MAX_DEALS: usize = 60;

/// One contract a deal, as written.
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
            upcard_cards::Contract::parse(text, 3, 4).map_err(|error| BadValue::Contract {
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
            let Ok(contract) = upcard_cards::Contract::parse(&self.0[i], 3, 4) else { continue };
            for e in 0..contract.elements.len() {
                let mut fewer = contract.clone();
                fewer.elements.remove(e);
                let mut changes = vec![fewer];
                // A pair has its two cards and no more.
                if contract.elements[e].kind != upcard_cards::MeldKind::Pair {
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

/// What the places pay or receive at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Places {
    /// Place k pays 2(k-1), the first receives the sum.
    DoubleRank,
    /// What each place receives, the first first.
    List(Vec<i64>),
}

impl Places {
    /// What each place receives in units, the first first.
    #[must_use]
    pub fn amounts(&self, players: usize) -> Vec<i64> {
        match self {
            Places::DoubleRank => {
                let mut all: Vec<i64> = (0..players as i64).map(|k| -2 * k).collect();
                if let Some(first) = all.first_mut() {
                    *first = (1..players as i64).map(|k| 2 * k).sum();
                }
                all
            }
            Places::List(list) => (0..players).map(|k| list.get(k).copied().unwrap_or(0)).collect(),
        }
    }
}

impl ChoiceValue for Places {
    const FORMS: &[Form] = &[Form::Word("double-rank"), Form::Amounts];

    fn read(value: &Value) -> Result<Places, BadValue> {
        match value {
            Value::Text(word) if word == "double-rank" => Some(Places::DoubleRank),
            Value::List(list) => list
                .iter()
                .map(|v| match v {
                    Value::Int(n) if n.abs() <= 1_000_000 => Some(*n),
                    _ => None,
                })
                .collect::<Option<_>>()
                .map(Places::List),
            _ => None,
        }
        .ok_or_else(|| wrong(value))
    }

    fn write(&self) -> Value {
        match self {
            Places::DoubleRank => Value::Text("double-rank".into()),
            Places::List(list) => Value::List(list.iter().map(|&n| Value::Int(n)).collect()),
        }
    }

    fn others(&self) -> Vec<Value> {
        match self {
            Places::DoubleRank => vec![Value::List([10, -1, -3, -6].map(Value::Int).to_vec())],
            Places::List(_) => vec![Value::Text("double-rank".into())],
        }
    }
}

word_choice! {
    /// How the first dealer is found.
    FirstDealer {
        /// By chance.
        Random = "random",
        /// Each seat draws a card, the highest deals (ace high).
        DrawHigh = "draw-high",
        /// Each seat draws a card, the lowest deals (ace low, a joker highest).
        DrawLow = "draw-low",
        /// Each seat draws a card, the highest (ace high, spades before hearts, diamonds and clubs)
        /// moves first, and the seat before it deals.
        Toss = "toss",
        /// Somebody volunteers: seat 1, unless the match names another.
        Chosen = "chosen",
    }
}
