//! The types of the choices about declared hands, leaving a deal, and pools.

use std::collections::BTreeMap;

use upcard_solver::Declaring as Sequences;

use crate::value::{BadValue, ChoiceValue, Form, Value, near, word_choice, wrong};

word_choice! {
    /// What a joker means that is turned up for the wild rank.
    TurnedJoker {
        /// Aces are wild.
        Aces = "aces",
        /// No rank is wild.
        None = "none",
        /// Another card is turned up.
        Again = "again",
    }
}
word_choice! {
    /// Where the card lies that was turned up for the wild rank.
    TurnedCard {
        /// Aside, out of play for the deal.
        Aside = "aside",
        /// Face up under the stock, as its last card.
        StockBottom = "stock-bottom",
    }
}
word_choice! {
    /// Whether a wild card that was discarded may be taken.
    DiscardedWilds {
        /// As any other card.
        Allowed = "allowed",
        /// Only the first upcard of the deal, by the first player.
        OpeningOnly = "opening-only",
        /// Never.
        Never = "never",
    }
}
word_choice! {
    /// What a declaration leads to that is wrong.
    WrongDeclaration {
        /// It is refused.
        Refused = "refused",
        /// It stands, costs points, and ends the deal for the player.
        Penalty = "penalty",
    }
}
word_choice! {
    /// Where the card goes with which a hand is declared.
    FinishCard {
        /// On the discards.
        Pile = "pile",
        /// Face down, out of play.
        FaceDown = "face-down",
    }
}
word_choice! {
    /// When a player may drop.
    DropWhen {
        /// In the own turn, instead of drawing.
        BeforeDraw = "before-draw",
        /// At any moment of the own turn.
        OwnTurn = "own-turn",
        /// In the others' turns, too.
        AnyTime = "any-time",
    }
}
word_choice! {
    /// What a hand costs that has a pure sequence and too few sequences.
    OneLifeCosts {
        /// All its cards.
        All = "all",
        /// The cards outside the pure sequence.
        Outside = "outside",
    }
}
word_choice! {
    /// Whose grouping of a loser's hand counts.
    LosersGrouping {
        /// The cheapest there is.
        Best = "best",
        /// The player's own.
        Own = "own",
    }
}
word_choice! {
    /// What a player pays who had no turn before the declaration.
    DealShow {
        /// All.
        Full = "full",
        /// Half, rounded up.
        Half = "half",
    }
}
word_choice! {
    /// What is special about the points of a match's last deal.
    LastDealPoints {
        /// Nothing.
        Off = "off",
        /// They count double.
        Double = "double",
    }
}
word_choice! {
    /// With which total a player comes back.
    RejoinAt {
        /// With one point more than the highest remaining total.
        HighestPlusOne = "highest+1",
        /// With the highest remaining total.
        Highest = "highest",
    }
}
word_choice! {
    /// When a pool is shared without being asked for.
    AutoSplit {
        /// Never.
        Off = "off",
        /// When nobody who is left can pay for a first drop and stay in.
        NoDrops = "no-drops",
        /// When a first drop would take everybody who is left to the limit or to one point below it.
        From80 = "from-80",
    }
}
word_choice! {
    /// Whether players may agree to share a pool.
    ManualSplit {
        /// No.
        Off = "off",
        /// If all who are left agree.
        Agreed = "agreed",
    }
}

/// Whether a player may leave a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dropping {
    /// No.
    Never,
    /// Yes.
    Always,
    /// If the deal began with three or more.
    ThreeOrMore,
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

/// A total, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Total(pub Option<u16>);

impl ChoiceValue for Total {
    const FORMS: &[Form] = &[Form::Number, Form::Word("none")];

    fn read(value: &Value) -> Result<Total, BadValue> {
        match value {
            Value::Text(word) if word == "none" => Ok(Total(None)),
            Value::Int(n) if (1..=10_000).contains(n) => Ok(Total(u16::try_from(*n).ok())),
            _ => Err(wrong(value)),
        }
    }

