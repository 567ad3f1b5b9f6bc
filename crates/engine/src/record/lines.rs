//! Records, their lines, and appending to them.

use upcard_cards::Card;

use crate::action::Action;
use crate::chance::{Outcome, Seed};
use crate::choices::{CHOICES, FirstDealer};
use crate::deal::Deal;
use crate::event::Event;
use crate::ruleset::{Library, RuleSet};
use crate::seat::Seat;
use crate::value::Value;

use super::closing::{Closing, PublicKey};

/// Newest supported format. Format 1 can be parsed, and is printed in its original form.
pub const FORMAT: u32 = 2;

/// Record of one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Format of its text.
    pub format: u32,
    /// Rules of the match.
    pub rules: RuleSet,
    /// Names by seat.
    pub seats: Vec<String>,
    /// The match at its table, if a table recorded it.
    pub origin: Option<Origin>,
    /// Commitments of players to their entropy, in seat order.
    pub entropy_commitments: Vec<(Seat, Seed)>,
    /// The players' entropy, in the order in which it is combined.
    pub entropy: Vec<Part>,
    /// Public key of the server that hosted the table; the record must then be signed.
    pub key: Option<PublicKey>,
    /// The lines of the match.
    pub lines: Vec<Line>,
    /// The closing; `None` while the match is in progress, and in format 1.
    pub closing: Option<Closing>,
}

/// Identifies a match at its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Number of the match at the table, from 1.
    pub number: u32,
    /// Number of the collection of entropy for this match that its deals use, from 1; earlier
    /// collections were discarded.
    pub gathering: u32,
}

/// Entropy of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Seat of the player; `None` in format 1.
    pub seat: Option<Seat>,
    /// The bytes.
    pub entropy: Seed,
}

/// A line of a record's body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Line number in the text, from 1; 0 in a record that was not parsed from text.
    pub number: usize,
    /// Content.
    pub kind: LineKind,
}

/// Content of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// Commitment to a deal.
    Commit(Deal, Seed),
    /// A deal begins, with its random outcomes.
    Next(Vec<Outcome>),
    /// A seat acts, with the random outcomes.
    Act(Seat, Action, Vec<Outcome>),
    /// A deal ended with these points.
    Points(Vec<i32>),
    /// Secret of a deal, once it is over.
    Secret(Deal, Seed),
    /// The match ended with these winners.
    Winners(Vec<Seat>),
    /// The match was ended early; not in format 1.
    Ended,
}

impl LineKind {
    /// The line that states the result of this event, if it has one.
    pub(super) fn stating(event: &Event) -> Option<LineKind> {
        match event {
            Event::DealEnded { points, .. } => Some(LineKind::Points(points.clone())),
            Event::MatchEnded { winners, .. } => Some(LineKind::Winners(winners.iter().collect())),
            _ => None,
        }
    }
}

impl Record {
    /// Creates a record without lines.
    #[must_use]
    pub fn new(rules: RuleSet, seats: Vec<String>) -> Record {
        Record {
            format: FORMAT,
            rules,
            seats,
            origin: None,
            entropy_commitments: Vec::new(),
            entropy: Vec::new(),
            key: None,
            lines: Vec::new(),
            closing: None,
        }
    }

    fn push(&mut self, kind: LineKind) {
        self.lines.push(Line { number: 0, kind });
    }

    /// Records the start of a deal, given its unredacted events.
    pub fn began(&mut self, events: &[Event]) {
        self.push(LineKind::Next(self.random_outcomes(outcomes(events))));
        self.after(events);
    }

    /// Records an action of a seat, given its unredacted events.
    pub fn acted(&mut self, seat: Seat, action: &Action, events: &[Event]) {
        self.push(LineKind::Act(seat, action.clone(), outcomes(events)));
        self.after(events);
    }

    /// Records a commitment to a deal.
    pub fn committed(&mut self, deal: Deal, commitment: Seed) {
        self.push(LineKind::Commit(deal, commitment));
    }

    /// Records the revealed secret of a deal.
    pub fn revealed(&mut self, deal: Deal, secret: Seed) {
        self.push(LineKind::Secret(deal, secret));
    }

    /// Records that the match was ended early.
    pub fn ended(&mut self) {
        self.push(LineKind::Ended);
    }

    /// Filters the outcomes that were really random: a dealer who volunteers is not, though older
    /// records list it.
    pub(super) fn random_outcomes(&self, mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
        if self.rules.choices.dealing.first_dealer == FirstDealer::Chosen {
            outcomes.retain(|outcome| !matches!(outcome, Outcome::Dealer(_)));
        }
        outcomes
    }

    fn after(&mut self, events: &[Event]) {
        events.iter().filter_map(LineKind::stating).for_each(|kind| self.push(kind));
    }

    /// Choices in which the rule set differs from the current game file: path, value in the record,
    /// current value. `None` if the game is no longer known.
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

/// The random outcomes in these events.
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
