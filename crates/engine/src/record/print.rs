//! Printing of records.

use std::fmt;

use super::hex::to_hex;
use super::lines::{LineKind, Record};
use crate::chance::Outcome;
use crate::choices::{CHOICES, Choices};
use crate::value::Value;

struct Spaced<'a, T>(&'a [T]);

impl<T: fmt::Display> fmt::Display for Spaced<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|item| write!(f, " {item}"))
    }
}

fn write_outcomes(f: &mut fmt::Formatter<'_>, outcomes: &[Outcome]) -> fmt::Result {
    for outcome in outcomes {
        match outcome {
            Outcome::Dealer(seat) => writeln!(f, "chance dealer {seat}")?,
            Outcome::Draw(cards) => writeln!(f, "chance draw{}", Spaced(cards))?,
            Outcome::Pack(cards) => writeln!(f, "chance pack{}", Spaced(cards))?,
            Outcome::Reshuffle(cards) => writeln!(f, "chance reshuffle{}", Spaced(cards))?,
            Outcome::Blind(card) => writeln!(f, "chance blind {card}")?,
            Outcome::Cut(at) => writeln!(f, "chance cut {at}")?,
        }
    }
    Ok(())
}

fn write_line(f: &mut fmt::Formatter<'_>, kind: &LineKind) -> fmt::Result {
    match kind {
        LineKind::Commit(deal, hash) => writeln!(f, "commit {deal} {}", to_hex(hash)),
        LineKind::Secret(deal, secret) => writeln!(f, "secret {deal} {}", to_hex(secret)),
        LineKind::Next(outcomes) => {
            writeln!(f, "> next")?;
            write_outcomes(f, outcomes)
        }
        LineKind::Act(seat, action, outcomes) => {
            writeln!(f, "> {seat} {action}")?;
            write_outcomes(f, outcomes)
        }
        LineKind::Points(points) => writeln!(f, "points{}", Spaced(points)),
        LineKind::Winners(seats) => writeln!(f, "winners{}", Spaced(seats)),
        LineKind::Ended => writeln!(f, "ended"),
    }
}

/// Replaces line breaks and other control characters in a name.
fn single_line(name: &str) -> String {
    name.replace(char::is_control, " ")
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "upcard-record {}", self.format)?;
        writeln!(f, "game {}", single_line(&self.rules.id))?;
        writeln!(f, "name {}", single_line(&self.rules.catalogue.name))?;
        let defaults = Choices::default();
        for choice in CHOICES {
            let value: Value = choice.get(&self.rules.choices);
            // Old records are printed as they were written.
            if choice.added_later && value == choice.get(&defaults) {
                continue;
            }
            writeln!(f, "choice {} = {value}", choice.path)?;
        }
        for (seat, name) in self.seats.iter().enumerate() {
            writeln!(f, "seat {} {}", seat + 1, single_line(name))?;
        }
        if let Some(origin) = self.origin {
            writeln!(f, "match {} gathering {}", origin.number, origin.gathering)?;
        }
        if let Some(key) = &self.key {
            writeln!(f, "key {}", to_hex(key))?;
        }
        for (seat, hash) in &self.entropy_commitments {
            writeln!(f, "bound {seat} {}", to_hex(hash))?;
        }
        for part in &self.entropy {
            match part.seat {
                Some(seat) => writeln!(f, "entropy {seat} {}", to_hex(&part.entropy))?,
                None => writeln!(f, "entropy {}", to_hex(&part.entropy))?,
            }
        }
        self.lines.iter().try_for_each(|line| write_line(f, &line.kind))?;
        self.closing.iter().try_for_each(|closing| closing.fmt(f))
    }
}
