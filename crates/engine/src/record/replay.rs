//! Replay of records.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use super::lines::{Line, LineKind, Record, outcomes};
use crate::action::Action;
use crate::chance::{Chance, ChanceError};
use crate::compile::Rules;
use crate::deal::Deal;
use crate::edition::Edition;
use crate::event::Event;
use crate::flaws::{Flaws, Quoted, coded, reasons};
use crate::game::Game;
use crate::refusal::Refusal;
use crate::seat::Seat;
use crate::value::Value;

/// Why a record cannot be replayed or verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// Its rules are contradictory.
    Rules(Flaws),
    /// The action on this line is illegal.
    Refused {
        /// Line number.
        line: usize,
        /// The reason.
        refusal: Refusal,
    },
    /// This line contradicts what follows from the lines before it.
    Differs {
        /// Line number.
        line: usize,
        /// The difference.
        what: Difference,
    },
    /// This line states an impossible random outcome.
    Chance {
        /// Line number.
        line: usize,
        /// The error.
        error: ChanceError,
    },
    /// The secret of this deal is missing.
    NoSecret(Deal),
    /// This deal was not committed to before it began.
    NoCommitment(Deal),
    /// The secret of this deal does not match its commitment.
    NotCommitted {
        /// Line number of the secret.
        line: usize,
        /// The deal.
        deal: Deal,
    },
    /// The entropy of this seat does not match its commitment.
    NotBound(Seat),
    /// The match is over, but the record is not closed.
    NotClosed,
    /// The record is closed or names a key, but its match is not over.
    ClosedEarly,
    /// The closing hash does not match the lines before it: the record was changed.
    Changed,
    /// The record names a server's key without a signature, or has a signature without a key.
    NotSigned,
}

impl ReplayError {
    /// Stable code.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            ReplayError::Rules(_) => "record.rules",
            ReplayError::Refused { .. } => "record.refused",
            ReplayError::Differs { what, .. } => what.code(),
            ReplayError::Chance { error, .. } => error.code(),
            ReplayError::NoSecret(_) => "record.no-secret",
            ReplayError::NoCommitment(_) => "record.no-commitment",
            ReplayError::NotCommitted { .. } => "record.not-committed",
            ReplayError::NotBound(_) => "record.not-bound",
            ReplayError::NotClosed => "record.not-closed",
            ReplayError::ClosedEarly => "record.closed-early",
            ReplayError::Changed => "record.changed",
            ReplayError::NotSigned => "record.not-signed",
        }
    }

    /// Data of the sentence, besides the line.
    #[must_use]
    pub fn data(&self) -> Vec<(&'static str, Value)> {
        let one = |name, number: u8| vec![(name, Value::Int(i64::from(number)))];
        match self {
            ReplayError::Differs { what, .. } => what.data(),
            ReplayError::Chance { error, .. } => error.data(),
            ReplayError::Refused { refusal, .. } => vec![("refusal", Value::Text(refusal.code()))],
            ReplayError::NoSecret(deal)
            | ReplayError::NoCommitment(deal)
            | ReplayError::NotCommitted { deal, .. } => one("deal", deal.number()),
            ReplayError::NotBound(seat) => one("seat", seat.number()),
            ReplayError::Rules(_)
            | ReplayError::NotClosed
            | ReplayError::ClosedEarly
            | ReplayError::Changed
            | ReplayError::NotSigned => Vec::new(),
        }
    }

    /// The line number, if the error concerns one line.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        match self {
            ReplayError::Refused { line, .. }
            | ReplayError::Differs { line, .. }
            | ReplayError::Chance { line, .. }
            | ReplayError::NotCommitted { line, .. } => Some(*line),
            _ => None,
        }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let ReplayError::Rules(flaws) = self {
            return write!(f, "{flaws}");
        }
        if let Some(line) = self.line() {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&coded(self.code(), self.data()))
    }
}

impl std::error::Error for ReplayError {}

