//! The types of the choices of games in which discards lie spread out and melds count for whoever
//! laid them.

use crate::value::{BadValue, ChoiceValue, Form, Value, near, word_choice, wrong};

word_choice! {
    /// When a card that was taken to be used has to be used.
    DeepUse {
        /// In the first play of the turn.
        FirstPlay = "first-play",
        /// In the turn.
        ThisTurn = "this-turn",
    }
}
word_choice! {
    /// Whether the upcard has to be used in the turn in which it is taken.
    TopUse {
        /// It has not.
        Free = "free",
        /// In a new meld.
        MustMeld = "must-meld",
        /// In a new meld or as a lay-off.
        MustUse = "must-use",
    }
}
word_choice! {
    /// What a call costs the caller.
    CallPrice {
        /// Whoever threw the card draws a blind one from the caller's hand. One may call it oneself
        /// while throwing it, which protects it.
        BlindCard = "blind-card",
        /// Nothing. Nobody can protect a discard.
        Nothing = "none",
    }
}
word_choice! {
    /// What a wild card in a meld counts.
    MeldedWild {
        /// What it counts in the hand.
        Own = "own",
        /// What the card counts that it stands for.
        AsCard = "as-card",
    }
}

/// Points for an ace that lies low in a run; as elsewhere where none are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowAce(pub Option<u8>);

impl ChoiceValue for LowAce {
    const FORMS: &[Form] = &[Form::Number, Form::Word("same")];

    fn read(value: &Value) -> Result<LowAce, BadValue> {
        read("same", value).map(LowAce).ok_or_else(|| wrong(value))
    }

    fn write(&self) -> Value {
        write("same", self.0)
    }

    fn others(&self) -> Vec<Value> {
        others("same", self.0, 1)
    }
}

/// Points for the queen of spades; those of a queen where none are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueenOfSpades(pub Option<u8>);

impl ChoiceValue for QueenOfSpades {
    const FORMS: &[Form] = &[Form::Number, Form::Word("court")];

    fn read(value: &Value) -> Result<QueenOfSpades, BadValue> {
        read("court", value).map(QueenOfSpades).ok_or_else(|| wrong(value))
    }

    fn write(&self) -> Value {
        write("court", self.0)
    }

    fn others(&self) -> Vec<Value> {
        others("court", self.0, 40)
    }
}

fn read(word: &str, value: &Value) -> Option<Option<u8>> {
    if value.word() == Some(word) { Some(None) } else { value.small().map(Some) }
}

fn write(word: &str, points: Option<u8>) -> Value {
    points.map_or_else(|| Value::Text(word.into()), |n| Value::Int(i64::from(n)))
}

fn others(word: &str, points: Option<u8>, usual: i64) -> Vec<Value> {
    match points {
        None => vec![Value::Int(usual)],
        Some(n) => near(i64::from(n)).chain([Value::Text(word.into())]).collect(),
    }
}
