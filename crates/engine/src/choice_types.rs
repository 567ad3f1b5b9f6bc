//! The types of the choices that are more than a word or a number.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use upcard_cards::{Rank, ShortSort};

use crate::Value;
pub use crate::choice_deals::{MatchDeals, PerDeal, PerDealLimit, SomeDeals};
use crate::flaws::{BadValue, Quoted};
use crate::value::{ChoiceValue, Form, near, near_lists, small_list, word_choice, wrong};

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

/// A number by the number of players: from, to, value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ByPlayers(pub Vec<(u8, u8, u8)>);

impl ByPlayers {
    /// The value for a table of this size.
    #[must_use]
    pub fn at(&self, players: u8) -> Option<u8> {
        self.0.iter().find(|(lo, hi, _)| (*lo..=*hi).contains(&players)).map(|(_, _, n)| *n)
    }

    pub(crate) fn read(map: &BTreeMap<String, Value>) -> Option<ByPlayers> {
        let mut rows = Vec::new();
        for (key, value) in map {
            let (lo, hi) = key.split_once('-').unwrap_or((key, key));
            rows.push((lo.trim().parse().ok()?, hi.trim().parse().ok()?, value.small()?));
        }
        rows.short_sort();
        let apart = rows.windows(2).all(|two| two[0].1 < two[1].0);
        (apart && !rows.is_empty() && rows.iter().all(|(lo, hi, _)| lo <= hi))
            .then_some(ByPlayers(rows))
    }

    pub(crate) fn write(&self) -> Value {
        let key = |lo: u8, hi: u8| if lo == hi { lo.to_string() } else { format!("{lo}-{hi}") };
        Value::Map(
            self.0.iter().map(|&(lo, hi, n)| (key(lo, hi), Value::Int(i64::from(n)))).collect(),
        )
    }

    pub(crate) fn others(&self) -> Vec<Value> {
        let mut all = Vec::new();
        for i in 0..self.0.len() {
            for other in near(i64::from(self.0[i].2)) {
                let mut changed = self.clone();
                changed.0[i].2 = other.small().unwrap_or(0);
                all.push(changed.write());
            }
        }
        all
    }
}

/// How many 52-card packs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Packs {
    /// Always this many.
    Count(u8),
    /// Half the players, rounded up.
    HalfUp,
    /// Half the players, rounded down, and one.
    HalfPlusOne,
    /// By the number of players.
    ByPlayers(ByPlayers),
}

impl Packs {
    /// The number of packs for a table of this size.
    #[must_use]
    pub fn at(&self, players: u8) -> Option<u8> {
        match self {
            Packs::Count(n) => Some(*n),
            Packs::HalfUp => Some(players.div_ceil(2)),
            Packs::HalfPlusOne => Some(players / 2 + 1),
            Packs::ByPlayers(table) => table.at(players),
        }
    }
}

impl ChoiceValue for Packs {
    const FORMS: &[Form] = &[
        Form::Number,
        Form::Word("half-up"),
        Form::Word("half-plus-one"),
        Form::ByPlayers("{ \"2-4\" = 2, \"5-8\" = 3 }"),
    ];

    fn read(value: &Value) -> Result<Packs, BadValue> {
        match value {
            Value::Text(word) if word == "half-up" => Some(Packs::HalfUp),
            Value::Text(word) if word == "half-plus-one" => Some(Packs::HalfPlusOne),
            Value::Map(map) => ByPlayers::read(map).map(Packs::ByPlayers),
            other => other.small().map(Packs::Count),
        }
        .ok_or_else(|| wrong(value))
    }

    fn write(&self) -> Value {
        match self {
            Packs::Count(n) => Value::Int(i64::from(*n)),
            Packs::HalfUp => Value::Text("half-up".into()),
            Packs::HalfPlusOne => Value::Text("half-plus-one".into()),
            Packs::ByPlayers(table) => table.write(),
        }
    }

    fn others(&self) -> Vec<Value> {
        match self {
            Packs::Count(n) => near(i64::from(*n)).collect(),
            Packs::HalfUp => vec![Value::Text("half-plus-one".into())],
            Packs::HalfPlusOne => vec![Value::Text("half-up".into())],
            Packs::ByPlayers(table) => table.others(),
        }
    }
}

/// How many jokers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Jokers {
    /// Always this many.
    Count(u8),
    /// Both of each pack.
    TwoPerPack,
    /// One fewer than there are players.
    PlayersLessOne,
    /// By the number of players.
    ByPlayers(ByPlayers),
}