    fn write(&self) -> Value {
        self.0.map_or_else(|| Value::Text("none".into()), |n| Value::Int(i64::from(n)))
    }

    fn others(&self) -> Vec<Value> {
        match self.0 {
            None => vec![Value::Int(101)],
            Some(n) => near(i64::from(n)).chain([Value::Text("none".into())]).collect(),
        }
    }
}

/// A part in percent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Percent(pub u8);

impl Percent {
    /// All there is.
    const ALL: u8 = 100;

    /// This part of an amount, rounded down.
    #[must_use]
    pub fn of(self, amount: i64) -> i64 {
        amount * i64::from(self.0) / i64::from(Percent::ALL)
    }
}

impl ChoiceValue for Percent {
    const FORMS: &[Form] = &[Form::NumberTo(Percent::ALL as u16)];

    fn read(value: &Value) -> Result<Percent, BadValue> {
        let part = value.small().filter(|part| *part <= Percent::ALL);
        part.map(Percent).ok_or_else(|| wrong(value))
    }

    fn write(&self) -> Value {
        Value::Int(self.0.into())
    }

    fn others(&self) -> Vec<Value> {
        [0, 50].into_iter().filter(|part| *part != self.0).map(|n| Value::Int(n.into())).collect()
    }
}

/// What a hand must come to when it is declared, beyond all of it being grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// The fewest runs.
    pub sequences: u8,
    /// The fewest of them without a card that stands for another.
    pub pure: u8,
    /// The fewest cards of the longest of the runs; 0 for any.
    pub long: u8,
}

impl Needs {
    /// The names of the numbers.
    const KEYS: [&str; 3] = ["sequences", "pure", "long"];

    /// Nothing beyond groups.
    pub const NONE: Needs = Needs { sequences: 0, pure: 0, long: 0 };

    /// The same in the solver's terms; none where any groups will do.
    #[must_use]
    pub fn sequences(&self, one_life: OneLifeCosts) -> Option<Sequences> {
        let one_life = match one_life {
            OneLifeCosts::All => upcard_solver::OneLife::All,
            OneLifeCosts::Outside => upcard_solver::OneLife::Outside,
        };
        let any = self.sequences == 0 && self.pure == 0;
        (!any).then_some(Sequences { sequences: self.sequences, pure: self.pure, one_life })
    }

    fn numbers(&self) -> [u8; 3] {
        [self.sequences, self.pure, self.long]
    }

    fn of(map: &BTreeMap<String, Value>) -> Option<Needs> {
        let mut numbers = [0; 3];
        for (key, value) in map {
            let at = Needs::KEYS.iter().position(|known| known == key)?;
            numbers[at] = value.small()?;
        }
        let [sequences, pure, long] = numbers;
        Some(Needs { sequences, pure, long })
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
            return Value::Text("none".into());
        }
        let all = Needs::KEYS.iter().zip(self.numbers());
        let given = all.filter(|(_, n)| *n > 0);
        Value::map(given.map(|(key, n)| ((*key).to_owned(), Value::Int(n.into()))))
    }

    fn others(&self) -> Vec<Value> {
        if *self == Needs::NONE {
            return vec![Needs { sequences: 2, pure: 1, long: 0 }.write()];
        }
        let changed = [
            Needs::NONE,
            Needs { sequences: self.sequences + 1, ..*self },
            Needs { sequences: self.sequences.saturating_sub(1).max(self.pure), ..*self },
            Needs { pure: self.pure.saturating_sub(1), ..*self },
            Needs { pure: (self.pure + 1).min(self.sequences), ..*self },
            Needs { long: if self.long > 0 { 0 } else { 4 }, ..*self },
        ];
        changed.iter().filter(|other| *other != self).map(Needs::write).collect()
    }
}
