//! The types of the choices of the regional contract games.

use crate::value::{BadValue, ChoiceValue, Form, Value, near, word_choice, wrong};

word_choice! {
    /// What a player who is down may draw.
    AfterDown {
        /// What others may.
        Both = "both",
        /// From the stock only.
        StockOnly = "stock-only",
    }
}
word_choice! {
    /// What the upcard costs in the own turn.
    DiscardPrice {
        /// Nothing.
        Free = "free",
        /// It is bought as out of turn, but for the first one of a deal, which is free for who begins.
        Bought = "bought",
    }
}
word_choice! {
    /// Whether a wild card may be discarded.
    WildDiscards {
        /// As any other card.
        Allowed = "allowed",
        /// Never: who holds nothing else ends the turn without a discard.
        Refused = "refused",
        /// By who holds nothing else.
        OnlyWildsLeft = "only-wilds-left",
    }
}

word_choice! {
    /// Which kinds of melds there are.
    MeldKinds {
        /// Sets and runs.
        Both = "both",
        /// Runs.
        RunsOnly = "runs-only",
    }
}

word_choice! {
    /// Which suits the cards of a set have.
    SetSuits {
        /// Any.
        Any = "any",
        /// Three, of which further cards are, too.
        ClosedThree = "closed-three",
    }
}

word_choice! {
    /// In which melds wild cards may stand.
    WildsWhere {
        /// In any.
        Everywhere = "everywhere",
        /// In runs only.
        RunsOnly = "runs-only",
    }
}

word_choice! {
    /// How long a player may buy.
    BuyUntil {
        /// As long as the deal goes on.
        Deal = "deal",
        /// Until the own contract is laid.
        OwnContract = "own-contract",
    }
}

/// Points for a red ace, where it has others than a black one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AceByColour(pub Option<u8>);

impl ChoiceValue for AceByColour {
    const FORMS: &[Form] = &[Form::Word("none"), Form::WordWithNumber("red 1")];

    fn read(value: &Value) -> Result<AceByColour, BadValue> {
        let red = |word: &str| word.strip_prefix("red ")?.trim().parse().ok();
        match value.word() {
            Some("none") => Ok(AceByColour(None)),
            Some(word) => red(word).map(|n| AceByColour(Some(n))).ok_or_else(|| wrong(value)),
            None => Err(wrong(value)),
        }
    }

    fn write(&self) -> Value {
        Value::Text(self.0.map_or_else(|| "none".into(), |n| format!("red {n}")))
    }

    fn others(&self) -> Vec<Value> {
        match self.0 {
            None => vec![AceByColour(Some(1)).write()],
            Some(n) => {
                let near = near(i64::from(n)).filter_map(|n| n.small()).map(Some);
                near.chain([None]).map(|n| AceByColour(n).write()).collect()
            }
        }
    }
}

/// What going out in the turn of one's first lay-down does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DownAndOut {
    /// Nothing.
    None,
    /// The others pay double.
    DoubleOthers,
    /// These points are taken off the total of whoever does it.
    Minus(u8),
}

impl ChoiceValue for DownAndOut {
    const FORMS: &[Form] =
        &[Form::Word("none"), Form::Word("double-others"), Form::WordWithNumber("minus 10")];

    fn read(value: &Value) -> Result<DownAndOut, BadValue> {
        let minus = |word: &str| word.strip_prefix("minus ")?.trim().parse().ok();
        match value.word() {
            Some("none") => Ok(DownAndOut::None),
            Some("double-others") => Ok(DownAndOut::DoubleOthers),
            Some(word) => minus(word).map(DownAndOut::Minus).ok_or_else(|| wrong(value)),
            None => Err(wrong(value)),
        }
    }

    fn write(&self) -> Value {
        Value::Text(match self {
            DownAndOut::None => "none".into(),
            DownAndOut::DoubleOthers => "double-others".into(),
            DownAndOut::Minus(n) => format!("minus {n}"),
        })
    }

    fn others(&self) -> Vec<Value> {
        let other_numbers = match self {
            DownAndOut::Minus(n) => near(i64::from(*n)).filter_map(|n| n.small()).collect(),
            _ => vec![10],
        };
        let words = [DownAndOut::None, DownAndOut::DoubleOthers];
        let all = words.into_iter().chain(other_numbers.into_iter().map(DownAndOut::Minus));
        all.filter(|other| other != self).map(|other| other.write()).collect()
    }
}
