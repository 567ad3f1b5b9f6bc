//! Reading records.

use std::fmt;
use std::fmt::Write as _;

use upcard_cards::Card;
use upcard_cards::text::{Short, TextError, Words};

use super::{FORMAT, Line, LineKind, Record};
use crate::Value;
use crate::action::Action;
use crate::chance::{Outcome, Seed};
use crate::choices::{Choices, choice};
use crate::ruleset::{Catalogue, RuleSet};

/// What is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1; 0 for the line as a whole.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => write!(f, "line {}: {}", self.line, self.message),
            column => write!(f, "line {}, column {column}: {}", self.line, self.message),
        }
    }
}

impl std::error::Error for RecordError {}

/// 32 bytes as 64 hexadecimal digits.
#[must_use]
pub fn to_hex(bytes: &Seed) -> String {
    bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// 64 hexadecimal digits as 32 bytes.
#[must_use]
pub fn from_hex(text: &str) -> Option<Seed> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    let mut bytes = [0; 32];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(bytes)
}

fn whole(message: impl Into<String>) -> TextError {
    TextError { column: 0, message: message.into() }
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// The first wrong line.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let rules = RuleSet {
            id: String::new(),
            catalogue: Catalogue::default(),
            choices: Choices::default(),
            changed: Vec::new(),
            variations: Vec::new(),
        };
        let mut record = Record::new(rules, Vec::new());
        let mut number = 0;
        for line in text.lines() {
            number += 1;
            let read = if number == 1 { first_line(line) } else { record.line(number, line) };
            read.map_err(|error| RecordError {
                line: number,
                column: error.column,
                message: error.message,
            })?;
        }
        let missing = |message: &str| {
            Err(RecordError { line: number.max(1), column: 0, message: message.into() })
        };
        if number == 0 {
            return missing("the text is empty: expected 'upcard-record'");
        }
        if record.rules.id.is_empty() {
            return missing("the record ends before its 'game' line");
        }
        if record.seats.len() < 2 {
            return missing("the record ends before its seats");
        }
        Ok(record)
    }

    fn line(&mut self, number: usize, text: &str) -> Result<(), TextError> {
        let mut words = Words::new(text);
        let before = words.clone();
        let Some(word) = words.next_word() else { return Ok(()) };
        let kind = match word {
            "game" => {
                words.rest().clone_into(&mut self.rules.id);
                return Ok(());
            }
            "name" => {
                words.rest().clone_into(&mut self.rules.catalogue.name);
                return Ok(());
            }
            "choice" => {
                let rest = words.rest();
                let (path, value) =
                    rest.split_once('=').ok_or_else(|| whole("expected 'choice path = value'"))?;
                let path = path.trim();
                let known = choice(path).ok_or_else(|| {
                    whole(format!("this version knows no choice '{}'", Short(path)))
                })?;
                let value = Value::from_argument(value.trim());
                (known.set)(&mut self.rules.choices, &value)
                    .map_err(|error| whole(format!("{path}: {error}")))?;
                return Ok(());
            }
            "seat" => {
                let seat: usize = words.number("a seat, from 1")?;
                if seat != self.seats.len() + 1 || seat > crate::MAX_PLAYERS {
                    return Err(whole("seats are named in order, at most 8"));
                }
                self.seats.push(words.rest().to_owned());
                return Ok(());
            }
            "entropy" => {
                self.entropy.push(hex(&mut words)?);
                return words.end();
            }
            "commit" => LineKind::Commit(words.number("a deal")?, hex(&mut words)?),
            "secret" => LineKind::Secret(words.number("a deal")?, hex(&mut words)?),
            "points" => LineKind::Points(numbers(&mut words)?),
            "winners" => {
                let seats: Vec<u8> = numbers(&mut words)?;
                if seats.iter().any(|seat| !(1..=8).contains(seat)) {
                    return Err(before.error("seats from 1 to 8"));
                }
                LineKind::Winners(seats.into_iter().map(|seat| seat - 1).collect())
            }
            ">" => {
                if words.eat("next") {
                    LineKind::Next(Vec::new())
                } else {
                    let before = words.clone();
                    let seat: u8 = words.number("a seat, from 1")?;
                    if !(1..=8).contains(&seat) {
                        return Err(before.error("a seat from 1 to 8"));
                    }
                    LineKind::Act(seat - 1, Action::read(&mut words)?, Vec::new())
                }
            }
            "chance" => {
                let outcome = read_outcome(&mut words)?;
                words.end()?;
                return match self.lines.last_mut().map(|line| &mut line.kind) {
                    Some(LineKind::Next(outcomes) | LineKind::Act(_, _, outcomes)) => {
                        outcomes.push(outcome);
                        Ok(())
                    }
                    _ => Err(before.error("an action before what chance answered")),
                };
            }
            _ => return Err(before.error("a line of a record")),
        };
        words.end()?;
        self.lines.push(Line { number, kind });
        Ok(())
    }
}

fn first_line(text: &str) -> Result<(), TextError> {
    let mut words = Words::new(text);
    words.expect("upcard-record")?;
    let format: u32 = words.number("a format number")?;
    if format > FORMAT {
        return Err(whole(format!(
            "the record has format {format}; this version reads up to {FORMAT}: a newer one is needed"
        )));
    }
    words.end()
}

fn hex(words: &mut Words<'_>) -> Result<Seed, TextError> {
    let before = words.clone();
    words.next_word().and_then(from_hex).ok_or_else(|| before.error("64 hexadecimal digits"))
}

fn numbers<N: std::str::FromStr>(words: &mut Words<'_>) -> Result<Vec<N>, TextError> {
    let mut all = Vec::new();
    while words.peek().is_some() {
        all.push(words.number("a number")?);
    }
    Ok(all)
}

fn cards(words: &mut Words<'_>) -> Result<Vec<Card>, TextError> {
    let mut all = Vec::new();
    while let Some(card) = words.card_if_any()? {
        all.push(card);
    }
    Ok(all)
}

fn read_outcome(words: &mut Words<'_>) -> Result<Outcome, TextError> {
    let before = words.clone();
    Ok(match words.next_word() {
        Some("dealer") => {
            let seat: u8 = words.number("a seat, from 1")?;
            Outcome::Dealer(seat.clamp(1, 8) - 1)
        }
        Some("draw") => Outcome::Draw(cards(words)?),
        Some("pack") => Outcome::Pack(cards(words)?),
        Some("reshuffle") => Outcome::Reshuffle(cards(words)?),
        Some("blind") => Outcome::Blind(words.card()?),
        Some("cut") => Outcome::Cut(words.number("a number of cards")?),
        _ => {
            return Err(before.error("'dealer', 'draw', 'pack', 'reshuffle', 'blind' or 'cut'"));
        }
    })
}
