//! Parser of records.

use std::fmt;

use upcard_cards::text::{TextError, Truncated, Words};

use super::closing::{Chain, Closing};
use super::hex::{from_digits, from_hex};
use super::lines::{FORMAT, Line, LineKind, Origin, Part, Record};
use crate::action::Action;
use crate::chance::{Outcome, Seed};
use crate::choices::choice;
use crate::deal::Deal;
use crate::flaws::Reason;
use crate::ruleset::RuleSet;
use crate::seat::{MAX_PLAYERS, Seat};
use crate::value::Value;

/// Parse error of a record, with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// Line number, from 1.
    pub line: usize,
    /// Column, from 1; 0 for the whole line.
    pub column: usize,
    /// What is wrong.
    pub problem: RecordProblem,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => write!(f, "line {}: {}", self.line, self.problem),
            column => write!(f, "line {}, column {column}: {}", self.line, self.problem),
        }
    }
}

impl std::error::Error for RecordError {}

/// What is wrong with a line of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordProblem {
    /// Syntax error.
    Form(String),
    /// Invalid value of a choice.
    Choice(Box<Reason>),
}

impl fmt::Display for RecordProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordProblem::Form(message) => f.write_str(message),
            RecordProblem::Choice(reason) => write!(f, "{reason}"),
        }
    }
}

struct LineError {
    column: usize,
    problem: RecordProblem,
}

impl LineError {
    fn at(self, line: usize) -> RecordError {
        RecordError { line, column: self.column, problem: self.problem }
    }
}

impl From<TextError> for LineError {
    fn from(error: TextError) -> LineError {
        LineError { column: error.column, problem: RecordProblem::Form(error.message) }
    }
}

fn whole(message: impl Into<String>) -> TextError {
    TextError { column: 0, message: message.into() }
}

impl Record {
    /// Parses a record. The closing is parsed and compared with the preceding lines.
    ///
    /// # Errors
    /// The first invalid line.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let mut reader = Reader::new();
        let mut number = 0;
        for line in text.lines() {
            number += 1;
            // Records are untrusted, and their text is displayed verbatim.
            if let Some(at) = line.chars().position(|c| c.is_control() && c != '\t') {
                let message = "a control character".into();
                return Err(LineError::from(TextError { column: at + 1, message }).at(number));
            }
            reader.next(number, line).map_err(|error| error.at(number))?;
        }
        let missing = |message: String| Err(LineError::from(whole(message)).at(number.max(1)));
        if number == 0 {
            return missing("the text is empty: expected 'upcard-record'".into());
        }
        let record = reader.record;
        if record.rules.id.is_empty() {
            return missing("the record ends before its 'game' line".into());
        }
        if record.seats.len() < 2 {
            return missing("the record ends before its seats".into());
        }
        let parts = record.entropy.iter().filter_map(|part| part.seat);
        let mut named = parts.chain(record.entropy_commitments.iter().map(|(seat, _)| *seat));
        if let Some(seat) = named.find(|seat| seat.index() >= record.seats.len()) {
            return missing(format!("entropy of seat {}, which does not exist", seat));
        }
        Ok(record)
    }
}

struct Reader {
    record: Record,
    chain: Chain,
    /// Whether the line with the game's name was read.
    named: bool,
    /// Paths of the choices read so far.
    chosen: Vec<&'static str>,
}

impl Reader {
    fn new() -> Reader {
        let record = Record::new(RuleSet::default(), Vec::new());
        Reader { record, chain: Chain::default(), named: false, chosen: Vec::new() }
    }

    fn next(&mut self, number: usize, text: &str) -> Result<(), LineError> {
        if number == 1 {
            self.record.format = first_line(text)?;
        } else if self.record.closing.is_some() {
            return Ok(self.after_closing(text)?);
        } else if self.record.format >= 2 && Words::new(text).peek() == Some("closed") {
            return Ok(self.close(text)?);
        } else {
            self.line(number, text)?;
        }
        if self.record.format >= 2 {
            self.chain.update(text);
        }
        Ok(())
    }

