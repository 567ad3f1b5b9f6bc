//! A record and its lines, and how it grows.

use upcard_cards::Card;

use crate::action::Action;
use crate::chance::{Outcome, Seed};
use crate::choices::{CHOICES, FirstDealer};
use crate::deal::Deal;
use crate::event::Event;
use crate::ruleset::{Library, RuleSet};
use crate::seat::{Seat, Seats};
use crate::value::Value;

use super::closing::{Closing, PublicKey};

/// The newest format that is written and read. Format 1 is read, and printed as it was.
pub const FORMAT: u32 = 2;

/// One match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The format of its text.
    pub format: u32,
    /// The rules it is played by.
    pub rules: RuleSet,
    /// Who sits where.
    pub seats: Vec<String>,
    /// Which match of its table it is, where a table kept it.
    pub origin: Option<Origin>,
    /// The commitments of people to their entropy, by seat, from the lowest.
    pub bound: Vec<(Seat, Seed)>,
    /// The people's entropy, in the order in which it is joined.
    pub entropy: Vec<Part>,
    /// The public key of the server that kept the table: the record claims its signature.
    pub key: Option<PublicKey>,
    /// What happened.
    pub lines: Vec<Line>,
    /// What closes it; none while the match is being played, and in format 1.
    pub closing: Option<Closing>,
}

/// Which match of its table a record is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The match at the table, from 1.
    pub number: u32,
    /// Which gathering of entropy for this match its deals come from, from 1; what an earlier one
    /// gave was thrown away.
    pub gathering: u32,
}

/// Entropy of one person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The person's seat; format 1 does not say.
    pub seat: Option<Seat>,
    /// The bytes.
    pub entropy: Seed,
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
    /// The commitment to a deal.
    Commit(Deal, Seed),
    /// A deal begins; what chance answered.
    Next(Vec<Outcome>),
    /// A seat acts; what chance answered.
    Act(Seat, Action, Vec<Outcome>),
    /// A deal ended with these points.
    Points(Vec<i32>),
    /// The secret of a deal, once it is over.
    Secret(Deal, Seed),
    /// The match ended with these winners.
    Winners(Vec<Seat>),
    /// The match was ended before its time; not in format 1.
    Ended,
}

impl Record {
    /// A record without anything that has happened.
    #[must_use]
    pub fn new(rules: RuleSet, seats: Vec<String>) -> Record {
        Record {
            format: FORMAT,
            rules,
            seats,
            origin: None,
            bound: Vec::new(),
            entropy: Vec::new(),
            key: None,
            lines: Vec::new(),
            closing: None,
        }
    }

    fn push(&mut self, kind: LineKind) {
        self.lines.push(Line { number: 0, kind });
    }

    /// A deal began; with the unmasked events of it.
    pub fn began(&mut self, events: &[Event]) {
        self.push(LineKind::Next(self.of_chance(outcomes(events))));
        self.after(events);
    }

    /// A seat acted; with the unmasked events of it.
    pub fn acted(&mut self, seat: Seat, action: &Action, events: &[Event]) {
        self.push(LineKind::Act(seat, action.clone(), outcomes(events)));
        self.after(events);
    }

    /// A deal was committed to.
    pub fn committed(&mut self, deal: Deal, commitment: Seed) {
        self.push(LineKind::Commit(deal, commitment));
    }

    /// The secret of a deal was revealed.
    pub fn revealed(&mut self, deal: Deal, secret: Seed) {
        self.push(LineKind::Secret(deal, secret));
    }

    /// The match was ended before its time.
    pub fn ended(&mut self) {
        self.push(LineKind::Ended);
    }

    /// What chance did answer: a dealer who volunteers is not found by it, though older records say
    /// so.
    pub(super) fn of_chance(&self, mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
        if self.rules.choices.dealing.first_dealer == FirstDealer::Chosen {
            outcomes.retain(|outcome| !matches!(outcome, Outcome::Dealer(_)));
        }
        outcomes
    }

    fn after(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::DealEnded { points, .. } => self.push(LineKind::Points(points.clone())),
                Event::MatchEnded { winners, .. } => {
                    self.push(LineKind::Winners(winning_seats(*winners)));
                }
                _ => {}
            }
        }
    }

    /// The choices in which the rule set differs from the game's file today: the path, the value in
    /// the record and today's; none where the game is not known any more.
    #[must_use]
    pub fn differs_from(&self, library: &Library) -> Option<Vec<(&'static str, Value, Value)>> {
        let today = library.select(&self.rules.id, &[]).ok()?;
        let differs = CHOICES.iter().filter_map(|choice| {
            let (then, now) = (choice.get(&self.rules.choices), choice.get(&today.choices));
            (then != now).then_some((choice.path, then, now))
        });
        Some(differs.collect())
    }
}

/// The seats given as bits, from the lowest.
pub(super) fn winning_seats(winners: Seats) -> Vec<Seat> {
    winners.iter().collect()
}

/// What chance answered in these events.
pub(super) fn outcomes(events: &[Event]) -> Vec<Outcome> {
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
                let cards: Vec<Card> = upcard.iter().chain(stock.iter().rev()).copied().collect();
                all.push(Outcome::Reshuffle(cards));
            }
            _ => {}
        }
    }
    all
}