impl Jokers {
    /// The number of jokers for a table of this size.
    #[must_use]
    pub fn at(&self, players: u8, packs: u8) -> Option<u8> {
        match self {
            Jokers::Count(n) => Some(*n),
            Jokers::TwoPerPack => packs.checked_mul(2),
            Jokers::PlayersLessOne => players.checked_sub(1),
            Jokers::ByPlayers(table) => table.at(players),
        }
    }
}

impl ChoiceValue for Jokers {
    const FORMS: &[Form] = &[
        Form::Number,
        Form::Word("two-per-pack"),
        Form::Word("players-less-one"),
        Form::ByPlayers("{ \"2-4\" = 1, \"5-8\" = 2 }"),
    ];

    fn read(value: &Value) -> Result<Jokers, BadValue> {
        match value {
            Value::Text(word) if word == "two-per-pack" => Some(Jokers::TwoPerPack),
            Value::Text(word) if word == "players-less-one" => Some(Jokers::PlayersLessOne),
            Value::Map(map) => ByPlayers::read(map).map(Jokers::ByPlayers),
            other => other.small().map(Jokers::Count),
        }
        .ok_or_else(|| wrong(value))
    }

    fn write(&self) -> Value {
        match self {
            Jokers::Count(n) => Value::Int(i64::from(*n)),
            Jokers::TwoPerPack => Value::Text("two-per-pack".into()),
            Jokers::PlayersLessOne => Value::Text("players-less-one".into()),
            Jokers::ByPlayers(table) => table.write(),
        }
    }

    fn others(&self) -> Vec<Value> {
        match self {
            Jokers::Count(n) => near(i64::from(*n)).collect(),
            Jokers::TwoPerPack => vec![Value::Text("players-less-one".into())],
            Jokers::PlayersLessOne => vec![Value::Text("two-per-pack".into())],
            Jokers::ByPlayers(table) => table.others(),
        }
    }
}

/// How many cards each seat is dealt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HandSize {
    /// Always this many.
    Count(u8),
    /// One number a deal.
    ByDeal(Vec<u8>),
    /// By the number of players.
    ByPlayers(ByPlayers),
}

impl HandSize {
    /// The cards dealt in this deal (from 1) at a table of this size.
    #[must_use]
    pub fn at(&self, deal: u8, players: u8) -> Option<u8> {
        match self {
            HandSize::Count(n) => Some(*n),
            HandSize::ByDeal(list) => list.get(deal as usize - 1).copied(),
            HandSize::ByPlayers(table) => table.at(players),
        }
    }
}

impl ChoiceValue for HandSize {
    const FORMS: &[Form] =
        &[Form::Number, Form::NumberByDeal, Form::ByPlayers("{ \"2\" = 10, \"3-4\" = 7 }")];

    fn read(value: &Value) -> Result<HandSize, BadValue> {
        match value {
            Value::List(list) => small_list(list).map(HandSize::ByDeal),
            Value::Map(map) => ByPlayers::read(map).map(HandSize::ByPlayers),
            other => other.small().map(HandSize::Count),
        }
        .ok_or_else(|| wrong(value))
    }

    fn write(&self) -> Value {
        match self {
            HandSize::Count(n) => Value::Int(i64::from(*n)),
            HandSize::ByDeal(list) => numbers(list),
            HandSize::ByPlayers(table) => table.write(),
        }
    }

    fn others(&self) -> Vec<Value> {
        match self {
            HandSize::Count(n) => near(i64::from(*n)).collect(),
            HandSize::ByDeal(list) => near_lists(list),
            HandSize::ByPlayers(table) => table.others(),
        }
    }
}

pub(crate) fn numbers(list: &[u8]) -> Value {
    Value::List(list.iter().map(|&n| Value::Int(i64::from(n))).collect())
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

/// Ranks, one bit each, the ace lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RankSet(pub u16);

impl RankSet {
    /// Is this rank among them?
    #[must_use]
    pub fn has(self, rank: Rank) -> bool {
        self.0 & 1 << rank.index() != 0
    }

    /// Adds a rank.
    pub fn insert(&mut self, rank: Rank) {
        self.0 |= 1 << rank.index();
    }
}

impl ChoiceValue for RankSet {
    const FORMS: &[Form] = &[Form::Ranks];

    fn read(value: &Value) -> Result<RankSet, BadValue> {
        let Value::List(list) = value else { return Err(wrong(value)) };
        let mut ranks = RankSet::default();
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
        let held = upcard_cards::RANKS.iter().filter(|r| self.has(**r));
        Value::List(held.map(|r| Value::Text(r.letter().to_string())).collect())
    }

    fn others(&self) -> Vec<Value> {
        if self.0 == 0 {
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