    fn close(&mut self, text: &str) -> Result<(), TextError> {
        let mut words = Words::new(text);
        words.expect("closed")?;
        let hash = hex(&mut words)?;
        words.end()?;
        let matches = hash == self.chain.hash;
        self.record.closing = Some(Closing { hash, matches, signature: None });
        Ok(())
    }

    /// Only a signature may follow the closing line.
    fn after_closing(&mut self, text: &str) -> Result<(), TextError> {
        let mut words = Words::new(text);
        match &mut self.record.closing {
            Some(Closing { signature: signature @ None, .. }) if words.eat("signed") => {
                *signature = Some(words.parsed("128 hexadecimal digits", from_digits)?);
                words.end()
            }
            _ => Err(words.error("no more lines: the record is closed")),
        }
    }

    /// Parses a line of the header; `false` if it is not one.
    fn header(&mut self, word: &str, words: &mut Words<'_>) -> Result<bool, LineError> {
        let record = &mut self.record;
        let newer = record.format >= 2;
        let once = |again: bool| {
            if again { Err(whole(format!("a second '{word}' line"))) } else { Ok(()) }
        };
        match word {
            "game" => {
                once(!record.rules.id.is_empty())?;
                words.rest().clone_into(&mut record.rules.id);
            }
            "name" => {
                once(self.named)?;
                self.named = true;
                words.rest().clone_into(&mut record.rules.catalogue.name);
            }
            "choice" => {
                let rest = words.rest();
                let (path, value) =
                    rest.split_once('=').ok_or_else(|| whole("expected 'choice path = value'"))?;
                let path = path.trim();
                let known = choice(path)
                    .ok_or_else(|| whole(format!("unknown choice '{}'", Truncated(path))))?;
                if self.chosen.contains(&known.path) {
                    return Err(whole(format!("a second value for choice '{path}'")).into());
                }
                self.chosen.push(known.path);
                let value = Value::from_argument(value.trim());
                (known.set)(&mut record.rules.choices, &value).map_err(|bad| {
                    let problem = RecordProblem::Choice(Box::new(bad.of(known.path).into()));
                    LineError { column: 0, problem }
                })?;
            }
            "seat" => {
                let seat: usize = words.number("a seat, from 1")?;
                if seat != record.seats.len() + 1 || seat > MAX_PLAYERS {
                    return Err(whole("expected seats in order, at most 8").into());
                }
                record.seats.push(words.rest().to_owned());
            }
            "match" if newer => {
                once(record.origin.is_some())?;
                let number = counted(words, "a match, from 1")?;
                words.expect("gathering")?;
                let gathering = counted(words, "a gathering, from 1")?;
                record.origin = Some(Origin { number, gathering });
            }
            "key" if newer => {
                once(record.key.is_some())?;
                record.key = Some(hex(words)?);
            }
            "bound" if newer => {
                let last = record.entropy_commitments.last().map(|(seat, _)| *seat);
                let seat = next_seat(words, last)?;
                record.entropy_commitments.push((seat, hex(words)?));
            }
            "entropy" if newer => {
                let last = record.entropy.last().and_then(|part| part.seat);
                let seat = Some(next_seat(words, last)?);
                record.entropy.push(Part { seat, entropy: hex(words)? });
            }
            "entropy" => {
                if record.entropy.len() == MAX_PLAYERS {
                    return Err(whole("entropy of more than 8 players").into());
                }
                record.entropy.push(Part { seat: None, entropy: hex(words)? });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn line(&mut self, number: usize, text: &str) -> Result<(), LineError> {
        let mut words = Words::new(text);
        let before = words.clone();
        let Some(word) = words.next_word() else { return Ok(()) };
        if self.header(word, &mut words)? {
            if !self.record.lines.is_empty() {
                return Err(whole(format!("'{word}' must come before the first action")).into());
            }
            return Ok(words.end()?);
        }
        let kind = match word {
            "commit" => LineKind::Commit(deal(&mut words)?, hex(&mut words)?),
            "secret" => LineKind::Secret(deal(&mut words)?, hex(&mut words)?),
            "points" => LineKind::Points(list(&mut words, |words| words.number("a number"))?),
            "winners" => {
                let seats: Vec<u8> = list(&mut words, |words| words.number("a number"))?;
                if seats.iter().any(|seat| !(1..=8).contains(seat)) {
                    return Err(before.error("seats from 1 to 8").into());
                }
                LineKind::Winners(seats.into_iter().filter_map(Seat::from_number).collect())
            }
            "ended" if self.record.format >= 2 => LineKind::Ended,
            ">" => {
                if words.eat("next") {
                    LineKind::Next(Vec::new())
                } else {
                    let seat = seat(&mut words)?;
                    LineKind::Act(seat, Action::read(&mut words)?, Vec::new())
                }
            }
            "chance" => {
                let outcome = read_outcome(&mut words)?;
                words.end()?;
                return match self.record.lines.last_mut().map(|line| &mut line.kind) {
                    Some(LineKind::Next(outcomes) | LineKind::Act(_, _, outcomes)) => {
                        outcomes.push(outcome);
                        Ok(())
                    }
                    _ => Err(before.error("an action before a chance outcome").into()),
                };
            }
            _ => return Err(before.error("a line of a record").into()),
        };
        words.end()?;
        self.record.lines.push(Line { number, kind });
        Ok(())
    }
}

/// Parses the format line.
fn first_line(text: &str) -> Result<u32, TextError> {
    let mut words = Words::new(text);
    words.expect("upcard-record")?;
    let before = words.clone();
    let format: u32 = words.number("a format number")?;
    if format == 0 {
        return Err(before.error("a format number, from 1"));
    }
    if format > FORMAT {
        return Err(whole(format!(
            "the record has format {format}; this version reads up to {FORMAT}: a newer one is needed"
        )));
    }
    words.end()?;
    Ok(format)
}

fn seat(words: &mut Words<'_>) -> Result<Seat, TextError> {
    let before = words.clone();
    let seat: u8 = words.number("a seat, from 1")?;
    let seat = Seat::from_number(seat).filter(|seat| seat.is_of(MAX_PLAYERS as u8));
    seat.ok_or_else(|| before.error("a seat from 1 to 8"))
}

fn deal(words: &mut Words<'_>) -> Result<Deal, TextError> {
    words.parsed("a deal, from 1", |word| Deal::new(word.parse().ok()?))
}

/// Parses a seat that comes after `last`.
fn next_seat(words: &mut Words<'_>, last: Option<Seat>) -> Result<Seat, TextError> {
    let seat = seat(words)?;
    if last.is_some_and(|last| seat <= last) {
        return Err(whole("expected seats in order, each once"));
    }
    Ok(seat)
}

/// Parses a number from 1.
fn counted(words: &mut Words<'_>, expected: &str) -> Result<u32, TextError> {
    words.parsed(expected, |word| word.parse().ok().filter(|number| *number > 0))
}

fn hex(words: &mut Words<'_>) -> Result<Seed, TextError> {
    words.parsed("64 hexadecimal digits", from_hex)
}

/// Parses items up to the end of the line.
fn list<'a, T>(
    words: &mut Words<'a>,
    read: impl Fn(&mut Words<'a>) -> Result<T, TextError>,
) -> Result<Vec<T>, TextError> {
    let mut all = Vec::new();
    while words.peek().is_some() {
        all.push(read(words)?);
    }
    Ok(all)
}

fn read_outcome(words: &mut Words<'_>) -> Result<Outcome, TextError> {
    let before = words.clone();
    Ok(match words.next_word() {
        Some("dealer") => Outcome::Dealer(seat(words)?),
        Some("draw") => Outcome::Draw(list(words, Words::card)?),
        Some("pack") => Outcome::Pack(list(words, Words::card)?),
        Some("reshuffle") => Outcome::Reshuffle(list(words, Words::card)?),
        Some("blind") => Outcome::Blind(words.card()?),
        Some("cut") => Outcome::Cut(words.number("a number of cards")?),
        _ => return Err(before.error("'dealer', 'draw', 'pack', 'reshuffle', 'blind' or 'cut'")),
    })
}
