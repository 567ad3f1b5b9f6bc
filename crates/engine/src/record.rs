//! Records: a match as text, with its whole rule set, from which it replays for ever.
//!
//! The form is described in `docs/notation.md`. A record holds what was asked and what chance
//! answered; everything else follows.

mod parse;
mod replay;

use std::fmt;

use upcard_cards::Card;

use crate::Value;
use crate::action::Action;
use crate::chance::{Outcome, Seed};
use crate::choices::CHOICES;
use crate::event::Event;
use crate::ruleset::{Library, RuleSet};
use crate::table::Seat;

pub use parse::{RecordError, from_hex, to_hex};
pub use replay::{ReplayError, Step};

/// The newest format that is written and read.
pub const FORMAT: u32 = 1;

/// One match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The rules it is played by.
    pub rules: RuleSet,
    /// Who sits where.
    pub seats: Vec<String>,
    /// The people's entropy, in the order in which it is joined.
    pub entropy: Vec<Seed>,
    /// What happened.
    pub lines: Vec<Line>,
}

/// One line of what happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number in the text, from 1; 0 in a record that was not read from text.
    pub number: usize,
    /// What it says.
    pub kind: LineKind,
}

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// The commitment to a deal, from 1.
    Commit(u8, Seed),
    /// A deal begins; what chance answered.
    Next(Vec<Outcome>),
    /// A seat acts; what chance answered.
    Act(Seat, Action, Vec<Outcome>),
    /// A deal ended with these points.
    Points(Vec<i32>),
    /// The secret of a deal, from 1, once it is over.
    Secret(u8, Seed),
    /// The match ended with these winners.
    Winners(Vec<Seat>),
}

impl Record {
    /// A record without anything that has happened.
    #[must_use]
    pub fn new(rules: RuleSet, seats: Vec<String>) -> Record {
        Record { rules, seats, entropy: Vec::new(), lines: Vec::new() }
    }

    fn push(&mut self, kind: LineKind) {
        self.lines.push(Line { number: 0, kind });
    }

    /// A deal began; with the unmasked events of it.
    pub fn began(&mut self, events: &[Event]) {
        self.push(LineKind::Next(outcomes(events)));
        self.after(events);
    }

    /// A seat acted; with the unmasked events of it.
    pub fn acted(&mut self, seat: Seat, action: &Action, events: &[Event]) {
        self.push(LineKind::Act(seat, action.clone(), outcomes(events)));
        self.after(events);
    }

    /// A deal, from 1, was committed to.
    pub fn committed(&mut self, deal: u8, commitment: Seed) {
        self.push(LineKind::Commit(deal, commitment));
    }

    /// The secret of a deal, from 1, was revealed.
    pub fn revealed(&mut self, deal: u8, secret: Seed) {
        self.push(LineKind::Secret(deal, secret));
    }

    fn after(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::DealEnded { points, .. } => self.push(LineKind::Points(points.clone())),
                Event::MatchEnded { winners, .. } => {
                    let seats = (0..8).filter(|seat| winners >> seat & 1 == 1).collect();
                    self.push(LineKind::Winners(seats));
                }
                _ => {}
            }
        }
    }

    /// The choices in which the rule set differs from the game's file today, as sentences; none
    /// where the game is not known any more.
    #[must_use]
    pub fn differs_from(&self, library: &Library) -> Option<Vec<String>> {
        let today = library.select(&self.rules.id, &[]).ok()?;
        let differs = CHOICES.iter().filter_map(|choice| {
            let (then, now) = ((choice.get)(&self.rules.choices), (choice.get)(&today.choices));
            (then != now).then(|| format!("{}: {then} in the record, {now} today", choice.path))
        });
        Some(differs.collect())
    }
}

/// What chance answered in these events.
fn outcomes(events: &[Event]) -> Vec<Outcome> {
    let mut all = Vec::new();
    for event in events {
        match event {
            Event::DealerFound { dealer, draws } if draws.is_empty() => {
                all.push(Outcome::Dealer(*dealer));
            }
            Event::DealerFound { draws, .. } => {
                all.extend(draws.iter().cloned().map(Outcome::Draw));
            }
            Event::Dealt { deck: Some(deck), .. } => all.push(Outcome::Pack(deck.clone())),
            Event::WasCut { at, .. } => all.push(Outcome::Cut(*at)),
            Event::Picked { card: Some(card), .. } => all.push(Outcome::Blind(*card)),
            Event::Reshuffled { stock: Some(stock), turned: false, upcard, .. } => {
                let cards = upcard.iter().chain(stock.iter().rev()).copied();
                all.push(Outcome::Reshuffle(cards.collect()));
            }
            _ => {}
        }
    }
    all
}

struct Spaced<'a>(&'a [Card]);

impl fmt::Display for Spaced<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|card| write!(f, " {card}"))
    }
}

fn write_outcomes(f: &mut fmt::Formatter<'_>, outcomes: &[Outcome]) -> fmt::Result {
    for outcome in outcomes {
        match outcome {
            Outcome::Dealer(seat) => writeln!(f, "chance dealer {}", seat + 1)?,
            Outcome::Draw(cards) => writeln!(f, "chance draw{}", Spaced(cards))?,
            Outcome::Pack(cards) => writeln!(f, "chance pack{}", Spaced(cards))?,
            Outcome::Reshuffle(cards) => writeln!(f, "chance reshuffle{}", Spaced(cards))?,
            Outcome::Blind(card) => writeln!(f, "chance blind {card}")?,
            Outcome::Cut(at) => writeln!(f, "chance cut {at}")?,
        }
    }
    Ok(())
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "upcard-record {FORMAT}")?;
        writeln!(f, "game {}", self.rules.id)?;
        writeln!(f, "name {}", self.rules.catalogue.name)?;
        for choice in CHOICES {
            let value: Value = (choice.get)(&self.rules.choices);
            writeln!(f, "choice {} = {value}", choice.path)?;
        }
        for (seat, name) in self.seats.iter().enumerate() {
            writeln!(f, "seat {} {}", seat + 1, name.replace(['\n', '\r'], " "))?;
        }
        for entropy in &self.entropy {
            writeln!(f, "entropy {}", to_hex(entropy))?;
        }
        for line in &self.lines {
            match &line.kind {
                LineKind::Commit(deal, hash) => writeln!(f, "commit {deal} {}", to_hex(hash))?,
                LineKind::Secret(deal, secret) => writeln!(f, "secret {deal} {}", to_hex(secret))?,
                LineKind::Next(outcomes) => {
                    writeln!(f, "> next")?;
                    write_outcomes(f, outcomes)?;
                }
                LineKind::Act(seat, action, outcomes) => {
                    writeln!(f, "> {} {action}", seat + 1)?;
                    write_outcomes(f, outcomes)?;
                }
                LineKind::Points(points) => {
                    f.write_str("points")?;
                    points.iter().try_for_each(|n| write!(f, " {n}"))?;
                    writeln!(f)?;
                }
                LineKind::Winners(seats) => {
                    f.write_str("winners")?;
                    seats.iter().try_for_each(|seat| write!(f, " {}", seat + 1))?;
                    writeln!(f)?;
                }
            }
        }
        Ok(())
    }
}