reasons! {
    /// How a record differs from what follows from the preceding lines.
    Difference:
    /// The deal's points are missing before this line.
    PointsMissing = "replay.points-missing",
    /// The match's winners are missing before this line.
    WinnersMissing = "replay.winners-missing",
    /// The deal's points differ.
    Points { found: Quoted, record: Quoted } = "replay.points",
    /// The match's winners differ.
    Winners = "replay.winners",
    /// No deal has ended here.
    NoDealEnd = "replay.no-deal-end",
    /// No match has ended here.
    NoMatchEnd = "replay.no-match-end",
    /// The match is already over.
    Over = "replay.over",
    /// The match has not begun.
    NotBegun = "replay.not-begun",
    /// The match was ended before this line.
    Ended = "replay.ended",
    /// More random outcomes than were needed.
    ChanceUnused = "replay.chance-unused",
    /// Random outcomes are missing.
    ChanceMissing = "replay.chance-missing",
    /// The random outcomes differ from those of the deal's secret.
    ChanceDiffers = "replay.chance-differs",
    /// Second commitment to a deal.
    CommittedTwice { deal: usize } = "replay.committed-twice",
    /// Commitment to a deal after it began.
    CommittedLate { deal: usize } = "replay.committed-late",
    /// The commitment to this deal is missing.
    CommitmentExpected { deal: usize } = "replay.commitment-expected",
    /// Commitment in the middle of a deal.
    CommittedInDeal = "replay.committed-in-deal",
    /// The secret of a deal is in the wrong place.
    SecretPlace { deal: u8 } = "replay.secret-place",
    /// Too many deals.
    Deals { most: u8 } = "replay.deals",
}

/// One step of a replay.
pub struct Step<'a> {
    /// Line of the record.
    pub line: &'a Line,
    /// The game before the step.
    pub before: &'a Game,
    /// Seat and action; `None` if a deal begins.
    pub action: Option<(Seat, &'a Action)>,
}

/// The difference if this line, which states a result, is missing.
fn missing(due: &LineKind) -> Difference {
    match due {
        LineKind::Points(_) => Difference::PointsMissing,
        _ => Difference::WinnersMissing,
    }
}

struct Replay {
    game: Game,
    events: Vec<Event>,
    /// Lines that must follow.
    due: VecDeque<LineKind>,
    ended: bool,
}

impl Replay {
    /// Checks a line that must follow from the preceding ones.
    fn follows(&mut self, kind: &LineKind) -> Result<(), Difference> {
        match (kind, self.due.pop_front()) {
            (written, Some(due)) if *written == due => Ok(()),
            (LineKind::Points(written), Some(LineKind::Points(found))) => {
                let [found, record] = [&found, written].map(|all| Quoted::long(format!("{all:?}")));
                Err(Difference::Points { found, record })
            }
            (LineKind::Winners(_), Some(LineKind::Winners(_))) => Err(Difference::Winners),
            (_, Some(due)) => Err(missing(&due)),
            (LineKind::Points(_), None) => Err(Difference::NoDealEnd),
            (_, None) => Err(Difference::NoMatchEnd),
        }
    }

    /// Checks that nothing is missing before this line.
    fn nothing_due(&self) -> Result<(), Difference> {
        self.due.front().map_or(Ok(()), |due| Err(missing(due)))
    }

    fn end(&mut self) -> Result<(), Difference> {
        self.nothing_due()?;
        if self.ended || self.game.is_over() {
            return Err(Difference::Over);
        }
        if self.game.table().deals_begun == 0 {
            return Err(Difference::NotBegun);
        }
        self.ended = true;
        Ok(())
    }
}

impl Record {
    /// Rules of the table. Checks only what the first edition rejected: contradictions accepted
    /// when the record was made are not its fault.
    ///
    /// # Errors
    /// The contradictions.
    pub fn table_rules(&self) -> Result<Arc<Rules>, ReplayError> {
        let rules = Rules::of_edition(self.rules.clone(), self.seats.len() as u8, Edition::FIRST);
        rules.map(Arc::new).map_err(ReplayError::Rules)
    }

