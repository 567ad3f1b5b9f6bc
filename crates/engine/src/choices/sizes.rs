//! The types of the choices that may depend on the number of players: packs, jokers, hands.

use std::collections::BTreeMap;

use upcard_cards::ShortSort;

use crate::value::{BadValue, ChoiceValue, Form, Value, near, near_lists, small_list, wrong};

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
        Value::map(self.0.iter().map(|&(lo, hi, n)| (key(lo, hi), Value::Int(i64::from(n)))))
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
