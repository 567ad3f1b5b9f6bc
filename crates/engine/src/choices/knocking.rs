//! The types of the choices of games in which one knocks.

use crate::value::{BadValue, ChoiceValue, Form, Value, near, wrong};

/// What an empty stock leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StockOut {
    /// A new stock from the discards.
    Reshuffle,
    /// The end of the deal.
    Block,
    /// A new stock from the discards; where there can be none, the deal counts for nothing and is
    /// dealt again.
    Void,
    /// This many cards stay in the stock; when the others are drawn, the deal counts for nothing and
    /// is dealt again.
    Wall(u8),
}

impl ChoiceValue for StockOut {
    const FORMS: &[Form] = &[
        Form::Word("reshuffle"),
        Form::Word("block"),
        Form::Word("void"),
        Form::WordWithNumber("wall 2"),
    ];

    fn read(value: &Value) -> Result<StockOut, BadValue> {
        let wall = |word: &str| word.strip_prefix("wall ")?.trim().parse().ok();
        match value.word() {
            Some("reshuffle") => Ok(StockOut::Reshuffle),
            Some("block") => Ok(StockOut::Block),
            Some("void") => Ok(StockOut::Void),
            Some(word) => wall(word).map(StockOut::Wall).ok_or_else(|| wrong(value)),
            None => Err(wrong(value)),
        }
    }

    fn write(&self) -> Value {
        Value::Text(match self {
            StockOut::Reshuffle => "reshuffle".into(),
            StockOut::Block => "block".into(),
            StockOut::Void => "void".into(),
            StockOut::Wall(n) => format!("wall {n}"),
        })
    }

    fn others(&self) -> Vec<Value> {
        let words = [StockOut::Reshuffle, StockOut::Block, StockOut::Void];
        let mut all: Vec<StockOut> = words.into_iter().filter(|word| word != self).collect();
        if let StockOut::Wall(n) = self {
            all.extend([n.saturating_add(1), n.saturating_sub(1)].map(StockOut::Wall));
        }
        all.iter().map(StockOut::write).collect()
    }
}

/// With how much deadwood one may knock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnockLimit {
    /// Nobody knocks.
    None,
    /// With this many points at the most.
    Points(u8),
    /// With as many points as the first upcard of the deal says.
    Upcard,
}

impl ChoiceValue for KnockLimit {
    const FORMS: &[Form] = &[Form::Number, Form::Word("upcard"), Form::Word("none")];

    fn read(value: &Value) -> Result<KnockLimit, BadValue> {
        match value {
            Value::Text(word) if word == "none" => Ok(KnockLimit::None),
            Value::Text(word) if word == "upcard" => Ok(KnockLimit::Upcard),
            other => other.small().map(KnockLimit::Points).ok_or_else(|| wrong(other)),
        }
    }

    fn write(&self) -> Value {
        match self {
            KnockLimit::None => Value::Text("none".into()),
            KnockLimit::Upcard => Value::Text("upcard".into()),
            KnockLimit::Points(n) => Value::Int(i64::from(*n)),
        }
    }

    fn others(&self) -> Vec<Value> {
        match self {
            KnockLimit::None => vec![Value::Int(10)],
            KnockLimit::Upcard => vec![Value::Int(10), Value::Int(5)],
            KnockLimit::Points(n) => {
                near(i64::from(*n)).chain([Value::Text("upcard".into())]).collect()
            }
        }
    }
}

/// What a hand of which all cards are in melds, with none to throw, earns instead of gin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BigGin(pub Option<u8>);

impl ChoiceValue for BigGin {
    const FORMS: &[Form] = &[Form::Number, Form::Word("off")];

    fn read(value: &Value) -> Result<BigGin, BadValue> {
        match value {
            Value::Text(word) if word == "off" => Ok(BigGin(None)),
            other => other.small().map(|n| BigGin(Some(n))).ok_or_else(|| wrong(other)),
        }
    }

    fn write(&self) -> Value {
        self.0.map_or_else(|| Value::Text("off".into()), |n| Value::Int(i64::from(n)))
    }

    fn others(&self) -> Vec<Value> {
        match self.0 {
            None => vec![Value::Int(31), Value::Int(50)],
            Some(n) => near(i64::from(n)).chain([Value::Text("off".into())]).collect(),
        }
    }
}