    /// Replays the record with the random outcomes it states. `watch` sees each step before it is
    /// made, and its events afterwards.
    ///
    /// # Errors
    /// The line with an illegal action or a contradiction.
    pub fn replay(&self, watch: impl FnMut(&Step<'_>, &[Event])) -> Result<Game, ReplayError> {
        let game = Game::new(self.table_rules()?, Chance::new([0; 32], [0; 32]));
        self.run(game, |_| false, watch)
    }

    /// Replays the record. In a deal that is `proved`, the random outcomes are computed and
    /// compared with the record; in the others they are taken from the record.
    pub(super) fn run(
        &self,
        game: Game,
        proved: impl Fn(Deal) -> bool,
        mut watch: impl FnMut(&Step<'_>, &[Event]),
    ) -> Result<Game, ReplayError> {
        let mut replay = Replay { game, events: Vec::new(), due: VecDeque::new(), ended: false };
        let mut last = 0;
        for line in &self.lines {
            last = line.number;
            let differs = |what| ReplayError::Differs { line: line.number, what };
            match &line.kind {
                LineKind::Points(_) | LineKind::Winners(_) => {
                    replay.follows(&line.kind).map_err(differs)?;
                }
                LineKind::Commit(..) | LineKind::Secret(..) => {
                    if self.format >= 2 {
                        replay.nothing_due().map_err(differs)?;
                    }
                }
                LineKind::Ended => replay.end().map_err(differs)?,
                LineKind::Next(_) | LineKind::Act(..) => {
                    replay.nothing_due().map_err(differs)?;
                    if replay.ended {
                        return Err(differs(Difference::Ended));
                    }
                    self.step(&mut replay, line, &proved, &mut watch)?;
                }
            }
        }
        let at_the_end = |what| ReplayError::Differs { line: last + 1, what };
        replay.nothing_due().map_err(at_the_end)?;
        Ok(replay.game)
    }

    fn step(
        &self,
        replay: &mut Replay,
        line: &Line,
        proved: &impl Fn(Deal) -> bool,
        watch: &mut impl FnMut(&Step<'_>, &[Event]),
    ) -> Result<(), ReplayError> {
        let number = line.number;
        let refused = |refusal| ReplayError::Refused { line: number, refusal };
        let differs = |what| Err(ReplayError::Differs { line: number, what });
        let Replay { game, events, due, .. } = replay;
        let (action, given) = match &line.kind {
            LineKind::Act(seat, action, given) => (Some((*seat, action)), given.clone()),
            LineKind::Next(given) => (None, self.random_outcomes(given.clone())),
            _ => return Ok(()),
        };
        let table = game.table();
        let deal = if action.is_none() { table.coming_deal() } else { table.current_deal() };
        let scripted = !deal.is_some_and(proved);
        if scripted {
            for outcome in &given {
                game.chance_mut().expect(outcome.clone());
            }
        }
        let before = game.clone();
        events.clear();
        match action {
            None => {
                game.may_begin_deal().map_err(refused)?;
                game.next_deal(events);
            }
            Some((seat, action)) => game.act(seat, action, events).map_err(refused)?,
        }
        if let Some(error) = game.chance().fault() {
            return Err(ReplayError::Chance { line: number, error: error.clone() });
        }
        if scripted && game.chance().unused() > 0 {
            return differs(Difference::ChanceUnused);
        }
        if self.random_outcomes(outcomes(events)) != given {
            let missing = Difference::ChanceMissing;
            return differs(if scripted { missing } else { Difference::ChanceDiffers });
        }
        due.extend(events.iter().filter_map(LineKind::stating));
        watch(&Step { line, before: &before, action }, events);
        Ok(())
    }
}
